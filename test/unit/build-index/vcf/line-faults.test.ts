/**
 * The readers for genotypes and for frequencies report a faulty line with the same message, which names file and line.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VariantRuns } from '../../../../build-index/vcf/variant-runs.ts';
import { VcfFile } from '../../../../build-index/vcf/vcf-reader.ts';
import { VcfRecords } from '../../../../build-index/vcf/vcf-records.ts';
import { present } from '../../../../src/checked.ts';

const folder = await mkdtemp(join(tmpdir(), 'line-faults-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const line = (pos: number | string, { chromosome = '1', ref = 'A', alt = 'G' } = {}) =>
  [chromosome, pos, `rs${pos}`, ref, alt, '.', '.', '.', 'GT', '0|1', '1|1'].join('\t');

/** Writes a file with a header of two lines and the given lines. */
async function written(...lines: string[]): Promise<string> {
  const path = join(folder, 'calls.vcf');
  await writeFile(
    path,
    ['##fileformat=VCFv4.2', '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS1\tS2', ...lines, ''].join('\n'),
  );
  return path;
}

/** A genome whose chromosomes have numbers as names. */
const regionOf = (chromosome: string) => (/^\d+$/.test(chromosome) ? Number(chromosome) : null);

/** Positions of the variants by region, in the order of a genotype matrix. */
async function inMatrix(path: string): Promise<Record<number, number[]>> {
  const [file, runs] = [await VcfFile.open(path), await VariantRuns.create(join(folder, 'variants'))];
  const found: Record<number, number[]> = {};
  try {
    await runs.addFile(file, [0, 1], regionOf, String);
    for await (const [region, variants] of runs.inOrder())
      (found[region] ??= []).push(...variants.map(({ position }) => position));
  } finally {
    await runs.close();
  }
  return found;
}

/** Positions of all lines in the order in which the reader for frequencies returns them. */
async function inRecords(path: string): Promise<number[]> {
  const records = await VcfRecords.open(path, regionOf);
  const positions: number[] = [];
  try {
    for (let chromosome = await records.chromosome(); chromosome !== null; chromosome = await records.chromosome()) {
      positions.push(present(await records.peek(chromosome), 'the next line').position);
      records.take();
    }
  } finally {
    records.close();
  }
  return positions;
}

describe('all readers reject a line', () => {
  it.each([
    ['with too few columns', [line(5), '1\t7\trs7\tA'], "line 4, which begins '1 7 rs7', has too few columns"],
    ...['x', '', '-1', '1e2', '4294967295'].map((pos): [string, string[], string] => [
      `with the position "${pos}"`,
      [line(5), line(pos)],
      `line 4, which begins '1 ${pos} rs${pos}', has no position in column POS`,
    ]),
    [
      'whose position is less than that of the line before',
      [line(5), line(90), line(30), line(20)],
      "line 5, which begins '1 30 rs30', comes after position 90 of its chromosome: sort the file by position",
    ],
    [
      'whose position is less than that of the line before, on a later chromosome',
      [line(90), line(40, { chromosome: '2' }), line(50, { chromosome: '2' }), line(48, { chromosome: '2' })],
      "line 6, which begins '2 48 rs48', comes after position 50 of its chromosome: sort the file by position",
    ],
  ])('%s', async (_, lines, fault) => {
    const path = await written(...lines);
    for (const read of [inMatrix, inRecords]) await expect(read(path)).rejects.toThrow(`${path} ${fault}`);
  });
});

it("variants may be sorted by POS or by Ensembl's position, which differs by one for indels", async () => {
  const insertion = { alt: 'AT' };
  for (const lines of [
    [line(9), line(9, insertion), line(10), line(11)],
    [line(9), line(10), line(9, insertion), line(11)],
  ]) {
    const path = await written(...lines, line(3, { chromosome: '2' }));
    expect(await inMatrix(path)).toEqual({ 1: [9, 10, 10, 11], 2: [3] });
    expect(await inRecords(path)).toHaveLength(5);
  }
});

it('lines of a chromosome that the genome lacks may be in any order', async () => {
  const path = await written(
    line(50, { chromosome: 'decoy' }),
    line(5),
    line(90, { chromosome: 'decoy' }),
    line(7, { chromosome: 'decoy' }),
    line(3, { chromosome: '2' }),
  );
  expect(await inMatrix(path)).toEqual({ 1: [5], 2: [3] });
  expect(await inRecords(path)).toEqual([50, 5, 90, 7, 3]);
});

it('a chromosome in two separate parts of a file is rejected with the line of its second part', async () => {
  const path = await written(line(5), line(5, { chromosome: '2' }), line(9));
  await expect(inMatrix(path)).rejects.toThrow(
    `${path} line 5: chromosome 1 appears a second time: sort the file, and put each chromosome into one file only`,
  );
});
