/**
 * Records of variants say by number what many of a table have alike: layouts, JSON values that stand once, in lists,
 * beside the table's entry in the release's root (CompiledTable.shapes, src/release/root.ts), so that who knows where
 * a record stands can read it. In a record a layout of a list is
 *
 *   varint n ≥ 2                              the layout n - 2 of the list
 *   1 | varint bytes | JSON                   one that is not in the list: lists take no more room than a root has
 *     for them
 *
 * Texts within layouts stand by number, too, in a list of their own, as long as there is room. No record begins with
 * 0 where it begins with a layout: that is left for records of another kind in the same table.
 */
import { joinBytes } from '../index/blocks/bytes.ts';
import { sized, varints, type FieldReader } from '../index/blocks/fields.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';

/** By name of the list. */
export type RecordLayouts = Readonly<Record<string, readonly unknown[]>>;

const [INLINE, FIRST] = [1, 2];

/** Shared by all who read it: not to be changed. Throws DamagedRecord for a number of none. */
export function readLayout<T>(fields: FieldReader, list: readonly unknown[] | undefined): T {
  const number = fields.number();
  if (number === INLINE) return JSON.parse(fields.text()) as T;
  const layout = list?.[number - FIRST];
  if (layout === undefined) throw new DamagedRecord(`unknown record layout ${number}`);
  return layout as T;
}

/** A text within a layout: its number in a list, or itself. */
export type Term = number | string;

/** Lists of terms that have been read, by what layouts have of them. */
const read = new WeakMap<readonly Term[], string[]>();

/** Shared by all who read it: not to be changed. Throws DamagedRecord for a number of none. */
export function readTerms(terms: readonly Term[], list: readonly unknown[] | undefined): string[] {
  let texts = read.get(terms);
  if (!texts) read.set(terms, (texts = terms.map((term) => readTerm(term, list))));
  return texts;
}

export function readTerm(term: Term, list: readonly unknown[] | undefined): string {
  const text = typeof term === 'string' ? term : list?.[term];
  if (typeof text !== 'string') throw new DamagedRecord(`a record refers to text ${term}, which its table lacks`);
  return text;
}

/** The name of a number in a record's own list. Throws DamagedRecord for a number of none. */
export function named(names: readonly string[], number: number): string {
  const name = names[number];
  if (name === undefined) throw new DamagedRecord(`a record has the name ${number} of ${names.length}`);
  return name;
}

/** Gives numbers to texts of a list as they come, as long as there is room. */
export class TermNumbers {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();
  #bytes = 0;

  termOf(text: string): Term {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#bytes + text.length > LIST_BYTES) return text;
    this.#bytes += text.length;
    this.#numbers.set(text, this.list.length);
    return this.list.push(text) - 1;
  }

  termsOf(texts: readonly string[]): Term[] {
    return texts.map((text) => this.termOf(text));
  }
}

/** Bytes of JSON of a list: a root has some for each table of variants of each species. */
const LIST_BYTES = 16 * 1024;
/** Who comes while a list is half full gets a number at once; then, who has come so often. */
const OFTEN = 16;
/** Layouts that are remembered with how often they have come. */
const MAX_REMEMBERED = 50_000;

/** A layout on its way into records. */
export class NumberedLayout<T = unknown> {
  /** How often it has come. */
  seen = 0;
  /** Not to be changed. */
  readonly value: T;
  readonly json: string;
  readonly #numberOf: (layout: NumberedLayout) => number | null;
  #numbered: Uint8Array | null = null;
  #inline: Uint8Array | null = null;

  /** @param numberOf null for none yet */
  constructor(value: T, json: string, numberOf: (layout: NumberedLayout) => number | null) {
    this.value = value;
    this.json = json;
    this.#numberOf = numberOf;
  }

  /** What a further record says of it. */
  code(): Uint8Array {
    if (this.#numbered) return this.#numbered;
    this.seen++;
    const number = this.#numberOf(this);
    if (number === null) return (this.#inline ??= joinBytes([Uint8Array.of(INLINE), ...sized(this.json)]));
    return (this.#numbered = varints([number + FIRST]));
  }
}

/** Gives numbers to the layouts of a list as they come. */
export class LayoutNumbers<T = unknown> {
  /** Those that have numbers, in their order. */
  readonly list: unknown[] = [];
  readonly #most: number;
  readonly #numbers = new Map<string, number>();
  readonly #layouts = new Map<string, NumberedLayout<T>>();
  #bytes = 0;

  constructor(most = LIST_BYTES) {
    this.#most = most;
  }

  /** Of a JSON value, which must not change. */
  layoutOf(value: T): NumberedLayout<T> {
    const json = JSON.stringify(value);
    let layout = this.#layouts.get(json);
    if (!layout) {
      if (this.#layouts.size === MAX_REMEMBERED) this.#layouts.clear();
      this.#layouts.set(json, (layout = new NumberedLayout(value, json, this.#numberOf)));
    }
    return layout;
  }

  readonly #numberOf = ({ value, json, seen }: NumberedLayout): number | null => {
    const known = this.#numbers.get(json);
    if (known !== undefined) return known;
    const bytes = this.#bytes + json.length + 1;
    if (bytes > this.#most || (bytes > this.#most / 2 && seen < OFTEN)) return null;
    this.#bytes = bytes;
    const number = this.list.push(value) - 1;
    this.#numbers.set(json, number);
    return number;
  };
}
