/** An index in a local folder: objects and values are files below it. For Node and Deno. */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, messageOf } from '../caught-error.ts';
import {
  checkName,
  passingError,
  StoreError,
  type ByteRange,
  type ReadOptions,
  type Store,
  type ValueOptions,
} from './store.ts';

interface OpenFile {
  handle: Promise<FileHandle>;
  /** Number of running reads. A handle in use is not closed. */
  users: number;
}

/** Well below the usual limit of 1,024 descriptors per process, which sockets need too. */
const OPEN_FILES = 128;

export class LocalFolder implements Store {
  readonly #folder: string;
  readonly #limit: number;
  /** Least recently used first. Files stay open, since opening one costs as much as reading a block of it. */
  readonly #files = new Map<string, OpenFile>();

  /** @param openFiles number of files that stay open between reads */
  constructor(folder: string, openFiles = OPEN_FILES) {
    this.#folder = folder;
    this.#limit = openFiles;
  }

  async read({ object, offset, length }: ByteRange, { fresh = false }: ReadOptions = {}): Promise<Uint8Array> {
    // A repaired folder has a new file with this name, while the open handle refers to the old file.
    if (fresh) this.#forget(object);
    const file = this.#use(object);
    try {
      const handle = await file.handle;
      const bytes = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) throw new StoreError(`${object} ends before byte ${offset + length}`);
        filled += bytesRead;
      }
      return bytes;
    } catch (error) {
      this.#forget(object, file);
      throw this.#explain(object, error);
    } finally {
      file.users--;
      if (file.users === 0 && this.#files.get(object) !== file) void close(file);
      this.#closeIdle();
    }
  }

  async value(key: string, { first }: ValueOptions = {}): Promise<Uint8Array | null> {
    try {
      return first === undefined
        ? new Uint8Array(await readFile(this.#path(key)))
        : await beginningOf(this.#path(key), first);
    } catch (error) {
      if (isMissing(error)) return null;
      throw this.#explain(key, error);
    }
  }

  /** Closes all files; running reads may fail. */
  async close(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    await Promise.all(files.map(close));
  }

  #path(name: string): string {
    return join(this.#folder, checkName(name));
  }

  #use(object: string): OpenFile {
    let file = this.#files.get(object);
    if (file) {
      this.#files.delete(object);
    } else {
      file = { handle: open(this.#path(object)), users: 0 };
    }
    this.#files.set(object, file);
    file.users++;
    return file;
  }

  /**
   * Makes the next read open the file again. The open handle is closed when its last read ends.
   *
   * @param only forgets the file only if this is still the open one
   */
  #forget(object: string, only?: OpenFile): void {
    const file = this.#files.get(object);
    if (!file || (only && file !== only)) return;
    this.#files.delete(object);
    if (file.users === 0) void close(file);
  }

  #closeIdle(): void {
    if (this.#files.size <= this.#limit) return;
    for (const [object, file] of this.#files) {
      if (file.users > 0) continue;
      this.#files.delete(object);
      void close(file);
      if (this.#files.size <= this.#limit) return;
    }
  }

  #explain(name: string, error: unknown): StoreError {
    if (error instanceof StoreError) return error;
    if (isMissing(error)) return new StoreError(`${name} is not in ${this.#folder}`);
    return passingError(`${name} in ${this.#folder} cannot be read: ${messageOf(error)}`);
  }
}

/** Reads up to `length` bytes from the beginning of a file. */
async function beginningOf(path: string, length: number): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function close({ handle }: OpenFile): Promise<void> {
  return handle.then((each) => each.close()).catch(() => {});
}

function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
