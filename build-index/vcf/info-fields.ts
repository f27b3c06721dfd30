import { sameBytes } from '../../src/index/same-bytes.ts';

const [EQUALS, SEMICOLON] = [0x3d, 0x3b];
/** Of a polynomial over the bytes of a name. */
const FACTOR = 31;
/** A field that is not there. */
export const ABSENT = -1;

/** Finds some fields of the column INFO; a line may have hundreds, of which nothing becomes a text that is not asked for. */
export class InfoFields {
  readonly #names: Buffer[] = [];
  /** Numbers of fields by the lowest bits of their names' hashes; several of one hash stand one behind the other. At most half full. */
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
    for (const [each, other] of this.#names.entries()) this.#slots[this.#slotOf(other, 0, other.length, other.reduce(hashed, 0))] = each;
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
    return this.#starts[field] === ABSENT ? undefined : this.line.toString('latin1', this.#starts[field], this.#ends[field]);
  }

  /** The slot of a name, or the free one where it would be. */
  #slotOf(line: Buffer, from: number, to: number, hash: number): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot]!;
      if (number === ABSENT || sameBytes(this.#names[number]!, 0, this.#names[number]!.length, line, from, to)) return slot;
    }
  }
}

function hashed(hash: number, byte: number): number {
  return (Math.imul(hash, FACTOR) + byte) | 0;
}
