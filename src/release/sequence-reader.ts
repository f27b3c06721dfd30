/**
 * Bases of slices: which stored sequences they show, one wave of reads for all of them, and how the pieces come together.
 * What no stored piece covers (gaps of the assembly, positions beyond the ends of the region) reads as N.
 */
import { turnAround } from '../genome/bases.ts';
import { sliceLength, type SequencePiece, type SeqRegionRecord, type Slice } from '../genome/seq-region.ts';
import { ApiError } from '../api-error.ts';
import type { SequenceRequest } from '../index/packed-sequence.ts';
import type { Mask } from '../index/sequence-chunk.ts';
import type { Genome } from './genome.ts';
import type { Release } from './release.ts';

/** Where the bases of one stored piece go: at a 0-based position of a slice's forward strand. */
interface Placement {
  slice: number;
  at: number;
  flipped: boolean;
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

/**
 * The bases of each slice on its strand, as ASCII in upper case; repeats in lower case ('soft') or as N ('hard') under a
 * mask. The arrays belong to the caller. One wave of reads.
 */
export async function readBases(genome: Genome, slices: readonly Slice[], mask?: Mask): Promise<Uint8Array[]> {
  const requests: SequenceRequest[] = [];
  const placements: Placement[] = [];
  slices.forEach((slice, which) => {
    let at = 0;
    for (const [from, to] of stretchesOf(slice)) {
      planStretch(slice.region, from, to, which, at, requests, placements);
      at += to - from + 1;
    }
  });
  const stored = requests.length > 0 ? await genome.storedBases(requests, mask) : [];
  const bases: Uint8Array[] = new Array(slices.length);
  placements.forEach(({ slice, at, flipped }, which) => {
    const piece = flipped ? turnAround(stored[which]!) : stored[which]!;
    const length = sliceLength(slices[slice]!);
    // Most slices lie within one piece, which then is the whole answer.
    if (piece.length === length) bases[slice] = piece;
    else (bases[slice] ??= unknownBases(length)).set(piece, at);
  });
  return slices.map((slice, which) => {
    const forward = bases[which] ?? unknownBases(sliceLength(slice));
    return slice.strand === -1 ? turnAround(forward) : forward;
  });
}

function stretchesOf({ region, start, end }: Slice): [from: number, to: number][] {
  return start <= end ? [[start, end]] : [[start, region.length], [1, end]];
}

function planStretch(
  region: SeqRegionRecord, from: number, to: number, slice: number, offset: number, requests: SequenceRequest[], placements: Placement[],
): void {
  const { sequence, directories } = region;
  for (let which = firstReaching(sequence, from); which < sequence.length && sequence[which]!.start <= to; which++) {
    const piece = sequence[which]!;
    const start = Math.max(from, piece.start);
    const end = Math.min(to, piece.end);
    const before = piece.strand === 1 ? start - piece.start : piece.end - end;
    requests.push({ directory: directories[which]!, start: piece.from + before, end: piece.from + before + (end - start) });
    placements.push({ slice, at: offset + (start - from), flipped: piece.strand === -1 });
  }
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
