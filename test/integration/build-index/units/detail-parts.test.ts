/** Several units read long VCF files. Together they give the same details as one unit. */
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planBuild } from '../../../../build-index/units/plan.ts';
import { BuildFolder } from '../../../../build-index/units/build-folder.ts';
import { runUnit } from '../../../../build-index/units/run-unit.ts';
import { makeData } from '../../../../data/fictional/scaled/make-data.ts';
import type { ObjectEntry } from '../../../../src/release/manifest.ts';
import { testFolder } from '../../../support/compiled-service.ts';
import { at, found, last, present } from '../../../../src/checked.ts';

const folder = await testFolder();
const dumps = join(folder, 'dumps');
// Variants of several parts, with genotypes and frequencies in files and in the database, and with synonyms.
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

test('one unit reads short files, and up to four units read long ones', async () => {
  expect(await detailUnits()).toEqual({ details: [] });
  const four = ['1', '2', '3', '4'].map((part) => `details.lines-${part}`);
  expect(await detailUnits(1)).toEqual({
    'details.staged': [],
    ...Object.fromEntries(four.map((id) => [id, ['details.staged']])),
    details: ['details.staged', ...four],
  });
});

test('the uncompressed length of a file counts', async () => {
  const vcf = join(folder, 'long');
  await mkdir(vcf);
  await writeFile(join(vcf, 'calls.vcf'), '##fileformat=VCFv4.2\n');
  await truncate(join(vcf, 'calls.vcf'), 21e9);
  await writeFile(
    join(vcf, 'vcf_config.json'),
    JSON.stringify({ collections: [{ id: 'calls', species, assembly: 'DEMO1', filename_template: 'calls.vcf' }] }),
  );
  const { units } = await planBuild([dumps], join(vcf, 'vcf_config.json'));
  const lines = units.filter(({ task }) => task.kind === 'line-details');
  expect(lines).toHaveLength(3);
  // Each skips the lines of the others.
  for (const { plainBytes } of lines) expect(plainBytes).toBeLessThan(8e9);
});

/** The objects of the last details unit. */
async function detailsOf(index: string, linesAtOnce?: number): Promise<ObjectEntry[]> {
  const plan = await planBuild([dumps], config, linesAtOnce);
  const build = await BuildFolder.open(join(folder, index));
  for (const unit of plan.units) if (unit.id.includes('.details')) await runUnit(unit, plan, build);
  return present(await build.record(found(plan.units, ({ id }) => id === `${species}.variation.details`)), 'the record')
    .objects;
}

test('details that are compiled in parts are the same as compiled at once', async () => {
  const whole = await detailsOf('whole');
  expect(whole.map(({ object }) => object).join()).toMatch(/variant-details.*variant-genotypes/);
  expect(await detailsOf('parts', 2e6)).toEqual(whole);
}, 120_000);

test('a file with a chromosome in two places is rejected if it is read in parts', async () => {
  const vcf = join(folder, 'unsorted');
  await mkdir(vcf);
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
  await writeFile(join(vcf, 'survey.vcf'), lines.join('\n'));
  await writeFile(
    join(vcf, 'vcf_config.json'),
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
  const plan = await planBuild([dumps], join(vcf, 'vcf_config.json'), 50);
  const build = await BuildFolder.open(join(folder, 'unsorted-index'));
  const units = plan.units.filter(({ task }) => task.kind === 'staged-details' || task.kind === 'line-details');
  expect(units.length).toBeGreaterThan(2);
  await runUnit(at(units, 0), plan, build);
  await expect(runUnit(last(units), plan, build)).rejects.toThrow(
    /survey\.vcf line 5: lines of chromosome 1 are in several places; sort the file/,
  );
}, 120_000);
