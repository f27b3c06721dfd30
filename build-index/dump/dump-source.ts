import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Gunzip, constants, createGunzip } from 'node:zlib';
import { errorCode, messageOf } from '../../src/caught-error.ts';
import { DumpError } from './dump-error.ts';

/** Reads the plain bytes of a dump file, which is stored plain or as gzip (of one or more members). */
export interface DumpSource {
  /**
   * Fills `target` from its beginning.
   * @returns the number of bytes read; 0 at the end of the file
   */
  read(target: Uint8Array): Promise<number>;
  /** Bytes of the stored file that have been read so far; for gzip less than the plain bytes. */
  readonly consumed: number;
  close(): Promise<void>;
}

/**
 * Opens a dump file. Decompresses a file whose name ends with `.gz`.
 * @throws DumpError if the file cannot be read, or (while reading) if its gzip is truncated or damaged
 */
export async function openDumpSource(path: string): Promise<DumpSource> {
  const file = await openFile(path);
  return path.endsWith('.gz') ? new GzipSource(path, file) : new PlainSource(path, file);
}

/** As openDumpSource, for files of other origin: their first bytes say whether they are gzip. */
export async function openPlainOrGzip(path: string): Promise<DumpSource> {
  const file = await openFile(path);
  const magic = Buffer.alloc(2);
  await file.read(magic, 0, 2, 0).catch(async (cause: unknown) => {
    await file.close();
    throw await readFault(path, cause);
  });
  if (magic[0] !== 0x1f || magic[1] !== 0x8b) return new PlainSource(path, file);
  return new GzipSource(path, file);
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (cause) {
    throw await readFault(path, cause);
  }
}

class PlainSource implements DumpSource {
  consumed = 0;
  readonly #path: string;
  readonly #file: FileHandle;

  constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  async read(target: Uint8Array): Promise<number> {
    try {
      const { bytesRead } = await this.#file.read(target, 0, target.length);
      this.consumed += bytesRead;
      return bytesRead;
    } catch (cause) {
      throw await readFault(this.#path, cause);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

// Chunks of 256 KiB give 950 MB/s of plain text. The default of 16 KiB gives 260 to 360, since streams dominate.
const INFLATED_CHUNK = 256 * 1024;

class GzipSource implements DumpSource {
  readonly #path: string;
  readonly #gunzip: Gunzip;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    const file = handle.createReadStream({ highWaterMark: 128 * 1024 });
    this.#gunzip = createGunzip({ chunkSize: INFLATED_CHUNK });
    file.on('error', (error) => this.#gunzip.destroy(error));
    this.#gunzip.on('close', () => file.destroy());
    // An error may come before the first read, which then throws it. Without a listener it would end the process.
    this.#gunzip.on('error', () => {});
    file.pipe(this.#gunzip);
    this.#chunks = this.#gunzip[Symbol.asyncIterator]();
  }

  get consumed(): number {
    return this.#gunzip.bytesWritten;
  }

  async read(target: Uint8Array): Promise<number> {
    while (this.#rest.length === 0) {
      const next = await this.#next();
      if (next.done === true) {
        await checkPadding(this.#path, this.consumed);
        return 0;
      }
      this.#rest = next.value;
    }
    const taken = Math.min(target.length, this.#rest.length);
    target.set(this.#rest.subarray(0, taken));
    this.#rest = this.#rest.subarray(taken);
    return taken;
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.#chunks.next();
    } catch (cause) {
      throw await readFault(this.#path, cause);
    }
  }

  close(): Promise<void> {
    this.#gunzip.destroy();
    return Promise.resolve();
  }
}

const READ_BYTES = 128 * 1024;
/** Text that may be lost before damaged gzip data, and so the precision of its line number. */
const LOST_BYTES = 4096;

/**
 * The error for a failed read, with the line. Reads the file once more to count lines, since the failed read does not
 * report how much text it returned. As in other errors, an escaped newline begins a line too.
 *
 * @param cause the error of reading plain or inflated bytes
 */
export async function readFault(path: string, cause: unknown): Promise<DumpError> {
  const code = errorCode(cause);
  if (!code?.startsWith('Z_')) return new DumpError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  const where = `${path} line ${1 + (await soundNewlines(path))}`;
  if (code === 'Z_BUF_ERROR')
    return new DumpError(`${where}: the file is truncated here: its gzip data ends too early`, { cause });
  return new DumpError(
    `${where}: the file is not sound gzip data within this line or a later one: ${messageOf(cause)}`,
    { cause },
  );
}

/**
 * Checks that only NUL bytes, which are valid padding, follow the gzip data. If damage turned the first byte of a
 * member into NUL, zlib takes the member for padding and ends without an error.
 *
 * @param consumed bytes of the file that were inflated without an error
 * @throws DumpError if other bytes follow
 */
export async function checkPadding(path: string, consumed: number): Promise<void> {
  if ((await stat(path)).size === consumed) return;
  const rest: AsyncIterable<Buffer> = createReadStream(path, { start: consumed, highWaterMark: READ_BYTES });
  for await (const bytes of rest) {
    if (bytes.some((byte) => byte !== 0))
      throw new DumpError(
        `${path} line ${1 + (await soundNewlines(path))}: the file is damaged here: its gzip data end at byte ` +
          `${consumed}, but other bytes follow`,
      );
  }
}

/** Number of newlines in the part of a file that can be inflated. */
async function soundNewlines(path: string): Promise<number> {
  let count = 0;
  // With the default flush mode, zlib would discard the text of the last bytes.
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: LOST_BYTES });
  gunzip.on('data', (text: Buffer) => void (count += newlinesIn(text)));
  await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), gunzip).catch(() => {});
  return count;
}

const NEWLINE = 0x0a;

/** Number of newlines before `end`, including escaped ones. */
export function newlinesIn(bytes: Buffer, end = bytes.length): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
