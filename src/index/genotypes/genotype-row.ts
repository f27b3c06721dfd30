/**
 * The genotypes of one variant in all samples of a collection, as a genotype matrix has them at hand. Samples are
 * counted from 0 in the order of the collection; a plane is one bit a sample, sample s being bit s % 8 of byte s >> 3.
 * Of the two haplotypes of a sample the first is that which its genotype names first; where genotypes are not phased,
 * that says nothing.
 *
 *   kind (1) | haplotypes with the alternative allele | samples without genotype
 *
 *   kind 0: varint how many, then for each varint haplotypes since the one before, the first of sample s being 2s, the
 *   second 2s + 1
 *   kind 1: how many (4) | bytes of a plane (4) | plane of samples whose first haplotype has it | plane of those whose
 *   second has
 *   kind + 2: varint number of samples without genotype, then for each varint samples since the one before
 *   kind + 4: plane of samples without genotype
 *
 * "Since the one before" is the distance minus one, and the number itself for the first. Most variants are rare: a list
 * is smaller than planes, and quicker to read. Planes are quicker to count than longer lists. How many alternative
 * alleles there are tells whether a row is worth unpacking.
 *
 * Written by genotype-planes.ts. How rows are stored: packed-genotypes.ts.
 */
import { StoreError } from '../../store/store.ts';
import { readU32, varintAt, varintEnd } from '../blocks/integers.ts';

/**
 * One sample's genotype in terms of alternative alleles: heterozygous is 0|1, or what is not phased, heterozygousFirst
 * 1|0.
 */
export const GENOTYPE = { reference: 0, heterozygous: 1, homozygous: 2, missing: 3, heterozygousFirst: 4 } as const;

/** What the bits of a kind say. */
export const KIND = { planes: 1, missingList: 2, missingPlane: 4 } as const;
const { planes: PLANES, missingList: MISSING_LIST, missingPlane: MISSING_PLANE } = KIND;
/** Where the planes of a row of kind 1 begin in it, and where their length stands. */
export const PLANES_AT = 9;
export const PLANE_BYTES_AT = 5;
/** A plane's byte of eight samples. */
const FULL = 0xff;

/** Samples of a collection that a request asks about, packed: bytes of planes that hold none of them are left out. */
export class SampleSelection {
  /** Samples selected. */
  readonly count: number;
  /** Bytes of a packed plane. */
  readonly bytes: number;
  /** Are all samples of the collection selected? */
  readonly isWhole: boolean;
  /** Packed plane of the selected samples. */
  readonly mask: Uint8Array;
  /** Bytes of stored planes that are kept: [from, to), ascending. */
  readonly kept: readonly [from: number, to: number][];
  /**
   * Do packed bytes have bits that are not the selection's: of other samples, or of none where the last byte is kept
   * and others are not?
   */
  readonly #shared: boolean;
  /** Stored byte -> packed byte, -1 for those left out. */
  readonly packed: Int32Array;
  readonly #stored: number;

  /** @param members plane of the samples to select @param samples in the collection */
  constructor(members: Uint8Array, samples: number) {
    const stored = planeBytes(samples);
    const mask = new Uint8Array(stored);
    const packed = new Int32Array(stored).fill(-1);
    const kept: [number, number][] = [];
    let bytes = 0;
    let count = 0;
    let end = -1;
    for (let at = 0; at < stored; at++) {
      const bits = members[at]!;
      if (bits === 0) continue;
      if (at === end) kept[kept.length - 1]![1] = at + 1;
      else kept.push([at, at + 1]);
      end = at + 1;
      packed[at] = bytes;
      mask[bytes++] = bits;
      count += onesOf(bits);
    }
    this.#stored = stored;
    this.#shared = count < Math.min(samples, 8 * bytes);
    this.packed = packed;
    this.mask = mask.subarray(0, bytes);
    this.bytes = bytes;
    this.count = count;
    this.kept = kept;
    this.isWhole = this.count === samples;
  }

  /**
   * Unpacks a stored row (from `at` in `bytes`) into planes of zeros in `planes`: samples with an alternative allele
   * from `any`, those with two from `hom`, those without genotype from `missing`. Returns whether a selected sample
   * lacks one. The row must be whole: what RangeError a damaged one causes is for the caller to name.
   */
  unpack(bytes: Uint8Array, at: number, planes: Uint8Array, any: number, hom: number, missing: number): boolean {
    const kind = bytes[at]!;
    if (kind & PLANES) {
      at += PLANES_AT;
      this.#copy(bytes, at, planes, any);
      this.#copy(bytes, at + this.#stored, planes, hom);
      at += 2 * this.#stored;
      for (let each = 0; each < this.bytes; each++) {
        const [first, second] = [planes[any + each]!, planes[hom + each]!];
        planes[any + each] = first | second;
        planes[hom + each] = first & second;
      }
    } else at = this.#unpackHaplotypes(bytes, at + 1, planes, any, hom);
    if (kind & MISSING_PLANE) this.#copy(bytes, at, planes, missing);
    else if (kind & MISSING_LIST) this.#unpackList(bytes, at, planes, missing);
    else return false;
    for (let each = missing; each < missing + this.bytes; each++) if (planes[each] !== 0) return true;
    return false;
  }

  #copy(bytes: Uint8Array, at: number, planes: Uint8Array, to: number): void {
    let packed = to;
    for (const [from, end] of this.kept) {
      if (end - from > 32) planes.set(bytes.subarray(at + from, at + end), packed);
      else for (let each = 0; each < end - from; each++) planes[packed + each] = bytes[at + from + each]!;
      packed += end - from;
    }
    if (this.#shared) for (let each = 0; each < this.bytes; each++) planes[to + each]! &= this.mask[each]!;
  }

  #unpackHaplotypes(bytes: Uint8Array, at: number, planes: Uint8Array, any: number, hom: number): number {
    let left = varintAt(bytes, at);
    at = varintEnd(bytes, at);
    for (let haplotype = -1; left > 0; left--) {
      haplotype += varintAt(bytes, at) + 1;
      at = varintEnd(bytes, at);
      const packed = this.packed[haplotype >>> 4]!;
      if (!(packed >= 0)) continue;
      const bit = (1 << ((haplotype >>> 1) & 7)) & this.mask[packed]!;
      if (planes[any + packed]! & bit) planes[hom + packed]! |= bit;
      else planes[any + packed]! |= bit;
    }
    return at;
  }

  /** A list of samples into a plane. Returns the position after it. */
  #unpackList(bytes: Uint8Array, at: number, planes: Uint8Array, to: number): number {
    let left = varintAt(bytes, at);
    at = varintEnd(bytes, at);
    for (let sample = -1; left > 0; left--) {
      sample += varintAt(bytes, at) + 1;
      at = varintEnd(bytes, at);
      const packed = this.packed[sample >>> 3]!;
      if (packed >= 0) planes[to + packed]! |= (1 << (sample & 7)) & this.mask[packed]!;
    }
    return at;
  }
}

/** Bytes of a plane. */
export function planeBytes(samples: number): number {
  return (samples + 7) >>> 3;
}

/** A plane with the bits of some samples set. */
export function planeOfSamples(members: Iterable<number>, samples: number): Uint8Array {
  const plane = new Uint8Array(planeBytes(samples));
  for (const sample of members) plane[sample >>> 3]! |= 1 << (sample & 7);
  return plane;
}

/** Bits of a plane's byte that stand for samples. */
export function bitsOfByte(at: number, samples: number): number {
  return samples - 8 * at >= 8 ? FULL : (1 << (samples - 8 * at)) - 1;
}

/** Bits set in a byte: neighbours are added, then pairs, then halves. */
function onesOf(byte: number): number {
  const pairs = byte - ((byte >>> 1) & 0x55);
  const halves = (pairs & 0x33) + ((pairs >>> 2) & 0x33);
  return (halves + (halves >>> 4)) & 0x0f;
}

/** Does a stored row lack genotypes of samples, selected or not? */
export function hasMissing(bytes: Uint8Array, at: number): boolean {
  return (bytes[at]! & (MISSING_LIST | MISSING_PLANE)) !== 0;
}

/** Alternative alleles of a stored row, over all samples of the collection. */
export function alternativesOf(bytes: Uint8Array, at: number): number {
  if (bytes[at]! & PLANES) return readU32(bytes, at + 1);
  return varintAt(bytes, at + 1);
}

/**
 * Calls `each` with the haplotypes of a stored row that have the alternative allele, those of samples in no order.
 * Throws StoreError for a row that is not whole.
 */
export function eachHaplotype(bytes: Uint8Array, at: number, each: (haplotype: number) => void): void {
  if (bytes[at]! & PLANES) {
    const plane = readU32(bytes, at + PLANE_BYTES_AT);
    if (at + PLANES_AT + 2 * plane > bytes.length)
      throw new StoreError(`a row of genotypes has planes of ${plane} bytes, which its block does not`);
    for (let byte = 0; byte < 2 * plane; byte++) {
      const second = byte < plane ? 0 : 1;
      for (let bits = bytes[at + PLANES_AT + byte]!; bits > 0; bits &= bits - 1)
        each(2 * (8 * (byte - second * plane) + 31 - Math.clz32(bits & -bits)) + second);
    }
    return;
  }
  let left = varintAt(bytes, at + 1);
  at = varintEnd(bytes, at + 1);
  for (let haplotype = -1; left > 0; left--) {
    haplotype += varintAt(bytes, at) + 1;
    at = varintEnd(bytes, at);
    each(haplotype);
  }
}
