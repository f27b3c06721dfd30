import { describe, expect, test } from 'vitest';
import type { IndexMeasurement, OperationMeasurement } from '../../bench/operations/measurement.ts';
import { costTable, exceedsTarget, readsTable, timesHeading, timesTable, verdictsOf } from '../../bench/operations/report.ts';
import { scaledCell } from '../../bench/markdown-table.ts';
import { madeMeasurement } from './made-measurement.ts';

const index = (bytes: number, ...operations: OperationMeasurement[]): IndexMeasurement => ({ index: 'made', bytes, rootBytes: 100, operations });
const unmeasured: OperationMeasurement = { operation: 'GET /y', requests: 0, reads: null, answerBytes: NaN, times: {} };

test('a cell shows scales beside each other, once where they agree', () => {
  expect(scaledCell([2, 2, 2.001], 1)).toBe('2.0');
  expect(scaledCell([1, 2, undefined])).toBe('1 · 2 · –');
  expect(scaledCell([NaN])).toBe('–');
});

describe('of two indexes', () => {
  const two = [index(1e6, madeMeasurement({ cpu: { cold: 5, warm: 1 } }), unmeasured), index(1e9, madeMeasurement({ reads: 9, cpu: { cold: 7, warm: 6 } }), unmeasured)];

  test('reads are a row for each operation, marked where they grow', () => {
    expect(readsTable(two).split('\n').slice(2)).toEqual([
      '| GET /x | 3 | 3.0 · 10.0 | 20.0 | 20.0 | 2 | 2.0 · 9.0 | 20.0 | 20.0 | 1.0 | **reads grow** |',
      '| GET /y | – | – | – | – | – | – | – | – | – | – |',
    ]);
    expect(verdictsOf(two)).toEqual(['reads grow', '–']);
  });

  test('times are marked where they exceed the target', () => {
    expect(timesTable(two, 'workerd').split('\n')[2]).toBe('| **GET /x** | 5.0 · 7.0 | 10.0 · 14.0 | 5.0 · 7.0 | 10.0 · 14.0 | 3.0 | 6.0 | 1.0 · 6.0 | 2.0 · 12.0 | 1.0 · 6.0 | 2.0 · 12.0 |');
    expect(timesTable(two, 'deno').split('\n')[2]).toMatch(/^\| GET \/x \|( – \|){10}$/);
  });

  test('what was timed less often than wanted is named', () => {
    expect(timesHeading(two, 'workerd', 100)).toBe('Times in workerd, milliseconds; warm those of 100 requests of each operation:');
    expect(timesHeading(two, 'workerd', 500)).toBe('Times in workerd, milliseconds; warm those of 500 requests of each operation, but of fewer of GET /x (100):');
  });

  test('dollars are those of one', () => {
    expect(costTable(two[0]!).split('\n').slice(2)).toEqual(['| GET /x | $1.62 | $0.97 | $0.39 |']);
  });
});

test.each([
  ['GET /lookup/id/:id', true], ['POST /lookup/id', false], ['GET /ld/:species/region/:region/:population_name', false], ['GET /ld/:species/:id/:population_name', true],
  ['GET /sequence/proteome/:species', false],
])('%s: the target holds: %s', (operation, holds) => {
  expect(exceedsTarget([madeMeasurement({ operation, cpu: { cold: 1, warm: 5 } })])).toBe(holds);
  expect(exceedsTarget([madeMeasurement({ operation, cpu: { cold: 20, warm: 4.9 } })])).toBe(false);
});
