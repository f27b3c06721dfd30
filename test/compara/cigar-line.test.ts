import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { alignedSequence, cigarRuns, keepColumns, occupiedColumns } from '../../src/compara/cigar-line.ts';

const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('M', 'D')), { minLength: 1, maxLength: 12 });
const lineOf = (list: readonly [number, string][]) => list.map(([length, operation]) => `${length === 1 ? '' : length}${operation}`).join('');
const columnsOf = (list: readonly [number, string][], of = 'MD') => list.reduce((sum, [length, operation]) => (of.includes(operation) ? sum + length : sum), 0);

describe('cigar lines', () => {
  test('a count of one is left out', () => {
    expect(cigarRuns('3MD12M')).toEqual([{ length: 3, operation: 'M' }, { length: 1, operation: 'D' }, { length: 12, operation: 'M' }]);
    expect(alignedSequence('ACGTA', '2MD3M')).toBe('AC-GTA');
    expect(alignedSequence('ATGGCC', 'MDM', 3)).toBe('ATG---GCC');
    expect(alignedSequence('ACGTA', '2MI2X2M')).toBe('AC..TA');
    expect(alignedSequence('ACGTA', '')).toBe('');
  });

  test('an aligned sequence has all letters and as many columns as the line', () => {
    fc.assert(fc.property(runs, fc.constantFrom(1, 3), (list, letters) => {
      const sequence = Array.from({ length: columnsOf(list, 'M') * letters }, (_, at) => 'ACGT'[(at * 7) % 4]).join('');
      const aligned = alignedSequence(sequence, lineOf(list), letters);
      expect(aligned.length).toBe(columnsOf(list) * letters);
      expect(aligned.replaceAll('-', '')).toBe(sequence);
    }));
  });

  test('the columns that stay are those in which a row has a letter, and no row loses one', () => {
    const width = 30;
    const row = fc.array(fc.boolean(), { minLength: width, maxLength: width });
    fc.assert(fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      const lines = rows.map((letters) => letters.map((has) => (has ? 'M' : 'D')).join(''));
      const aligned = rows.map((letters) => letters.map((has) => (has ? 'A' : '-')).join(''));
      const kept = aligned.map((each) => keepColumns(each, occupiedColumns(lines)));
      const expected = Array.from({ length: width }, (_, column) => column).filter((column) => rows.some((letters) => letters[column]));
      expect(kept).toEqual(aligned.map((each) => expected.map((column) => each[column]).join('')));
    }));
  });
});
