/** A bucket of any S3-compatible store, or the part of it below a prefix. Every failure is a PublishError in words. */
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { PublishError, errorCode } from '../operator-error.ts';
import type { StoredObject } from './target.ts';

export interface BucketPlace {
  bucket: string;
  /** '' or segments with a slash at the end. */
  prefix: string;
  endpoint?: string;
  region?: string;
}

/** Tries of a request before it counts as failed, waiting longer each time: some 10 s in all. */
const TRIES = 7;
const OPTIONS = {
  maxAttempts: TRIES,
  requestHandler: { connectionTimeout: 10_000, requestTimeout: 120_000 },
  // Checksums of the newer kinds are not known to every store; MD5 is, and is given with every upload.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

export interface Part {
  number: number;
  etag: string;
  size: number;
}

export class S3Bucket {
  readonly name: string;
  readonly #place: BucketPlace;
  readonly #client: S3Client;

  constructor(place: BucketPlace) {
    const { bucket, prefix, endpoint, region } = place;
    this.#place = place;
    this.name = `s3://${bucket}/${prefix}`;
    // Names of buckets as hosts need DNS entries that a store of one's own seldom has.
    this.#client = new S3Client({
      ...OPTIONS,
      region: region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? (endpoint ? 'auto' : 'us-east-1'),
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    });
  }

  /** Objects below a prefix, by name; a thousand a request. */
  async list(prefix: string): Promise<Map<string, StoredObject>> {
    const found = new Map<string, StoredObject>();
    let token: string | undefined;
    do {
      const page = await this.#run(() =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#place.bucket,
            Prefix: this.#place.prefix + prefix,
            ContinuationToken: token,
          }),
        ),
      );
      for (const { Key, Size, ETag, LastModified } of page.Contents ?? []) {
        found.set(Key!.slice(this.#place.prefix.length), {
          size: Size ?? 0,
          version: unquoted(ETag),
          stored: LastModified ?? new Date(0),
        });
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
    return found;
  }

  /** Bytes as they come, with their ETag; null when there is no such object. */
  async get(name: string): Promise<{ body: AsyncIterable<Uint8Array>; version: string } | null> {
    try {
      const { Body, ETag } = await this.#client.send(new GetObjectCommand(this.#object(name)));
      return { body: this.#explained(Body as unknown as AsyncIterable<Uint8Array>), version: unquoted(ETag) };
    } catch (error) {
      if (hasStatus(error, 404) && error.name !== 'NoSuchBucket') return null;
      throw this.#explain(error);
    }
  }

  /** ETag of an object; null when there is none. */
  async version(name: string): Promise<string | null> {
    try {
      return unquoted((await this.#client.send(new HeadObjectCommand(this.#object(name)))).ETag);
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw this.#explain(error);
    }
  }

  /** @returns the ETag; null when a condition of `input` does not hold */
  async put(
    name: string,
    body: Uint8Array,
    input: Partial<PutObjectCommandInput>,
    signal?: AbortSignal,
  ): Promise<string | null> {
    try {
      const { ETag } = await this.#client.send(
        new PutObjectCommand({ ...this.#object(name), ...input, Body: body, ContentType: 'application/octet-stream' }),
        { abortSignal: signal },
      );
      return unquoted(ETag);
    } catch (error) {
      if (hasStatus(error, 412, 409) || (input.IfMatch && hasStatus(error, 404) && error.name === 'NoSuchKey'))
        return null;
      throw this.#explain(error);
    }
  }

  async remove(name: string): Promise<void> {
    await this.#run(() => this.#client.send(new DeleteObjectCommand(this.#object(name))));
  }

  /** The id of an unfinished multipart upload of this object; null where none is known. */
  async unfinishedUpload(name: string): Promise<string | null> {
    try {
      const { Uploads = [] } = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.#place.bucket, Prefix: this.#place.prefix + name }),
      );
      return Uploads.findLast(({ Key }) => Key === this.#place.prefix + name)?.UploadId ?? null;
    } catch (error) {
      // Not every store lists them; then the object is sent from its beginning.
      if (hasStatus(error, 400, 403, 404, 405, 501)) return null;
      throw this.#explain(error);
    }
  }

  async parts(name: string, upload: string): Promise<Part[]> {
    const parts: Part[] = [];
    let marker: string | undefined;
    do {
      const page = await this.#run(() =>
        this.#client.send(new ListPartsCommand({ ...this.#object(name), UploadId: upload, PartNumberMarker: marker })),
      );
      for (const { PartNumber, ETag, Size } of page.Parts ?? [])
        parts.push({ number: PartNumber!, etag: unquoted(ETag), size: Size ?? 0 });
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
    return parts;
  }

  async beginUpload(name: string, cacheControl: string): Promise<string> {
    const { UploadId } = await this.#run(() =>
      this.#client.send(
        new CreateMultipartUploadCommand({
          ...this.#object(name),
          CacheControl: cacheControl,
          ContentType: 'application/octet-stream',
        }),
      ),
    );
    return UploadId!;
  }

  /** @param md5 of the part, which the store compares */
  async putPart(
    name: string,
    upload: string,
    number: number,
    body: Uint8Array,
    md5: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { ETag } = await this.#run(() =>
      this.#client.send(
        new UploadPartCommand({
          ...this.#object(name),
          UploadId: upload,
          PartNumber: number,
          Body: body,
          ContentMD5: md5,
        }),
        { abortSignal: signal },
      ),
    );
    return unquoted(ETag);
  }

  async completeUpload(name: string, upload: string, parts: readonly Part[]): Promise<void> {
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: `"${etag}"` }));
    await this.#run(() =>
      this.#client.send(
        new CompleteMultipartUploadCommand({ ...this.#object(name), UploadId: upload, MultipartUpload: { Parts } }),
      ),
    );
  }

  #object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + name };
  }

  async #run<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async *#explained(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #explain(error: unknown): unknown {
    return explainS3Error(error, this.#place);
  }
}

function unquoted(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '');
}

const REFUSED = new RegExp(
  '^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden|Unauthorized|InvalidToken|ExpiredToken' +
    '|InvalidArgument: Credential.*|403|401)$',
);
const FULL = /InsufficientStorage|StorageFull|QuotaExceeded|EntityTooLarge/i;

function hasStatus(error: unknown, ...statuses: number[]): error is S3ServiceException {
  return error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);
}

/** What an aborted request throws is handed on as it is. */
function explainS3Error(error: unknown, { bucket, endpoint }: BucketPlace): unknown {
  if (!(error instanceof Error) || error instanceof PublishError || error.name === 'AbortError') return error;
  const where = endpoint ?? 'Amazon S3';
  if (error.name === 'CredentialsProviderError')
    return new PublishError('There are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!(error instanceof S3ServiceException)) {
    const code = errorCode(error);
    // Failures of files keep their own words.
    if ('syscall' in error && 'path' in error) return error;
    return new PublishError(`${where} cannot be reached or breaks off: ${error.message || code || error.name}`);
  }
  const status = error.$metadata.httpStatusCode;
  const said =
    error.message && error.message !== 'UnknownError'
      ? `${error.name}: ${error.message}`
      : `${error.name}, status ${status}`;
  if (REFUSED.test(error.name) || status === 401 || status === 403) {
    return new PublishError(
      `${where} refuses the credentials for the bucket ${bucket} (${said}): ` +
        'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what they may do',
    );
  }
  if (error.name === 'NoSuchBucket') return new PublishError(`${where} has no bucket ${bucket}: make it first`);
  if (FULL.test(error.name) || status === 507)
    return new PublishError(`${where} has no room left for the bucket ${bucket} (${said})`);
  return new PublishError(`${where} fails for the bucket ${bucket} (${said})`);
}
