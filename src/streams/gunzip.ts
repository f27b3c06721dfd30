/**
 * Decompresses a stream of gzip or bgzip, in constant memory. The platform's decompression reads one member only, and
 * bgzip writes one for every 64 KiB, so that members of bgzip are found by the length in their header.
 */
import { joinBytes } from '../index/blocks/bytes.ts';
import { joined } from './byte-pieces.ts';
import { decompress } from './decompress.ts';
import { InvalidInput } from '../invalid-input.ts';

/** Bytes of a header of bgzip, with the extra field 'BC' that has the length of the member. */
export const HEAD_BYTES = 18;

/** A file that grows this much is no data: VCF with thousands of samples grows a hundredfold. */
const MAX_RATIO = 500;
/** Bytes after which the ratio is looked at. */
const UNCHECKED_BYTES = 16 * 1024 * 1024;

const damaged = () =>
  new InvalidInput(
    'the body cannot be decompressed: it is damaged or was cut off, or is several gzip files that bgzip ' +
      'did not write; ' +
      'zcat FILE | gzip makes one of several',
  );

/** Does a stream begin with the two bytes of gzip? */
export function isGzip(beginning: Uint8Array): boolean {
  return beginning[0] === 0x1f && beginning[1] === 0x8b;
}

/**
 * The plain bytes of a stream of gzip. Throws InvalidInput for one that is damaged, cut off, or no data.
 *
 * @param source begins with a piece of at least HEAD_BYTES, unless it is shorter as a whole
 */
export async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [compressed, plain] = [0, 0];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      compressed += piece.length;
      yield piece;
    }
  }
  for await (const piece of members(counted())) {
    plain += piece.length;
    if (plain > UNCHECKED_BYTES && plain > compressed * MAX_RATIO)
      throw new InvalidInput(`the body grows to more than ${MAX_RATIO} times its size when it is decompressed`);
    yield piece;
  }
}

async function* members(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await source.next();
  if (first.done) return;
  const all = joined(first.value, source);
  if (bgzipLength(first.value) === null) yield* decompress(all, 'gzip', damaged);
  else yield* bgzipMembers(all);
}

/** The length of the member of bgzip that bytes begin with; null for another one, or too few bytes. */
function bgzipLength(bytes: Uint8Array): number | null {
  if (bytes.length < HEAD_BYTES || !isGzip(bytes) || ((bytes[3] ?? 0) & 4) === 0) return null;
  // The extra field of six bytes: 'BC', two bytes of data.
  const expected = [6, 0, 0x42, 0x43, 2, 0];
  if (expected.some((byte, index) => bytes[10 + index] !== byte)) return null;
  return (bytes[16] ?? 0) + 256 * (bytes[17] ?? 0) + 1;
}

async function* bgzipMembers(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array = new Uint8Array(0);
  for await (const piece of source) {
    waiting = waiting.length === 0 ? piece : joinBytes([waiting, piece]);
    let from = 0;
    while (waiting.length - from >= HEAD_BYTES) {
      const length = bgzipLength(waiting.subarray(from));
      if (length === null) throw damaged();
      if (waiting.length - from < length) break;
      yield* decompress([waiting.subarray(from, from + length)], 'gzip', damaged);
      from += length;
    }
    waiting = waiting.subarray(from);
  }
  if (waiting.length > 0) throw damaged();
}
