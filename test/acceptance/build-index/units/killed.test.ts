/** Builds that are killed can continue, and give the same release: `npm run harden -- --only kills` kills more. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { filesBelow, writeFictionalDumps } from '../../../support/fictional-dumps.ts';
import { buildAndKill, unitsInProgress } from '../../harden/kills.ts';

const folder = await testFolder();
const dumps = join(folder, 'dumps');
await writeFictionalDumps(dumps);

/** Longest wait after a unit is done, in milliseconds. It may end within the next unit, or while sealing. */
const LATEST = 400;

/** Runs the command and kills it some time after `units` units are done. @returns whether it ended before that */
async function killAfter(index: string, units: number, isGroup: boolean): Promise<boolean> {
  const code = await buildAndKill(
    dumps,
    index,
    async (ended) => {
      let isOver = false;
      void ended.then(() => (isOver = true));
      while (!isOver && (await readdir(join(index, '.build/units')).catch(() => [])).length < units) await wait(10);
      await Promise.race([ended, wait(Math.random() * LATEST)]);
    },
    isGroup,
  );
  return code === 0;
}

test('a build that is killed repeatedly gives the same release as an undisturbed one', {
  timeout: 120_000,
}, async () => {
  const [disturbed, undisturbed] = [join(folder, 'disturbed'), join(folder, 'undisturbed')];
  let ended = false;
  for (const [units, group] of [
    [0, true],
    [1, false],
    [3, true],
    [5, false],
    [6, true],
  ] as const)
    ended ||= await killAfter(disturbed, units, group);
  // Workers whose parent was killed take a moment to notice it on a busy machine.
  await expect.poll(() => unitsInProgress(disturbed), { timeout: 30_000 }).toBe(0);
  if (!ended) await buildRelease([dumps], disturbed, silentProgress);
  await buildRelease([dumps], undisturbed, silentProgress);
  expect(await filesBelow(disturbed)).toEqual(await filesBelow(undisturbed));
  // No other files are left.
  expect((await readdir(disturbed)).sort()).toEqual((await readdir(undisturbed)).sort());
});
