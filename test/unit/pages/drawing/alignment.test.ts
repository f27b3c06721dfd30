import { expect, test } from 'vitest';
import { alignmentOverview } from '../../../../src/pages/drawing/alignment-overview.ts';
import { alignmentRows, type AlignmentRow } from '../../../../src/pages/drawing/alignment-rows.ts';
import { drawnText, MARKUP } from './markup.ts';

function rowsText(rows: AlignmentRow[], width?: number): string {
  return String(alignmentRows({ label: 'Block 1', rows, width }));
}

const row = (letters: string, first = 1, direction: 1 | -1 = 1): AlignmentRow => ({
  name: 'Homo',
  first,
  direction,
  letters,
});

test('rows continue in blocks, each with the position of its first letter without counting gaps', () => {
  const letters = `${'A'.repeat(70)}----------${'C'.repeat(40)}`;
  const text = drawnText(rowsText([row(letters, 1001)]));
  expect(text).toContain('1,001');
  // 80 columns a block, of which 10 are gaps.
  expect(text).toContain('1,071');
});

test('positions decrease on the reverse strand', () => {
  expect(drawnText(rowsText([row('A'.repeat(100), 5000, -1)]))).toContain('4,920');
});

test('a line marks the columns in which all rows agree, which gaps do not', () => {
  const marks = (one: string, other: string) =>
    / d="([^"]*)" stroke="var\(--axis\)"/.exec(rowsText([row(one), row(other)]))?.[1] ?? '';
  expect(marks('ACGT', 'ACGA').match(/M/g)).toHaveLength(1);
  expect(marks('ACGT', 'aCCT').match(/M/g)).toHaveLength(2);
  expect(marks('--', '--')).toBe('');
});

test('each base has a colour, and other letters none', () => {
  expect(rowsText([row('ACGTacgt')]).match(/fill-opacity/g)).toHaveLength(4);
  expect(rowsText([row('NNN')])).not.toContain('fill-opacity');
});

test('rows and blocks escape names and letters with markup', () => {
  expect(rowsText([{ ...row(MARKUP), name: MARKUP }])).not.toContain('<script');
  const blocks = [{ start: 1, end: 9, rows: [{ species: MARKUP, place: MARKUP, strand: -1 }], href: MARKUP }];
  const text = String(alignmentOverview({ label: MARKUP, span: { start: 1, end: 9 }, region: MARKUP, blocks }));
  expect(text).not.toContain('<script');
});

test('the overview has a row for each species and links to the letters of a block', () => {
  const blocks = [
    {
      start: 1,
      end: 50,
      rows: ['Homo', 'Mus'].map((species) => ({ species, place: '1:1-50', strand: 1 })),
      href: '#block-1',
    },
    { start: 60, end: 100, rows: [{ species: 'Homo', place: '1:60-100', strand: 1 }] },
  ];
  const text = String(
    alignmentOverview({ label: 'Blocks', span: { start: 1, end: 100 }, region: 'position on 1', blocks }),
  );
  expect(text).toContain('<a href="#block-1">');
  expect(text).toContain('2 blocks of 2 species, 1 to 100.');
  expect(text.match(/<rect/g)).toHaveLength(3);
});

test('an alignment without columns is drawn', () => {
  expect(rowsText([row('')])).not.toMatch(/NaN|Infinity/);
});
