import { describe, expect, test } from 'vitest';
import { MemoryBudget } from '../../../src/operation/memory-reservation.ts';

/** A budget whose clock advances when a request waits. */
function budgetOf(capacity: number, whileWaiting: (now: number) => void = () => {}) {
  let now = 0;
  const budget = new MemoryBudget(capacity, {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
      whileWaiting(now);
      await Promise.resolve();
    },
  });
  return { budget, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('a memory reservation', () => {
  test('is granted at once within the budget, and again after a release', () => {
    const { budget } = budgetOf(100);
    const [one, other] = [budget.forRequest(), budget.forRequest()];
    expect([one.reserve(60), other.reserve(40)]).toEqual([null, null]);
    expect(budget.reserved).toBe(100);
    one.release();
    expect([budget.reserved, budget.forRequest().reserve(60)]).toEqual([40, null]);
  });

  test('ends with its client, also while it waits, and so do its parts', async () => {
    const { budget } = budgetOf(100);
    const places = new MemoryBudget(1);
    const [leaving, waiting] = [new AbortController(), new AbortController()];
    const first = budget.forRequest(leaving);
    await Promise.all([first.reserve(100), first.another(places).reserve(1)]);
    const second = budget.forRequest(waiting).reserve(100);
    const third = budget.forRequest().reserve(60);
    waiting.abort();
    leaving.abort();
    await Promise.all([second, third]);
    expect([budget.reserved, places.reserved]).toEqual([60, 0]);
  });

  test('is made once many small parts are large together', () => {
    const { budget } = budgetOf(10_000_000);
    const memory = budget.forRequest();
    expect([memory.reserveSmall(600_000), budget.reserved]).toEqual([null, 0]);
    expect([memory.reserveSmall(600_000), budget.reserved]).toEqual([null, 1_200_000]);
  });

  test('of a part takes what the whole one leaves of the budget, and does not wait for it', () => {
    const { budget } = budgetOf(100);
    const whole = budget.forRequest();
    const part = whole.another();
    expect([whole.reserve(40), part.reserve(500)]).toEqual([null, null]);
    expect([budget.reserved, part.bytes]).toEqual([100, 60]);
    part.release();
    expect(budget.reserved).toBe(40);
  });

  test('waits until another answer has ended', async () => {
    const first = { release: () => {} };
    const { budget } = budgetOf(100, (now) => now >= 1000 && first.release());
    const one = budget.forRequest();
    void one.reserve(60);
    first.release = () => one.release();
    const other = budget.forRequest();
    await other.reserve(50);
    expect([other.bytes, budget.reserved]).toEqual([50, 50]);
  });

  test('fails with a 503 if the budget stays reserved, and then reserves nothing', async () => {
    const held = { touch: () => {} };
    const { budget } = budgetOf(100, () => held.touch());
    const one = budget.forRequest();
    void one.reserve(60);
    held.touch = () => one.touch();
    const other = budget.forRequest();
    await expect(other.reserve(50)).rejects.toMatchObject({ status: 503 });
    one.release();
    expect([budget.reserved, budget.forRequest().reserve(100)]).toEqual([0, null]);
  });

  test('larger than the whole budget takes all of it', () => {
    const { budget } = budgetOf(100);
    const large = budget.forRequest();
    expect([large.reserve(1000), budget.reserved]).toEqual([null, 100]);
  });

  test('waits behind a larger one that came first', async () => {
    const { budget } = budgetOf(100);
    const one = budget.forRequest();
    void one.reserve(60);
    const order: string[] = [];
    const large = Promise.resolve(budget.forRequest().reserve(90)).then(
      () => order.push('large'),
      () => order.push('rejected'),
    );
    const small = budget.forRequest();
    const waiting = Promise.resolve(small.reserve(10)).then(() => order.push('small'));
    one.release();
    await large;
    small.release();
    await waiting.catch(() => {});
    expect(order[0]).toBe('large');
  });

  test('of a request that the platform dropped is released after 31 seconds', () => {
    const { budget, pass } = budgetOf(100);
    void budget.forRequest().reserve(100);
    pass(31_000);
    expect(budget.forRequest().reserve(100)).toBeNull();
  });
});
