import { describe, expect, test } from 'vitest';
import type { IndexMeasurement, OperationMeasurement } from '../../../bench/operations/measurement.ts';
import {
  costTable,
  exceedsTarget,
  readsTable,
  timesHeading,
  timesTable,
  verdictsOf,
} from '../../../bench/operations/report.ts';
import { scaledCell } from '../../../bench/performance-page.ts';
import { madeMeasurement } from '../../support/made-measurement.ts';
import { at } from '../../../src/checked.ts';

const index = (bytes: number, ...operations: OperationMeasurement[]): IndexMeasurement => ({
  index: 'made',
  bytes,
  rootBytes: 100,
  loading: { workerd: 200 },
  operations,
});
const unmeasured: OperationMeasurement = { operation: 'GET /y', requests: 0, reads: null, answerBytes: NaN, times: {} };

test('a cell shows the values of several scales, or one value if they agree', () => {
  expect(scaledCell([2, 2, 2.001], 1)).toBe('2.0');
  expect(scaledCell([1, 2, undefined])).toBe('1 · 2 · –');
  expect(scaledCell([NaN])).toBe('–');
});

describe('the report of two indexes', () => {
  const two = [
    index(1e6, madeMeasurement({ cpu: { cold: 5, warm: 1 } }), unmeasured),
    index(1e9, madeMeasurement({ reads: 9, cpu: { cold: 7, warm: 6 } }), unmeasured),
  ];

  test('has a row of reads per operation, and marks growth', () => {
    expect(readsTable(two).split('\n').slice(2)).toEqual([
      '| GET /x | 3 | 3.0 · 10.0 | 20.0 | 20.0 | 2 | 2.0 · 9.0 | 20.0 | 20.0 | 1.0 | **reads grow** |',
      '| GET /y | – | – | – | – | – | – | – | – | – | – |',
    ]);
    expect(verdictsOf(two)).toEqual(['reads grow', '–']);
  });

  test('marks times that exceed the target', () => {
    expect(timesTable(two, 'workerd').split('\n')[2]).toBe(
      '| **GET /x** | 5.0 · 7.0 | 10.0 · 14.0 | 5.0 · 7.0 | 10.0 · 14.0 | 2.0 · 12.0 | 1.0 · 6.0 | ' +
        '2.0 · 12.0 | 1.0 · 6.0 | 2.0 · 12.0 |',
    );
    expect(timesTable(two, 'deno').split('\n')[2]).toMatch(/^\| GET \/x \|( – \|){9}$/);
  });

  test('names operations that were timed less often than requested', () => {
    expect(timesHeading(two, 'workerd', 100)).toContain(
      'of each operation 100 cold requests, 500 from the first on, but fewer of GET /x (100), and 100 warm ones.',
    );
    expect(timesHeading(two, 'workerd', 500)).toContain('and 500 warm ones, but fewer of GET /x (100).');
  });

  test('sums up cold requests and names those of 10 ms or more, without lists of items', () => {
    const list = madeMeasurement({ operation: 'POST /x', cpu: { cold: 90, warm: 1 } });
    expect(timesHeading([index(1e6, madeMeasurement({ cpu: { cold: 5, warm: 1 } }), list)], 'workerd', 100)).toContain(
      'of a region: made median 5.0, 10 or more in the median of 0 of 1.',
    );
    expect(timesHeading([index(1e6, madeMeasurement({ cpu: { cold: 10, warm: 1 } }))], 'workerd', 100)).toContain(
      '10 or more in the median of 1 of 1 (GET /x).',
    );
    expect(timesHeading(two, 'workerd', 100)).toContain('Until an instance is loaded: 200 ms of CPU.');
  });

  test('sums up first requests, also those of lists, and the part of their thread', () => {
    const cheap = [1, 2, 3].map((cold) => madeMeasurement({ cpu: { cold, warm: 1 } }));
    const list = madeMeasurement({ operation: 'POST /x', cpu: { cold: 18, warm: 1 } });
    expect(timesHeading([index(1e6, ...cheap, list, unmeasured)], 'workerd', 100)).toContain(
      'First requests, ms of CPU of all threads (of the thread that runs the isolate): made median of all operations ' +
        '2.0 (1.0), 99th percentile of all 4 requests 18.0 (9.0), operations with a median below 10: 3 (4) of 4.',
    );
  });

  test('computes costs from one index', () => {
    expect(costTable(at(two, 0)).split('\n').slice(2)).toEqual(['| GET /x | $1.62 | $0.97 | $0.39 |']);
  });
});

test.each([
  ['GET /lookup/id/:id', true],
  ['POST /lookup/id', false],
  ['GET /ld/:species/region/:region/:population_name', false],
  ['GET /ld/:species/:id/:population_name', true],
  ['GET /sequence/proteome/:species', false],
])('%s must keep the target: %s', (operation, holds) => {
  const exceeds = (cpu: { cold: number; onward: number; warm: number }) =>
    exceedsTarget({ operation, measured: [madeMeasurement({ operation, cpu })] });
  expect(exceeds({ cold: 1, onward: 5, warm: 1 })).toBe(holds);
  expect(exceeds({ cold: 20, onward: 4.9, warm: 4.9 })).toBe(false);
});
