export { errorCode, messageOf } from '../src/caught-error.ts';

/** A failure that the operator can fix, such as a port in use. The message is one line and contains no secrets. */
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

/** Variants cannot be annotated. */
export class AnnotateError extends OperatorError {
  override name = 'AnnotateError';
}
