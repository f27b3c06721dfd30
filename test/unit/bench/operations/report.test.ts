import { expect, test } from 'vitest';
import { dollarsPerMillion } from '../../../../bench/operations/report.ts';
import { madeMeasurement } from '../../../support/made-measurement.ts';

/** A cold request reads two objects and a value in 6 ms of CPU; a warm one takes 1 ms. */
const measured = madeMeasurement({ cpu: { cold: 6, warm: 1 } });

test.each([
  // Terms: requests, CPU, reads of R2, reads of KV.
  [0, 0.3 + 0.02 * 6 + 2 * 0.36 + 0.5],
  [0.5, 0.3 + 0.02 * 3.5 + 0.36 + 0.25],
  [0.95, 0.3 + 0.02 * 1.25 + 0.036 + 0.025],
  [1, 0.3 + 0.02],
])('a million requests with a cache hit ratio of %d cost $%d', (hits, dollars) => {
  expect(dollarsPerMillion(measured, hits)).toBeCloseTo(dollars, 9);
});

test('the cost is null without times in workerd', () => {
  expect(dollarsPerMillion(madeMeasurement(), 0.5)).toBeNull();
});
