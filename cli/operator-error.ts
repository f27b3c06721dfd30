/** Failures that the operator can fix: a port, a bucket, a mirror. The message is one sentence, without secrets. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The service cannot start. */
export class ServeError extends OperatorError {
  override name = 'ServeError';
}

/** A release cannot be published. */
export class PublishError extends OperatorError {
  override name = 'PublishError';
}

/** Dumps cannot be fetched. */
export class FetchError extends OperatorError {
  override name = 'FetchError';
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a system error, such as 'ENOENT'; undefined for others. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
