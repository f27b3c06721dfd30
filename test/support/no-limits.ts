/** What a handler gets beside its question, where nothing of that matters: for tests that ask handlers themselves. */
import { MemoryRoom } from '../../src/operation/memory-room.ts';
import { WorkBudget } from '../../src/operation/work-budget.ts';

export const NO_LIMITS = { longestSlice: Infinity, work: new WorkBudget(Infinity), memory: new MemoryRoom(Infinity).forRequest() };
