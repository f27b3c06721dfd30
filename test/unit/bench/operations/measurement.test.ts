import { expect, test } from 'vitest';
import { mean, percentile } from '../../../../bench/operations/measurement.ts';

test.each([
  [0.5, 50],
  [0.99, 99],
  [0.991, 100],
  [1, 100],
  [0, 1],
  [0.01, 1],
])('the percentile %d of the numbers 1 to 100 is %d', (share, value) => {
  const shuffled = Array.from({ length: 100 }, (_, each) => ((each * 37) % 100) + 1);
  expect(percentile(shuffled, share)).toBe(value);
});

test('the 99th percentile of few values is the greatest of them; of no values it is NaN', () => {
  expect(percentile([3, 1, 10, 2], 0.99)).toBe(10);
  expect(percentile([], 0.5)).toBeNaN();
  expect(mean([1, 2, 6])).toBe(3);
});
