/**
 * The genotypes of one variant in all samples of a collection, as decoded blocks of a genotype matrix contain them.
 * Samples are numbered from 0 in the order of the collection. A plane has one bit per sample: sample s is bit s % 8 of
 * byte s >> 3. The first haplotype of a sample is the one that its genotype lists first; for unphased genotypes the
 * order has no meaning.
 *
 *   kind (1) | haplotypes with the alternative allele | samples without genotype
 *
 *   kind 0: varint count, then for each varint haplotypes since the one before; sample s has haplotypes 2s and 2s + 1
 *   kind 1: count (4) | bytes of a plane (4) | plane of samples whose first haplotype has the allele |
 *     plane of samples whose second has it
 *   kind + 2: varint number of samples without genotype, then for each varint samples since the one before
 *   kind + 4: plane of samples without genotype
 *
 * "Since the one before" is the distance minus one; for the first it is the number itself. Most variants are rare: for
 * them, a list is smaller than planes and faster to read. Planes are faster to count than longer lists. The count of
 * alternative alleles shows readers whether a row is worth unpacking.
 *
 * Written by genotype-planes.ts. For the stored form of rows, see packed-genotypes.ts.
 */
import { last } from '../../checked.ts';
import { StoreError } from '../../store/store.ts';
import { readU32, varintAt, varintEnd } from '../blocks/integers.ts';

/** One sample's genotype by alternative alleles. heterozygous is 0|1 or unphased, heterozygousFirst is 1|0. */
export const GENOTYPE = { reference: 0, heterozygous: 1, homozygous: 2, missing: 3, heterozygousFirst: 4 } as const;

/** The bits of a kind. */
export const KIND = { planes: 1, missingList: 2, missingPlane: 4 } as const;
const { planes: PLANES, missingList: MISSING_LIST, missingPlane: MISSING_PLANE } = KIND;
/** Positions in a row of kind 1: of its planes, and of their length. */
export const PLANES_AT = 9;
export const PLANE_BYTES_AT = 5;
/** A byte of a plane with all eight samples. */
const FULL = 0xff;

/**
 * The samples of a collection that a request needs. Their planes are compacted: bytes without selected samples are
 * dropped.
 */
export class SampleSelection {
  /** Number of selected samples. */
  readonly count: number;
  /** Length of a compacted plane in bytes. */
  readonly bytes: number;
  /** Whether all samples of the collection are selected. */
  readonly isWhole: boolean;
  /** Compacted plane of the selected samples. */
  readonly mask: Uint8Array;
  /** Ranges [from, to) of the kept bytes of stored planes, ascending. */
  readonly kept: readonly [from: number, to: number][];
  /** Whether compacted bytes have bits outside the selection: of other samples, or unused bits of a last byte. */
  readonly #shared: boolean;
  /** Index of a stored byte -> index of the compacted byte, or -1 for dropped bytes. */
  readonly packed: Int32Array;
  readonly #stored: number;

  /**
   * @param members plane of the samples to select
   * @param samples number of samples in the collection
   */
  constructor(members: Uint8Array, samples: number) {
    const stored = planeBytes(samples);
    const mask = new Uint8Array(stored);
    const packed = new Int32Array(stored).fill(-1);
    const kept: [number, number][] = [];
    let bytes = 0;
    let count = 0;
    let end = -1;
    // By index: iterators of typed arrays are several times slower.
    for (let at = 0; at < stored; at++) {
      const bits = members[at] ?? 0;
      if (bits === 0) continue;
      if (at === end) last(kept)[1] = at + 1;
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
   * Unpacks a stored row (from `at` in `bytes`) into compacted planes, which must be zero. `any`, `hom` and `missing`
   * are the positions in `planes` of the samples with an alternative allele, with two, and without genotype. Returns
   * whether a selected sample lacks a genotype. A damaged row may cause a RangeError, which the caller reports.
   */
  unpack(bytes: Uint8Array, at: number, planes: Uint8Array, any: number, hom: number, missing: number): boolean {
    const kind = bytes[at] ?? 0;
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

  /** Unpacks a list of samples into a plane. Returns the position after it. */
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

/** Length of a plane in bytes. */
export function planeBytes(samples: number): number {
  return (samples + 7) >>> 3;
}

/** A plane with the bits of some samples set. */
export function planeOfSamples(members: Iterable<number>, samples: number): Uint8Array {
  const plane = new Uint8Array(planeBytes(samples));
  for (const sample of members) plane[sample >>> 3]! |= 1 << (sample & 7);
  return plane;
}

/** The bits of a plane's byte that are used for samples. */
export function bitsOfByte(at: number, samples: number): number {
  return samples - 8 * at >= 8 ? FULL : (1 << (samples - 8 * at)) - 1;
}

/** Number of set bits in a byte: adds adjacent bits, then pairs, then halves. */
function onesOf(byte: number): number {
  const pairs = byte - ((byte >>> 1) & 0x55);
  const halves = (pairs & 0x33) + ((pairs >>> 2) & 0x33);
  return (halves + (halves >>> 4)) & 0x0f;
}

/** Whether a stored row lacks the genotype of any sample, selected or not. */
export function hasMissing(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] ?? 0) & (MISSING_LIST | MISSING_PLANE)) !== 0;
}

/** Number of alternative alleles in a stored row, over all samples of the collection. */
export function alternativesOf(bytes: Uint8Array, at: number): number {
  if ((bytes[at] ?? 0) & PLANES) return readU32(bytes, at + 1);
  return varintAt(bytes, at + 1);
}

/**
 * Calls `each` with every haplotype of a stored row that has the alternative allele; rows of kind 1 give them in no
 * particular order. Throws StoreError for an incomplete row.
 */
export function eachHaplotype(bytes: Uint8Array, at: number, each: (haplotype: number) => void): void {
  if ((bytes[at] ?? 0) & PLANES) {
    const plane = readU32(bytes, at + PLANE_BYTES_AT);
    if (at + PLANES_AT + 2 * plane > bytes.length)
      throw new StoreError(`a row of genotypes has planes of ${plane} bytes, which exceed its block`);
    for (let byte = 0; byte < 2 * plane; byte++) {
      const second = byte < plane ? 0 : 1;
      for (let bits = bytes[at + PLANES_AT + byte] ?? 0; bits > 0; bits &= bits - 1)
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
