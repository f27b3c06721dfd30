import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteCache } from '../../../src/store/byte-cache.ts';

const range = (offset: number, length = 10, object = 'a') => ({ object, offset, length });
const OVERHEAD = 256;

test('returns the cached bytes for the same object, offset and length only', () => {
  const cache = new ByteCache();
  const bytes = new Uint8Array(3);
  cache.set(range(5), bytes);
  expect(cache.get(range(5))).toBe(bytes);
  expect(cache.get(range(5, 11))).toBeUndefined();
  expect(cache.get(range(5, 10, 'b'))).toBeUndefined();
});

test('evicts the least recently used range, and a hit counts as use', () => {
  const cache = new ByteCache(3 * (100 + OVERHEAD));
  for (const offset of [1, 2, 3]) cache.set(range(offset), new Uint8Array(100));
  cache.get(range(1));
  cache.set(range(4), new Uint8Array(100));
  expect([1, 2, 3, 4].filter((offset) => cache.get(range(offset)))).toEqual([1, 3, 4]);
});

test('does not cache bytes that exceed the whole budget, and evicts nothing for them', () => {
  const cache = new ByteCache(1000);
  cache.set(range(1), new Uint8Array(100));
  cache.set(range(2), new Uint8Array(1000));
  expect(cache.get(range(1))).toBeDefined();
  expect(cache.get(range(2))).toBeUndefined();
});

const actions = fc.array(
  fc.record({ set: fc.boolean(), object: fc.constantFrom('a', 'b'), offset: fc.nat(8), size: fc.nat(400) }),
  { maxLength: 60 },
);

test('behaves like a list in order of use, cut at the budget', () => {
  fc.assert(
    fc.property(actions, fc.constantFrom(0, 300, 1500, 4000), (steps, budget) => {
      const cache = new ByteCache(budget);
      let model: { key: string; bytes: Uint8Array }[] = [];
      const cost = () => model.reduce((sum, { bytes }) => sum + bytes.length + OVERHEAD, 0);
      for (const { set, object, offset, size } of steps) {
        const key = `${object} ${offset}`;
        const at = range(offset, 10, object);
        const before = model.find((each) => each.key === key);
        if (set) {
          const bytes = new Uint8Array(size);
          cache.set(at, bytes);
          model = model.filter((each) => each !== before);
          if (size + OVERHEAD > budget) continue;
          model.push({ key, bytes });
          while (cost() > budget) model.shift();
        } else {
          expect(cache.get(at)).toBe(before?.bytes);
          if (before) model = [...model.filter((each) => each !== before), before];
        }
        expect(cache.size).toBe(cost());
      }
    }),
  );
});
