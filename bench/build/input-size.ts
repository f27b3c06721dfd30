/** How much there is to build from: plain and as gzip would have it. Of large files a part is looked at and the rest taken for the same. */
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';

export interface InputSize {
  /** Bytes as text. */
  plain: number;
  /** Bytes as gzip files of the default level: as they are, where they are compressed. */
  gzip: number;
}

/** Bytes of a file that are looked at. */
const LOOKED_AT = 32 * 2 ** 20;
/** Plain files are looked at in pieces from all along them. */
const PIECES = 16;

const zip = promisify(gzip);

/** Of all files of some folders, and of those below, whose names end so. */
export async function inputSize(folders: readonly string[], endings: readonly string[]): Promise<InputSize> {
  const size = { plain: 0, gzip: 0 };
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !endings.some((ending) => entry.name.endsWith(ending))) continue;
      const each = await fileSize(join(entry.parentPath, entry.name));
      size.plain += each.plain;
      size.gzip += each.gzip;
    }
  }
  return size;
}

async function fileSize(path: string): Promise<InputSize> {
  const { size } = await stat(path);
  if (/\.b?gz$/.test(path)) return { plain: size * await expansion(path, size), gzip: size };
  return { plain: size, gzip: size * await shrinking(path, size) };
}

async function expansion(path: string, size: number): Promise<number> {
  const read = Math.min(size, LOOKED_AT);
  if (read === 0) return 1;
  let plain = 0;
  const unzipped = createReadStream(path, { end: read - 1 }).pipe(createGunzip());
  try {
    for await (const chunk of unzipped) plain += (chunk as Buffer).length;
  } catch (error) {
    // The part that is looked at ends anywhere.
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error;
  }
  return plain / read;
}

async function shrinking(path: string, size: number): Promise<number> {
  if (size === 0) return 1;
  const file = await open(path);
  try {
    const length = size <= LOOKED_AT ? size : LOOKED_AT / PIECES;
    const pieces = Math.min(PIECES, Math.floor(size / length));
    let zipped = 0;
    for (let each = 0; each < pieces; each++) {
      const piece = Buffer.alloc(length);
      await file.read(piece, 0, length, pieces === 1 ? 0 : Math.floor((each * (size - length)) / (pieces - 1)));
      zipped += (await zip(piece)).length;
    }
    return zipped / (pieces * length);
  } finally {
    await file.close();
  }
}
