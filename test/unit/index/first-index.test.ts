import { expect, test } from 'vitest';
import fc from 'fast-check';
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import { at } from '../../../src/checked.ts';

test('finds the first index that is not before the wanted value, by binary search', () => {
  const sorted = fc
    .array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 })
    .map((values) => values.sort((a, b) => a - b));
  fc.assert(
    fc.property(sorted, fc.integer({ min: -1, max: 21 }), fc.nat(), fc.nat(), (values, wanted, one, other) => {
      const ends = [one % (values.length + 1), other % (values.length + 1)];
      const [from, to] = [Math.min(...ends), Math.max(...ends)];
      let comparisons = 0;
      const found = firstIndex(from, to, (index) => {
        comparisons++;
        return at(values, index) < wanted;
      });
      const expected = values.findIndex((value, index) => index >= from && index < to && value >= wanted);
      expect(found).toBe(expected < 0 ? to : expected);
      expect(comparisons).toBeLessThanOrEqual(Math.ceil(Math.log2(to - from + 1)));
    }),
  );
});
