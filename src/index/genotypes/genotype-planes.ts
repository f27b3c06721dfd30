/** Encodes the genotypes of one variant in all samples of a collection. For the layout see genotype-row.ts. */
import { writeU32, LONGEST_VARINT_32, writeVarint } from '../blocks/integers.ts';
import { bitsOfByte, GENOTYPE, KIND, planeBytes, PLANE_BYTES_AT, PLANES_AT } from './genotype-row.ts';

/** 1 for genotypes with the alternative allele on the first haplotype, else 0. */
function onFirst(genotype: number): number {
  return genotype === GENOTYPE.homozygous || genotype === GENOTYPE.heterozygousFirst ? 1 : 0;
}

/** 1 for genotypes with the alternative allele on the second haplotype, else 0. */
function onSecond(genotype: number): number {
  return genotype === GENOTYPE.homozygous || genotype === GENOTYPE.heterozygous ? 1 : 0;
}

/** 1 for a missing genotype, else 0. */
function isMissing(genotype: number): number {
  return genotype === GENOTYPE.missing ? 1 : 0;
}

/**
 * A list of haplotypes is stored as planes if it exceeds this part of their size, and this number of bytes. Planes are
 * stored as the difference to those of a row before (packed-genotypes.ts), so they are worth it for short lists too; an
 * even smaller part saves no more.
 */
const [PART_OF_PLANES, FEW_BYTES] = [8, 8] as const;
/** A plane of samples without genotype may be this many times larger than their list. */
const MAX_PLANE_RATIO = 2;

/** @param genotypes one GENOTYPE per sample */
export function encodeGenotypes(genotypes: Uint8Array): Uint8Array {
  const planes = new GenotypePlanes(genotypes.length);
  for (let sample = 0; sample < genotypes.length; sample++) planes.set(sample, genotypes[sample]!);
  return planes.encoded();
}

/**
 * Collects the genotypes of a variant. Only samples that differ from the most common genotype are set, in any order.
 */
export class GenotypePlanes {
  readonly #samples: number;
  /** Planes of samples with the alternative allele on the first haplotype, on the second, and without genotype. */
  readonly #first: Uint8Array;
  readonly #second: Uint8Array;
  readonly #missing: Uint8Array;
  /** Number of alternative alleles, and of samples without genotype. */
  #alternatives = 0;
  #missingSamples = 0;
  #common: number = GENOTYPE.reference;

  /** All samples begin with the reference genotype. */
  constructor(samples: number) {
    this.#samples = samples;
    [this.#first, this.#second, this.#missing] = [
      new Uint8Array(planeBytes(samples)),
      new Uint8Array(planeBytes(samples)),
      new Uint8Array(planeBytes(samples)),
    ];
    this.fill(GENOTYPE.reference);
  }

  /** Begins another variant, with a genotype for all samples. */
  fill(genotype: number): void {
    const [first, second, missing] = [onFirst(genotype), onSecond(genotype), isMissing(genotype)];
    for (const [plane, bit] of [
      [this.#first, first],
      [this.#second, second],
      [this.#missing, missing],
    ] as const) {
      plane.fill(bit * 0xff);
      if (bit === 1) plane[plane.length - 1] = bitsOfByte(plane.length - 1, this.#samples);
    }
    this.#alternatives = this.#samples * (first + second);
    this.#missingSamples = this.#samples * missing;
    this.#common = genotype;
  }

  /** Sets the genotype of a sample; at most once per sample. */
  set(sample: number, genotype: number): void {
    const [at, bit] = [sample >>> 3, sample & 7];
    const [first, second, missing] = [onFirst(genotype), onSecond(genotype), isMissing(genotype)];
    setBit(this.#first, at, bit, first);
    setBit(this.#second, at, bit, second);
    setBit(this.#missing, at, bit, missing);
    this.#alternatives += first + second - onFirst(this.#common) - onSecond(this.#common);
    this.#missingSamples += missing - isMissing(this.#common);
  }

  /** Sets the genotypes of many samples: `samples[columns[i]]` has `genotypes[codes[i]]`, for i < listed. */
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
    // Samples with the reference genotype have no bits to clear.
    const [firstPlane, secondPlane, missingPlane] = [this.#first, this.#second, this.#missing];
    for (let each = 0; each < listed; each++) {
      const sample = samples[columns[each]!]!;
      const genotype = genotypes[codes[each]!]!;
      const [at, bit] = [sample >>> 3, sample & 7];
      if (genotype === GENOTYPE.missing) {
        missingPlane[at]! |= 1 << bit;
        this.#missingSamples++;
        continue;
      }
      const [first, second] = [onFirst(genotype), onSecond(genotype)];
      firstPlane[at]! |= first << bit;
      secondPlane[at]! |= second << bit;
      this.#alternatives += first + second;
    }
  }

  /** The encoded row; see genotype-row.ts. */
  encoded(): Uint8Array {
    const plane = this.#first.length;
    const [alternatives, missing] = [this.#alternatives, this.#missingSamples];
    const row = memoryForRow(this.#samples);
    let kind = 0;
    const longest = Math.max(FEW_BYTES, (2 * plane) / PART_OF_PLANES);
    // A list has at least one byte per haplotype, so the list of a common variant need not be written to know that it
    // is too long.
    let at = alternatives > longest ? Infinity : writeHaplotypes(row, 1, this.#first, this.#second, alternatives);
    if (at - 1 > longest) {
      kind = KIND.planes;
      writeU32(row, 1, alternatives);
      writeU32(row, PLANE_BYTES_AT, plane);
      row.set(this.#first, PLANES_AT);
      row.set(this.#second, PLANES_AT + plane);
      at = PLANES_AT + 2 * plane;
    }
    if (missing > 0) {
      const missingEnd = writeList(row, at, this.#missing, missing);
      const asPlane = plane < MAX_PLANE_RATIO * (missingEnd - at);
      kind |= asPlane ? KIND.missingPlane : KIND.missingList;
      if (asPlane) row.set(this.#missing, at);
      at = asPlane ? at + plane : missingEnd;
    }
    row[0] = kind;
    return row.slice(0, at);
  }
}

/** Memory in which rows are encoded. */
let rowMemory = new Uint8Array(0);

/** Has room for planes and a list of the samples without genotype. */
function memoryForRow(samples: number): Uint8Array {
  const bytes = PLANES_AT + 3 * planeBytes(samples) + LONGEST_VARINT_32 * (samples + 4) + LONGEST_VARINT_32 * FEW_BYTES;
  if (rowMemory.length < bytes) rowMemory = new Uint8Array(bytes);
  return rowMemory;
}

function setBit(plane: Uint8Array, at: number, bit: number, value: number): void {
  plane[at] = (plane[at]! & ~(1 << bit)) | (value << bit);
}

/** Writes the haplotypes of two planes as a list of `count`. Returns its end. */
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
    const [ofFirst, ofSecond] = [first[byte]!, second[byte]!];
    for (let bits = ofFirst | ofSecond; bits > 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const haplotype = 2 * (8 * byte + 31 - Math.clz32(bit));
      if (ofFirst & bit) put(haplotype);
      if (ofSecond & bit) put(haplotype + 1);
    }
  }
  return at;
}

/** Writes the samples of a plane as a list of `count`. Returns its end. */
function writeList(row: Uint8Array, from: number, plane: Uint8Array, count: number): number {
  let at = writeVarint(row, from, count);
  let next = 0;
  // By index: iterators of typed arrays are several times slower.
  for (let byte = 0; byte < plane.length; byte++) {
    for (let bits = plane[byte]!; bits > 0; bits &= bits - 1) {
      const sample = 8 * byte + 31 - Math.clz32(bits & -bits);
      at = writeVarint(row, at, sample - next);
      next = sample + 1;
    }
  }
  return at;
}
