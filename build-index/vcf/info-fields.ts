import { sameBytes } from '../../src/index/blocks/bytes.ts';
import { FEW_DIGITS, type FrequencyGroup, isStored, share } from '../../src/variants/frequency-groups.ts';

const [EQUALS, SEMICOLON] = [0x3d, 0x3b];
/** Factor of the polynomial hash of a name's bytes. */
const FACTOR = 31;
/** Number of a missing field. */
export const ABSENT = -1;

/** Finds selected fields of the column INFO. A line may have hundreds; only requested ones are decoded. */
export class InfoFields {
  readonly #names: Buffer[] = [];
  /** Hash table of field numbers by name, with linear probing. At most half full. */
  #slots = new Int16Array(64).fill(ABSENT);
  /** The last line that was read. */
  line: Buffer = Buffer.alloc(0);
  /** Start and end of each field's value. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Selects a field. Returns its number. */
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

  /** Finds the selected fields that have a value. If a field appears twice, the last one counts. */
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

  /** The first of these fields that has a value, or ABSENT. */
  firstOf(fields: readonly number[]): number {
    for (let each = 0; each < fields.length; each++) if (this.#starts[fields[each]!] !== ABSENT) return fields[each]!;
    return ABSENT;
  }

  /** Start of the value of a present field. */
  start(field: number): number {
    return this.#starts[field]!;
  }

  end(field: number): number {
    return this.#ends[field]!;
  }

  /** The value of a field. Undefined for an absent one. */
  text(field: number): string | undefined {
    return this.#starts[field] === ABSENT
      ? undefined
      : this.line.toString('latin1', this.#starts[field], this.#ends[field]);
  }

  /** The slot of a name, or the free slot for it. */
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

/** The number at the beginning of some bytes. 0 if they do not begin with a number. */
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

/** The number at the beginning of a text. 0 if it does not begin with a number. */
export function number(text: string): number {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/** Rounds as printf's %.0f: halves to the even number. */
export function halfToEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/** Rounds as printf's %.4g: halves to the even digit. */
export function fourDigits(value: number): number {
  if (!mayBeHalf(value)) return Number(value.toPrecision(4));
  const [, digits, last, exponent] = /^(\d\.\d\d(\d))50*e(.*)$/.exec(value.toExponential(60)) ?? [];
  return Number(digits !== undefined && Number(last) % 2 === 0 ? `${digits}e${exponent}` : value.toPrecision(4));
}

/**
 * Can a number be exactly half-way between two numbers of four digits? Then it is m / 10^n with m < 10^5. A binary
 * fraction is that only if m is a multiple of 5^n, so n is at most 7 and the number a multiple of 1 / 2^7.
 */
function mayBeHalf(value: number): boolean {
  return Number.isInteger(value * 128);
}

/** A ratio scaled to at least this has its four digits before the decimal point. */
const FOUR_DIGITS = 1000;
/** Distance from half-way within which rounding may depend on how a ratio was computed; far above any error. */
const NEAR = 1e-4;

/**
 * A group of frequencies that are ratios, of which four digits count.
 *
 * @param ratios computed in any way, not necessarily from the counts
 * @param total denominator of the ratios; NaN if they have different ones
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

/** Are all values whole numbers from 0? Files may contain anything. */
export function areCounts(counts: readonly (number | null)[]): boolean {
  return counts.every((count) => count !== null && Number.isSafeInteger(count) && count >= 0);
}

/** Are the ratios, at four digits, the counts divided by the total, and is the total their sum? */
export function areShares(counts: readonly number[], ratios: readonly number[], total: number): boolean {
  let sum = 0;
  for (let each = 0; each < counts.length; each++) {
    const count = counts[each]!;
    if (!Number.isSafeInteger(count) || count < 0 || !isShare(count, ratios[each]!, total)) return false;
    sum += count;
  }
  return sum === total && isStored(sum);
}

/** Does a ratio equal count / total at four digits? */
function isShare(count: number, ratio: number, total: number): boolean {
  if (count / total === ratio && !mayBeHalf(ratio)) return true;
  return !isNearHalf(ratio) || share(count, total, FEW_DIGITS) === fourDigits(ratio);
}

/** Is the rest after the fourth digit so near to a half that rounding may go either way? */
function isNearHalf(ratio: number): boolean {
  if (!(ratio > 1e-6 && ratio <= 1)) return true;
  while (ratio < FOUR_DIGITS) ratio *= 10;
  return Math.abs(ratio - Math.floor(ratio) - 0.5) < NEAR;
}
