/** The Snakemake workflow ends in the release of the plain command. */
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { buildRelease } from '../../build-index/units/build-release.ts';
import { silentProgress } from '../support/silent-progress.ts';
import { testFolder } from '../support/test-folder.ts';
import { filesBelow, writeFictionalDumps } from './fictional-dumps.ts';

const folder = await testFolder();
const SNAKEFILE = resolve('build-index/workflow/Snakefile');
const isInstalled = spawnSync('snakemake', ['--version'], { encoding: 'utf8' }).stdout?.startsWith('7.') ?? false;

test.skipIf(!isInstalled)('Snakemake 7 runs the units and seals the release (needs Snakemake)', { timeout: 120_000 }, async () => {
  await writeFictionalDumps(join(folder, 'dumps'));
  const dumps = join(folder, 'dumps/fictus_secundus');
  const { status, stderr } = spawnSync('snakemake', ['--snakefile', SNAKEFILE, '--cores', '2', '--config', `dumps=${dumps}`, `out=${join(folder, 'flow')}`, 'memory=1'], { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  await buildRelease([dumps], join(folder, 'plain'), silentProgress);
  expect(await filesBelow(join(folder, 'flow'))).toEqual(await filesBelow(join(folder, 'plain')));
  // Neither marks nor units are left.
  expect((await readdir(join(folder, 'flow'))).sort()).toEqual((await readdir(join(folder, 'plain'))).sort());
});
