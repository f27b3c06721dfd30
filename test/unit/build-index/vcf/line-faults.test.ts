/**
 * A line that cannot be used is told with file and line, in the same words by whoever reads the file: for genotypes, or
 * for frequencies.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VariantRuns } from '../../../../build-index/vcf/variant-runs.ts';
import { VcfFile } from '../../../../build-index/vcf/vcf-reader.ts';
import { VcfRecords } from '../../../../build-index/vcf/vcf-records.ts';

const folder = await mkdtemp(join(tmpdir(), 'line-faults-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const line = (pos: number | string, { chromosome = '1', ref = 'A', alt = 'G' } = {}) =>
  [chromosome, pos, `rs${pos}`, ref, alt, '.', '.', '.', 'GT', '0|1', '1|1'].join('\t');

/** A file of two lines of header and these. */
async function written(...lines: string[]): Promise<string> {
  const path = join(folder, 'calls.vcf');
  await writeFile(
    path,
    ['##fileformat=VCFv4.2', '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS1\tS2', ...lines, ''].join('\n'),
  );
  return path;
}

/** Of a genome whose chromosomes have numbers. */
const regionOf = (chromosome: string) => (/^\d+$/.test(chromosome) ? Number(chromosome) : null);

/** Positions that a genotype matrix has of the variants, in its order, by region. */
async function inMatrix(path: string): Promise<Record<number, number[]>> {
  const [file, runs] = [await VcfFile.open(path), await VariantRuns.create(join(folder, 'variants'))];
  const found: Record<number, number[]> = {};
  try {
    await runs.addFile(file, [0, 1], regionOf);
    for await (const [region, variants] of runs.inOrder())
      (found[region] ??= []).push(...variants.map(({ position }) => position));
  } finally {
    await runs.close();
  }
  return found;
}

/** Positions of all lines, as they are read for frequencies. */
async function inRecords(path: string): Promise<number[]> {
  const records = await VcfRecords.open(path, regionOf);
  const positions: number[] = [];
  try {
    for (let chromosome = await records.chromosome(); chromosome !== null; chromosome = await records.chromosome()) {
      positions.push((await records.peek(chromosome))!.position);
      records.take();
    }
  } finally {
    records.close();
  }
  return positions;
}

describe('a line is refused by all readers in one sentence with file and line', () => {
  it.each([
    ['too few columns', [line(5), '1\t7\trs7\tA'], "line 4, which begins '1 7 rs7', has too few columns"],
    ...['x', '', '-1', '1e2', '4294967295'].map((pos): [string, string[], string] => [
      `no position but "${pos}"`,
      [line(5), line(pos)],
      `line 4, which begins '1 ${pos} rs${pos}', has no position in column POS`,
    ]),
    [
      'a position before the one before',
      [line(5), line(90), line(30), line(20)],
      "line 5, which begins '1 30 rs30', comes after position 90 of its chromosome: sort the file by position",
    ],
    [
      'such a position in a later chromosome',
      [line(90), line(40, { chromosome: '2' }), line(50, { chromosome: '2' }), line(48, { chromosome: '2' })],
      "line 6, which begins '2 48 rs48', comes after position 50 of its chromosome: sort the file by position",
    ],
  ])('with %s', async (_, lines, fault) => {
    const path = await written(...lines);
    for (const read of [inMatrix, inRecords]) await expect(read(path)).rejects.toThrow(`${path} ${fault}`);
  });
});

it('variants may be sorted by POS or by their place in Ensembl, one base on unless of single letters', async () => {
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

it('on a chromosome that the genome does not have, lines may be in any order', async () => {
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

it('a chromosome that comes twice is refused at the line where it comes again', async () => {
  const path = await written(line(5), line(5, { chromosome: '2' }), line(9));
  await expect(inMatrix(path)).rejects.toThrow(
    `${path} line 5: chromosome 1 appears a second time: sort the file, and put each chromosome into one file only`,
  );
});
