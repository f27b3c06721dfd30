import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingLists } from '../../../src/names/trigram-lists-writer.ts';
import { ordinalsOf } from '../../../src/names/trigram-list.ts';
import { at } from '../../../src/checked.ts';

test('lists that grow in turns keep their own ordinals, once each, over any number of pieces', () => {
  const steps = fc.array(fc.tuple(fc.nat(40), fc.constantFrom(0, 1, 127, 128, 20_000)), {
    minLength: 1,
    maxLength: 5000,
    size: 'max',
  });
  fc.assert(
    fc.property(steps, (added) => {
      const lists = new GrowingLists();
      const expected = Array.from({ length: 41 }, (): number[] => []);
      for (const list of expected.keys()) expect(lists.begin()).toBe(list);
      let ordinal = 0;
      for (const [list, step] of added) {
        ordinal += step;
        lists.add(list, ordinal);
        if (at(expected, list).at(-1) !== ordinal) at(expected, list).push(ordinal);
      }
      for (const [list, ordinals] of expected.entries()) {
        expect(lists.count(list)).toBe(ordinals.length);
        expect(Array.from(ordinalsOf([lists.encoded(list)], ordinals.length))).toEqual(ordinals);
      }
    }),
    { numRuns: 20 },
  );
});

test('rejects an ordinal that is less than the one before', () => {
  const lists = new GrowingLists();
  lists.add(lists.begin(), 7);
  expect(() => lists.add(0, 6)).toThrow(RangeError);
});
