/**
 * The variants of a tile as columns of numbers: eight thousand of them, many times over, are too many for an object
 * each.
 */
import type { Random } from '../random.ts';
import { randomBases, substitute } from '../sequence/genetic-code.ts';
import { GENOTYPED_EVERY, VARIANTS_IN_TILE } from '../genome/scale.ts';
import type { Tile } from '../genome/tile.ts';

export const SNV = 0;
export const INSERTION = 1;
const DELETION = 2;

/** Bases at the end of a tile where no variant begins, so that none reaches into the next. */
const MARGIN = 60;
const LONGEST = 40;
const A = 0x41;

export class TileVariants {
  /** Number of the first variant on the chromosome, from 0; all others follow. */
  readonly first: number;
  /** Bases of the tile, from position `origin` on. */
  readonly bases: Uint8Array;
  readonly origin: number;
  /** 1-based; an insertion stands before it. Ascending, no two alike. */
  readonly start = new Int32Array(VARIANTS_IN_TILE);
  readonly kind = new Uint8Array(VARIANTS_IN_TILE);
  /** Alternative of an SNV, and the second one of some; 0 for none. */
  readonly alternative = new Uint8Array(VARIANTS_IN_TILE);
  readonly second = new Uint8Array(VARIANTS_IN_TILE);
  /** Bases that are deleted or inserted. */
  readonly length = new Uint8Array(VARIANTS_IN_TILE);
  readonly #inserted = new Map<number, Uint8Array>();

  constructor({ number, start, bases }: Tile, random: Random) {
    this.first = number * VARIANTS_IN_TILE;
    this.bases = bases;
    this.origin = start;
    this.#drawPositions(bases.length - MARGIN, random);
    for (let each = 0; each < VARIANTS_IN_TILE; each++) this.#drawAlleles(each, random);
  }

  get count(): number {
    return VARIANTS_IN_TILE;
  }

  /** Last base; that of an insertion is the one before it. */
  endOf(each: number): number {
    const start = this.start[each]!;
    return this.kind[each] === DELETION
      ? start + this.length[each]! - 1
      : this.kind[each] === INSERTION
        ? start - 1
        : start;
  }

  baseAt(position: number): number {
    return this.bases[position - this.origin]!;
  }

  insertedAt(each: number): Uint8Array {
    return this.#inserted.get(each)!;
  }

  /** The bases that are deleted, or the one that is another. */
  reference(each: number): Uint8Array {
    const at = this.start[each]! - this.origin;
    return this.bases.subarray(at, at + this.length[each]!);
  }

  /** As in chromosomes without hot spots: gaps between variants are exponential, stretched to fill the room. */
  #drawPositions(room: number, random: Random): void {
    const sums = new Float64Array(this.count + 1);
    let sum = 0;
    for (let each = 0; each <= this.count; each++) sums[each] = sum -= Math.log(1 - random.next());
    const step = (room - this.count) / sum;
    for (let each = 0; each < this.count; each++)
      this.start[each] = this.origin + Math.floor(sums[each]! * step) + each;
  }

  /** Nine of ten are single bases, as in dbSNP; deletions outnumber insertions. What has genotypes has two alleles. */
  #drawAlleles(each: number, random: Random): void {
    const draw = random.next();
    this.length[each] = 1;
    if (draw < 0.9) {
      const reference = this.baseAt(this.start[each]!);
      const alternative = substitute(random, reference);
      this.alternative[each] = alternative;
      if (draw < 0.06 && !isGenotyped(each)) {
        do this.second[each] = substitute(random, reference);
        while (this.second[each] === alternative);
      }
      return;
    }
    this.kind[each] = draw < 0.96 ? DELETION : INSERTION;
    this.length[each] = random.indelLength(LONGEST);
    if (this.kind[each] === INSERTION) this.#inserted.set(each, randomBases(random, this.length[each]!));
    // The base before it stands in VCF lines, so it must be one of the tile.
    if (this.start[each] === this.origin) {
      this.kind[each] = SNV;
      this.length[each] = 1;
      this.alternative[each] = this.bases[0] === A ? A + 2 : A;
    }
  }
}

/** @param each number within the tile */
export function isGenotyped(each: number): boolean {
  return each % GENOTYPED_EVERY === 7;
}

const NAME_PRIME = 1_000_000_007;
const NAME_STEP = 73_687_871;

/**
 * Number in a variant's name: other than positions, names come in no order along a chromosome. One variant, one
 * number.
 */
export function nameNumber(variant: number): number {
  return 1 + (((variant + 1) * NAME_STEP) % NAME_PRIME);
}
