import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cigarOf } from '../../../../build-index/genome-files/genome-alignments.ts';
import { type MafRow, readMaf } from '../../../../build-index/genome-files/maf-reader.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

async function blocksOf(text: string): Promise<MafRow[][]> {
  const path = join(folder, 'a.maf');
  await writeFile(path, text);
  const blocks: MafRow[][] = [];
  for await (const block of readMaf(path)) blocks.push(block);
  return blocks;
}

test('places of rows are on the forward strand', async () => {
  const text =
    '##maf version=1\n# made\n\na score=3\ns x.chr1 0 3 + 10 AC-G\ns y.chr1 1 4 - 10 ACTG\n\na\ns x.chr1 5 2 + 10 AC\n';
  expect(await blocksOf(text)).toEqual([
    [
      { line: 5, source: 'x.chr1', start: 1, end: 3, strand: 1, length: 10, text: 'AC-G' },
      { line: 6, source: 'y.chr1', start: 6, end: 9, strand: -1, length: 10, text: 'ACTG' },
    ],
    [{ line: 9, source: 'x.chr1', start: 6, end: 7, strand: 1, length: 10, text: 'AC' }],
  ]);
});

test.each([
  ['s x.chr1 0 3 + 10 ACG\n', /line 1: a line "s" comes before a line "a"/],
  ['a\ns x.chr1 0 3 10 ACG\n', /line 2: a row is "s name start size strand length text"/],
  ['a\ns x.chr1 0 4 + 10 ACG\n', /line 2: x\.chr1 should have 4 bases, but has 3/],
  ['a\ns x.chr1 8 3 + 10 ACG\n', /line 2: x\.chr1 ends at 11, but its length is 10/],
  ['a\ns x.c 0 3 + 10 ACG\ns y.c 0 2 + 10 AC\n', /line 3: y\.c has 2 columns, the first row of the block 3/],
  ['>chr1\n', /line 1: ">chr1" is no line of a MAF file/],
  ['# nothing\n', /contains no block/],
])('%j is no MAF', async (text, sentence) => {
  await expect(blocksOf(text)).rejects.toThrow(sentence);
});

test.each([
  ['ACG', '3M'],
  ['A--C', 'M2DM'],
  ['-ACGT..', 'D4M2D'],
])('the cigar line of %s is %s', (text, line) => {
  expect(cigarOf(text)).toBe(line);
});
