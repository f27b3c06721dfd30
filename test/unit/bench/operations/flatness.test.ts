import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../../../bench/operations/flatness.ts';
import type { OperationMeasurement } from '../../../../bench/operations/measurement.ts';
import { madeMeasurement } from '../../../support/made-measurement.ts';

/** Compares an index of 1 MiB with one of 1 GiB: 20 doublings and 30. */
const compare = (small: OperationMeasurement, large: OperationMeasurement, items = 1) =>
  verdictOf({ measured: small, indexBytes: 2 ** 20 }, { measured: large, indexBytes: 2 ** 30 }, items);

describe('the verdict on a larger index', () => {
  const small = madeMeasurement();

  test('is "flat" for as many reads, slightly more, or fewer', () => {
    expect(compare(small, small)).toBe('flat');
    expect(compare(small, madeMeasurement({ reads: 2.4 }))).toBe('flat');
    expect(compare(small, madeMeasurement({ reads: 1, waves: 1 }))).toBe('flat');
  });

  test('is "waves grow" or "reads grow" for more of them', () => {
    expect(compare(small, madeMeasurement({ waves: 4 }))).toBe('waves grow');
    expect(compare(small, madeMeasurement({ reads: 3 }))).toBe('reads grow');
    expect(compare(small, madeMeasurement({ reads: 5 }))).toBe('reads grow');
  });

  test('is "a level more" for one more wave that reads the leaves of a directory', () => {
    expect(compare(small, madeMeasurement({ waves: 3, reads: 3 }))).toBe('a level more');
    expect(compare(small, madeMeasurement({ waves: 3, reads: 4 }))).toBe('a level more');
  });

  test('is "flat" while bytes grow to full blocks and then with the logarithm of the size, else "bytes grow"', () => {
    expect(compare(small, madeMeasurement({ bytes: 2 * 64 * 1024 }))).toBe('flat');
    const full = madeMeasurement({ bytes: 200_000 });
    expect(compare(full, madeMeasurement({ bytes: 299_000 }))).toBe('flat');
    expect(compare(full, madeMeasurement({ bytes: 301_000 }))).toBe('bytes grow');
  });

  test('is "per item" for up to one more read per item of the requested list', () => {
    expect(compare(small, madeMeasurement({ reads: 20, waves: 4 }), 10)).toBe('per item');
    expect(compare(small, madeMeasurement({ reads: 20, waves: 4 }))).toBe('waves grow');
    expect(compare(small, madeMeasurement({ reads: 41, waves: 4 }), 10)).toBe('reads grow');
  });

  test('is "with its answer" if reads grow no faster than the answer', () => {
    expect(compare(small, madeMeasurement({ reads: 18, waves: 18, answerBytes: 10_000 }))).toBe('with its answer');
    expect(compare(small, madeMeasurement({ reads: 18, waves: 18, answerBytes: 8000 }))).toBe('waves grow');
  });
});

test('the verdict is a dash for an operation for which one index has no data', () => {
  expect(compare({ ...madeMeasurement(), reads: null }, madeMeasurement())).toBe('–');
});
