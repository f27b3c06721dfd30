/** A short run of the fuzzer on both runtimes: `npm run harden -- --only fuzz` is the long one. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Runtime } from '../../../cli/serve/serve-index.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { fuzz, RULES } from './fuzz.ts';
import { requestNumber } from './mutate.ts';
import { shownRequest } from './request.ts';
import { validRequests } from './valid-requests.ts';
import { expectNoFault } from './no-fault.ts';

let index: string;

beforeAll(async () => {
  index = await demoIndex();
});

describe('request n of a seed', () => {
  test('is always the same, and differs from that of another seed', async () => {
    const valid = await validRequests(index);
    const shown = (seed: number) =>
      Array.from({ length: 50 }, (_, number) => shownRequest(requestNumber(number, seed, valid)));
    expect(shown(1)).toEqual(shown(1));
    expect(shown(2)).not.toEqual(shown(1));
  });

  test('covers all operations in turn', async () => {
    const valid = await validRequests(index);
    expect(new Set(valid.requests.map(({ operation }) => operation.group)).size).toBeGreaterThan(10);
    const methods = valid.requests.map((_, number) => requestNumber(number, 1, valid).method);
    expect(methods).toContain('POST');
  });
});

test.each<[Runtime, number]>([
  ['deno', 2500],
  ['workerd', 1200],
])(
  'bad input on %s is answered or rejected without a fault',
  async (runtime, count) => {
    // A machine that is busy with other tests may be slow, but must not hang.
    await expectNoFault(async (log) =>
      fuzz({
        runtime,
        count,
        seed: 20_261_122,
        index,
        rules: { ...RULES, slowest: 8_000 },
        log,
      }),
    );
  },
  180_000,
);
