/** Writes the genotypes of one variant in all samples of a collection, as genotype-row.ts reads them. */
import { writeU32, LONGEST_VARINT_32, writeVarint } from '../blocks/integers.ts';
import { bitsOfByte, GENOTYPE, KIND, planeBytes, PLANE_BYTES_AT, PLANES_AT } from './genotype-row.ts';

/** By GENOTYPE: whether it is in a plane. */
const [FIRST, SECOND, MISSING] = [
  Uint8Array.of(0, 0, 1, 0, 1),
  Uint8Array.of(0, 1, 1, 0, 0),
  Uint8Array.of(0, 0, 0, 1, 0),
] as const;
/**
 * A list of haplotypes stands as planes when it is longer than a part of them, and longer than a few bytes: as planes
 * it is told by what tells it from a row before (packed-genotypes.ts), and smaller parts save no more.
 */
const [PART_OF_PLANES, FEW_BYTES] = [8, 8] as const;
/** How much larger a plane of samples without genotype may be than their list. */
const PLANE_WORTH = 2;

/** @param genotypes one GENOTYPE a sample */
export function encodeGenotypes(genotypes: Uint8Array): Uint8Array {
  const planes = new GenotypePlanes(genotypes.length);
  for (let sample = 0; sample < genotypes.length; sample++) planes.set(sample, genotypes[sample]!);
  return planes.encoded();
}

/** The genotypes of a variant as they are put together: those that are not as most are, in any order. */
export class GenotypePlanes {
  readonly #samples: number;
  /** Of samples with an alternative allele on their first haplotype, on their second, without genotype. */
  readonly #first: Uint8Array;
  readonly #second: Uint8Array;
  readonly #missing: Uint8Array;
  /** By GENOTYPE. */
  readonly #counts = new Uint32Array(FIRST.length);
  #common: number = GENOTYPE.reference;

  /** All have the reference. */
  constructor(samples: number) {
    this.#samples = samples;
    [this.#first, this.#second, this.#missing] = [
      new Uint8Array(planeBytes(samples)),
      new Uint8Array(planeBytes(samples)),
      new Uint8Array(planeBytes(samples)),
    ];
    this.fill(GENOTYPE.reference);
  }

  /** Begins another variant, of which most samples have a genotype. */
  fill(genotype: number): void {
    for (const [plane, isIn] of [
      [this.#first, FIRST],
      [this.#second, SECOND],
      [this.#missing, MISSING],
    ] as const) {
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
    this.#first[at] = (this.#first[at]! & others) | (FIRST[genotype]! << bit);
    this.#second[at] = (this.#second[at]! & others) | (SECOND[genotype]! << bit);
    this.#missing[at] = (this.#missing[at]! & others) | (MISSING[genotype]! << bit);
    this.#counts[this.#common]!--;
    this.#counts[genotype]!++;
  }

  /** The same of many: `samples[columns[each]]` has `genotypes[codes[each]]`. */
  setListed(
    samples: Uint32Array,
    columns: Uint32Array,
    genotypes: readonly number[],
    codes: Uint32Array,
    listed: number,
  ): void {
    if (this.#common !== GENOTYPE.reference) {
      for (let each = 0; each < listed; each++) this.set(samples[columns[each]!]!, genotypes[codes[each]!]!);
      return;
    }
    // No bits are set of those that have the reference.
    const [first, second, missing, counts] = [this.#first, this.#second, this.#missing, this.#counts];
    for (let each = 0; each < listed; each++) {
      const sample = samples[columns[each]!]!;
      const genotype = genotypes[codes[each]!]!;
      const [at, bit] = [sample >>> 3, sample & 7];
      if (genotype === GENOTYPE.missing) missing[at]! |= 1 << bit;
      else {
        first[at]! |= FIRST[genotype]! << bit;
        second[at]! |= SECOND[genotype]! << bit;
      }
      counts[genotype]!++;
    }
    counts[GENOTYPE.reference]! -= listed;
  }

  encoded(): Uint8Array {
    const plane = this.#first.length;
    const counts = this.#counts;
    const alternatives =
      counts[GENOTYPE.heterozygous]! + counts[GENOTYPE.heterozygousFirst]! + 2 * counts[GENOTYPE.homozygous]!;
    const missing = counts[GENOTYPE.missing]!;
    const row = roomFor(this.#samples);
    const longest = Math.max(FEW_BYTES, (2 * plane) / PART_OF_PLANES);
    // A list has a byte a haplotype at least: that of a common variant need not be written to be known as too long.
    let at = alternatives > longest ? Infinity : writeHaplotypes(row, 1, this.#first, this.#second, alternatives);
    if (at - 1 > longest) {
      row[0] = KIND.planes;
      writeU32(row, 1, alternatives);
      writeU32(row, PLANE_BYTES_AT, plane);
      row.set(this.#first, PLANES_AT);
      row.set(this.#second, PLANES_AT + plane);
      at = PLANES_AT + 2 * plane;
    } else row[0] = 0;
    if (missing > 0) {
      const missingEnd = writeList(row, at, this.#missing, missing);
      const asPlane = plane < PLANE_WORTH * (missingEnd - at);
      row[0]! |= asPlane ? KIND.missingPlane : KIND.missingList;
      if (asPlane) row.set(this.#missing, at);
      at = asPlane ? at + plane : missingEnd;
    }
    return row.slice(0, at);
  }
}

/** Rows are put together here. */
let room = new Uint8Array(0);

/** For planes, and a list of the samples without genotype. */
function roomFor(samples: number): Uint8Array {
  const bytes = PLANES_AT + 3 * planeBytes(samples) + LONGEST_VARINT_32 * (samples + 4) + LONGEST_VARINT_32 * FEW_BYTES;
  if (room.length < bytes) room = new Uint8Array(bytes);
  return room;
}

/** Writes the haplotypes that two planes have, of so many, as a list. Returns where it ends. */
function writeHaplotypes(row: Uint8Array, from: number, first: Uint8Array, second: Uint8Array, count: number): number {
  let at = writeVarint(row, from, count);
  let left = count;
  let next = 0;
  const put = (haplotype: number) => {
    const gap = haplotype - next;
    if (gap < 0x80) row[at++] = gap;
    else at = writeVarint(row, at, gap);
    next = haplotype + 1;
    left--;
  };
  for (let byte = 0; left > 0; byte++) {
    for (let bits = first[byte]! | second[byte]!; bits > 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const haplotype = 2 * (8 * byte + 31 - Math.clz32(bit));
      if (first[byte]! & bit) put(haplotype);
      if (second[byte]! & bit) put(haplotype + 1);
    }
  }
  return at;
}

/** Writes the samples of a plane as a list of so many. Returns where it ends. */
function writeList(row: Uint8Array, from: number, plane: Uint8Array, count: number): number {
  let at = writeVarint(row, from, count);
  let next = 0;
  for (let byte = 0; byte < plane.length; byte++) {
    for (let bits = plane[byte]!; bits > 0; bits &= bits - 1) {
      const sample = 8 * byte + 31 - Math.clz32(bits & -bits);
      at = writeVarint(row, at, sample - next);
      next = sample + 1;
    }
  }
  return at;
}
