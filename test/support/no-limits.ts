/** What a handler gets beside its question, where nothing of that matters: for tests that ask handlers themselves. */
import { MemoryBudget } from '../../src/operation/memory-reservation.ts';
import { WorkBudget } from '../../src/work-budget.ts';

export const NO_LIMITS = {
  longestSlice: Infinity,
  work: new WorkBudget(Infinity),
  memory: new MemoryBudget(Infinity).forRequest(),
};
