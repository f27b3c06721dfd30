/**
 * Writes pairs of variants in linkage disequilibrium as JSON or XML, byte by byte for speed: a region can have hundreds
 * of thousands of pairs, whose texts differ only in two names and two numbers.
 */
import { escape } from './xml.ts';

/** Bytes of a chunk. */
const CHUNK_BYTES = 64 * 1024;

export interface PairSyntax {
  /** Text before the first pair. */
  opening: string;
  /** Text between two pairs. */
  separator: string;
  /** Text after the last pair. */
  closing: string;
  /** Escapes the name of a variant. */
  name(name: string): string;
  /** The constant texts of a pair: before, between and after the four values of `order`. */
  texts(population: string): [string, string, string, string, string];
  order: readonly ('one' | 'other' | 'r2' | 'dPrime')[];
}

const JSON_PAIRS: PairSyntax = {
  opening: '[',
  separator: ',',
  closing: ']',
  name: (name) => JSON.stringify(name).slice(1, -1),
  texts: (population) => [
    '{"variation1":"',
    '","variation2":"',
    `","population_name":${JSON.stringify(population)},"r2":"`,
    '","d_prime":"',
    '"}',
  ],
  order: ['one', 'other', 'r2', 'dPrime'],
};

const XML_PAIRS: PairSyntax = {
  opening: '<opt>\n',
  separator: '',
  closing: '</opt>\n',
  name: escape,
  texts: (population) => [
    '  <data d_prime="',
    `" population_name="${escape(population)}" r2="`,
    '" variation1="',
    '" variation2="',
    '" />\n',
  ],
  order: ['dPrime', 'r2', 'one', 'other'],
};

export function pairSyntax(format: 'json' | 'xml'): PairSyntax {
  return format === 'xml' ? XML_PAIRS : JSON_PAIRS;
}

const encoder = new TextEncoder();

/** Writes pairs of one population. The caller sends the opening and closing texts. */
export class PairWriter {
  readonly #syntax: PairSyntax;
  readonly #names: readonly Uint8Array[];
  readonly #texts: Uint8Array[];
  readonly #separator: Uint8Array;
  /** Most bytes of a pair. */
  readonly #maxPairBytes: number;
  #bytes: Uint8Array<ArrayBuffer>;
  #at = 0;
  #first: boolean;

  /** @param names of variants, as returned by `encodeNames` @param first whether no pair was written before */
  constructor(syntax: PairSyntax, names: readonly Uint8Array[], population: string, first: boolean) {
    this.#syntax = syntax;
    this.#names = names;
    this.#texts = syntax.texts(population).map((text) => encoder.encode(text));
    this.#separator = encoder.encode(syntax.separator);
    const longestName = names.reduce((longest, name) => Math.max(longest, name.length), 0);
    this.#maxPairBytes =
      this.#texts.reduce((sum, text) => sum + text.length, this.#separator.length) + 2 * longestName + 16;
    this.#bytes = new Uint8Array(CHUNK_BYTES + this.#maxPairBytes);
    this.#first = first;
  }

  /** @param one @param other indices of names @param r2 @param dPrime in millionths, from 0 to 1,000,000 */
  add(one: number, other: number, r2: number, dPrime: number): void {
    if (this.#at + this.#maxPairBytes > this.#bytes.length) this.#grow();
    if (!this.#first) this.#text(this.#separator);
    this.#first = false;
    const { order } = this.#syntax;
    for (let part = 0; part < 4; part++) {
      this.#text(this.#texts[part]!);
      switch (order[part]!) {
        case 'one':
          this.#text(this.#names[one]!);
          break;
        case 'other':
          this.#text(this.#names[other]!);
          break;
        case 'r2':
          this.#decimal(r2);
          break;
        case 'dPrime':
          this.#decimal(dPrime);
          break;
      }
    }
    this.#text(this.#texts[4]!);
  }

  /** The bytes written since the last call, or null if they are less than a chunk. @param rest returns any bytes */
  take(rest = false): Uint8Array | null {
    if (this.#at === 0 || (!rest && this.#at < CHUNK_BYTES)) return null;
    const taken = this.#bytes.subarray(0, this.#at);
    // The caller keeps the buffer.
    this.#bytes = new Uint8Array(CHUNK_BYTES + this.#maxPairBytes);
    this.#at = 0;
    return taken;
  }

  #text(text: Uint8Array): void {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let each = 0; each < text.length; each++) bytes[at + each] = text[each]!;
    this.#at = at + text.length;
  }

  /** One digit, a point and six digits. */
  #decimal(millionths: number): void {
    const bytes = this.#bytes;
    const at = this.#at;
    const whole = millionths >= 1_000_000 ? 1 : 0;
    let rest = millionths - 1_000_000 * whole;
    bytes[at] = 48 + whole;
    bytes[at + 1] = 46;
    for (let digit = 7; digit > 1; digit--) {
      const tenth = (rest / 10) | 0;
      bytes[at + digit] = 48 + rest - 10 * tenth;
      rest = tenth;
    }
    this.#at = at + 8;
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Names of variants as bytes of a syntax. */
export function encodeNames(names: Iterable<string>, syntax: PairSyntax): Uint8Array[] {
  return Array.from(names, (name) => encoder.encode(syntax.name(name)));
}
