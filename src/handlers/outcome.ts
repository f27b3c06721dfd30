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

/** The values among some outcomes; throws the first refusal where there is none. */
export function insistOnSome<T>(outcomes: readonly Outcome<T>[]): T[] {
  const values = outcomes.filter((outcome): outcome is Exclude<typeof outcome, ApiError> => !(outcome instanceof ApiError));
  if (values.length === 0 && outcomes.length > 0) throw outcomes[0];
  return values;
}

/** The value; throws the refusal. */
export function insist<T>(outcome: Outcome<T>): T {
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}
