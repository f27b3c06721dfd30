/** Errors of VCF lines. Several units read each file and give the same text, so that the operator sees it once. */
import { DumpError } from '../dump/dump-error.ts';

const ZERO = 0x30;
/** A genotype matrix stores positions, and positions + 1, in 4 bytes. */
const POSITIONS = 2 ** 32 - 1;
const SHOWN_BYTES = 40;

/** An error for a line. @param where file and line number @param what a clause such as 'has too few columns' */
export function wrongLine(where: string, bytes: Buffer, from: number, to: number, what: string): DumpError {
  const begin = bytes
    .toString('utf8', from, Math.min(to, from + SHOWN_BYTES))
    .split('\t')
    .slice(0, 3)
    .join(' ');
  return new DumpError(`${where}, which begins '${begin}', ${what}`);
}

export const TOO_FEW_COLUMNS = 'has too few columns';
export const NO_POSITION = 'has no position in column POS';

/** The position spelled from `from` to `to`. -1 if it is malformed or too large. */
export function positionAt(bytes: Uint8Array, from: number, to: number): number {
  if (from === to) return -1;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = bytes[at]! - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value < POSITIONS ? value : -1;
}

/** Ordinal of a chromosome's region in the genome. Null for a chromosome that the genome lacks. */
export type RegionOf = (chromosome: string) => number | null;

/** Accepts every chromosome. */
export const ANY_REGION: RegionOf = () => 0;

/**
 * Checks that the lines of a chromosome ascend by position, since readers only move forward. A line may be one base
 * back, as in a file sorted by Ensembl's positions (VcfVariant). Lines on chromosomes that the genome lacks, such as
 * decoys, may be in any order.
 */
export class LineOrder {
  readonly #regionOf: RegionOf;
  #chromosome = '';
  #counts = false;
  #reached = 0;

  constructor(regionOf: RegionOf) {
    this.#regionOf = regionOf;
  }

  /** @returns the fault of the next line as a clause; null for a line in order */
  faultOf(chromosome: string, position: number): string | null {
    if (chromosome !== this.#chromosome)
      [this.#chromosome, this.#counts, this.#reached] = [chromosome, this.#regionOf(chromosome) !== null, 0];
    if (!this.#counts) return null;
    if (position + 1 < this.#reached)
      return `comes after position ${this.#reached} of its chromosome: sort the file by position`;
    if (position > this.#reached) this.#reached = position;
    return null;
  }
}
