import { open, stat, type FileHandle } from 'node:fs/promises';
import { DumpError } from '../dump/dump-error.ts';
import { GZIP_RATIO } from '../dump/table-plan.ts';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';

/** A file that a unit reads, as it was when the build was planned. */
export interface InputFile {
  path: string;
  /** Stored bytes. */
  size: number;
  /** Time of the last change, in milliseconds since 1970. */
  modified: number;
}

/** @throws DumpError for a missing file */
export async function inputFile(path: string): Promise<InputFile> {
  const stats = await stat(path).catch((cause: Error) => {
    throw new DumpError(`${path} cannot be read: ${cause.message}`, { cause });
  });
  return { path, size: stats.size, modified: stats.mtimeMs };
}

/** Throws DumpError for the first file that has changed. */
export async function checkInputs(files: readonly InputFile[]): Promise<void> {
  for (const { path, size, modified } of files) {
    const now = await inputFile(path);
    if (now.size !== size || now.modified !== modified)
      throw new DumpError(`${path} has changed since the build was planned: plan it again`);
  }
}

/**
 * Uncompressed bytes of a file. For gzip an estimate from the usual ratio and the length in the last member, which is
 * modulo 4 GiB.
 */
export async function plainBytes({ path, size }: InputFile): Promise<number> {
  if (!path.endsWith('gz')) return size;
  if (size < 20) return 0;
  const file = await open(path);
  try {
    const length = (await file.read(Buffer.alloc(4), 0, 4, size - 4)).buffer.readUInt32LE();
    // In files of several members, such as bgzip's, this is the length of the last member only.
    if (length < size) return size * GZIP_RATIO;
    const wraps = Math.max(0, Math.round((size * GZIP_RATIO - length) / 2 ** 32));
    return length + wraps * 2 ** 32;
  } finally {
    await file.close();
  }
}

/** Bytes of text at the beginning of a file that are hashed. STORED_BYTES of a stored file always contain them. */
const HEAD_BYTES = 32 * 1024;
const STORED_BYTES = 64 * 1024;
/** Files to read at once. */
const AT_A_TIME = 16;

/**
 * Identifies the input of a build in the marks of its blocks (src/index/blocks/block.ts). A hash of the names, lengths
 * and beginnings of the uncompressed files, so that the same dumps give the same index, whatever their folder, time and
 * compression. VCF files count without their length, which bgzip does not store. Missing files and URLs count by name.
 */
export async function inputStamp(paths: readonly string[]): Promise<string> {
  const seen = new Array<string>(paths.length);
  const left = paths.entries();
  const next = async () => {
    for (const [index, path] of left) seen[index] = `${nameOf(path)} ${await summaryOf(path)}`;
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
  return createHash('sha256').update(seen.sort().join('\n')).digest('hex');
}

function nameOf(path: string): string {
  return basename(path).replace(/\.b?gz$/, '');
}

async function summaryOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (!file) return '';
  try {
    const { size } = await file.stat();
    const stored = await bytesAt(file, 0, Math.min(size, STORED_BYTES));
    const isGzip = size > 18 && stored[0] === 0x1f && stored[1] === 0x8b;
    // gzip ends with the length of the uncompressed bytes, modulo 4 GiB.
    const length = nameOf(path).endsWith('.vcf')
      ? ''
      : isGzip
        ? (await bytesAt(file, size - 4, 4)).readUInt32LE()
        : size % 2 ** 32;
    return `${length} ${createHash('sha256')
      .update((isGzip ? textOf(stored) : stored).subarray(0, HEAD_BYTES))
      .digest('hex')}`;
  } finally {
    await file.close();
  }
}

/** The text at the beginning of a gzip file. Empty if it is damaged, which the reader of the file reports. */
function textOf(stored: Buffer): Buffer {
  try {
    return gunzipSync(stored, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

async function bytesAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  return (await file.read(Buffer.alloc(length), 0, length, offset)).buffer;
}
