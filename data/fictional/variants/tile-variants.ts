/** The variants of a tile in typed arrays, which need less memory than an object per variant. */
import { at, get } from '../../../src/checked.ts';
import { GENOTYPED_EVERY, VARIANTS_IN_TILE } from '../genome/scale.ts';
import type { Tile } from '../genome/tile.ts';
import type { Random } from '../random.ts';
import { asText, randomBases, substitute } from '../sequence/genetic-code.ts';

export const SNV = 0;
export const INSERTION = 1;
const DELETION = 2;

/** Bases at the end of a tile without starts of variants, so that no variant extends into the next tile. */
const MARGIN = 60;
const LONGEST = 40;
const A = 0x41;

/** `index` is the 0-based number of a variant within the tile. */
export class TileVariants {
  /** 0-based number of the tile's first variant on the chromosome. */
  readonly first: number;
  /** Bases of the tile, from position `origin` on. */
  readonly bases: Uint8Array;
  readonly origin: number;
  /** 1-based; an insertion is before this position. Strictly ascending. */
  readonly start = new Int32Array(VARIANTS_IN_TILE);
  readonly kind = new Uint8Array(VARIANTS_IN_TILE);
  /** Alternative base of an SNV, and the second alternative of some; 0 for none. */
  readonly alternative = new Uint8Array(VARIANTS_IN_TILE);
  readonly second = new Uint8Array(VARIANTS_IN_TILE);
  /** The number of inserted or deleted bases. */
  readonly length = new Uint8Array(VARIANTS_IN_TILE);
  readonly #inserted = new Map<number, Uint8Array>();

  constructor({ number, start, bases }: Tile, random: Random) {
    this.first = number * VARIANTS_IN_TILE;
    this.bases = bases;
    this.origin = start;
    this.#drawPositions(bases.length - MARGIN, random);
    for (let index = 0; index < VARIANTS_IN_TILE; index++) this.#drawAlleles(index, random);
  }

  get count(): number {
    return VARIANTS_IN_TILE;
  }

  // The accessors run several times per row, so they index typed arrays directly instead of calling `at`.
  startOf(index: number): number {
    return this.start[index]!;
  }

  /** The last base; for an insertion the base before it. */
  endOf(index: number): number {
    const start = this.startOf(index);
    if (this.kind[index] === DELETION) return start + this.length[index]! - 1;
    return this.kind[index] === INSERTION ? start - 1 : start;
  }

  alternativeOf(index: number): number {
    return this.alternative[index]!;
  }

  baseAt(position: number): number {
    return this.bases[position - this.origin]!;
  }

  insertedAt(index: number): Uint8Array {
    return get(this.#inserted, index);
  }

  /** The deleted bases of a deletion, the replaced base of an SNV. */
  reference(index: number): Uint8Array {
    const offset = this.startOf(index) - this.origin;
    return this.bases.subarray(offset, offset + this.length[index]!);
  }

  /** The reference allele; `-` for an insertion. */
  referenceText(index: number): string {
    if (this.kind[index] === SNV) return String.fromCharCode(this.baseAt(this.startOf(index)));
    return this.kind[index] === INSERTION ? '-' : asText(this.reference(index));
  }

  /** An alternative allele; `-` for a deletion. @param base of an SNV; the first alternative by default */
  alternativeText(index: number, base = this.alternativeOf(index)): string {
    if (this.kind[index] === SNV) return String.fromCharCode(base);
    return this.kind[index] === INSERTION ? asText(this.insertedAt(index)) : '-';
  }

  /** `A/G`, `A/G/T`, `-/AC`, `AC/-`. @param base of an SNV: gives an allele string with this alternative only */
  alleleString(index: number, base?: number): string {
    const alleles = `${this.referenceText(index)}/${this.alternativeText(index, base)}`;
    const second = this.second[index]!;
    return base === undefined && second !== 0 ? `${alleles}/${String.fromCharCode(second)}` : alleles;
  }

  /** Distances between variants are exponential, scaled to fill the room. */
  #drawPositions(room: number, random: Random): void {
    const sums = new Float64Array(this.count + 1);
    let sum = 0;
    for (let index = 0; index <= this.count; index++) sums[index] = sum -= Math.log(1 - random.next());
    const step = (room - this.count) / sum;
    for (let index = 0; index < this.count; index++)
      this.start[index] = this.origin + Math.floor(at(sums, index) * step) + index;
  }

  /**
   * Nine of ten are SNVs, as in dbSNP, and deletions outnumber insertions. Genotyped variants have only one
   * alternative.
   */
  #drawAlleles(index: number, random: Random): void {
    const draw = random.next();
    this.length[index] = 1;
    if (draw < 0.9) {
      const reference = this.baseAt(this.startOf(index));
      const alternative = substitute(random, reference);
      this.alternative[index] = alternative;
      if (draw < 0.06 && !isGenotyped(index)) {
        do this.second[index] = substitute(random, reference);
        while (this.second[index] === alternative);
      }
      return;
    }
    const length = random.indelLength(LONGEST);
    this.kind[index] = draw < 0.96 ? DELETION : INSERTION;
    this.length[index] = length;
    if (this.kind[index] === INSERTION) this.#inserted.set(index, randomBases(random, length));
    // VCF lines of insertions and deletions contain the base before them, which must be in the tile.
    if (this.start[index] === this.origin) {
      this.kind[index] = SNV;
      this.length[index] = 1;
      this.alternative[index] = this.bases[0] === A ? A + 2 : A;
    }
  }
}

/** @param index of the variant within its tile */
export function isGenotyped(index: number): boolean {
  return index % GENOTYPED_EVERY === 7;
}

const NAME_PRIME = 1_000_000_007;
const NAME_STEP = 73_687_871;

/** The unique number in a variant's name. As in dbSNP, the order of names differs from the order of positions. */
export function nameNumber(variant: number): number {
  return 1 + (((variant + 1) * NAME_STEP) % NAME_PRIME);
}
