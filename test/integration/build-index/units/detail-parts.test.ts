/** Long VCF files are read by several units: what they make together is what one makes. */
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planBuild } from '../../../../build-index/units/plan.ts';
import { BuildFolder } from '../../../../build-index/units/build-folder.ts';
import { runUnit } from '../../../../build-index/units/run-unit.ts';
import { makeData } from '../../../../data/fictional/scaled/make-data.ts';
import type { ObjectEntry } from '../../../../src/release/manifest.ts';
import { testFolder } from '../../../support/compiled-service.ts';
import { at, found, last } from '../../../../src/checked.ts';

const folder = await testFolder();
const dumps = join(folder, 'dumps');
// Variants of several stretches, with genotypes and frequencies in files, synonyms, and genotypes and frequencies of
// the database.
await makeData(dumps, { scale: 0.1, only: ['core', 'variation', 'vcf'] });
const config = join(dumps, 'vcf', 'vcf_config.json');
const species = 'fictomys_demonstrans';

async function detailUnits(linesAtOnce?: number): Promise<Record<string, string[]>> {
  const { units } = await planBuild([dumps], config, linesAtOnce);
  return Object.fromEntries(
    units
      .filter(({ id }) => id.includes('.details'))
      .map(({ id, after }) => [
        id.slice(`${species}.variation.`.length),
        after.map((each) => each.slice(`${species}.variation.`.length)),
      ]),
  );
}

test('one unit reads short files, and up to four read long ones', async () => {
  expect(await detailUnits()).toEqual({ details: [] });
  const four = ['1', '2', '3', '4'].map((part) => `details.lines-${part}`);
  expect(await detailUnits(1)).toEqual({
    'details.staged': [],
    ...Object.fromEntries(four.map((id) => [id, ['details.staged']])),
    details: ['details.staged', ...four],
  });
});

test('a file counts by the length of its text', async () => {
  const beside = join(folder, 'long');
  await mkdir(beside);
  await writeFile(join(beside, 'calls.vcf'), '##fileformat=VCFv4.2\n');
  await truncate(join(beside, 'calls.vcf'), 21e9);
  await writeFile(
    join(beside, 'vcf_config.json'),
    JSON.stringify({ collections: [{ id: 'calls', species, assembly: 'DEMO1', filename_template: 'calls.vcf' }] }),
  );
  const { units } = await planBuild([dumps], join(beside, 'vcf_config.json'));
  const lines = units.filter(({ task }) => task.kind === 'line-details');
  expect(lines).toHaveLength(3);
  // Each goes past what the others read.
  for (const { plainBytes } of lines) expect(plainBytes).toBeLessThan(8e9);
});

/** The objects that the last unit of the details leaves. */
async function detailsOf(index: string, linesAtOnce?: number): Promise<ObjectEntry[]> {
  const plan = await planBuild([dumps], config, linesAtOnce);
  const build = await BuildFolder.open(join(folder, index));
  for (const unit of plan.units) if (unit.id.includes('.details')) await runUnit(unit, plan, build);
  return (await build.record(found(plan.units, ({ id }) => id === `${species}.variation.details`)))!.objects;
}

test('parts of a database make what the whole makes', async () => {
  const whole = await detailsOf('whole');
  expect(whole.map(({ object }) => object).join()).toMatch(/variant-details.*variant-genotypes/);
  expect(await detailsOf('parts', 2e6)).toEqual(whole);
}, 120_000);

test('a file that has a chromosome in two places is refused where it is read in parts', async () => {
  const beside = join(folder, 'unsorted');
  await mkdir(beside);
  const line = (chromosome: number, position: number) =>
    [chromosome, position, '.', 'A', 'G', '.', '.', 'AC=1;AN=10'].join('\t');
  const lines = [
    '##fileformat=VCFv4.2',
    ['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO'].join('\t'),
    line(1, 5),
    line(2, 5),
    line(1, 9),
    '',
  ];
  await writeFile(join(beside, 'survey.vcf'), lines.join('\n'));
  await writeFile(
    join(beside, 'vcf_config.json'),
    JSON.stringify({
      collections: [
        {
          id: 'survey',
          species,
          assembly: 'DEMO1',
          filename_template: 'survey.vcf',
          populations: { 1: { name: 'ALL', _raw_name: '' } },
        },
      ],
    }),
  );
  const plan = await planBuild([dumps], join(beside, 'vcf_config.json'), 50);
  const build = await BuildFolder.open(join(folder, 'unsorted-index'));
  const units = plan.units.filter(({ task }) => task.kind === 'staged-details' || task.kind === 'line-details');
  expect(units.length).toBeGreaterThan(2);
  await runUnit(at(units, 0), plan, build);
  await expect(runUnit(last(units), plan, build)).rejects.toThrow(
    /survey\.vcf line 5: lines of chromosome 1 are in several places; sort the file/,
  );
}, 120_000);
