/**
 * Reads the bases of slices in one wave and assembles the stored pieces. Positions without a stored piece read as N.
 */
import { at } from '../checked.ts';
import { reverseComplementInPlace } from '../genome/bases.ts';
import type { Slice } from '../genome/seq-region.ts';
import { storedBasesOf, type StoredBases } from '../genome/stored-bases.ts';
import { ApiError } from '../api-error.ts';
import type { Mask } from '../index/sequence/sequence-chunk.ts';
import type { Genome } from './genome.ts';
import type { Release } from './release.ts';

const LETTER_N = 'N'.charCodeAt(0);

/**
 * The genome that has the sequence of a genome: itself, or the core genome of its species for databases that only add
 * annotation. Throws ApiError (400) if neither has one. Not a promise for the genome itself.
 */
export function genomeWithDna(release: Release, genome: Genome): Genome | Promise<Genome> {
  return genome.entry.sequence ? genome : coreWithDna(release, genome);
}

async function coreWithDna(release: Release, genome: Genome): Promise<Genome> {
  const core = await release.findGenome(genome.species);
  if (core?.entry.sequence) return core;
  throw new ApiError(`This release contains no genome sequence for the species '${genome.species}'`);
}

/** The bases of each slice; see readStoredBases. */
export function readBases(genome: Genome, slices: readonly Slice[], mask?: Mask): Promise<Uint8Array[]> {
  return readStoredBases(genome, slices.map(storedBasesOf), mask);
}

/**
 * The bases of each item on its strand, as upper-case ASCII. A mask turns repeats into lower case ('soft') or N
 * ('hard'). The caller owns the arrays. One wave of reads.
 */
export async function readStoredBases(
  genome: Genome,
  items: readonly StoredBases[],
  mask?: Mask,
): Promise<Uint8Array[]> {
  const all = items.flatMap(({ pieces }) => pieces.map(({ stored }) => stored));
  const stored = all.length > 0 ? await genome.storedBases(all, mask) : [];
  let next = 0;
  return items.map(({ length, strand, pieces }) => {
    let bases: Uint8Array | undefined;
    for (const { at: start, flipped } of pieces) {
      const found = at(stored, next++);
      const piece = flipped ? reverseComplementInPlace(found) : found;
      // Most items have one piece, which is then the whole result.
      if (piece.length === length) bases = piece;
      else (bases ??= unknownBases(length)).set(piece, start);
    }
    bases ??= unknownBases(length);
    return strand === -1 ? reverseComplementInPlace(bases) : bases;
  });
}

function unknownBases(length: number): Uint8Array {
  return new Uint8Array(length).fill(LETTER_N);
}
