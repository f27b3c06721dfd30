/** What became of one of several things asked for at once: its value, or the refusal that stands in its place. */
import { ApiError } from '../api-error.ts';

export type Outcome<T> = T | ApiError;

/** The value of some work, or the refusal that it ended in; other errors are thrown on. */
export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The value; throws the refusal. */
export function insist<T>(outcome: Outcome<T>): T {
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}
