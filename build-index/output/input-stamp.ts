import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';

/** Of the beginning of a file, as text: what so many stored bytes hold in any case. */
const HEAD_BYTES = 32 * 1024;
const STORED_BYTES = 64 * 1024;
const AT_A_TIME = 16;

/**
 * Tells a build from builds of other dumps, for the marks of its blocks (src/index/block-mark.ts): from the names, lengths and beginnings
 * of the files that it reads, as text, so that the same dumps give the same index, wherever they lie, whenever they were fetched
 * and whether they are compressed. VCF files count without their lengths, which bgzip does not tell. Files that are not there, or stand on the web, count by their names.
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
    const length = nameOf(path).endsWith('.vcf') ? '' : isGzip ? (await bytesAt(file, size - 4, 4)).readUInt32LE() : size % 2 ** 32;
    return `${length} ${createHash('sha256').update((isGzip ? textOf(stored) : stored).subarray(0, HEAD_BYTES)).digest('hex')}`;
  } finally {
    await file.close();
  }
}

/** The first bytes of text that a compressed beginning holds; none where it is damaged: whoever reads the file says so. */
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
