/**
 * The chunk directory of a packed sequence: the places of the blocks of its chunks. The record of the seq region
 * contains it.
 *
 *   magic and version (8) | offset of the first block (6) | number of the first chunk (2) | number of bases (6) |
 *   0 (2) | start of each chunk's block and the end of the last, from the first block (4 each, n + 1 of them) |
 *   CRC-32 of all bytes before (4)
 *
 * The directory of a whole sequence begins with chunk 0. A record that shows only a part of a sequence contains only
 * the chunks of that part.
 */
import { last } from '../../checked.ts';
import { StoreError } from '../../store/store.ts';
import { crc32 } from '../kernels/checksum.ts';
import { readU16, readU32, readU48, writeU16, writeU32, writeU48 } from '../blocks/integers.ts';
import { checkHeader, HEADER_LENGTH, objectHeader } from '../blocks/object-header.ts';
import { CHUNK_BASES } from './sequence-chunk.ts';

const SHAPE = 'packed sequence';
const HEADER = objectHeader(SHAPE);
const [FIRST_AT, LENGTH_AT, STARTS_AT, START_BYTES, CHECKSUM_BYTES] = [14, 16, 24, 4, 4];

/**
 * A slice of a stored sequence and the places of its chunks. With it in a record, the bases can be read without the
 * directory.
 */
export interface StoredSlice {
  /** 1-based inclusive, within the sequence. */
  start: number;
  end: number;
  /** Bases of the whole sequence. */
  length: number;
  /** Start of the block of the slice's first chunk in the object. */
  offset: number;
  /** Lengths of the consecutive blocks of its chunks. */
  sizes: readonly number[];
}

/** The 0-based number of the chunk that contains a 1-based position. */
export const chunkOf = (position: number): number => Math.floor((position - 1) / CHUNK_BASES);

/**
 * Encodes a chunk directory.
 *
 * @param offset of the first block in the object
 * @param starts of each block, relative to the first, and the end of the last
 * @param length bases of the whole sequence
 * @param first number of the chunk of the first block
 */
export function encodeDirectory(offset: number, starts: readonly number[], length: number, first = 0): Uint8Array {
  const checksumAt = STARTS_AT + START_BYTES * starts.length;
  const directory = new Uint8Array(checksumAt + CHECKSUM_BYTES);
  directory.set(HEADER);
  writeU48(directory, HEADER_LENGTH, offset);
  writeU16(directory, FIRST_AT, first);
  writeU48(directory, LENGTH_AT, length);
  for (const [index, start] of starts.entries()) writeU32(directory, STARTS_AT + START_BYTES * index, start);
  writeU32(directory, checksumAt, crc32(directory.subarray(0, checksumAt)));
  return directory;
}

/** The directory of only the chunks of a slice. Throws like storedSlice. */
export function directoryOfSlice(directory: Uint8Array, start: number, end: number): Uint8Array {
  const { length, offset, sizes } = storedSlice({ directory, start, end });
  const starts = [0];
  for (const size of sizes) starts.push(last(starts) + size);
  return encodeDirectory(offset, starts, length, chunkOf(start));
}

export interface SequenceRequest {
  /** Chunk directory of the sequence, or of a part that contains the slice. */
  directory: Uint8Array;
  /** 1-based inclusive, within the sequence. */
  start: number;
  end: number;
}

/**
 * Finds the chunks of a slice. Throws RangeError for a slice outside the listed chunks, and StoreError for a damaged
 * directory.
 */
export function storedSlice({ directory, start, end }: SequenceRequest, object = 'a packed sequence'): StoredSlice {
  const { length, first, chunks } = checkDirectory(object, directory);
  if (!(start >= 1 && start <= end && end <= length && chunkOf(start) >= first && chunkOf(end) < first + chunks)) {
    throw new RangeError(
      `${start}-${end} is not within chunks ${first} to ${first + chunks - 1} of a sequence of ${length} bases`,
    );
  }
  const startOf = (chunk: number) => readU32(directory, STARTS_AT + START_BYTES * (chunk - first));
  const from = chunkOf(start);
  const sizes = Array.from(
    { length: chunkOf(end) - from + 1 },
    (_, each) => startOf(from + each + 1) - startOf(from + each),
  );
  return { start, end, length, offset: readU48(directory, HEADER_LENGTH) + startOf(from), sizes };
}

/** A part of a stored slice. Positions are in the stored sequence and within the slice. */
export function partOfSlice(slice: StoredSlice, start: number, end: number): StoredSlice {
  const first = chunkOf(start) - chunkOf(slice.start);
  const offset = slice.sizes.slice(0, first).reduce((sum, size) => sum + size, slice.offset);
  return {
    start,
    end,
    length: slice.length,
    offset,
    sizes: slice.sizes.slice(first, chunkOf(end) - chunkOf(slice.start) + 1),
  };
}

interface Listed {
  /** Bases of the whole sequence. */
  length: number;
  /** Number of the first listed chunk, and number of listed chunks. */
  first: number;
  chunks: number;
}

/** Verified directories: one request often reads many slices of one sequence. */
const checked = new WeakMap<Uint8Array, Listed>();

/** Verifies a directory. Throws StoreError if it is damaged, of another version or not a chunk directory. */
function checkDirectory(object: string, directory: Uint8Array): Listed {
  const known = checked.get(directory);
  if (known) return known;
  const name = `a chunk directory of ${object}`;
  checkHeader(directory, SHAPE, name);
  const checksumAt = directory.length - CHECKSUM_BYTES;
  const chunks = (checksumAt - STARTS_AT) / START_BYTES - 1;
  if (
    !(Number.isInteger(chunks) && chunks >= 0) ||
    crc32(directory.subarray(0, checksumAt)) !== readU32(directory, checksumAt)
  ) {
    throw new StoreError(`${name} is damaged: its checksum differs`);
  }
  const listed = { length: readU48(directory, LENGTH_AT), first: readU16(directory, FIRST_AT), chunks };
  if ((listed.first + chunks - 1) * CHUNK_BASES >= Math.max(1, listed.length))
    throw new StoreError(`${name} is damaged: it lists more chunks than the sequence has`);
  checked.set(directory, listed);
  return listed;
}
