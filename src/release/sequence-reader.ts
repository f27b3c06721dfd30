/**
 * Reads the bases of slices in one wave and assembles the stored pieces. Positions without a stored piece read as N.
 */
import { present } from '../checked.ts';
import { reverseComplementInPlace } from '../genome/bases.ts';
import type { Slice } from '../genome/seq-region.ts';
import { partOfBases, storedBasesOf, type StoredBases } from '../genome/stored-bases.ts';
import { ApiError } from '../api-error.ts';
import type { PackedLetters } from '../index/sequence/packed-sequence.ts';
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

/** Bases whose blocks are in memory. They are unpacked when they are asked for. */
export class PackedBases {
  readonly length: number;
  readonly #stored: StoredBases;
  /** Null if nothing is stored. */
  readonly #letters: PackedLetters | null;
  readonly #mask: Mask | undefined;

  constructor(stored: StoredBases, letters: PackedLetters | null, mask: Mask | undefined) {
    this.length = stored.length;
    this.#stored = stored;
    this.#letters = letters;
    this.#mask = mask;
  }

  /** Bases from a 0-based position on their strand up to another, which is not included. The caller owns the array. */
  part(from: number, to: number): Uint8Array {
    const { length, strand } = this.#stored;
    if (to - from === length) return this.#unpacked(this.#stored);
    return this.#unpacked(partOfBases(this.#stored, strand === 1 ? from : length - to, to - from, strand));
  }

  #unpacked({ length, strand, pieces }: StoredBases): Uint8Array {
    let bases: Uint8Array | undefined;
    for (const { at: start, flipped, stored } of pieces) {
      const found = present(this.#letters, 'the stored bases').unpack(stored, this.#mask);
      const piece = flipped ? reverseComplementInPlace(found) : found;
      // Most have one piece, which is then the whole result.
      if (piece.length === length) bases = piece;
      else (bases ??= unknownBases(length)).set(piece, start);
    }
    bases ??= unknownBases(length);
    return strand === -1 ? reverseComplementInPlace(bases) : bases;
  }
}

/** The bases of each slice, packed; see readStoredBases. */
export function readPackedBases(genome: Genome, slices: readonly Slice[], mask?: Mask): Promise<PackedBases[]> {
  return packedBasesOf(genome, slices.map(storedBasesOf), mask);
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
  return (await packedBasesOf(genome, items, mask)).map((each) => each.part(0, each.length));
}

async function packedBasesOf(
  genome: Genome,
  items: readonly StoredBases[],
  mask: Mask | undefined,
): Promise<PackedBases[]> {
  const all = items.flatMap(({ pieces }) => pieces.map(({ stored }) => stored));
  const letters = all.length > 0 ? await genome.packedBases(all) : null;
  return items.map((stored) => new PackedBases(stored, letters, mask));
}

function unknownBases(length: number): Uint8Array {
  return new Uint8Array(length).fill(LETTER_N);
}
