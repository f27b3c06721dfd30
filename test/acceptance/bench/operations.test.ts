/** The measurement of operations in miniature. Its counts agree with test/integration/reads on the same index. */
import { beforeAll, describe, expect, test } from 'vitest';
import { measureIndex } from '../../../bench/operations/measure.ts';
import type { IndexMeasurement } from '../../../bench/operations/measurement.ts';
import { verdictsOf } from '../../../bench/operations/report.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { found, only, present } from '../../../src/checked.ts';

let measured: IndexMeasurement;
beforeAll(async () => {
  measured = await measureIndex(
    await demoIndex(),
    operations,
    { requests: 4, runtimes: [], instances: 1, times: { seconds: 1, samples: 1 } },
    () => {},
  );
});

const of = (operation: string) => found(measured.operations, (each) => each.operation === operation);

test('every operation of the catalogue is measured with data of the demo', () => {
  expect(measured.operations.map(({ operation }) => operation)).toEqual(
    operations.map(({ method, path }) => `${method} ${path}`),
  );
  expect(measured.operations.filter(({ requests }) => requests === 0).map(({ operation }) => operation)).toEqual([]);
});

describe('distinct requests are drawn from the whole index', () => {
  test.each([
    'GET /lookup/id/:id',
    'GET /variation/:species/:id',
    'GET /overlap/region/:species/:region',
    'GET /genetree/id/:id',
    'GET /ld/:species/:id/:population_name',
    'POST /lookup/id',
  ])('for %s', (operation) => {
    expect(of(operation).requests).toBe(4);
  });
});

test.each([
  ['GET /lookup/id/:id', 3, 2],
  ['GET /lookup/symbol/:species/:symbol', 3, 2],
  ['GET /sequence/region/:species/:region', 3, 2],
  ['GET /xrefs/id/:id', 3, 2],
  ['GET /info/species', 1, 0],
  ['GET /info/ping', 0, 0],
])('%s takes %i waves cold, %i with directories in memory', (operation, cold, warm) => {
  const { reads, answerBytes } = of(operation);
  const measuredReads = present(reads, 'the reads');
  expect([measuredReads.cold.waves, measuredReads.warm.waves]).toEqual([cold, warm]);
  expect(measuredReads.warm.usedBytes).toBeLessThanOrEqual(measuredReads.warm.bytes);
  expect(measuredReads.warm.usedBytes > 0).toBe(warm > 0);
  expect(answerBytes).toBeGreaterThan(0);
});

test('equal indexes do not count as growth', () => {
  expect(new Set(verdictsOf([measured, measured]))).toEqual(new Set(['flat']));
});

test('workerd is timed for the first request of each isolate, and for one isolate after that', async () => {
  const chosen = operations.filter(({ method, path }) => method === 'GET' && path === '/lookup/id/:id');
  const { loading, operations: timed } = await measureIndex(
    await demoIndex(),
    chosen,
    { requests: 2, runtimes: ['workerd'], instances: 2, times: { seconds: 60, samples: 20 } },
    () => {},
  );
  const { cold, onward, warm } = present(only(timed).times.workerd, 'the times in workerd');
  expect([cold.samples, onward.samples, warm.samples]).toEqual([2, 120, 20]);
  // Loading the script is not part of the first request: about 48 ms of CPU compared with 10.
  expect(loading.workerd).toBeGreaterThan(2 * cold.cpu.p50);
});
