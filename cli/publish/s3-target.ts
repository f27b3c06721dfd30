/** A bucket as a publish target. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import pLimit, { type LimitFunction } from 'p-limit';
import type { FileDigest } from './digest.ts';
import { PublishError } from '../operator-error.ts';
import { LOCK_KEY } from './publish-lock.ts';
import type { S3Bucket, Part } from './s3-bucket.ts';
import type { Cell, LocalObject, StoredObject, Target, UploadOptions } from './target.ts';
import { at, only } from '../../src/checked.ts';

/** Cache-Control for web servers and caches in front of a bucket. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const CHANGING = 'no-cache';

export class S3Target implements Target {
  readonly name: string;
  readonly value: (key: string) => Cell;
  readonly lock: Cell;
  readonly #bucket: S3Bucket;
  /** Limits uploads over all objects, since each needs the memory of a part. */
  readonly #bodies: LimitFunction;

  /**
   * @param uploads bodies to send at once
   * @param values the value of a key; by default an object of the bucket
   */
  constructor(bucket: S3Bucket, uploads: number, values = (key: string): Cell => new S3Cell(bucket, key)) {
    this.name = bucket.name;
    this.#bucket = bucket;
    this.#bodies = pLimit(uploads);
    this.value = values;
    this.lock = new S3Cell(bucket, LOCK_KEY);
  }

  list(prefix: string): Promise<Map<string, StoredObject>> {
    return this.#bucket.list(prefix);
  }

  async *read(name: string): AsyncIterable<Uint8Array> {
    const found = await this.#bucket.get(name);
    if (!found) throw new PublishError(`${name} is not in ${this.name}`);
    yield* found.body;
  }

  async put(object: LocalObject, digest: FileDigest, options: UploadOptions): Promise<void> {
    if (digest.parts.length > 1) return this.#putInParts(object, digest, options);
    await this.#bodies(async () => {
      options.signal.throwIfAborted();
      const body = await readPart(object, 0, digest);
      await this.#bucket.put(
        object.name,
        body,
        { ContentMD5: only(digest.parts).toString('base64'), CacheControl: IMMUTABLE },
        options.signal,
      );
      options.sent(body.length);
    });
  }

  /** Uploads an object in parts. Continues an interrupted upload, and keeps its parts that have the right MD5. */
  async #putInParts(object: LocalObject, digest: FileDigest, { sent, signal }: UploadOptions): Promise<void> {
    const { name } = object;
    const unfinished = await this.#bucket.unfinishedUpload(name);
    const there = new Map(
      (unfinished ? await this.#bucket.parts(name, unfinished) : []).map((part) => [part.number, part]),
    );
    const upload = unfinished ?? (await this.#bucket.beginUpload(name, IMMUTABLE));
    const parts = await Promise.all(
      digest.parts.map((md5, index): Part | Promise<Part> => {
        const number = index + 1;
        const size = Math.min(digest.partSize, object.size - index * digest.partSize);
        const part = there.get(number);
        if (part?.etag === md5.toString('hex') && part.size === size) {
          sent(size);
          return part;
        }
        return this.#bodies(async () => {
          signal.throwIfAborted();
          const body = await readPart(object, index, digest);
          const etag = await this.#bucket.putPart(name, upload, number, body, md5.toString('base64'), signal);
          sent(size);
          return { number, etag, size };
        });
      }),
    );
    await this.#bucket.completeUpload(name, upload, parts);
  }

  /** The ETag that S3, R2 and most others compute, unless they encrypt with keys of their own. */
  provingVersion({ parts }: FileDigest): string {
    if (parts.length === 1) return at(parts, 0).toString('hex');
    return `${createHash('md5').update(Buffer.concat(parts)).digest('hex')}-${parts.length}`;
  }
}

async function readPart({ path, size }: LocalObject, index: number, { partSize }: FileDigest): Promise<Uint8Array> {
  const offset = index * partSize;
  const body = Buffer.alloc(Math.min(partSize, size - offset));
  const file = await open(path);
  try {
    const { bytesRead } = await file.read(body, 0, body.length, offset);
    if (bytesRead !== body.length)
      throw new PublishError(
        `${path} became shorter during the upload: publish again when no build changes the folder`,
      );
    return body;
  } finally {
    await file.close();
  }
}

/** A small object with conditional writes. */
class S3Cell implements Cell {
  readonly #bucket: S3Bucket;
  readonly #name: string;

  constructor(bucket: S3Bucket, name: string) {
    this.#bucket = bucket;
    this.#name = name;
  }

  async read(): Promise<{ bytes: Uint8Array; version: string } | null> {
    const found = await this.#bucket.get(this.#name);
    return found && { bytes: await buffer(found.body), version: found.version };
  }

  async write(bytes: Uint8Array, before: string | null): Promise<string | null> {
    // Stores without conditional writes ignore the condition, so the version is compared first.
    if ((await this.#bucket.version(this.#name)) !== before) return null;
    const condition = before === null ? { IfNoneMatch: '*' } : { IfMatch: `"${before}"` };
    const md5 = createHash('md5').update(bytes).digest('base64');
    const version = await this.#bucket.put(this.#name, bytes, {
      ...condition,
      ContentMD5: md5,
      CacheControl: CHANGING,
    });
    if (version !== null) return version;
    // The first attempt may have succeeded with its answer lost; the retry then fails its condition.
    const now = await this.read();
    return now && Buffer.compare(now.bytes, bytes) === 0 ? now.version : null;
  }

  remove(): Promise<void> {
    return this.#bucket.remove(this.#name);
  }
}
