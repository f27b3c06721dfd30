/** Budgets without limits, for tests that call handlers directly. */
import { MemoryBudget } from '../../src/operation/memory-reservation.ts';
import { WorkBudget } from '../../src/work-budget.ts';

export const NO_LIMITS = {
  longestSlice: Infinity,
  work: new WorkBudget(Infinity),
  memory: new MemoryBudget(Infinity).forRequest(),
};
