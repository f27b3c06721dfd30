/**
 * A rollback to an earlier release lasts: workflow engines that plan by the clock, or that run lost units again, do not
 * make the later release current.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolderTarget } from '../../../../cli/publish/folder-target.ts';
import { listReleases, rollBack } from '../../../../cli/publish/releases.ts';
import { BuildFolder } from '../../../../build-index/units/build-folder.ts';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { planBuild } from '../../../../build-index/units/plan.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { writeFictionalDumps } from '../../../support/fictional-dumps.ts';
import { at, last } from '../../../../src/checked.ts';

const folder = await testFolder();
const [dumps, fewer, index] = [join(folder, 'dumps'), join(folder, 'fewer-dumps'), join(folder, 'index')];
await writeFictionalDumps(dumps);
await cp(dumps, fewer, { recursive: true });
await rm(join(fewer, 'fictus_primus/variation'), { recursive: true });
const earlier = await buildRelease([fewer], index, silentProgress);
const later = await buildRelease([dumps], index, silentProgress);
const plan = await planBuild([dumps]);
const unit = at(plan.units, 0);

function run(...words: string[]) {
  return spawnSync(process.execPath, ['cli/genomic-edge.ts', 'build', ...words, '--out', index], { encoding: 'utf8' });
}

async function goBack(): Promise<void> {
  await rollBack(await openFolderTarget(index), earlier.id, () => {});
}

async function current(): Promise<string | null> {
  return (await listReleases(await openFolderTarget(index))).current;
}

test('planning, and running a finished unit, keep the release after a rollback', async () => {
  await goBack();
  expect(run('plan', '--dumps', dumps)).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringContaining(`Release ${later.id} `),
  });
  expect(run('unit', unit.id)).toMatchObject({ status: 0, stdout: expect.stringContaining('The release is sealed') });
  expect(await current()).toBe(earlier.id);
});

test('they keep it after a killed build as well, and planning removes the rest of its units', async () => {
  await goBack();
  const build = await BuildFolder.open(index);
  await build.savePlan(plan);
  await mkdir(build.folderOf(last(plan.units)));
  expect(run('unit', unit.id)).toMatchObject({ status: 0, stdout: `${unit.id} is done already.\n` });
  expect(await current()).toBe(earlier.id);
  expect(run('plan', '--dumps', dumps)).toMatchObject({ status: 0, stdout: '' });
  expect(await current()).toBe(earlier.id);
  expect(await readdir(index)).not.toContain('.build');
});

test('building or sealing the later release makes it current, and says so', async () => {
  await goBack();
  expect(run('seal')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`\nIt is the current release again; before, ${earlier.id} was current.\n`),
  });
  expect(await current()).toBe(later.id);
  await goBack();
  expect(await buildRelease([dumps], index, silentProgress)).toEqual({
    ...later,
    unchanged: true,
    insteadOf: earlier.id,
  });
  expect(await current()).toBe(later.id);
  expect(run('seal').stdout).not.toContain('again');
});
