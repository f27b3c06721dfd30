/** A refusal for the person who sent the request: an HTTP status and one sentence that says what was wrong. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 429 | 503;

  constructor(message: string, status: ApiError['status'] = 400) {
    super(message);
    this.status = status;
  }
}
