/**
 * Bases of slices: which stored sequences they show, one wave of reads for all of them, and how the pieces come together.
 * What no stored piece covers (gaps of the assembly, positions beyond the ends of the region) reads as N.
 */
import { turnAround } from '../genome/bases.ts';
import { sliceLength, type SequencePiece, type SeqRegionRecord, type Slice } from '../genome/seq-region.ts';
import { ApiError } from '../api-error.ts';
import { partOfSlice, storedSlice, type StoredSlice } from '../index/packed-sequence.ts';
import type { Mask } from '../index/sequence-chunk.ts';
import type { Genome } from './genome.ts';
import type { Release } from './release.ts';

/** Bases that stand together in a stored sequence. */
export interface StoredPiece {
  /** Where they go: a 0-based position on the forward strand of the stretch. */
  at: number;
  /** Stored on the other strand. */
  flipped: boolean;
  stored: StoredSlice;
}

/** A stretch of a region by what is stored of it; what no piece covers reads as N. */
export interface StoredStretch {
  /** Bases. */
  length: number;
  strand: 1 | -1;
  pieces: readonly StoredPiece[];
}

/**
 * The genome that holds the bases of a genome: itself, or the core genome of its species, for databases that only add
 * annotation. Throws ApiError (400) when neither holds any.
 */
export function genomeWithDna(release: Release, genome: Genome): Genome {
  if (genome.entry.sequence) return genome;
  const core = release.findGenome(genome.species);
  if (core?.entry.sequence) return core;
  throw new ApiError(`This release holds no genome sequence for the species '${genome.species}'`);
}

/** The bases of each slice; see readStretches. */
export function readBases(genome: Genome, slices: readonly Slice[], mask?: Mask): Promise<Uint8Array[]> {
  return readStretches(genome, slices.map(stretchOf), mask);
}

/**
 * The bases of each stretch on its strand, as ASCII in upper case; repeats in lower case ('soft') or as N ('hard') under a
 * mask. The arrays belong to the caller. One wave of reads.
 */
export async function readStretches(genome: Genome, stretches: readonly StoredStretch[], mask?: Mask): Promise<Uint8Array[]> {
  const all = stretches.flatMap(({ pieces }) => pieces);
  const stored = all.length > 0 ? await genome.storedBases(all.map((piece) => piece.stored), mask) : [];
  let next = 0;
  return stretches.map(({ length, strand, pieces }) => {
    let bases: Uint8Array | undefined;
    for (const { at, flipped } of pieces) {
      const found = stored[next++]!;
      const piece = flipped ? turnAround(found) : found;
      // Most stretches lie within one piece, which then is the whole answer.
      if (piece.length === length) bases = piece;
      else (bases ??= unknownBases(length)).set(piece, at);
    }
    bases ??= unknownBases(length);
    return strand === -1 ? turnAround(bases) : bases;
  });
}

/** What is stored of a slice. */
export function stretchOf(slice: Slice): StoredStretch {
  const { region, start, end, strand } = slice;
  const length = sliceLength(slice);
  if (start <= end) return { length, strand, pieces: piecesOf(region, start, end, 0) };
  return { length, strand, pieces: [...piecesOf(region, start, region.length, 0), ...piecesOf(region, 1, end, region.length - start + 1)] };
}

/** Part of a stretch, on another strand if need be: `length` bases from a 0-based position of its forward strand on. */
export function partOfStretch({ pieces }: StoredStretch, from: number, length: number, strand: 1 | -1): StoredStretch {
  const to = from + length;
  return { length, strand, pieces: pieces.flatMap(({ at, flipped, stored }): StoredPiece[] => {
    const size = stored.end - stored.start + 1;
    const [first, last] = [Math.max(at, from), Math.min(at + size, to)];
    if (first >= last) return [];
    const start = stored.start + (flipped ? at + size - last : first - at);
    return [{ at: first - from, flipped, stored: partOfSlice(stored, start, start + last - first - 1) }];
  }) };
}

function piecesOf({ sequence, directories }: SeqRegionRecord, from: number, to: number, offset: number): StoredPiece[] {
  const pieces: StoredPiece[] = [];
  for (let which = firstReaching(sequence, from); which < sequence.length && sequence[which]!.start <= to; which++) {
    const piece = sequence[which]!;
    const start = Math.max(from, piece.start);
    const end = Math.min(to, piece.end);
    const before = piece.strand === 1 ? start - piece.start : piece.end - end;
    const stored = storedSlice({ directory: directories[which]!, start: piece.from + before, end: piece.from + before + (end - start) });
    pieces.push({ at: offset + (start - from), flipped: piece.strand === -1, stored });
  }
  return pieces;
}

/** Index of the first piece that ends at or after a position; pieces are ascending and disjoint. */
function firstReaching(pieces: readonly SequencePiece[], position: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle]!.end < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function unknownBases(length: number): Uint8Array {
  return new Uint8Array(length).fill(78);
}
