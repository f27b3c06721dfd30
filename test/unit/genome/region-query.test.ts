import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRegionQuery } from '../../../src/genome/region-query.ts';

const NOTATIONS: [text: string, name: string, start: number | null, end: number | null, strand: 1 | -1 | null][] = [
  ['X', 'X', null, null, null],
  ['X:', 'X', null, null, null],
  ['X:1000', 'X', 1000, null, null],
  ['X:1000-', 'X', 1000, null, null],
  ['X:1..1000:1', 'X', 1, 1000, 1],
  ['X:1-1000:-1', 'X', 1, 1000, -1],
  ['X:1:1000:-1', 'X', 1, 1000, -1],
  ['X:1-1000:-', 'X', 1, 1000, -1],
  ['X:1-1000:+', 'X', 1, 1000, 1],
  ['X:1-1000:+1', 'X', 1, 1000, 1],
  ['X:1-1000:', 'X', 1, 1000, null],
  ['X:100:-1', 'X', 100, null, -1],
  ['X:1_000-2_000', 'X', 1000, 2000, null],
  ['X:1,000,000..2,000,000', 'X', 1_000_000, 2_000_000, null],
  ['X:1 000-2 000', 'X', 1000, 2000, null],
  ['X:1000_2000', 'X', 1000, 2000, null],
  ['X:g.5-9', 'X', 5, 9, null],
  ['X: 5 - 9', 'X', 5, 9, null],
  ['chrX:5-9', 'chrX', 5, 9, null],
  ['HSCHR6_MHC_COX:5-9', 'HSCHR6_MHC_COX', 5, 9, null],
  ['HLA-A:5-9', 'HLA-A', 5, 9, null],
  ['AC008066.4:5-9', 'AC008066.4', 5, 9, null],
  ['MT:16000-100', 'MT', 16_000, 100, null],
  ['6:0-10', '6', 1, 10, null],
];

const REJECTED: [text: string, reason: string][] = [
  ['6:1080164..1080200:3', 'Could not decode region 6:1080164..1080200:3'],
  ['clearly stupid', 'Could not decode region clearly stupid'],
  ['', 'Could not decode region '],
  ['6:1-10:3', '3 is not a valid strand'],
  ['6:1-10:1:1', '1:1 is not a valid strand'],
  ['6:-10-100', '-10 is not a valid start'],
  ['6:a-b', 'a is not a valid start'],
  ['6:1-1k', '1k is not a valid end'],
  [
    '6:1-0',
    'Cannot request negative or 0 end indexes through this interface. Given 0 but expected something greater than 0',
  ],
];

describe('the parser of regions', () => {
  it.each(NOTATIONS)('accepts %j', (text, name, start, end, strand) => {
    expect(parseRegionQuery(text)).toEqual({ name, start, end, strand });
  });

  it.each(REJECTED)('rejects %j', (text, reason) => {
    expect(() => parseRegionQuery(text)).toThrow(expect.objectContaining({ name: 'InvalidInput', message: reason }));
  });

  it('accepts every region in every notation', () => {
    const grouped = (separator: string) => (position: number) =>
      String(position).replace(/\B(?=(\d{3})+$)/g, separator);
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.]{0,15}$/),
        fc.integer({ min: 1, max: 3e9 }),
        fc.integer({ min: 1, max: 3e9 }),
        fc.constantFrom('-', '..', ':'),
        fc.constantFrom('', ',', '_'),
        fc.constantFrom('', ':1', ':-1'),
        (name, start, end, separator, grouping, strand) => {
          const number = grouped(grouping);
          expect(parseRegionQuery(`${name}:${number(start)}${separator}${number(end)}${strand}`)).toEqual({
            name,
            start,
            end,
            strand: strand === '' ? null : Number(strand.slice(1)),
          });
        },
      ),
    );
  });

  it('returns a query or throws InvalidInput for any text, in linear time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.stringMatching(/^[X:0-9_., -]{0,200}$/)), (text) => {
        try {
          const { name, start, end } = parseRegionQuery(text);
          expect(name.length).toBeGreaterThan(0);
          for (const position of [start, end])
            expect(position === null || (Number.isInteger(position) && position >= 1)).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: 'InvalidInput' });
        }
      }),
      { numRuns: 2000 },
    );
    // Quadratic time would take hours here.
    expect(() => parseRegionQuery(`X:${'1_ '.repeat(1_000_000)}?`)).toThrow();
  });
});
