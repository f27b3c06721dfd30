/**
 * What may be wrong with a line of a VCF file, in the same words whoever reads it: several units of a build read each,
 * and the operator is told once.
 */
import { DumpError } from '../dump/dump-error.ts';

const ZERO = 0x30;
/** A genotype matrix counts positions in 4 bytes, and one base on. */
const POSITIONS = 2 ** 32 - 1;
const SHOWN_BYTES = 40;

/** @param where file and line @param what as in "has too few columns" */
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

/** What is written from `from` to `to` as a position; -1 for what is none. */
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

/** Ordinal of the region of the genome that a chromosome of a VCF file is; null for none. */
export type RegionOf = (chromosome: string) => number | null;

/** Where all lines are wanted, whatever the genome has. */
export const ANY_REGION: RegionOf = () => 0;

/**
 * Lines of a chromosome ascend by position: who looks for a variant's lines goes past those before its place, and does
 * not come back. Variants that are not of single letters may stand one base on, as in a file that is sorted by where
 * Ensembl has them (VcfVariant). Nobody looks on chromosomes that the genome does not have, as decoys are: their lines
 * may be in any order.
 */
export class LineOrder {
  readonly #regionOf: RegionOf;
  #chromosome = '';
  #counts = false;
  #reached = 0;

  constructor(regionOf: RegionOf) {
    this.#regionOf = regionOf;
  }

  /** @returns what is wrong with the next line; null for nothing */
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
