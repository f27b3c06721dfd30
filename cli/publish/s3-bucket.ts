/** A bucket of any S3-compatible store, or the part of it below a prefix. Failures are PublishErrors. */
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
import { present } from '../../src/checked.ts';
import { PublishError, errorCode } from '../operator-error.ts';
import type { StoredObject } from './target.ts';

export interface BucketPlace {
  bucket: string;
  /** '' or path segments that end with a slash. */
  prefix: string;
  endpoint?: string;
  region?: string;
}

/** Attempts per request, with growing pauses: some 10 s in total. */
const ATTEMPTS = 7;
const OPTIONS = {
  maxAttempts: ATTEMPTS,
  requestHandler: { connectionTimeout: 10_000, requestTimeout: 120_000 },
  // Not every store supports the newer checksums. All support MD5, which every upload contains.
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
    // Self-hosted stores seldom have the DNS entries that bucket names as hosts need.
    this.#client = new S3Client({
      ...OPTIONS,
      region: region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? (endpoint ? 'auto' : 'us-east-1'),
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    });
  }

  /** Objects below a prefix, by name. One request per thousand. */
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
        if (Key === undefined) continue;
        found.set(Key.slice(this.#place.prefix.length), {
          size: Size ?? 0,
          version: unquoted(ETag),
          stored: LastModified ?? new Date(0),
        });
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
    return found;
  }

  /** A stream of an object's bytes, with its ETag. Null if the bucket has no such object. */
  async get(name: string): Promise<{ body: AsyncIterable<Uint8Array>; version: string } | null> {
    try {
      const { Body, ETag } = await this.#client.send(new GetObjectCommand(this.#object(name)));
      return { body: this.#explained(Body as unknown as AsyncIterable<Uint8Array>), version: unquoted(ETag) };
    } catch (error) {
      if (hasStatus(error, 404) && error.name !== 'NoSuchBucket') return null;
      throw this.#explain(error);
    }
  }

  /** ETag of an object. Null if the bucket has no such object. */
  async version(name: string): Promise<string | null> {
    try {
      return unquoted((await this.#client.send(new HeadObjectCommand(this.#object(name)))).ETag);
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw this.#explain(error);
    }
  }

  /** Uploads an object. @returns its ETag; null if a condition of `input` is not met */
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

  /** Id of an unfinished multipart upload of this object. Null if the store reports none. */
  async unfinishedUpload(name: string): Promise<string | null> {
    try {
      const { Uploads = [] } = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.#place.bucket, Prefix: this.#place.prefix + name }),
      );
      return Uploads.findLast(({ Key }) => Key === this.#place.prefix + name)?.UploadId ?? null;
    } catch (error) {
      // Not every store can list uploads. The object is then sent from its beginning.
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
        parts.push({ number: present(PartNumber, 'the number of a part'), etag: unquoted(ETag), size: Size ?? 0 });
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
    return present(UploadId, 'the id of an upload');
  }

  /** Uploads a part and returns its ETag. @param md5 of the part; the store verifies it */
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

/** A PublishError for a failure of the store. Aborts and errors of local files stay as they are. */
function explainS3Error(error: unknown, { bucket, endpoint }: BucketPlace): unknown {
  if (!(error instanceof Error) || error instanceof PublishError || error.name === 'AbortError') return error;
  const where = endpoint ?? 'Amazon S3';
  if (error.name === 'CredentialsProviderError')
    return new PublishError('no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!(error instanceof S3ServiceException)) {
    const code = errorCode(error);
    if ('syscall' in error && 'path' in error) return error;
    return new PublishError(
      `the connection to ${where} failed (${error.message || code || error.name}): ` +
        'check the endpoint and the network, then publish again',
    );
  }
  const status = error.$metadata.httpStatusCode;
  const said =
    error.message && error.message !== 'UnknownError'
      ? `${error.name}: ${error.message}`
      : `${error.name}, status ${status}`;
  if (REFUSED.test(error.name) || status === 401 || status === 403) {
    return new PublishError(
      `${where} rejects the credentials for the bucket ${bucket} (${said}): ` +
        'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and their permissions',
    );
  }
  if (error.name === 'NoSuchBucket') return new PublishError(`${where} has no bucket ${bucket}: create it first`);
  if (FULL.test(error.name) || status === 507)
    return new PublishError(`${where} has no space left for the bucket ${bucket} (${said})`);
  return new PublishError(`a request to ${where} for the bucket ${bucket} failed (${said})`);
}
