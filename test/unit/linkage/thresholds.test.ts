import fc from 'fast-check';
import { expect, test } from 'vitest';
import { millionths, sixDecimals } from '../../../src/linkage/thresholds.ts';

test('rounds values to the nearest millionth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
      const text = sixDecimals(millionths(value));
      expect(text).toMatch(/^[01]\.\d{6}$/);
      // Except for halves, toFixed rounds like printf.
      if (!Number.isInteger(value * 128)) expect(text).toBe(value.toFixed(6));
    }),
    { numRuns: 1000 },
  );
});

test('rounds halves to the even digit like printf', () => {
  // 0.0078125, 0.0234375, 0.0390625, 0.0546875: odd multiples of 1/128 end in a five at the seventh decimal.
  expect([1, 3, 5, 7, 9].map((odd) => sixDecimals(millionths(odd / 128)))).toEqual([
    '0.007812',
    '0.023438',
    '0.039062',
    '0.054688',
    '0.070312',
  ]);
  expect([0, 1, 0.0000005, 0.9999995, 0.5].map((value) => sixDecimals(millionths(value)))).toEqual([
    '0.000000',
    '1.000000',
    (0.0000005).toFixed(6),
    (0.9999995).toFixed(6),
    '0.500000',
  ]);
});
