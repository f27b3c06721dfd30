/**
 * Records of variants say by number what many of a table have alike: shapes, JSON values that stand once, in lists, beside the table's entry in
 * the release's root (CompiledTable.shapes, src/release/root.ts), so that who knows where a record stands can read it. In a record a shape of a list is
 *
 *   varint n ≥ 2                              the shape n - 2 of the list
 *   1 | varint bytes | JSON                   one that is not in the list: lists take no more room than a root has for them
 *
 * Texts within shapes stand by number, too, in a list of their own, as long as there is room. No record begins with 0 where it begins with a shape: that is left
 * for records of another kind in the same table.
 */
import { joinBytes } from '../store/join-bytes.ts';
import { sized, varints, type FieldReader } from '../index/fields.ts';
import { StoreError } from '../store/store.ts';

/** By name of the list. */
export type RecordShapes = Readonly<Record<string, readonly unknown[]>>;

const [TOLD, FIRST] = [1, 2];

/** Shared by all who read it: not to be changed. Throws StoreError for a number of none. */
export function readShape<T>(fields: FieldReader, list: readonly unknown[] | undefined): T {
  const number = fields.number();
  if (number === TOLD) return JSON.parse(fields.text()) as T;
  const shape = list?.[number - FIRST];
  if (shape === undefined) throw new StoreError(`a record has the shape ${number}, of which its table does not tell`);
  return shape as T;
}

/** A text within a shape: its number in a list, or itself. */
export type Term = number | string;

/** Lists of terms that have been read, by what shapes have of them. */
const read = new WeakMap<readonly Term[], string[]>();

/** Shared by all who read it: not to be changed. Throws StoreError for a number of none. */
export function readTerms(terms: readonly Term[], list: readonly unknown[] | undefined): string[] {
  let texts = read.get(terms);
  if (!texts) read.set(terms, (texts = terms.map((term) => readTerm(term, list))));
  return texts;
}

export function readTerm(term: Term, list: readonly unknown[] | undefined): string {
  const text = typeof term === 'string' ? term : list?.[term];
  if (typeof text !== 'string') throw new StoreError(`a record has the text ${term}, of which its table does not tell`);
  return text;
}

/** The name of a number in a record's own list. Throws StoreError for a number of none. */
export function named(names: readonly string[], number: number): string {
  const name = names[number];
  if (name === undefined) throw new StoreError(`a record has the name ${number} of ${names.length}`);
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
/** Shapes that are remembered with how often they have come. */
const MOST_REMEMBERED = 50_000;

/** A shape on its way into records. */
export class NumberedShape<T = unknown> {
  /** How often it has come. */
  seen = 0;
  /** Not to be changed. */
  readonly value: T;
  readonly json: string;
  readonly #numberOf: (shape: NumberedShape) => number | null;
  #numbered: Uint8Array | null = null;
  #told: Uint8Array | null = null;

  /** @param numberOf null for none yet */
  constructor(value: T, json: string, numberOf: (shape: NumberedShape) => number | null) {
    this.value = value;
    this.json = json;
    this.#numberOf = numberOf;
  }

  /** What a further record says of it. */
  code(): Uint8Array {
    if (this.#numbered) return this.#numbered;
    this.seen++;
    const number = this.#numberOf(this);
    if (number === null) return (this.#told ??= joinBytes([Uint8Array.of(TOLD), ...sized(this.json)]));
    return (this.#numbered = varints([number + FIRST]));
  }
}

/** Gives numbers to the shapes of a list as they come. */
export class ShapeNumbers<T = unknown> {
  /** Those that have numbers, in their order. */
  readonly list: unknown[] = [];
  readonly #most: number;
  readonly #numbers = new Map<string, number>();
  readonly #shapes = new Map<string, NumberedShape<T>>();
  #bytes = 0;

  constructor(most = LIST_BYTES) {
    this.#most = most;
  }

  /** Of a JSON value, which must not change. */
  shapeOf(value: T): NumberedShape<T> {
    const json = JSON.stringify(value);
    let shape = this.#shapes.get(json);
    if (!shape) {
      if (this.#shapes.size === MOST_REMEMBERED) this.#shapes.clear();
      this.#shapes.set(json, (shape = new NumberedShape(value, json, this.#numberOf)));
    }
    return shape;
  }

  readonly #numberOf = ({ value, json, seen }: NumberedShape): number | null => {
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
