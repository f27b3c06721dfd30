/**
 * A block: the unit that is read, checked and cached. One codec byte, then
 *
 *   0  CRC-32 of the content (4 bytes, little-endian), content
 *   1  one gzip member of the content; gzip's trailer holds the CRC-32 and length
 *   2  the block's mark (4 bytes, little-endian), then as 0
 *   3  the same, then as 1
 *   4  as 0, of a block of a genotype matrix that is packed (packed-genotypes.ts)
 *   5  as 1, of a block of records that are packed (packed-records.ts)
 *   6  as 2, of what 4 is of
 *   7  as 3, of what 5 is of
 *
 * Damage is always noticed and checked once: inflating checks gzip's own sum.
 *
 * The mark says which object a block belongs to and at which offset it is, so that a whole block of another release or
 * another place is noticed. An object's name ends with its hash and, in eight digits, the number that its marks begin
 * from (`genes-0123456789abcdef.89abcdef.bin`): a reader that knows where a block is knows its mark. Blocks of objects
 * without a number in their name have no marks.
 */
import { crc32 } from './checksum.ts';
import { StoreError } from '../../store/store.ts';
import { readU32, writeU32 } from './integers.ts';
import type { Compress } from './object-sink.ts';
import { unpackGenotypes } from '../kernels/genotype-unpacking.ts';
import { packGenotypes } from '../genotypes/packed-genotypes.ts';
import { packRecords } from '../tables/packed-records.ts';
import { unpackRecords } from '../kernels/unpacking.ts';

const PLAIN = 0;
const GZIP = 1;
/** Beside PLAIN and GZIP. */
const PACKED = 4;
const PLAIN_PACKED = PLAIN + PACKED;
const GZIP_PACKED = GZIP + PACKED;
const PLAIN_HEAD = 5;
const GZIP_HEAD_AND_TRAILER = 18;
/** Deflate cannot do better than 1032:1 (RFC 1951: 258 bytes from two bits), so a larger claim is damage, not data. */
const DEFLATE_LIMIT = 1032;

/** Inflating costs 50 to 100 µs a block on every miss; less than an eighth saved is not worth that. */
const WORTHWHILE = 7 / 8;

export function encodeBlock(content: Uint8Array, compress: Compress): Promise<Uint8Array> {
  return encodeAs(GZIP, content, content, compress);
}

/** @param content of a sorted table or an interval table, as encodeRecordBlock makes it */
export function encodeBlockOfRecords(content: Uint8Array, compress: Compress): Promise<Uint8Array> {
  return encodeAs(GZIP_PACKED, content, packRecords(content), compress);
}

/** @param content of a genotype matrix, as encodeRecordBlock makes it */
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
  // Who does not compress gives back what it was given.
  if (compressed === packed || compressed.length > content.length * WORTHWHILE) return encodePlainBlock(content);
  const stored = new Uint8Array(1 + compressed.length);
  stored[0] = codec;
  stored.set(compressed, 1);
  return stored;
}

/** A block that is searched where it lies, without decoding: directories, packed bases. */
export function encodePlainBlock(content: Uint8Array): Uint8Array {
  const stored = new Uint8Array(PLAIN_HEAD + content.length);
  stored[0] = PLAIN;
  writeU32(stored, 1, crc32(content));
  stored.set(content, PLAIN_HEAD);
  return stored;
}

/** Where a block stands; `name` says whose it is in errors. */
export interface BlockPlace {
  object: string;
  offset: number;
  name?: string;
}

/** Content of a stored block. Throws StoreError when it is damaged, or that of another place. */
export function decodeBlock(stored: Uint8Array, place: BlockPlace): Uint8Array | Promise<Uint8Array> {
  const codec = codecOf(stored);
  if (codec === GZIP) return inflate(unmarked(stored, place), nameOf(place));
  if (codec === GZIP_PACKED) return inflateRecords(unmarked(stored, place), nameOf(place));
  if (codec === PLAIN_PACKED) return unpackGenotypes(checked(stored, place), nameOf(place));
  // A copy: a view would keep the whole merged read alive for as long as the cache keeps this block.
  return decodePlainBlock(stored, place).slice();
}

/**
 * Content of a plain block, as a view of the stored bytes. Throws StoreError when it is damaged, or that of another
 * place.
 */
export function decodePlainBlock(stored: Uint8Array, place: BlockPlace): Uint8Array {
  if (codecOf(stored) !== PLAIN)
    throw new StoreError(`${nameOf(place)} has codec ${stored[0]}, which this build does not know there`);
  return checked(stored, place);
}

/** What stands behind a checksum. */
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

/** How the content is stored, whether with a mark or without. */
function codecOf(stored: Uint8Array): number | undefined {
  const codec = stored[0]!;
  return codec <= MARKED + GZIP_PACKED ? codec & ~MARKED : codec;
}

/** The block from the byte before its checksum or its gzip member on, when it is the one that stands there. */
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
    // A platform takes in all of a stream at half the price of handing out its parts.
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
  // Damage rejects the reader too, which is where it is reported; here it would only be an unhandled rejection.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => {});
  writer.close().catch(() => {});
  return readable as ReadableStream<Uint8Array<ArrayBuffer>>;
}

const NUMBER_IN_NAME = /\.([0-9a-f]{8})\.bin$/;
/** Codecs with a mark have this bit. */
const MARKED = 2;
const MARK_LENGTH = 4;

/** Odd, so that no two offsets within 4 GiB have the same product modulo 2^32. */
const SPREAD = 0x9e3779b1;
const SPREAD_ABOVE = 0x85ebca6b;

/** The number of an object, unsigned, from its name; null when its blocks have no marks. */
export function objectNumber(object: string): number | null {
  const found = NUMBER_IN_NAME.exec(object);
  return found && Number.parseInt(found[1]!, 16);
}

/** What a name says of an object's number. */
export function numberInName(number: number): string {
  return `.${number.toString(16).padStart(8, '0')}.bin`;
}

/** Mark of the block at an offset of an object with a number, unsigned. */
export function blockMark(number: number, offset: number): number {
  const above = Math.floor(offset / 2 ** 32);
  return (number + Math.imul(offset >>> 0, SPREAD) + Math.imul(above, SPREAD_ABOVE)) >>> 0;
}

/** A stored block with its mark; as it is when the object has no number. */
export function markBlock(stored: Uint8Array, number: number | undefined, offset: number): Uint8Array {
  if (number === undefined) return stored;
  const marked = new Uint8Array(stored.length + MARK_LENGTH);
  marked[0] = stored[0]! + MARKED;
  writeU32(marked, 1, blockMark(number, offset));
  marked.set(stored.subarray(1), 1 + MARK_LENGTH);
  return marked;
}

/** Whether a stored block has a mark. */
function isMarked(stored: Uint8Array): boolean {
  return (stored[0]! & MARKED) !== 0;
}

/** Is a stored block the one at this place of this object, as far as its mark tells? */
function isBlockOf(stored: Uint8Array, object: string, offset: number): boolean {
  const number = objectNumber(object);
  const marked = isMarked(stored);
  if (number === null || !marked) return (number !== null) === marked;
  return stored.length >= 1 + MARK_LENGTH && readU32(stored, 1) === blockMark(number, offset);
}
