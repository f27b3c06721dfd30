import { expect, test } from 'vitest';
import { dollarsPerMillion } from '../../../bench/operations/report.ts';
import { madeMeasurement } from '../../support/made-measurement.ts';

/** Two objects and a value read by who finds nothing; 6 ms of CPU, and 1 ms with all at hand. */
const measured = madeMeasurement({ cpu: { cold: 6, warm: 1 } });

test.each([
  // Requests, CPU, reads of R2, of KV.
  [0, 0.3 + 0.02 * 6 + 2 * 0.36 + 0.5],
  [0.5, 0.3 + 0.02 * 3.5 + 0.36 + 0.25],
  [0.95, 0.3 + 0.02 * 1.25 + 0.036 + 0.025],
  [1, 0.3 + 0.02],
])('a million requests with %d hits', (hits, dollars) => {
  expect(dollarsPerMillion(measured, hits)).toBeCloseTo(dollars, 9);
});

test('without times in workerd, nothing is said', () => {
  expect(dollarsPerMillion(madeMeasurement(), 0.5)).toBeNull();
});
