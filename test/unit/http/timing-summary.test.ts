import { describe, expect, test } from 'vitest';
import { TimingSummary } from '../../../src/http/timing-summary.ts';

describe('the times of a process', () => {
  test('are none before the first request, and requests without an operation do not count', () => {
    const timings = new TimingSummary();
    timings.add(null, 404, 1, 0);
    expect(timings.list()).toEqual([]);
  });

  test('count requests, errors and reads by operation, the busiest first', () => {
    const timings = new TimingSummary();
    timings.add('GET /a', 200, 1, 2);
    for (const status of [200, 304, 400, 503]) timings.add('GET /b', status, 5, 1);
    expect(timings.list()).toMatchObject([
      { operation: 'GET /b', requests: 4, rejected: 1, failed: 1, reads: 4 },
      { operation: 'GET /a', requests: 1, rejected: 0, failed: 0, reads: 2 },
    ]);
  });

  test('have a median and a 95 % bound within a factor of 1.5', () => {
    const timings = new TimingSummary();
    for (let milliseconds = 1; milliseconds <= 100; milliseconds++) timings.add('GET /a', 200, milliseconds, 0);
    const [{ median, most } = { median: 0, most: 0 }] = timings.list();
    expect(median).toBeGreaterThanOrEqual(50);
    expect(median).toBeLessThanOrEqual(75);
    expect(most).toBeGreaterThanOrEqual(95);
    expect(most).toBeLessThanOrEqual(150);
  });

  test('of more than a minute have no bound', () => {
    const timings = new TimingSummary();
    timings.add('GET /a', 200, 1e9, 0);
    expect(timings.list()[0]?.median).toBe(Infinity);
  });
});
