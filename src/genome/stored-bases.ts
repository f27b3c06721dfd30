/**
 * The stored sequences that make up a slice. Positions outside the stored pieces (gaps of the assembly, positions
 * beyond the ends of the region) are N.
 */
import { at } from '../checked.ts';
import { firstIndex } from '../index/tables/first-index.ts';
import { partOfSlice, storedSlice, type StoredSlice } from '../index/sequence/chunk-directory.ts';
import { sliceLength, type SequencePiece, type SeqRegionRecord, type Slice } from './seq-region.ts';

/** Contiguous bases of a stored sequence. */
interface StoredPiece {
  /** 0-based position on the forward strand of the interval. */
  at: number;
  /** Stored on the other strand. */
  flipped: boolean;
  stored: StoredSlice;
}

/** The stored pieces of an interval of a region; positions outside the pieces are N. */
export interface StoredBases {
  /** Length of the interval in bases. */
  length: number;
  strand: 1 | -1;
  pieces: readonly StoredPiece[];
}

/** The stored pieces of a slice. */
export function storedBasesOf(slice: Slice): StoredBases {
  const { region, start, end, strand } = slice;
  const length = sliceLength(slice);
  if (length === 0) return { length, strand, pieces: [] };
  if (start <= end) return { length, strand, pieces: piecesOf(region, start, end, 0) };
  return {
    length,
    strand,
    pieces: [...piecesOf(region, start, region.length, 0), ...piecesOf(region, 1, end, region.length - start + 1)],
  };
}

/** Part of an interval, on either strand: `length` bases from a 0-based position of its forward strand. */
export function partOfBases({ pieces }: StoredBases, from: number, length: number, strand: 1 | -1): StoredBases {
  const to = from + length;
  return {
    length,
    strand,
    pieces: pieces.flatMap(({ at, flipped, stored }): StoredPiece[] => {
      const size = stored.end - stored.start + 1;
      const [first, last] = [Math.max(at, from), Math.min(at + size, to)];
      if (first >= last) return [];
      const start = stored.start + (flipped ? at + size - last : first - at);
      return [{ at: first - from, flipped, stored: partOfSlice(stored, start, start + last - first - 1) }];
    }),
  };
}

function piecesOf({ sequence, directories }: SeqRegionRecord, from: number, to: number, offset: number): StoredPiece[] {
  const pieces: StoredPiece[] = [];
  for (let which = firstReaching(sequence, from); which < sequence.length && at(sequence, which).start <= to; which++) {
    const piece = at(sequence, which);
    const start = Math.max(from, piece.start);
    const end = Math.min(to, piece.end);
    const before = piece.strand === 1 ? start - piece.start : piece.end - end;
    const stored = storedSlice({
      directory: at(directories, which),
      start: piece.from + before,
      end: piece.from + before + (end - start),
    });
    pieces.push({ at: offset + (start - from), flipped: piece.strand === -1, stored });
  }
  return pieces;
}

/** Index of the first piece that ends at or after a position; pieces are ascending and disjoint. */
function firstReaching(pieces: readonly SequencePiece[], position: number): number {
  return firstIndex(0, pieces.length, (index) => at(pieces, index).end < position);
}

/** A piece as records contain it; `flipped` is 0 or 1. */
export type PackedPiece = [
  at: number,
  flipped: number,
  start: number,
  end: number,
  length: number,
  offset: number,
  ...sizes: number[],
];

export function packPieces({ pieces }: StoredBases): PackedPiece[] {
  return pieces.map(({ at, flipped, stored: { start, end, length, offset, sizes } }) => [
    at,
    Number(flipped),
    start,
    end,
    length,
    offset,
    ...sizes,
  ]);
}

export function unpackPieces(packed: readonly PackedPiece[]): StoredPiece[] {
  return packed.map(([at, flipped, start, end, length, offset, ...sizes]) => ({
    at,
    flipped: flipped === 1,
    stored: { start, end, length, offset, sizes },
  }));
}
