/** Writes the genotypes of one variant in all samples of a collection, as genotype-row.ts reads them. */
import { bitsOfByte, GENOTYPE, KIND, planeBytes } from './genotype-row.ts';
import { LONGEST_VARINT_32, writeVarint } from './varint.ts';

/** By GENOTYPE: whether it is in a plane. */
const [ANY, HOMOZYGOUS, MISSING] = [Uint8Array.of(0, 1, 1, 0), Uint8Array.of(0, 0, 1, 0), Uint8Array.of(0, 0, 0, 1)] as const;
/** How much larger planes may be than a list that says the same. */
const PLANES_WORTH = 2;

/** @param genotypes one GENOTYPE a sample */
export function encodeGenotypes(genotypes: Uint8Array): Uint8Array {
  const planes = new GenotypePlanes(genotypes.length);
  for (let sample = 0; sample < genotypes.length; sample++) planes.set(sample, genotypes[sample]!);
  return planes.encoded();
}

/** The genotypes of a variant as they are put together: those that are not as most are, in any order. */
export class GenotypePlanes {
  readonly #samples: number;
  /** Of samples with an alternative allele, with two, without genotype. */
  readonly #any: Uint8Array;
  readonly #homozygous: Uint8Array;
  readonly #missing: Uint8Array;
  /** By GENOTYPE. */
  readonly #counts = new Uint32Array(ANY.length);
  #common: number = GENOTYPE.reference;

  /** All have the reference. */
  constructor(samples: number) {
    this.#samples = samples;
    [this.#any, this.#homozygous, this.#missing] = [new Uint8Array(planeBytes(samples)), new Uint8Array(planeBytes(samples)), new Uint8Array(planeBytes(samples))];
    this.fill(GENOTYPE.reference);
  }

  /** Begins another variant, of which most samples have a genotype. */
  fill(genotype: number): void {
    for (const [plane, isIn] of [[this.#any, ANY], [this.#homozygous, HOMOZYGOUS], [this.#missing, MISSING]] as const) {
      plane.fill(isIn[genotype]! * 0xff);
      if (isIn[genotype] === 1) plane[plane.length - 1] = bitsOfByte(plane.length - 1, this.#samples);
    }
    this.#counts.fill(0);
    this.#counts[genotype] = this.#samples;
    this.#common = genotype;
  }

  /** Says what a sample has: of each once. */
  set(sample: number, genotype: number): void {
    const [at, bit] = [sample >>> 3, sample & 7];
    const others = ~(1 << bit);
    this.#any[at] = (this.#any[at]! & others) | (ANY[genotype]! << bit);
    this.#homozygous[at] = (this.#homozygous[at]! & others) | (HOMOZYGOUS[genotype]! << bit);
    this.#missing[at] = (this.#missing[at]! & others) | (MISSING[genotype]! << bit);
    this.#counts[this.#common]!--;
    this.#counts[genotype]!++;
  }

  /** The same of many: `samples[columns[each]]` has `genotypes[codes[each]]`. */
  setListed(samples: Uint32Array, columns: Uint32Array, genotypes: readonly number[], codes: Uint32Array, listed: number): void {
    if (this.#common !== GENOTYPE.reference) {
      for (let each = 0; each < listed; each++) this.set(samples[columns[each]!]!, genotypes[codes[each]!]!);
      return;
    }
    // No bits are set of those that have the reference.
    const [any, homozygous, missing, counts] = [this.#any, this.#homozygous, this.#missing, this.#counts];
    for (let each = 0; each < listed; each++) {
      const sample = samples[columns[each]!]!;
      const genotype = genotypes[codes[each]!]!;
      const [at, bit] = [sample >>> 3, sample & 7];
      any[at]! |= ANY[genotype]! << bit;
      homozygous[at]! |= HOMOZYGOUS[genotype]! << bit;
      missing[at]! |= MISSING[genotype]! << bit;
      counts[genotype]!++;
    }
    counts[GENOTYPE.reference]! -= listed;
  }

  encoded(): Uint8Array {
    const plane = this.#any.length;
    const [, heterozygous, homozygous, missing] = this.#counts as unknown as [number, number, number, number];
    const carriers = heterozygous + homozygous;
    const row = roomFor(this.#samples);
    let at = writeVarint(row, 1, carriers + homozygous);
    const homozygousEnd = writeList(row, at + plane, this.#homozygous, homozygous);
    const asList = homozygousEnd - at - plane < plane;
    const planesEnd = asList ? homozygousEnd : at + 2 * plane;
    // A list has a byte a carrier at least: that of a common variant need not be written to be known as too long.
    const listEnd = planesEnd - at < PLANES_WORTH * carriers ? Infinity : writeList(row, planesEnd, this.#any, carriers, this.#homozygous);
    if (planesEnd - at < PLANES_WORTH * (listEnd - planesEnd)) {
      row[0] = asList ? KIND.planes | KIND.homozygousList : KIND.planes;
      row.set(this.#any, at);
      if (!asList) row.set(this.#homozygous, at + plane);
      at = planesEnd;
    } else {
      row[0] = 0;
      row.copyWithin(at, planesEnd, listEnd);
      at += listEnd - planesEnd;
    }
    if (missing > 0) {
      const missingEnd = writeList(row, at, this.#missing, missing);
      const asPlane = plane < PLANES_WORTH * (missingEnd - at);
      row[0]! |= asPlane ? KIND.missingPlane : KIND.missingList;
      if (asPlane) row.set(this.#missing, at);
      at = asPlane ? at + plane : missingEnd;
    }
    return row.slice(0, at);
  }
}

/** Rows are put together here. */
let room = new Uint8Array(0);

/** For planes and lists that say the same. */
function roomFor(samples: number): Uint8Array {
  const bytes = 2 * planeBytes(samples) + LONGEST_VARINT_32 * (2 * samples + 4);
  if (room.length < bytes) room = new Uint8Array(bytes);
  return room;
}

/**
 * Writes the samples of a plane as a list of so many; each with a bit that says whether it is also in another plane, where one is given. Returns
 * where the list ends.
 */
function writeList(row: Uint8Array, from: number, plane: Uint8Array, count: number, other?: Uint8Array): number {
  let at = writeVarint(row, from, count);
  if (count === 0) return at;
  let next = 0;
  for (let byte = 0; byte < plane.length; byte++) {
    for (let bits = plane[byte]!; bits > 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const sample = 8 * byte + 31 - Math.clz32(bit);
      const value = other ? 2 * (sample - next) + ((other[byte]! & bit) > 0 ? 1 : 0) : sample - next;
      if (value < 0x80) row[at++] = value;
      else at = writeVarint(row, at, value);
      next = sample + 1;
    }
  }
  return at;
}
