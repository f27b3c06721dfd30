/** A release cannot be published, for a reason that the operator can do something about; one sentence, without secrets. */
export class PublishError extends Error {
  override name = 'PublishError';
}
