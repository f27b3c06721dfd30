/**
 * Packed sequence: bases at 2 bits each in chunks of 262,144, one block (64 KiB) per chunk. Letters other than A, C, G
 * and T, and masked regions, are stored as runs. Any slice is one range read. For the layout of a chunk see
 * sequence-chunk.ts.
 *
 * One object contains many sequences. The record of each has its chunk directory (chunk-directory.ts). A chunk of only
 * unmasked N has a block of length 0.
 */
import { encodePlainBlock, markBlock } from '../blocks/block.ts';
import type { BlockReader } from '../blocks/block-reader.ts';
import { readBlocks } from '../blocks/block-reads.ts';
import { chunkOf, encodeDirectory, type StoredSlice } from './chunk-directory.ts';
import { objectHeader } from '../blocks/object-header.ts';
import type { ObjectSink } from '../blocks/object-sink.ts';
import { CHUNK_BASES, encodeChunk, readChunk, type Mask, type Run } from './sequence-chunk.ts';
import { at, last, present } from '../../checked.ts';

const SHAPE = 'packed sequence';
const N = 'N'.charCodeAt(0);

export class PackedSequenceWriter {
  readonly #sink: ObjectSink;
  /** Letters of the current chunk. All sequences share it, since ancestral sequences are many and short. */
  readonly #letters = new Uint8Array(CHUNK_BASES);
  #written = 0;
  #sequence: SequenceInProgress | null = null;

  constructor(sink: ObjectSink) {
    this.#sink = sink;
  }

  /**
   * Begins a sequence.
   *
   * @param masked soft-masked intervals, ascending and disjoint, 1-based inclusive; consumed while chunks are written
   */
  begin(masked: Iterable<[start: number, end: number]>): void {
    if (this.#sequence) throw new Error('the previous sequence has not ended');
    this.#sequence = { masked: maskedRuns(masked), run: null, filled: 0, chunks: 0, firstBlock: 0, starts: [0] };
  }

  /** Appends bases, in either case (masking comes from `begin`). Throws Error for bytes that are not letters. */
  async append(ascii: Uint8Array): Promise<void> {
    const sequence = this.#current();
    for (let at = 0; at < ascii.length; ) {
      const part = ascii.subarray(at, at + CHUNK_BASES - sequence.filled);
      this.#letters.set(part, sequence.filled);
      sequence.filled += part.length;
      at += part.length;
      if (sequence.filled === CHUNK_BASES) await this.#writeChunk(sequence);
    }
  }

  /** Ends the sequence and returns its chunk directory. Throws Error if a masked interval is beyond its end. */
  async end(): Promise<Uint8Array> {
    const sequence = this.#current();
    const length = sequence.chunks * CHUNK_BASES + sequence.filled;
    if (sequence.filled > 0) await this.#writeChunk(sequence);
    sequence.run ??= nextRun(sequence.masked);
    if (sequence.run)
      throw new Error(`the masked interval that ends at ${sequence.run[1]} exceeds the sequence's ${length} bases`);
    this.#sequence = null;
    return encodeDirectory(sequence.firstBlock, sequence.starts, length);
  }

  #current(): SequenceInProgress {
    if (!this.#sequence) throw new Error('no sequence has begun');
    return this.#sequence;
  }

  async #writeChunk(sequence: SequenceInProgress): Promise<void> {
    const first = sequence.chunks * CHUNK_BASES;
    const masked = takeRuns(sequence, first, first + sequence.filled);
    const chunk = encodeChunk(this.#letters.subarray(0, sequence.filled), masked, sequence.chunks);
    if (this.#written === 0) await this.#write(objectHeader(SHAPE));
    const stored = chunk ? markBlock(encodePlainBlock(chunk), this.#sink.number, this.#written) : null;
    if (sequence.chunks === 0) sequence.firstBlock = this.#written;
    if (stored) await this.#write(stored);
    sequence.starts.push(last(sequence.starts) + (stored?.length ?? 0));
    sequence.chunks++;
    sequence.filled = 0;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#written += bytes.length;
    await this.#sink.write(bytes);
  }
}

interface SequenceInProgress {
  /** 0-based, half-open, from the start of the sequence. */
  masked: Iterator<Run>;
  /** The current run, if it begins or continues in a later chunk. */
  run: Run | null;
  filled: number;
  chunks: number;
  firstBlock: number;
  starts: number[];
}

/** Converts 1-based inclusive intervals to 0-based half-open runs. No other code does. */
function* maskedRuns(masked: Iterable<[start: number, end: number]>): Generator<Run, undefined> {
  let reached = 0;
  for (const [start, end] of masked) {
    if (start <= reached || end < start)
      throw new Error(`the masked interval ${start}-${end} must start after ${reached} and not end before its start`);
    reached = end;
    yield [start - 1, end];
  }
}

function nextRun(runs: Iterator<Run>): Run | null {
  const { done, value } = runs.next();
  return done ? null : value;
}

/** The masked runs between two positions, relative to the first. */
function takeRuns(sequence: SequenceInProgress, from: number, to: number): Run[] {
  const runs: Run[] = [];
  for (;;) {
    sequence.run ??= nextRun(sequence.masked);
    if (!sequence.run || sequence.run[0] >= to) return runs;
    const [start, end] = sequence.run;
    runs.push([Math.max(start, from) - from, Math.min(end, to) - from]);
    if (end > to) return runs;
    sequence.run = null;
  }
}

/** Reads the blocks of slices of stored sequences, in one wave. Throws StoreError for damaged data. */
export async function readPacked(
  object: string,
  slices: readonly StoredSlice[],
  reader: BlockReader,
): Promise<PackedLetters> {
  const ranges = slices.flatMap((slice) => planChunks(object, slice).flatMap(({ range }) => range ?? []));
  const found = readBlocks(reader, ranges);
  return new PackedLetters(object, ranges, found instanceof Promise ? await found : found);
}

/** Blocks of chunks in memory. A whole chunk takes a quarter of a byte per letter. */
export class PackedLetters {
  readonly #object: string;
  /** By offset in the object. */
  readonly #blocks = new Map<number, Uint8Array>();

  constructor(object: string, ranges: readonly Range[], blocks: readonly Uint8Array[]) {
    this.#object = object;
    for (const [which, { offset }] of ranges.entries()) this.#blocks.set(offset, at(blocks, which));
  }

  /**
   * Unpacks a slice, or a part of one, that has been read: upper-case ASCII. The mask 'soft' gives masked letters in
   * lower case, 'hard' as N. Throws StoreError for damaged data.
   */
  unpack(slice: StoredSlice, mask?: Mask): Uint8Array {
    const { start, end } = slice;
    // A chunk has four bases per byte. With the same alignment in the result, whole bytes are unpacked.
    const lead = (start - 1) % 4;
    const letters = new Uint8Array(Math.ceil((lead + end - start + 1) / 4) * 4);
    for (const { index, bases, range } of planChunks(this.#object, slice)) {
      const first = index * CHUNK_BASES;
      const from = Math.max(start - 1 - first, 0);
      const to = Math.min(end - first, bases);
      const target = lead + first + from - (start - 1);
      if (range) {
        const block = present(this.#blocks.get(range.offset), 'the block of a chunk');
        readChunk(block, { index, bases, from, to, mask }, letters, target, `${this.#object} at byte ${range.offset}`);
      } else letters.fill(N, target, target + to - from);
    }
    return letters.subarray(lead, lead + end - start + 1);
  }
}

interface Range {
  object: string;
  offset: number;
  length: number;
}

interface PlannedChunk {
  index: number;
  /** Number of bases of the whole chunk. */
  bases: number;
  /** Null for a chunk without a block. */
  range: Range | null;
}

function planChunks(object: string, { start, length, offset, sizes }: StoredSlice): PlannedChunk[] {
  let at = offset;
  return sizes.map((size, each) => {
    const index = chunkOf(start) + each;
    const range = size > 0 ? { object, offset: at, length: size } : null;
    at += size;
    return { index, bases: Math.min(CHUNK_BASES, length - index * CHUNK_BASES), range };
  });
}
