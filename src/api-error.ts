import { InvalidInput } from './invalid-input.ts';

/** An error for the client: an HTTP status and one sentence that says what was wrong. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: 400 | 403 | 404 | 405 | 406 | 413 | 415 | 416 | 429 | 503;
  /** Headers that the status requires, such as Content-Range of a 416; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, status: ApiError['status'] = 400, headers: ApiError['headers'] = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Converts invalid input to a 400 with the same text. */
export function badRequest({ message }: InvalidInput): ApiError {
  return new ApiError(message);
}

/** The result for one of several items of a request: its value or its error. */
export type Outcome<T> = T | ApiError;

/**
 * The result of a function, or the ApiError that it throws. InvalidInput becomes an ApiError; other errors are
 * rethrown.
 */
export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInput) return badRequest(error);
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The values among some outcomes. Throws the first error if there is no value. */
export function unwrapSome<T>(outcomes: readonly Outcome<T>[]): T[] {
  const values = outcomes.filter(
    (outcome): outcome is Exclude<typeof outcome, ApiError> => !(outcome instanceof ApiError),
  );
  if (values.length === 0 && outcomes.length > 0) throw outcomes[0];
  return values;
}

/** The value of an outcome. Throws its error. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}
