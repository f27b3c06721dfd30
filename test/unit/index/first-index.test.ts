import { expect, test } from 'vitest';
import fc from 'fast-check';
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import { at } from '../../../src/checked.ts';

test('is the first of a stretch that does not stand before, looked for without going through all', () => {
  const sorted = fc
    .array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 })
    .map((values) => values.sort((a, b) => a - b));
  fc.assert(
    fc.property(sorted, fc.integer({ min: -1, max: 21 }), fc.nat(), fc.nat(), (values, wanted, one, other) => {
      const [from, to] = [one % (values.length + 1), other % (values.length + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      let asked = 0;
      const found = firstIndex(from, to, (index) => {
        asked++;
        return at(values, index) < wanted;
      });
      const expected = values.findIndex((value, index) => index >= from && index < to && value >= wanted);
      expect(found).toBe(expected < 0 ? to : expected);
      expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(to - from + 1)));
    }),
  );
});
