import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';

/** gzip ends with the checksum and the length of all that it holds; a small file is seen whole. */
const TAIL_BYTES = 64 * 1024;
const AT_A_TIME = 16;

/**
 * Tells a build from builds of other dumps, for the marks of its blocks (src/index/block-mark.ts): from the names, sizes and ends of the
 * files that it reads, so that the same dumps give the same index, wherever they lie and whenever they were fetched. Files that are not
 * there, or stand on the web, count by their names.
 */
export async function inputStamp(paths: readonly string[]): Promise<string> {
  const seen = new Array<string>(paths.length);
  const left = paths.entries();
  const next = async () => {
    for (const [index, path] of left) seen[index] = `${basename(path)} ${await endOf(path)}`;
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
  return createHash('sha256').update(seen.sort().join('\n')).digest('hex');
}

async function endOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (!file) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return `${size} ${createHash('sha256').update(buffer).digest('hex')}`;
  } finally {
    await file.close();
  }
}
