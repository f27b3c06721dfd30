import { open, stat, type FileHandle } from 'node:fs/promises';
import { DumpError } from '../dump/dump-error.ts';
import { GZIP_RATIO } from '../dump/table-plan.ts';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';

/** A file that a unit reads, and what it was when the build was planned. */
export interface InputFile {
  path: string;
  /** Bytes as stored. */
  size: number;
  /** When it was last changed, in milliseconds since 1970. */
  modified: number;
}

/** @throws DumpError for a file that is not there */
export async function inputFile(path: string): Promise<InputFile> {
  const stats = await stat(path).catch((cause: Error) => {
    throw new DumpError(`${path} cannot be read: ${cause.message}`, { cause });
  });
  return { path, size: stats.size, modified: stats.mtimeMs };
}

/** Throws DumpError for the first of some files that is no longer what it was. */
export async function checkInputs(files: readonly InputFile[]): Promise<void> {
  for (const { path, size, modified } of files) {
    const now = await inputFile(path);
    if (now.size !== size || now.modified !== modified)
      throw new DumpError(`${path} has changed since the build was planned: plan it again`);
  }
}

/**
 * Bytes of a file as text. Of gzip the length that its last member tells, modulo 4 GiB, decides together with the usual
 * ratio.
 */
export async function plainBytes({ path, size }: InputFile): Promise<number> {
  if (!path.endsWith('gz')) return size;
  if (size < 20) return 0;
  const file = await open(path);
  try {
    const told = (await file.read(Buffer.alloc(4), 0, 4, size - 4)).buffer.readUInt32LE();
    // bgzip ends with an empty member, and files of many members tell the length of the last only.
    if (told < size) return size * GZIP_RATIO;
    const wraps = Math.max(0, Math.round((size * GZIP_RATIO - told) / 2 ** 32));
    return told + wraps * 2 ** 32;
  } finally {
    await file.close();
  }
}

/** Of the beginning of a file, as text: what so many stored bytes hold in any case. */
const HEAD_BYTES = 32 * 1024;
const STORED_BYTES = 64 * 1024;
const AT_A_TIME = 16;

/**
 * Tells a build from builds of other dumps, for the marks of its blocks (src/index/blocks/block.ts): from the names,
 * lengths and beginnings
 * of the files that it reads, as text, so that the same dumps give the same index, wherever they lie, whenever they
 * were fetched
 * and whether they are compressed. VCF files count without their lengths, which bgzip does not tell. Files that are not
 * there, or stand on the web, count by their names.
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
    // gzip ends with the length of what it holds, modulo 4 GiB.
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

/**
 * The first bytes of text that a compressed beginning holds; none where it is damaged: whoever reads the file says so.
 */
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
