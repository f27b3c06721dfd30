import { open, stat } from 'node:fs/promises';
import { DumpError } from '../dump/dump-error.ts';
import { GZIP_RATIO } from '../dump/table-plan.ts';

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
    if (now.size !== size || now.modified !== modified) throw new DumpError(`${path} has changed since the build was planned: plan it again`);
  }
}

/** Bytes of a file as text. Of gzip the length that its last member tells, modulo 4 GiB, decides together with the usual ratio. */
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
