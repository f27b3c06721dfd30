/** The survey's frequencies are consistent, resemble those of gnomAD, and agree with the genotypes of the cohort. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SURVEYED } from '../../../../data/fictional/variants/allele-survey.ts';
import { makeData } from '../../../../data/fictional/scaled/make-data.ts';
import { readDump, columnOf } from '../../../support/read-dump.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { SPECIES } from './made-dumps.ts';
import { at, get, present } from '../../../../src/checked.ts';

interface Line {
  id: string;
  info: Map<string, number[]>;
}

const folder = await testFolder();
let survey: Line[];
let cohort: Line[];
/** Alternatives with their counts in total and by population. */
let alternatives: { copies: number; total: number; by: { count: number; total: number }[] }[];

beforeAll(async () => {
  await makeData(folder, { scale: 0.2, only: ['variation', 'vcf'] });
  survey = await readLines('frequencies.vcf');
  cohort = await readLines('genotypes.vcf');
  alternatives = survey.flatMap(({ info }) =>
    get(info, 'AC').map((copies, which) => ({
      copies,
      total: at(get(info, 'AN'), 0),
      by: SURVEYED.map(([name]) => ({
        count: at(get(info, `AC_${name}`), which),
        total: at(get(info, `AN_${name}`), 0),
      })),
    })),
  );
});

async function readLines(file: string): Promise<Line[]> {
  const lines = (await readFile(join(folder, 'vcf', file), 'latin1'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, , id, , , , , info] = line.split('\t', 8);
    return {
      id: present(id, 'id'),
      info: new Map(
        present(info, 'info')
          .split(';')
          .map((field) => field.split('='))
          .map(([name, values]) => [present(name, 'name'), present(values, 'values').split(',').map(Number)]),
      ),
    };
  });
}

const shareOf = (test: (each: (typeof alternatives)[number]) => boolean): number =>
  alternatives.filter(test).length / alternatives.length;
const populationsOf = ({ by }: (typeof alternatives)[number]): number => by.filter(({ count }) => count > 0).length;

test('counts of populations add up to the total, and no count exceeds the number of alleles', () => {
  const wrong = survey.filter(({ info }) => {
    const sums = (name: string) =>
      get(info, name).map(
        (sum, which) => sum - SURVEYED.reduce((of, [each]) => of + at(get(info, `${name}_${each}`), which), 0),
      );
    const tooMany = SURVEYED.some(
      ([each]) => get(info, `AC_${each}`).reduce((sum, count) => sum + count, 0) > at(get(info, `AN_${each}`), 0),
    );
    return (
      tooMany ||
      [...sums('AC'), ...sums('AN')].some((rest) => rest !== 0) ||
      get(info, 'AF').some(
        (share, which) => Math.abs(share / (at(get(info, 'AC'), which) / at(get(info, 'AN'), 0)) - 1) > 1e-5,
      )
    );
  });
  expect(wrong).toEqual([]);
  expect(alternatives.filter(({ copies }) => copies < 1)).toEqual([]);
});

test('half of the alternatives are singletons, and few are common', () => {
  expect(Math.abs(shareOf(({ copies }) => copies === 1) - 0.53)).toBeLessThan(0.03);
  expect(Math.abs(shareOf(({ copies, total }) => copies < total / 100) - 0.97)).toBeLessThan(0.01);
});

test('rare alternatives are in few populations, common ones in all with similar frequencies', () => {
  const few = alternatives.filter(({ copies }) => copies > 1 && copies < 6);
  expect(few.filter((each) => populationsOf(each) === 1).length / few.length).toBeGreaterThan(0.7);
  const common = alternatives.filter(({ copies, total }) => copies > 0.1 * total && copies < 0.9 * total);
  expect(common.filter((each) => populationsOf(each) === SURVEYED.length).length / common.length).toBeGreaterThan(0.95);
  const apart = common.map(({ copies, total, by }) => {
    const share = copies / total;
    return (
      by.reduce((sum, each) => sum + (each.count / each.total - share) ** 2, 0) / by.length / (share * (1 - share))
    );
  });
  const difference = apart.reduce((sum, each) => sum + each, 0) / apart.length;
  expect(difference).toBeGreaterThan(0.02);
  expect(difference).toBeLessThan(0.12);
});

test('some calls are missing, in different numbers per site', () => {
  const most = 2 * SURVEYED.reduce((sum, [, size]) => sum + size, 0);
  const totals = survey.map(({ info }) => at(get(info, 'AN'), 0)).sort((a, b) => a - b);
  expect(totals.at(-1)).toBeLessThanOrEqual(most);
  const median = at(totals, totals.length >> 1) / most;
  expect(median).toBeGreaterThan(0.998);
  expect(median).toBeLessThan(0.9999);
  expect(at(totals, Math.floor(totals.length / 100)) / most).toBeLessThan(0.99);
  expect(new Set(totals).size).toBeGreaterThan(300);
});

test('common alternatives of the cohort are as common in the survey', () => {
  const surveyed = new Map(survey.map(({ id, info }) => [id, info]));
  const both = cohort.map(({ id, info }) => ({
    here: at(get(info, 'AC'), 0) / at(get(info, 'AN'), 0),
    there: at(get(get(surveyed, id), 'AC'), 0) / at(get(get(surveyed, id), 'AN'), 0),
  }));
  const common = both.filter(({ here }) => here > 0.05);
  expect(common.length).toBeGreaterThan(30);
  expect(common.filter(({ here, there }) => Math.abs(there - here) > 0.15 * Math.min(here, 1 - here) + 0.1)).toEqual(
    [],
  );
  expect(both.filter(({ here, there }) => here < 0.001 && there > 0.002)).toEqual([]);
});

test('tables of older surveys contain common variants with consistent counts', async () => {
  const dump = await readDump(join(folder, SPECIES, 'variation'));
  const variations = new Map(dump.rows('variation').map((row) => [columnOf(row, 'variation_id'), row]));
  const counted = Map.groupBy(dump.rows('allele'), ({ variation_id }) => present(variation_id, 'variation_id'));
  const genotypes = Map.groupBy(dump.rows('population_genotype'), ({ variation_id }) =>
    present(variation_id, 'variation_id'),
  );
  expect(counted.size).toBeGreaterThan(50);
  const total = (rows: { count?: string | null }[]) => rows.reduce((sum, { count }) => sum + Number(count), 0);
  const wrong = [...counted].filter(([id, rows]) => {
    const lesser = rows.length === 1 ? 0 : Math.min(...rows.map(({ frequency }) => Number(frequency)));
    return (
      total(rows) !== 80 ||
      total(get(genotypes, id)) !== 40 ||
      Math.abs(lesser - Number(get(variations, id).minor_allele_freq)) > 0.25
    );
  });
  expect(wrong).toEqual([]);
});
