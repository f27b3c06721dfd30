/** The Snakemake workflow gives the release of the plain command, and does nothing if nothing has changed. */
import { spawnSync } from 'node:child_process';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { filesBelow, writeFictionalDumps } from '../../../support/fictional-dumps.ts';

const folder = await testFolder();
const SNAKEFILE = resolve('build-index/workflow/Snakefile');
const isInstalled = spawnSync('snakemake', ['--version'], { encoding: 'utf8' }).stdout?.startsWith('7.') ?? false;

test.skipIf(!isInstalled)(
  'Snakemake 7 runs the units and seals the release (needs Snakemake)',
  { timeout: 240_000 },
  async () => {
    await writeFictionalDumps(join(folder, 'dumps'));
    const dumps = join(folder, 'dumps/fictus_secundus');
    const [flow, plain] = [join(folder, 'flow'), join(folder, 'plain')];
    const snakemake = () => {
      const { status, stderr } = spawnSync(
        'snakemake',
        ['--snakefile', SNAKEFILE, '--cores', '2', '--config', `dumps=${dumps}`, `out=${flow}`, 'memory=1'],
        { cwd: folder, encoding: 'utf8' },
      );
      expect(status, stderr).toBe(0);
      return stderr;
    };
    const expectSameFiles = async () => {
      expect(await filesBelow(flow)).toEqual(await filesBelow(plain));
      // No marks or units are left.
      expect((await readdir(flow)).sort()).toEqual((await readdir(plain)).sort());
    };
    expect(snakemake()).toMatch(/^rule unit:/m);
    await buildRelease([dumps], plain, silentProgress);
    await expectSameFiles();

    const again = snakemake();
    expect(again).toContain('The inputs have not changed since this release was made.');
    expect(again).not.toMatch(/^(rule unit|localrule seal):/m);
    await expectSameFiles();

    const features = join(dumps, 'core/simple_feature.txt');
    await appendFile(features, (await readFile(features, 'utf8')).replace(/^1\t/, '2\t'));
    expect(snakemake()).toMatch(/^localrule seal:/m);
    await buildRelease([dumps], plain, silentProgress);
    await expectSameFiles();
  },
);
