import { InvalidInput } from './invalid-input.ts';

/** A refusal for the person who sent the request: an HTTP status and one sentence that says what was wrong. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 429 | 503;

  constructor(message: string, status: ApiError['status'] = 400) {
    super(message);
    this.status = status;
  }
}

/** The 400 that invalid input becomes, with the same text. */
export function badRequest({ message }: InvalidInput): ApiError {
  return new ApiError(message);
}

/** The result for one of several items of a request: its value, or the error in its place. */
export type Outcome<T> = T | ApiError;

/** The result of a function, or the ApiError that it threw; other errors are thrown on. */
export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInput) return badRequest(error);
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The values among some outcomes; throws the first error if there is no value. */
export function unwrapSome<T>(outcomes: readonly Outcome<T>[]): T[] {
  const values = outcomes.filter(
    (outcome): outcome is Exclude<typeof outcome, ApiError> => !(outcome instanceof ApiError),
  );
  if (values.length === 0 && outcomes.length > 0) throw outcomes[0];
  return values;
}

/** The value; throws the error. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}
