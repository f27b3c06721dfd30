import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readVarint, varintLength, writeVarint } from '../../../src/index/blocks/integers.ts';
import { StoreError } from '../../../src/store/store.ts';

const values = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(300),
  fc.integer({ min: 0, max: 52 }).map((bit) => 2 ** bit),
  fc.constant(Number.MAX_SAFE_INTEGER),
);

test('reads a varint back and predicts its length', () => {
  fc.assert(
    fc.property(values, fc.nat(5), (value, at) => {
      const bytes = new Uint8Array(20).fill(0xff);
      const next = writeVarint(bytes, at, value);
      expect(next - at).toBe(varintLength(value));
      expect(readVarint(bytes, at)).toEqual([value, next]);
    }),
  );
});

test.each([-1, 1.5, NaN, 2 ** 53])('rejects %d', (value) => {
  expect(() => writeVarint(new Uint8Array(20), 0, value)).toThrow(RangeError);
});

test('rejects a varint that is truncated, too large or too long', () => {
  expect(() => readVarint(Uint8Array.of(), 0)).toThrow(StoreError);
  expect(() => readVarint(Uint8Array.of(0x80), 0)).toThrow('runs past the end');
  expect(() => readVarint(new Uint8Array(9).fill(0xff), 0)).toThrow('larger than');
  expect(() => readVarint(new Uint8Array(20).fill(0x80), 0)).toThrow('longer than');
});
