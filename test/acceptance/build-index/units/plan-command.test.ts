/** `build plan`, the first step of a workflow: standard output for the engine, standard error for the operator. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { BuildFolder } from '../../../../build-index/units/build-folder.ts';
import { planBuild } from '../../../../build-index/units/plan.ts';
import { runUnit } from '../../../../build-index/units/run-unit.ts';
import type { Unit } from '../../../../build-index/units/unit.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { writeFictionalDumps } from '../../../support/fictional-dumps.ts';
import { at } from '../../../../src/checked.ts';

const folder = await testFolder();
const dumps = join(folder, 'dumps');
await writeFictionalDumps(dumps);

function run(index: string, ...words: string[]) {
  return spawnSync(process.execPath, ['cli/genomic-edge.ts', 'build', ...words, '--out', index], { encoding: 'utf8' });
}

test('planning and sealing a build each report their notices, units do not', async () => {
  const copy = join(folder, 'with-vcf');
  await cp(dumps, copy, { recursive: true });
  await writeFile(join(copy, 'vcf_config.json'), '{"collections": []}');
  const index = join(folder, 'without-vcf');
  const { status, stdout, stderr } = run(index, 'plan', '--dumps', copy);
  const plan = await planBuild([copy]);
  const row = ({ id, plainBytes, after }: Unit) =>
    `${id}\t${(plainBytes / 1e6).toFixed(1)}\t${after.join(',') || '-'}\n`;
  const notice =
    `${join(copy, 'vcf_config.json')} is next to the dumps, but --vcf does not name it: its ` +
    'genotypes and frequencies are skipped.\n';
  expect([status, stdout, stderr]).toEqual([0, plan.units.map(row).join(''), notice]);
  for (const unit of plan.units) await runUnit(unit, plan, await BuildFolder.open(index));
  expect(run(index, 'seal')).toMatchObject({ status: 0, stdout: expect.stringContaining(notice) });
});

describe('planning over a current release of the same dumps returns no units', async () => {
  const index = join(folder, 'index');
  const { id } = await buildRelease([dumps], index, silentProgress);
  const nothing = {
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(`^The inputs have not changed since this release was made\\.\\nRelease ${id} `),
    ),
  };

  test('and leaves no plan', async () => {
    expect(run(index, 'plan', '--dumps', dumps)).toMatchObject(nothing);
    expect(await readdir(index)).not.toContain('.build');
  });

  test('and does not seal the plan and units of another build', async () => {
    const build = await BuildFolder.open(index);
    const { units } = await planBuild([dumps]);
    const others = units.map((each) => ({ ...each, id: `other-${each.id}` }));
    const unit = at(others, 0);
    await build.savePlan({ ...(await planBuild([dumps])), units: others });
    await mkdir(build.folderOf(unit));
    expect(run(index, 'plan', '--dumps', dumps)).toMatchObject(nothing);
    expect(run(index, 'seal')).toMatchObject({ status: 0, stdout: expect.stringContaining(`Release ${id} `) });
    expect(await readdir(build.folderOf(unit))).toEqual([]);
    await rm(build.path, { recursive: true });
  });
});

test('a mistyped command is reported as unknown, before its options are checked', () => {
  for (const words of [['plna'], ['sael', '--dumps', dumps]]) {
    expect(run(join(folder, 'mistyped'), ...words)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `error: unknown command '${words[0]}'; the commands of build are plan, unit, seal\n`,
    });
  }
});
