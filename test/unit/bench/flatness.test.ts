import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../../bench/operations/flatness.ts';
import type { OperationMeasurement } from '../../../bench/operations/measurement.ts';
import { madeMeasurement } from '../../support/made-measurement.ts';

/** An index of 1 MB beside one of 1 GB: twenty doublings beside thirty. */
const compare = (small: OperationMeasurement, large: OperationMeasurement, items = 1) =>
  verdictOf({ measured: small, indexBytes: 2 ** 20 }, { measured: large, indexBytes: 2 ** 30 }, items);

describe('what the small index costs', () => {
  const small = madeMeasurement();

  test('is flat on the large, also with a read more now and then, or less', () => {
    expect(compare(small, small)).toBe('flat');
    expect(compare(small, madeMeasurement({ reads: 2.4 }))).toBe('flat');
    expect(compare(small, madeMeasurement({ reads: 1, waves: 1 }))).toBe('flat');
  });

  test('grows with further waves, or many a read', () => {
    expect(compare(small, madeMeasurement({ waves: 4 }))).toBe('waves grow');
    expect(compare(small, madeMeasurement({ reads: 3 }))).toBe('reads grow');
    expect(compare(small, madeMeasurement({ reads: 5 }))).toBe('reads grow');
  });

  test('is a level more where leaves are read before blocks, a wave more', () => {
    expect(compare(small, madeMeasurement({ waves: 3, reads: 3 }))).toBe('a level more');
    expect(compare(small, madeMeasurement({ waves: 3, reads: 4 }))).toBe('a level more');
  });

  test('may grow in bytes until blocks are full, and then with the logarithm', () => {
    expect(compare(small, madeMeasurement({ bytes: 2 * 64 * 1024 }))).toBe('flat');
    const full = madeMeasurement({ bytes: 200_000 });
    expect(compare(full, madeMeasurement({ bytes: 299_000 }))).toBe('flat');
    expect(compare(full, madeMeasurement({ bytes: 301_000 }))).toBe('bytes grow');
  });

  test('may be a read for each item of a list, by turns, but no more', () => {
    expect(compare(small, madeMeasurement({ reads: 20, waves: 4 }), 10)).toBe('per item');
    expect(compare(small, madeMeasurement({ reads: 20, waves: 4 }))).toBe('waves grow');
    expect(compare(small, madeMeasurement({ reads: 41, waves: 4 }), 10)).toBe('reads grow');
  });

  test('may grow with an answer that is longer', () => {
    expect(compare(small, madeMeasurement({ reads: 18, waves: 18, answerBytes: 10_000 }))).toBe('with its answer');
    expect(compare(small, madeMeasurement({ reads: 18, waves: 18, answerBytes: 8000 }))).toBe('waves grow');
  });
});

test('nothing is said of an operation that one of them has no data for', () => {
  expect(compare({ ...madeMeasurement(), reads: null }, madeMeasurement())).toBe('–');
});
