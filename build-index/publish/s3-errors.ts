/** Failures of an S3 client as one sentence for the operator. Only names and messages are shown: requests carry credentials. */
import { S3ServiceException } from '@aws-sdk/client-s3';
import type { BucketPlace } from './s3-bucket.ts';
import { PublishError } from './publish-error.ts';

const REFUSED = /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden|Unauthorized|InvalidToken|ExpiredToken|InvalidArgument: Credential.*|403|401)$/;
const FULL = /InsufficientStorage|StorageFull|QuotaExceeded|EntityTooLarge/i;

export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);
}

/** What an aborted request throws is handed on as it is. */
export function explainS3Error(error: unknown, { bucket, endpoint }: BucketPlace): unknown {
  if (!(error instanceof Error) || error instanceof PublishError || error.name === 'AbortError') return error;
  const where = endpoint ?? 'Amazon S3';
  if (error.name === 'CredentialsProviderError') return new PublishError('There are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!(error instanceof S3ServiceException)) {
    const { code } = error as NodeJS.ErrnoException;
    // Failures of files keep their own words.
    if ('syscall' in error && 'path' in error) return error;
    return new PublishError(`${where} cannot be reached or breaks off: ${error.message || code || error.name}`);
  }
  const status = error.$metadata.httpStatusCode;
  const said = error.message && error.message !== 'UnknownError' ? `${error.name}: ${error.message}` : `${error.name}, status ${status}`;
  if (REFUSED.test(error.name) || status === 401 || status === 403) {
    return new PublishError(`${where} refuses the credentials for the bucket ${bucket} (${said}): check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what they may do`);
  }
  if (error.name === 'NoSuchBucket') return new PublishError(`${where} has no bucket ${bucket}: make it first`);
  if (FULL.test(error.name) || status === 507) return new PublishError(`${where} has no room left for the bucket ${bucket} (${said})`);
  return new PublishError(`${where} fails for the bucket ${bucket} (${said})`);
}
