/**
 * Bases of slices: one wave of reads for all of them, and how the stored pieces come together. What no piece covers
 * reads as N.
 */
import { reverseComplementInPlace } from '../genome/bases.ts';
import type { Slice } from '../genome/seq-region.ts';
import { storedBasesOf, type StoredBases } from '../genome/stored-bases.ts';
import { ApiError } from '../api-error.ts';
import type { Mask } from '../index/sequence/sequence-chunk.ts';
import type { Genome } from './genome.ts';
import type { Release } from './release.ts';

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
  return readStretches(genome, slices.map(storedBasesOf), mask);
}

/**
 * The bases of each stretch on its strand, as ASCII in upper case; repeats in lower case ('soft') or as N ('hard')
 * under a
 * mask. The arrays belong to the caller. One wave of reads.
 */
export async function readStretches(
  genome: Genome,
  stretches: readonly StoredBases[],
  mask?: Mask,
): Promise<Uint8Array[]> {
  const all = stretches.flatMap(({ pieces }) => pieces);
  const stored =
    all.length > 0
      ? await genome.storedBases(
          all.map((piece) => piece.stored),
          mask,
        )
      : [];
  let next = 0;
  return stretches.map(({ length, strand, pieces }) => {
    let bases: Uint8Array | undefined;
    for (const { at, flipped } of pieces) {
      const found = stored[next++]!;
      const piece = flipped ? reverseComplementInPlace(found) : found;
      // Most stretches lie within one piece, which then is the whole answer.
      if (piece.length === length) bases = piece;
      else (bases ??= unknownBases(length)).set(piece, at);
    }
    bases ??= unknownBases(length);
    return strand === -1 ? reverseComplementInPlace(bases) : bases;
  });
}

function unknownBases(length: number): Uint8Array {
  return new Uint8Array(length).fill(78);
}
