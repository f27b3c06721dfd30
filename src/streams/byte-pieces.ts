/** Streams of bytes: from the pieces that arrive to pieces of whole lines. */

import { joinBytes } from '../index/blocks/bytes.ts';

const NEWLINE = 10;

/**
 * Pieces that end with a whole line, of about `size` bytes or one line; the last line may lack its end.
 *
 * @param longest bytes of a line, at least `size` @param tooLong makes the error for a longer one
 */
export async function* wholeLines(
  source: AsyncIterable<Uint8Array>,
  size: number,
  longest: number,
  tooLong: () => Error,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  /** Bytes that wait, and those of them up to the last end of a line. */
  let [length, until] = [0, 0];
  for await (const bytes of source) {
    waiting.push(bytes);
    const end = bytes.lastIndexOf(NEWLINE);
    if (end !== -1) until = length + end + 1;
    length += bytes.length;
    if (length - until > longest) throw tooLong();
    if (length < size || until === 0) continue;
    const whole = joinBytes(waiting);
    // Pieces of one size, so that the work on each takes as long.
    for (let from = 0; from < until; ) {
      let to = from + size >= until ? until : whole.lastIndexOf(NEWLINE, from + size) + 1;
      if (to <= from) to = whole.indexOf(NEWLINE, from) + 1;
      if (to - from > longest && whole.indexOf(NEWLINE, from) === to - 1) throw tooLong();
      yield whole.subarray(from, to);
      from = to;
    }
    waiting = [whole.slice(until)];
    [length, until] = [length - until, 0];
  }
  if (length > 0) yield joinBytes(waiting);
}

/** A piece, then a stream, which ends when the consumer stops. */
export async function* joined(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** A stream with at least `least` bytes in its first piece, unless it is shorter as a whole. */
export async function* withFirst(source: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] | null = [];
  let length = 0;
  for await (const piece of source) {
    if (!waiting) {
      yield piece;
      continue;
    }
    waiting.push(piece);
    length += piece.length;
    if (length < least) continue;
    yield joinBytes(waiting);
    waiting = null;
  }
  if (waiting && length > 0) yield joinBytes(waiting);
}

/**
 * The same bytes in pieces of `size`, the last one shorter. Each piece has memory of its own: what a runtime hands over
 * may keep a buffer that is many thousand times longer, so that pieces of a few bytes could fill the memory.
 */
export async function* inBlocks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let block = new Uint8Array(size);
  let filled = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + size - filled);
      block.set(part, filled);
      from += part.length;
      filled += part.length;
      if (filled < size) continue;
      yield block;
      block = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}
