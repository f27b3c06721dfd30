/** One unit is made by one process at a time; what a killed one has claimed is taken over. */
import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BuildFolder } from '../../build-index/units/build-folder.ts';
import { buildRelease } from '../../build-index/units/build-release.ts';
import { nameOf, withClaim, type Claimant } from '../../build-index/units/claim.ts';
import { planBuild } from '../../build-index/units/plan.ts';
import { runUnit } from '../../build-index/units/run-unit.ts';
import { silentProgress } from '../support/silent-progress.ts';
import { testFolder } from '../support/test-folder.ts';
import { writeFictionalDumps } from './fictional-dumps.ts';

const folder = await testFolder();

test('the same unit, begun twice, is compiled once: the second waits, and says for whom', async () => {
  await writeFictionalDumps(join(folder, 'dumps'));
  const plan = await planBuild([join(folder, 'dumps')]);
  const build = await BuildFolder.open(join(folder, 'index'));
  const [unit] = plan.units;
  const runs = [0, 1, 2].map(() => ({ bytes: 0, waitedFor: [] as Claimant[] }));
  await Promise.all(runs.map((run) => runUnit(unit!, plan, build, { read: (bytes) => void (run.bytes += bytes), waiting: (other) => void run.waitedFor.push(other) })));
  expect(runs.filter(({ bytes }) => bytes > 0)).toHaveLength(1);
  for (const { bytes, waitedFor } of runs) expect(waitedFor.map(({ process: id, host }) => [id, host])).toEqual(bytes > 0 ? [] : [[process.pid, hostname()]]);
  expect(await build.record(unit!)).not.toBeNull();
  expect(await readdir(join(build.path, 'claims'))).toEqual([]);
});

test('when the one that has the claim fails, the next one takes it', async () => {
  const path = join(folder, 'failing/claim');
  const made: string[] = [];
  const first = withClaim(path, async () => false, () => {}, () => Promise.reject(new Error('a broken row')));
  await expect(first).rejects.toThrow('a broken row');
  await withClaim(path, async () => false, () => made.push('waited'), async () => void made.push('made'));
  expect(made).toEqual(['made']);
});

test('the claim of a process that was killed is void, and one of them alone takes it over', async () => {
  const place = join(folder, 'killed');
  await mkdir(place);
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  await writeFile(join(place, 'claim'), JSON.stringify({ host: hostname(), process: pid, token: 'of the killed one' } satisfies Claimant));
  let [atOnce, most, made] = [0, 0, 0];
  await Promise.all(Array.from({ length: 6 }, () => withClaim(join(place, 'claim'), async () => false, () => {}, async () => {
    most = Math.max(most, ++atOnce);
    await new Promise((settle) => setTimeout(settle, 20));
    atOnce--;
    made++;
  })));
  expect({ most, made }).toEqual({ most: 1, made: 6 });
  expect(await readdir(place)).toEqual([]);
});

test.each(['', '{"host": "a machine that', 'null'])('a claim that a crash has left as %j is waited for while it may be renewed, and then void', async (left) => {
  const place = join(folder, `left ${left.length}`);
  await mkdir(place);
  await writeFile(join(place, 'claim'), left);
  const [clock, began] = [vi.spyOn(performance, 'now'), performance.now()];
  onTestFinished(() => clock.mockRestore());
  const happened: string[] = [];
  await withClaim(join(place, 'claim'), async () => false, (other) => {
    happened.push(`waited for ${nameOf(other)}`);
    clock.mockReturnValue(began + 10 * 60_000);
  }, async () => void happened.push('made'));
  expect(happened).toEqual(['waited for a process unknown', 'made']);
  expect(await readdir(place)).toEqual([]);
});

test('another build that seals the release meanwhile, and puts the units away, has made what is waited for', async () => {
  const index = join(folder, 'sealed-meanwhile');
  const dumps = join(folder, 'sealed-dumps');
  await writeFictionalDumps(dumps);
  await buildRelease([dumps], index, silentProgress);
  const [plan, sealed] = [await planBuild([dumps]), join(index, '.sealed')];
  await rename(sealed, `${sealed}-later`);
  const build = await BuildFolder.open(index);
  const [unit] = plan.units;
  await writeFile(join(build.path, 'claims', basename(build.folderOf(unit!))), JSON.stringify({ host: hostname(), process: process.pid, token: 'of the other build' } satisfies Claimant));
  let read = 0;
  await runUnit(unit!, plan, build, { read: (bytes) => void (read += bytes), waiting: () => renameSync(`${sealed}-later`, sealed) });
  expect(read).toBe(0);
  // The other build clears as this one does.
  await Promise.all([1, 2].map(() => build.clear(plan)));
  await build.clear(plan);
  expect(await readdir(index)).not.toContain('.build');
});
