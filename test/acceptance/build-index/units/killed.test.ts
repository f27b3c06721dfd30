/** Builds that are killed can continue, and give the same release. */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { present } from '../../../../src/checked.ts';
import { isRunning } from '../../../../build-index/output/work-folder.ts';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { filesBelow, writeFictionalDumps } from '../../../support/fictional-dumps.ts';

const folder = await testFolder();
const dumps = join(folder, 'dumps');
await writeFictionalDumps(dumps);

/** Longest wait after a unit is done, in milliseconds. It may end within the next unit, or while sealing. */
const LATEST = 400;

/**
 * Runs the command and kills it some time after `units` units are done.
 * @param group kills its workers as well, as when a machine fails; otherwise they notice it themselves
 * @returns whether it ended before that
 */
async function buildAndKill(index: string, units: number, group: boolean): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['cli/genomic-edge.ts', 'build', '--dumps', dumps, '--out', index, '--processes', '2'],
    {
      stdio: 'ignore',
      detached: true,
    },
  );
  const ended = new Promise<boolean>((settle) => child.once('exit', (code) => settle(code === 0)));
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && (await readdir(join(index, '.build/units')).catch(() => [])).length < units) await wait(10);
  await Promise.race([ended, wait(Math.random() * LATEST)]);
  try {
    process.kill(group ? -present(child.pid, 'pid') : present(child.pid, 'pid'), 'SIGKILL');
  } catch {
    // It has already ended.
  }
  return ended;
}

/** Number of units that a running process is compiling. */
async function unitsInProgress(index: string): Promise<number> {
  const names = await readdir(join(index, '.build')).catch(() => []);
  return names.filter((name) => {
    const [, process] = /-(\d+)-[^-]*$/.exec(name) ?? [];
    return process !== undefined && isRunning(Number(process));
  }).length;
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
    ended ||= await buildAndKill(disturbed, units, group);
  // Workers whose parent was killed take a moment to notice it on a busy machine.
  await expect.poll(() => unitsInProgress(disturbed), { timeout: 30_000 }).toBe(0);
  if (!ended) await buildRelease([dumps], disturbed, silentProgress);
  await buildRelease([dumps], undisturbed, silentProgress);
  expect(await filesBelow(disturbed)).toEqual(await filesBelow(undisturbed));
  // No other files are left.
  expect((await readdir(disturbed)).sort()).toEqual((await readdir(undisturbed)).sort());
});
