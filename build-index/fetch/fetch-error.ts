/** Dumps cannot be fetched, for a reason that the operator can do something about; one sentence. */
export class FetchError extends Error {
  override name = 'FetchError';
}
