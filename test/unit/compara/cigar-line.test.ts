import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  alignedSequence,
  cigarRuns,
  keepColumns,
  occupiedColumns,
  cigarLineOf,
  pairedLetters,
  pairedRows,
  runsOf,
} from '../../../src/compara/cigar-line.ts';
import { at, present } from '../../../src/checked.ts';

const runList = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('M', 'D')), {
  minLength: 1,
  maxLength: 12,
});
const lineOf = (list: readonly [number, string][]) =>
  list.map(([length, operation]) => `${length === 1 ? '' : length}${operation}`).join('');
const columnsOf = (list: readonly [number, string][], of = 'MD') =>
  list.reduce((sum, [length, operation]) => (of.includes(operation) ? sum + length : sum), 0);

describe('a cigar line', () => {
  test('omits counts of one', () => {
    expect(cigarRuns('3MD12M')).toEqual([
      { length: 3, operation: 'M' },
      { length: 1, operation: 'D' },
      { length: 12, operation: 'M' },
    ]);
    expect(alignedSequence('ACGTA', '2MD3M')).toBe('AC-GTA');
    expect(alignedSequence('ATGGCC', 'MDM', 3)).toBe('ATG---GCC');
    expect(alignedSequence('ACGTA', '2MI2X2M')).toBe('AC..TA');
    expect(alignedSequence('ACGTA', '')).toBe('');
  });

  test('aligns a sequence without losing letters, over all columns of the line', () => {
    fc.assert(
      fc.property(runList, fc.constantFrom(1, 3), (list, letters) => {
        const sequence = Array.from({ length: columnsOf(list, 'M') * letters }, (_, at) => 'ACGT'[(at * 7) % 4]).join(
          '',
        );
        const aligned = alignedSequence(sequence, lineOf(list), letters);
        expect(aligned.length).toBe(columnsOf(list) * letters);
        expect(aligned.replaceAll('-', '')).toBe(sequence);
      }),
    );
  });

  test('keeps exactly the columns in which some row has a letter', () => {
    const width = 30;
    const row = fc.array(fc.boolean(), { minLength: width, maxLength: width });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const lines = rows.map((letters) => letters.map((has) => (has ? 'M' : 'D')).join(''));
        const aligned = rows.map((letters) => letters.map((has) => (has ? 'A' : '-')).join(''));
        const kept = aligned.map((each) => keepColumns(each, occupiedColumns(lines)));
        const expected = Array.from({ length: width }, (_, column) => column).filter((column) =>
          rows.some((letters) => letters[column]),
        );
        expect(kept).toEqual(aligned.map((each) => expected.map((column) => each[column]).join('')));
      }),
    );
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

/** Cigar line of a row of letters and dashes. */
function cigarLine(row: string): string {
  return row.replace(/[^-]+|-+/g, (run) => `${run.length > 1 ? run.length : ''}${run.startsWith('-') ? 'D' : 'M'}`);
}

function pairOf(one: string, other: string): [string, string] {
  const kept = [...one].map((letter, column) => [letter, at(other, column)]).filter(([a, b]) => a !== '-' || b !== '-');
  return [kept.map(([a]) => a).join(''), kept.map(([, b]) => b).join('')];
}

const runs = (row: string) => present(runsOf(bytes(cigarLine(row))), 'the runs of a row');
const paired = (one: string, other: string) => present(pairedRows(runs(one), runs(other)), 'the paired rows');
/** Two rows made of runs, so that gaps are long and adjoin. */
const alignment = fc
  .array(fc.tuple(fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 30 })), { maxLength: 40 })
  .map((parts) => {
    const rowOf = (row: 0 | 1) =>
      parts.map((part) => (part[row] ? 'ACGT' : '----').repeat(9).slice(0, part[2])).join('');
    return [rowOf(0), rowOf(1)] as const;
  });

describe('a pair of rows of an alignment', () => {
  test('lacks the columns in which both rows have a gap', () => {
    fc.assert(
      fc.property(alignment, fc.constantFrom(1, 3), ([one, other], lettersPerColumn) => {
        const wanted = pairOf(one, other);
        const [row, otherRow] = paired(one, other);
        expect([cigarLineOf(row), cigarLineOf(otherRow)]).toEqual(wanted.map(cigarLine));
        const letters = Array.from(
          { length: wanted[0].replaceAll('-', '').length * lettersPerColumn },
          (_, at) => 'ACGT'[(at * 7) % 4],
        ).join('');
        expect(pairedLetters(letters, row, lettersPerColumn)).toBe(
          alignedSequence(letters, cigarLine(wanted[0]), lettersPerColumn),
        );
      }),
    );
  });

  test('is null for rows of different lengths', () => {
    expect(pairedRows(runs('AC--GT'), runs('AC--GTA'))).toBeNull();
    expect(pairedRows(runs('AC'), [])).toBeNull();
  });

  test('may have more columns than all pairs before it', () => {
    const long = Array.from({ length: 5000 }, (_, at) => (at % 3 === 0 ? '-' : 'A')).join('');
    const [row] = paired(long, 'A'.repeat(5000));
    expect(cigarLineOf(row)).toBe(cigarLine(long));
  });

  test.each(['3X2M', '1M', '03M', '2M3M', '4', 'm', '2147483648M'])(
    'is null for a line that is not in canonical form: %s',
    (line) => expect(runsOf(bytes(line))).toBeNull(),
  );
  test.each([
    ['', []],
    ['M', [1]],
    ['D', [0, 1]],
    ['12M3DM', [12, 3, 1]],
    ['10M', [10]],
    ['19D', [0, 19]],
  ])('has the runs of the line "%s"', (line, wanted) => expect(runsOf(bytes(line))).toEqual(wanted));
});
