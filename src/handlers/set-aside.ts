/** What records cost that a request is about to read: their work and their memory, set aside before. Throws ApiError (400, 503). */
import type { OperationRequest } from '../operation/operation.ts';
import { NANOSECONDS } from '../operation/work-budget.ts';
import { LITTLE, MEMORY_OF_STORED_BYTE, READ_AHEAD } from '../store/memory-budget.ts';

/** What of a request is asked: see OperationRequest. */
export type Means = Pick<OperationRequest, 'work' | 'memory'>;

/** For records that stand in memory all at once; `bytes` are stored ones, `less` says how to ask for fewer. */
export function setAside({ work, memory }: Means, bytes: number, less: string): Promise<void> | null {
  work.spend(bytes * NANOSECONDS.storedByte, less);
  return room(memory, bytes * MEMORY_OF_STORED_BYTE);
}

/** For records that are read in pieces while the answer is sent (read-ahead.ts): two of them are in memory, however many there are. */
export function setAsideInPieces({ work, memory }: Means, bytes: number, less: string): Promise<void> | null {
  work.spend(bytes * NANOSECONDS.storedByte, less);
  return room(memory, Math.min(bytes, 2 * READ_AHEAD) * MEMORY_OF_STORED_BYTE);
}

/** Room for what is not counted in records. */
export function room(memory: Means['memory'], bytes: number): Promise<void> | null {
  return bytes > LITTLE ? memory.hold(bytes) : null;
}
