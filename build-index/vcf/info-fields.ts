import { sameBytes } from '../../src/index/blocks/bytes.ts';
import { FEW_DIGITS, type FrequencyGroup, isStored, share } from '../../src/variants/frequency-groups.ts';

const [EQUALS, SEMICOLON] = [0x3d, 0x3b];
/** Of a polynomial over the bytes of a name. */
const FACTOR = 31;
/** A field that is not there. */
export const ABSENT = -1;

/**
 * Finds some fields of the column INFO; a line may have hundreds, of which nothing becomes a text that is not asked
 * for.
 */
export class InfoFields {
  readonly #names: Buffer[] = [];
  /**
   * Numbers of fields by the lowest bits of their names' hashes; several of one hash stand one behind the other. At
   * most half full.
   */
  #slots = new Int16Array(64).fill(ABSENT);
  /** Of the line that was read last. */
  line: Buffer = Buffer.alloc(0);
  /** Where the values of fields begin and end, by number. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** The number of a field that is to be read. */
  numberOf(name: string): number {
    const bytes = Buffer.from(name);
    const known = this.#names.findIndex((each) => each.equals(bytes));
    if (known >= 0) return known;
    const number = this.#names.push(bytes) - 1;
    this.#starts.push(ABSENT);
    this.#ends.push(ABSENT);
    if (2 * this.#names.length > this.#slots.length) this.#slots = new Int16Array(2 * this.#slots.length);
    this.#slots.fill(ABSENT);
    for (const [each, other] of this.#names.entries())
      this.#slots[this.#slotOf(other, 0, other.length, other.reduce(hashed, 0))] = each;
    return number;
  }

  /** Those that have a value; of a field that comes twice, the last. */
  read(line: Buffer, from: number, to: number): void {
    this.line = line;
    for (let each = 0; each < this.#starts.length; each++) this.#starts[each] = ABSENT;
    for (let at = from; at < to; at++) {
      const start = at;
      let hash = 0;
      let byte = 0;
      for (; at < to; at++) {
        byte = line[at]!;
        if (byte === EQUALS || byte === SEMICOLON) break;
        hash = hashed(hash, byte);
      }
      if (byte !== EQUALS || at >= to) continue;
      const number = this.#slots[this.#slotOf(line, start, at, hash)]!;
      const valueAt = at + 1;
      while (at < to && line[at] !== SEMICOLON) at++;
      if (number === ABSENT) continue;
      this.#starts[number] = valueAt;
      this.#ends[number] = at;
    }
  }

  /** The first of some fields that has a value, or ABSENT. */
  firstOf(fields: readonly number[]): number {
    for (let each = 0; each < fields.length; each++) if (this.#starts[fields[each]!] !== ABSENT) return fields[each]!;
    return ABSENT;
  }

  /** Where the value of a field that is there begins in the line. */
  start(field: number): number {
    return this.#starts[field]!;
  }

  end(field: number): number {
    return this.#ends[field]!;
  }

  /** Undefined for a field that is not there. */
  text(field: number): string | undefined {
    return this.#starts[field] === ABSENT
      ? undefined
      : this.line.toString('latin1', this.#starts[field], this.#ends[field]);
  }

  /** The slot of a name, or the free one where it would be. */
  #slotOf(line: Buffer, from: number, to: number, hash: number): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot]!;
      if (number === ABSENT || sameBytes(this.#names[number]!, 0, this.#names[number]!.length, line, from, to))
        return slot;
    }
  }
}

function hashed(hash: number, byte: number): number {
  return (Math.imul(hash, FACTOR) + byte) | 0;
}

/** Numbers as Perl, which Ensembl's API is written in, reads and prints them. */

const [ZERO, MAX_DIGITS] = [0x30, 15];

/** The number that stands in a line; what begins with none counts nothing. */
export function numberAt(line: Buffer, from: number, to: number): number {
  if (to > from && to - from <= MAX_DIGITS) {
    let value = 0;
    for (let at = from; ; at++) {
      if (at === to) return value;
      const digit = line[at]! - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
  }
  return number(line.toString('latin1', from, to));
}

/** The same of a text. */
export function number(text: string): number {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/** As printf's %.0f: halves go to the even number. */
export function halfToEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/** As printf's %.4g: halves go to the even digit. */
export function fourDigits(value: number): number {
  if (!mayBeHalf(value)) return Number(value.toPrecision(4));
  const [, digits, last, exponent] = /^(\d\.\d\d(\d))50*e(.*)$/.exec(value.toExponential(60)) ?? [];
  return Number(digits !== undefined && Number(last) % 2 === 0 ? `${digits}e${exponent}` : value.toPrecision(4));
}

/**
 * May a number be exactly half-way between two of four digits? It is m / 10^n then, of an m below 10^5, and as a sum of
 * powers of two it is so only if m is a multiple of 5^n: n is 7 at most, and the number a multiple of 1 / 2^7.
 */
function mayBeHalf(value: number): boolean {
  return Number.isInteger(value * 128);
}

/** Digits before the one that decides how four are rounded. */
const FOUR_DIGITS = 1000;
/** So near to half-way may a ratio's way of being worked out matter: far more than the error of any. */
const NEAR = 1e-4;

/**
 * Frequencies that are ratios, of which four digits count.
 *
 * @param ratios as worked out, which may be another way than dividing counts
 * @param total that the ratios are of, NaN where they are of different ones
 */
export function ratioGroup(
  population: string,
  names: string[],
  counts: number[],
  ratios: readonly number[],
  total: number,
): FrequencyGroup {
  if (areShares(counts, ratios, total)) return { population, submission: null, digits: FEW_DIGITS, names, counts };
  return {
    population,
    submission: null,
    digits: 0,
    names,
    counts: areCounts(counts) ? counts : names.map(() => null),
    frequencies: ratios.map(fourDigits),
  };
}

/** A file may tell anything; what is no whole number, or less than none, counts nothing. */
export function areCounts(counts: readonly (number | null)[]): boolean {
  return counts.every((count) => count !== null && Number.isSafeInteger(count) && count >= 0);
}

/** Are ratios, at four digits, the shares that counts have of a total, which is their sum? */
export function areShares(counts: readonly number[], ratios: readonly number[], total: number): boolean {
  let sum = 0;
  for (let each = 0; each < counts.length; each++) {
    const count = counts[each]!;
    if (!Number.isSafeInteger(count) || count < 0 || !isShare(count, ratios[each]!, total)) return false;
    sum += count;
  }
  return sum === total && isStored(sum);
}

/** Are the four digits of a ratio those of a count's share? */
function isShare(count: number, ratio: number, total: number): boolean {
  if (count / total === ratio && !mayBeHalf(ratio)) return true;
  return !isNearHalf(ratio) || share(count, total, FEW_DIGITS) === fourDigits(ratio);
}

/** Is what follows the fourth digit near to a half, so that four digits may be rounded either way? */
function isNearHalf(ratio: number): boolean {
  if (!(ratio > 1e-6 && ratio <= 1)) return true;
  while (ratio < FOUR_DIGITS) ratio *= 10;
  return Math.abs(ratio - Math.floor(ratio) - 0.5) < NEAR;
}
