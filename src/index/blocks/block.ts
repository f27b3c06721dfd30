/**
 * A block is the unit that is read, checked and cached. It begins with one codec byte:
 *
 *   0  CRC-32 of the content (4 bytes, little-endian), content
 *   1  one gzip member of the content; gzip's trailer contains the CRC-32 and length
 *   2  the block's mark (4 bytes, little-endian), then as 0
 *   3  the block's mark, then as 1
 *   4  as 0, with a packed block of a genotype matrix as content (packed-genotypes.ts)
 *   5  as 1, with a packed block of records as content (packed-records.ts)
 *   6  as 4, with a mark
 *   7  as 5, with a mark
 *
 * Every damage is detected, by one checksum: for gzip, inflating verifies it.
 *
 * The mark identifies the object and the offset of the block, so that a sound block of another release or another place
 * is rejected. The name of an object ends with its hash and, in eight hexadecimal digits, the number from which its
 * marks are computed (`genes-0123456789abcdef.89abcdef.bin`). A reader that knows the place of a block thus knows its
 * mark. Blocks of objects without a number in their name have no marks.
 */
import { crc32 } from '../kernels/checksum.ts';
import { at } from '../../checked.ts';
import { StoreError } from '../../store/store.ts';
import { readU32, writeU32 } from './integers.ts';
import type { Compress } from './object-sink.ts';
import { unpackGenotypes } from '../kernels/genotype-unpacking.ts';
import { packGenotypes } from '../genotypes/packed-genotypes.ts';
import { packRecords } from '../tables/packed-records.ts';
import { unpackRecords } from '../kernels/unpacking.ts';

const PLAIN = 0;
const GZIP = 1;
/** Added to PLAIN or GZIP. */
const PACKED = 4;
const PLAIN_PACKED = PLAIN + PACKED;
const GZIP_PACKED = GZIP + PACKED;
const PLAIN_HEAD = 5;
const GZIP_HEAD_AND_TRAILER = 18;
/** Deflate compresses at most 1032:1 (RFC 1951: 258 bytes from two bits), so a larger claim is damage. */
const DEFLATE_LIMIT = 1032;

/**
 * Maximum ratio of compressed to plain size. Inflating costs 50 to 100 µs per uncached block; saving less than an
 * eighth is not worth that.
 */
const WORTHWHILE = 7 / 8;

export function encodeBlock(content: Uint8Array, compress: Compress): Promise<Uint8Array> {
  return encodeAs(GZIP, content, content, compress);
}

/** @param content block of a sorted table or an interval table, as encodeRecordBlock returns it */
export function encodeBlockOfRecords(content: Uint8Array, compress: Compress): Promise<Uint8Array> {
  return encodeAs(GZIP_PACKED, content, packRecords(content), compress);
}

/** @param content block of a genotype matrix, as encodeRecordBlock returns it */
export function encodeBlockOfGenotypes(content: Uint8Array): Uint8Array {
  const stored = encodePlainBlock(packGenotypes(content));
  stored[0] = PLAIN_PACKED;
  return stored;
}

async function encodeAs(
  codec: number,
  content: Uint8Array,
  packed: Uint8Array,
  compress: Compress,
): Promise<Uint8Array> {
  const compressed = await compress(packed);
  // A `compress` function that does not compress returns its argument.
  if (compressed === packed || compressed.length > content.length * WORTHWHILE) return encodePlainBlock(content);
  const stored = new Uint8Array(1 + compressed.length);
  stored[0] = codec;
  stored.set(compressed, 1);
  return stored;
}

/** A block without compression, for content that is searched without decoding: directories, packed bases. */
export function encodePlainBlock(content: Uint8Array): Uint8Array {
  const stored = new Uint8Array(PLAIN_HEAD + content.length);
  stored[0] = PLAIN;
  writeU32(stored, 1, crc32(content));
  stored.set(content, PLAIN_HEAD);
  return stored;
}

/** The place of a block; `name` names it in errors. */
export interface BlockPlace {
  object: string;
  offset: number;
  name?: string;
}

/** Content of a stored block. Throws StoreError if it is damaged or belongs to another place. */
export function decodeBlock(stored: Uint8Array, place: BlockPlace): Uint8Array | Promise<Uint8Array> {
  const codec = codecOf(stored);
  if (codec === GZIP) return inflate(unmarked(stored, place), nameOf(place));
  if (codec === GZIP_PACKED) return inflateRecords(unmarked(stored, place), nameOf(place));
  if (codec === PLAIN_PACKED) return unpackGenotypes(checked(stored, place), nameOf(place));
  // Copied, since a view would keep the whole merged read in memory for as long as the block is cached.
  return decodePlainBlock(stored, place).slice();
}

/**
 * Content of a plain block, as a view of the stored bytes. Throws StoreError if it is damaged or belongs to another
 * place.
 */
export function decodePlainBlock(stored: Uint8Array, place: BlockPlace): Uint8Array {
  if (codecOf(stored) !== PLAIN)
    throw new StoreError(`${nameOf(place)} has codec ${stored[0]}, but must be a plain block`);
  return checked(stored, place);
}

/** The content after a checksum, which it verifies. */
function checked(stored: Uint8Array, place: BlockPlace): Uint8Array {
  const rest = unmarked(stored, place);
  const content = rest.subarray(PLAIN_HEAD);
  if (rest.length < PLAIN_HEAD || crc32(content) !== readU32(rest, 1)) {
    throw new StoreError(`${nameOf(place)} is damaged: its checksum differs`);
  }
  return content;
}

function nameOf({ object, offset, name = `${object} at byte ${offset}` }: BlockPlace): string {
  return name;
}

/** The codec without the bit for marks; undefined for an empty block. */
function codecOf(stored: Uint8Array): number | undefined {
  const [codec] = stored;
  return codec !== undefined && codec <= MARKED + GZIP_PACKED ? codec & ~MARKED : codec;
}

/**
 * The block without its mark: one byte, then the checksum or gzip member. Throws StoreError if the mark is not that of
 * the place.
 */
function unmarked(stored: Uint8Array, place: BlockPlace): Uint8Array {
  if (!isBlockOf(stored, place.object, place.offset))
    throw new StoreError(`${nameOf(place)} is damaged, or is the block of another object or place: its mark differs`);
  return isMarked(stored) ? stored.subarray(MARK_LENGTH) : stored;
}

async function inflateRecords(stored: Uint8Array, name: string): Promise<Uint8Array> {
  return unpackRecords(await inflate(stored, name), name);
}

async function inflate(stored: Uint8Array, name: string): Promise<Uint8Array> {
  const length = stored.length > GZIP_HEAD_AND_TRAILER ? readU32(stored, stored.length - 4) : 0;
  if (stored.length <= GZIP_HEAD_AND_TRAILER || length > stored.length * DEFLATE_LIMIT) {
    throw new StoreError(`${name} is damaged: it is not a gzip member`);
  }
  let content: Uint8Array;
  try {
    // Reading the whole stream at once takes half the time of reading its chunks.
    content = new Uint8Array(
      await new Response(through(stored.subarray(1), new DecompressionStream('gzip'))).arrayBuffer(),
    );
  } catch {
    throw new StoreError(`${name} is damaged: it does not decompress`);
  }
  if (content.length !== length)
    throw new StoreError(`${name} is damaged: it decompresses to ${content.length} bytes instead of ${length}`);
  return content;
}

/** The platform's gzip. */
export const gzip: Compress = async (bytes) =>
  new Uint8Array(await new Response(through(bytes, new CompressionStream('gzip'))).arrayBuffer());

function through(
  bytes: Uint8Array,
  { readable, writable }: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  // Damage also rejects the read, which reports it. Without these handlers it would be an unhandled rejection as well.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => {});
  writer.close().catch(() => {});
  return readable as ReadableStream<Uint8Array<ArrayBuffer>>;
}

const NUMBER_IN_NAME = /\.([0-9a-f]{8})\.bin$/;
/** Set in codecs with a mark. */
const MARKED = 2;
const MARK_LENGTH = 4;

/** Odd, so that no two offsets within 4 GiB have the same product modulo 2^32. */
const SPREAD = 0x9e3779b1;
const SPREAD_ABOVE = 0x85ebca6b;

/** The unsigned number in an object's name; null if it has none, and so no marks. */
export function objectNumber(object: string): number | null {
  const found = NUMBER_IN_NAME.exec(object);
  return found && Number.parseInt(at(found, 1), 16);
}

/** The end of the name of an object with a number. */
export function numberInName(number: number): string {
  return `.${number.toString(16).padStart(8, '0')}.bin`;
}

/** The unsigned mark of the block at an offset of an object with a number. */
export function blockMark(number: number, offset: number): number {
  const above = Math.floor(offset / 2 ** 32);
  return (number + Math.imul(offset >>> 0, SPREAD) + Math.imul(above, SPREAD_ABOVE)) >>> 0;
}

/** Adds the mark to a stored block, if the object has a number. */
export function markBlock(stored: Uint8Array, number: number | undefined, offset: number): Uint8Array {
  if (number === undefined) return stored;
  const marked = new Uint8Array(stored.length + MARK_LENGTH);
  marked[0] = at(stored, 0) + MARKED;
  writeU32(marked, 1, blockMark(number, offset));
  marked.set(stored.subarray(1), 1 + MARK_LENGTH);
  return marked;
}

/** Whether a stored block has a mark. */
function isMarked(stored: Uint8Array): boolean {
  return ((stored[0] ?? 0) & MARKED) !== 0;
}

/** Whether the mark of a stored block is that of a place. */
function isBlockOf(stored: Uint8Array, object: string, offset: number): boolean {
  const number = objectNumber(object);
  const marked = isMarked(stored);
  if (number === null || !marked) return (number !== null) === marked;
  return stored.length >= 1 + MARK_LENGTH && readU32(stored, 1) === blockMark(number, offset);
}
