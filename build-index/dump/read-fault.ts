/** What is wrong with a file that cannot be read to its end and, of gzip, in which line. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import { DumpError } from './dump-error.ts';
import { newlinesIn } from './newlines.ts';

const READ_BYTES = 128 * 1024;
/** Of text; as much is lost where gzip data are damaged. */
const LOST_BYTES = 4096;

/**
 * The fault that reading a file has met, as a sentence for the operator. Lines are counted by reading the file once more, since what reads it ahead is not told how far
 * its text came. A line of a dump that an escaped newline begins counts, as in other sentences.
 *
 * @param cause what reading plain or inflated bytes threw
 */
export async function readFault(path: string, cause: NodeJS.ErrnoException): Promise<DumpError> {
  if (!cause.code?.startsWith('Z_')) return new DumpError(`${path} cannot be read: ${cause.message}`, { cause });
  const where = `${path} line ${1 + await soundNewlines(path)}`;
  if (cause.code === 'Z_BUF_ERROR') return new DumpError(`${where}: the file is truncated here: its gzip data ends too early`, { cause });
  return new DumpError(`${where}: the file is not sound gzip data within this line or some behind it: ${cause.message}`, { cause });
}

/**
 * Gzip data may be followed by NUL bytes. zlib also takes a member of which damage has made the first byte one for such padding, and ends there without a fault.
 *
 * @param consumed bytes of the file that were inflated, which ended well
 * @throws DumpError when others stand behind them
 */
export async function checkPadding(path: string, consumed: number): Promise<void> {
  if ((await stat(path)).size === consumed) return;
  for await (const bytes of createReadStream(path, { start: consumed, highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    if (bytes.some((byte) => byte !== 0)) throw new DumpError(`${path} line ${1 + await soundNewlines(path)}: the file is damaged here: behind byte ${consumed}, where its gzip data end, stand other bytes`);
  }
}

/** Newlines in what can be inflated of a file. */
async function soundNewlines(path: string): Promise<number> {
  let count = 0;
  // Otherwise the text of the last bytes would go with the fault.
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: LOST_BYTES });
  gunzip.on('data', (text: Buffer) => void (count += newlinesIn(text)));
  await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), gunzip).catch(() => {});
  return count;
}
