import { expect, test } from 'vitest';
import { pairedRatio } from '../../../../bench/load/paired-ratio.ts';

test('a machine that slows both servers in some rounds does not change the ratio', () => {
  const other = [1000, 400, 900, 100, 1000, 700, 300];
  const one = other.map((rate) => rate * 1.25);
  expect(pairedRatio(one, other)).toEqual({ median: 1.25, low: 1.25, high: 1.25 });
});

test('the interval contains the median, and 1 when neither server wins most rounds', () => {
  const { median, low, high } = pairedRatio([100, 130, 90, 110, 80, 100], [110, 100, 100, 100, 100, 95]);
  expect(low).toBeLessThanOrEqual(median);
  expect(high).toBeGreaterThanOrEqual(median);
  expect(low).toBeLessThan(1);
  expect(high).toBeGreaterThan(1);
});

test('a server that is faster in every round has an interval above 1', () => {
  expect(pairedRatio([120, 150, 111], [100, 100, 100]).low).toBeGreaterThan(1);
});
