/** A folder as a publish target, such as one that a web server serves. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentVersion } from './digest.ts';
import { PublishError, errorCode } from '../operator-error.ts';
import { fileOnPath } from '../../build-index/output/work-folder.ts';
import { LOCK_KEY } from './publish-lock.ts';
import type { Cell, LocalObject, StoredObject, Target, UploadOptions } from './target.ts';

/** Suffix of files that are being written. */
const UNFINISHED = '.partial';

export class FolderTarget implements Target {
  readonly name: string;
  readonly lock: Cell;

  constructor(folder: string) {
    this.name = folder;
    this.lock = new FileCell(join(folder, LOCK_KEY));
  }

  async list(prefix: string): Promise<Map<string, StoredObject>> {
    const found = new Map<string, StoredObject>();
    const entries = await readdir(join(this.name, prefix), { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue;
      const path = join(entry.parentPath, entry.name);
      const { size, mtime, mtimeMs, ino } = await stat(path);
      found.set(path.slice(join(this.name, sep).length).replaceAll(sep, '/'), {
        size,
        version: `${ino}-${mtimeMs}`,
        stored: mtime,
      });
    }
    return found;
  }

  async *read(name: string): AsyncIterable<Uint8Array> {
    yield* createReadStream(join(this.name, name), { highWaterMark: 1 << 20 });
  }

  /** Flushes the bytes to disk before the object gets its name. */
  async put({ name, path }: LocalObject, _: unknown, { sent, signal }: UploadOptions): Promise<void> {
    const place = join(this.name, name);
    const unfinished = place + UNFINISHED;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sent(chunk.length);
        done(null, chunk);
      },
    });
    await mkdir(dirname(place), { recursive: true });
    try {
      await pipeline(
        createReadStream(path, { highWaterMark: 1 << 20 }),
        counted,
        createWriteStream(unfinished, { flush: true }),
        { signal },
      );
      await rename(unfinished, place);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  value(key: string): Cell {
    return new FileCell(join(this.name, key));
  }

  provingVersion(): null {
    return null;
  }
}

/** A small file. Its version is the hash of its content. */
class FileCell implements Cell {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<{ bytes: Uint8Array; version: string } | null> {
    try {
      const bytes = await readFile(this.#path);
      return { bytes, version: contentVersion(bytes) };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async write(bytes: Uint8Array, before: string | null): Promise<string | null> {
    await mkdir(dirname(this.#path), { recursive: true });
    const unfinished = `${this.#path}.${randomUUID()}${UNFINISHED}`;
    try {
      await writeFile(unfinished, bytes, { flush: true });
      if (((await this.read())?.version ?? null) !== before) return null;
      // A link fails if the file exists; a rename would replace it.
      await (before === null ? link : rename)(unfinished, this.#path);
      return contentVersion(bytes);
    } catch (error) {
      if (errorCode(error) === 'EEXIST' && before === null) return null;
      throw error;
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

/** Opens a folder as a target. Throws PublishError if the path is a file or below one. */
/** @param existing whether the folder must exist already */
export async function openFolderTarget(folder: string, existing = false): Promise<FolderTarget> {
  const file = await fileOnPath(folder);
  if (file) throw new PublishError(`${folder} cannot be a target folder: ${file} is a file; choose another path`);
  if (existing && !(await stat(folder).catch(() => null)))
    throw new PublishError(`the folder ${folder} does not exist: check the path in --to`);
  return new FolderTarget(folder);
}
