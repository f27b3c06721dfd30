/** Pieces of VCF files with whole lines. */
import { openPlainOrGzip } from '../dump/dump-source.ts';

/** Lines of a file, and the number of the first, from 1. */
export interface LinePiece {
  line: number;
  count: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** A piece has at least that many bytes, and more if a line is longer. */
const PIECE = 1024 * 1024;

/** Memory of pieces that were read, for later ones: to allocate a megabyte for each would cost more than reading. */
export class PieceMemory {
  readonly #spare: ArrayBuffer[] = [];

  /** Memory of at least some bytes, with any content. */
  take(least: number): Uint8Array<ArrayBuffer> {
    const spare = this.#spare.pop();
    return spare && spare.byteLength >= least ? new Uint8Array(spare) : new Uint8Array(least);
  }

  give({ buffer }: Uint8Array<ArrayBuffer>): void {
    // Not that of very long lines, which later pieces would fill.
    if (buffer.byteLength <= 2 * PIECE) this.#spare.push(buffer);
  }
}

/**
 * The lines of a plain or gzip file in pieces of about a megabyte. Line ends of Windows and old Macs become newlines.
 *
 * @param progress gets the bytes of the stored file that were read since the last call
 * @param memory for the bytes of pieces
 * @throws DumpError if the file cannot be read, or its gzip is truncated or damaged
 */
export async function* linePieces(
  path: string,
  progress?: (bytes: number) => void,
  memory = new PieceMemory(),
): AsyncGenerator<LinePiece> {
  const source = await openPlainOrGzip(path);
  let buffer = memory.take(PIECE);
  let [filled, line, reported] = [0, 1, 0];
  let afterReturn = false;
  try {
    while (true) {
      if (filled === buffer.length) {
        const larger = memory.take(2 * buffer.length);
        larger.set(buffer);
        buffer = larger;
      }
      const read = await source.read(buffer.subarray(filled));
      progress?.(source.consumed - reported);
      reported = source.consumed;
      const fresh = withNewlines(buffer.subarray(filled, filled + read), afterReturn);
      if (read > 0) ({ afterReturn } = fresh);
      filled += fresh.length;
      const isEnd = read === 0;
      if (filled < buffer.length && !isEnd) continue;
      const end = isEnd ? filled : buffer.lastIndexOf(NEWLINE, filled - 1) + 1;
      if (end > 0) {
        const rest = memory.take(Math.max(PIECE, 2 * (filled - end)));
        rest.set(buffer.subarray(end, filled));
        const bytes = buffer.subarray(0, end);
        const count = linesIn(bytes);
        yield { line, count, bytes };
        line += count;
        [buffer, filled] = [rest, filled - end];
      }
      if (isEnd) return;
    }
  } finally {
    await source.close();
  }
}

function linesIn(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++;
  return bytes.at(-1) === NEWLINE ? count : count + 1;
}

/** Replaces other line ends in place. @param afterReturn the bytes before end with a carriage return */
function withNewlines(bytes: Uint8Array, afterReturn: boolean): { length: number; afterReturn: boolean } {
  if (!afterReturn && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(RETURN))
    return { length: bytes.length, afterReturn: false };
  let length = 0;
  let isAfter = afterReturn;
  for (const byte of bytes) {
    if (!(byte === NEWLINE && isAfter)) bytes[length++] = byte === RETURN ? NEWLINE : byte;
    isAfter = byte === RETURN;
  }
  return { length, afterReturn: isAfter };
}
