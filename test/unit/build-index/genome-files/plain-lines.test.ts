import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ChangeKind, ConstantEffects } from '../../../../build-index/genome-files/effect-borders.ts';
import { PlainLines } from '../../../../build-index/genome-files/plain-lines.ts';
import { type LineVariant, VariantText } from '../../../../build-index/genome-files/variant-text.ts';
import { WrittenBases } from '../../../../build-index/genome-files/written-bases.ts';
import { testFolder } from '../../../support/test-folder.ts';

const SOURCE = 3;
const TERMS = 'intron_variant,non_coding_transcript_variant';
const BASES = 'ACGTTTTGCA';
const sequence = { id: 2, name: 'chr1', description: '', length: BASES.length };

async function plainLines(): Promise<PlainLines> {
  const path = join(await testFolder(), 'dna.txt');
  await writeFile(path, `2\t${BASES}\n`);
  const effects = new ConstantEffects(new Map([[2, Int32Array.from([1000])]]));
  for (const kind of Object.values(ChangeKind)) effects.set(2, effects.interval(2, { kind, start: 5, end: 5 }), TERMS);
  const lines = new PlainLines(new WrittenBases({ path, offsets: new Map([[2, 2]]) }), effects);
  lines.enter('1', sequence);
  return lines;
}

const lines = await plainLines();
const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The rows of a line; null if it is not plain. */
function rowsOf(line: string): VariantText | null {
  const text = new VariantText(SOURCE);
  const bytes = new TextEncoder().encode(`${line}\n`);
  return lines.write(bytes, 0, bytes.length - 1, 7, SOURCE, text) ? text : null;
}

const variant: LineVariant = { names: ['rs1'], sequence: 2, ancestral: null, minor: null };
const substitution = { start: 5, end: 5, alleles: 'T/A', terms: TERMS, coding: [] };

test.each([
  ['a substitution', '1\t5\trs1\tT\tA\t.\t.\t.', variant, substitution],
  ['samples after INFO', '1\t5\trs1\tT\tA\t.\t.\tDP=3\tGT\t0|1', variant, substitution],
  [
    'counts and an ancestral allele',
    '1\t5\trs1\tT\tA\t.\tPASS\tDP=3;AC=1;AAX=C;AN=6;AF=0.5;AA=tc|unknown',
    { ...variant, ancestral: 'TC', minor: { index: 1, frequency: 1 / 6, count: 1 } },
    substitution,
  ],
  [
    'a reference that is the minor allele',
    '1\t5\trs1\tT\tA\t.\tPASS\tAC=5;AN=6',
    { ...variant, minor: { index: 0, frequency: 1 / 6, count: 1 } },
    substitution,
  ],
  ['no copies', '1\t5\trs1\tT\tA\t.\tPASS\tAC=0;AN=6', variant, substitution],
  ['no chromosomes', '1\t5\trs1\tT\tA\t.\tPASS\tAC=2;AN=0', variant, substitution],
  [
    'an insertion without a name',
    '1\t5\t.\tT\tTACG\t.\t.\tAC=1;AN=3\tGT\t1|1',
    { ...variant, names: ['chr1-5-T-TACG'], minor: { index: 1, frequency: 1 / 3, count: 1 } },
    { ...substitution, start: 6, end: 5, alleles: '-/ACG' },
  ],
  [
    'a deletion without a name',
    '1\t5\t.\tTTT\tT\t.\t.\t.',
    { ...variant, names: ['chr1-5-TTT-T'] },
    { ...substitution, start: 6, end: 7, alleles: 'TT/-' },
  ],
])('%s has the rows that texts give', (_, line, expected, predicted) => {
  const text = new VariantText(SOURCE);
  text.add(7, expected, predicted);
  const rows = rowsOf(line)?.rows();
  expect(rows && decoded(rows.variations)).toBe(decoded(text.rows().variations));
  expect(rows && decoded(rows.features)).toBe(decoded(text.rows().features));
  expect(rows?.keys).toEqual(text.rows().keys);
});

test.each([
  ['a sequence that was not entered', '2\t5\trs1\tT\tA\t.\t.\t.'],
  ['a name of which the sequence is a part', '11\t5\trs1\tT\tA\t.\t.\t.'],
  ['a position behind the sequence', '1\t11\trs1\tT\tA\t.\t.\t.'],
  ['a position that is no number', '1\t5a\trs1\tT\tA\t.\t.\t.'],
  ['another reference', '1\t5\trs1\tG\tA\t.\t.\t.'],
  ['small letters', '1\t5\trs1\tt\ta\t.\t.\t.'],
  ['two alternatives', '1\t5\trs1\tT\tA,C\t.\t.\t.'],
  ['no change', '1\t5\trs1\tT\tT\t.\t.\t.'],
  ['a symbol', '1\t5\trs1\tT\t<DEL>\t.\t.\tEND=7'],
  ['another first base', '1\t5\trs1\tT\tAT\t.\t.\t.'],
  ['two names', '1\t5\trs1;rs2\tT\tA\t.\t.\t.'],
  ['letters of other alphabets', '1\t5\tä1\tT\tA\t.\t.\t.'],
  ['a backslash', '1\t5\ta\\b\tT\tA\t.\t.\t.'],
  ['counts of two alleles', '1\t5\trs1\tT\tA\t.\t.\tAC=1,2;AN=6'],
  ['a position of more digits than its name has', '1\t05\t.\tT\tA\t.\t.\t.'],
  ['an unknown count', '1\t5\trs1\tT\tA\t.\t.\tAC=.;AN=6'],
  ['more copies than chromosomes', '1\t5\trs1\tT\tA\t.\t.\tAC=7;AN=6'],
  ['no INFO', '1\t5\trs1\tT\tA'],
  ['a comment', '#1\t5\trs1\tT\tA\t.\t.\t.'],
  ['an empty line', ''],
])('a line with %s is not plain', (_, line) => {
  expect(rowsOf(line)).toBeNull();
});

test('a line near a border is not plain, and one of which nothing is known has its interval', async () => {
  const path = join(await testFolder(), 'dna.txt');
  await writeFile(path, `2\t${BASES}\n`);
  const effects = new ConstantEffects(new Map([[2, Int32Array.from([26])]]));
  const fresh = new PlainLines(new WrittenBases({ path, offsets: new Map([[2, 2]]) }), effects);
  fresh.enter('1', sequence);
  const bytes = new TextEncoder().encode('1\t5\trs1\tT\tA\t.\t.\t.');
  expect(fresh.unknownInterval(bytes, 0, bytes.length)).toBe(0);
  effects.set(2, 0, null);
  expect(fresh.unknownInterval(bytes, 0, bytes.length)).toBe(-1);
  expect(fresh.write(bytes, 0, bytes.length, 7, SOURCE, new VariantText(SOURCE))).toBe(false);
  const near = new TextEncoder().encode('1\t6\trs1\tT\tA\t.\t.\t.');
  expect(fresh.unknownInterval(near, 0, near.length)).toBe(-1);
});
