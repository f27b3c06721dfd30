/**
 * Some sorted rows of an interval table that stand in one stretch of memory, or of a file. In a file:
 *
 *   rows n (4) | bytes of payloads (4) | ids (8 each) | regions | starts | ends | end of each payload among them (4 each) | payloads
 *
 * in the machine's byte order: no other machine reads it.
 */
import type { FileHandle } from 'node:fs/promises';
import type { ByteSlices } from '../../src/index/byte-slices.ts';

export interface IntervalPage {
  regions: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  ids: Float64Array;
  payloads: ByteSlices;
}

const HEAD_BYTES = 8;
const ROW_BYTES = 24;

/** A page for so many rows, without payloads. */
export function emptyPage(rows: number): IntervalPage {
  const numbers = () => new Uint32Array(rows);
  return { ids: new Float64Array(rows), regions: numbers(), starts: numbers(), ends: numbers(), payloads: { bytes: new Uint8Array(0), starts: numbers(), ends: numbers() } };
}

/** The page as a file has it. */
export function encodePage({ ids, regions, starts, ends, payloads }: IntervalPage): Uint8Array {
  const rows = ids.length;
  let size = 0;
  for (let row = 0; row < rows; row++) size += payloads.ends[row]! - payloads.starts[row]!;
  const stored = new Uint8Array(HEAD_BYTES + ROW_BYTES * rows + size);
  new Uint32Array(stored.buffer, 0, 2).set([rows, size]);
  const page = pageIn(stored.buffer, rows, size);
  page.ids.set(ids);
  page.regions.set(regions);
  page.starts.set(starts);
  page.ends.set(ends);
  for (let row = 0, at = 0; row < rows;) {
    // Rows that came in order stand side by side: they are copied with one call.
    let behind = row + 1;
    while (behind < rows && payloads.starts[behind] === payloads.ends[behind - 1]) behind++;
    const shift = at - payloads.starts[row]!;
    page.payloads.bytes.set(payloads.bytes.subarray(payloads.starts[row], payloads.ends[behind - 1]), at);
    for (; row < behind; row++) page.payloads.ends[row] = at = payloads.ends[row]! + shift;
  }
  return stored;
}

/** Reads the page that begins at a byte of a file. @returns also where the next one begins; null at the file's end */
export async function readPage(file: FileHandle, position: number): Promise<{ page: IntervalPage; next: number } | null> {
  const head = new Uint32Array(HEAD_BYTES / 4);
  if ((await file.read(head, 0, HEAD_BYTES, position)).bytesRead === 0) return null;
  const [rows, size] = head as unknown as [number, number];
  const stored = new Uint8Array(HEAD_BYTES + ROW_BYTES * rows + size);
  for (let at = 0; at < stored.length;) {
    const { bytesRead } = await file.read(stored, at, stored.length - at, position + at);
    if (bytesRead === 0) throw new Error('a temporary file of sorted intervals is cut short');
    at += bytesRead;
  }
  const page = pageIn(stored.buffer, rows, size);
  page.payloads.starts.set(page.payloads.ends.subarray(0, rows - 1), 1);
  return { page, next: position + stored.length };
}

/** Views of a page as a file has it; where payloads start is not in it. */
function pageIn(buffer: ArrayBuffer, rows: number, size: number): IntervalPage {
  const numbers = (column: number) => new Uint32Array(buffer, HEAD_BYTES + (8 + 4 * column) * rows, rows);
  return {
    ids: new Float64Array(buffer, HEAD_BYTES, rows), regions: numbers(0), starts: numbers(1), ends: numbers(2),
    payloads: { bytes: new Uint8Array(buffer, HEAD_BYTES + ROW_BYTES * rows, size), starts: new Uint32Array(rows), ends: numbers(3) },
  };
}
