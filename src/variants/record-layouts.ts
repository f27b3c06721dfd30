/**
 * Record layouts: combinations of fields that many variant records share. A layout is a JSON value. The release's root
 * contains each list of layouts once, with the table's entry (CompiledTable.shapes, src/release/root.ts), so records
 * can be read without a further object. A record refers to a layout of a list by
 *
 *   varint n ≥ 2                              the layout n - 2 of the list
 *   1 | varint bytes | JSON                   a layout that is not in the list, because the list is full
 *
 * Layouts refer to texts by number, too, in a list of texts, until that is full. A record that begins with a layout
 * never begins with 0, so that 0 can mark records of another kind in the same table.
 */
import { joinBytes } from '../index/blocks/bytes.ts';
import { sized, varints, type FieldReader } from '../index/blocks/fields.ts';
import { DamagedRecord, storedJson } from '../index/blocks/damaged-record.ts';

/** Lists of layouts or texts by their names. */
export type RecordLayouts = Readonly<Record<string, readonly unknown[]>>;

const [INLINE, FIRST] = [1, 2];

/** Returns a shared value: do not change it. Throws DamagedRecord for an unknown number. */
export function readLayout<T>(fields: FieldReader, list: readonly unknown[] | undefined): T {
  const number = fields.number();
  if (number === INLINE) return storedJson<T>(fields.text());
  const layout = list?.[number - FIRST];
  if (layout === undefined) throw new DamagedRecord(`unknown record layout ${number}`);
  return layout as T;
}

/** A text within a layout: its number in a list, or the text itself. */
export type Term = number | string;

/** Texts that have been read, by the terms of the layout. */
const readTexts = new WeakMap<readonly Term[], string[]>();

/** Returns a shared list: do not change it. Throws DamagedRecord for an unknown number. */
export function readTerms(terms: readonly Term[], list: readonly unknown[] | undefined): string[] {
  let texts = readTexts.get(terms);
  if (!texts) readTexts.set(terms, (texts = terms.map((term) => readTerm(term, list))));
  return texts;
}

export function readTerm(term: Term, list: readonly unknown[] | undefined): string {
  const text = typeof term === 'string' ? term : list?.[term];
  if (typeof text !== 'string') throw new DamagedRecord(`a record refers to text ${term}, which its table lacks`);
  return text;
}

/** The name with a number in a record's own list. Throws DamagedRecord for a number beyond the list. */
export function nameAt(names: readonly string[], number: number): string {
  const name = names[number];
  if (name === undefined) throw new DamagedRecord(`a record refers to name ${number} of a list of ${names.length}`);
  return name;
}

/** Numbers texts in the order in which they are added, until the list is full. */
export class TermNumbers {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();
  #bytes = 0;

  termOf(text: string): Term {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#bytes + text.length > MAX_LIST_BYTES) return text;
    this.#bytes += text.length;
    this.#numbers.set(text, this.list.length);
    return this.list.push(text) - 1;
  }

  termsOf(texts: readonly string[]): Term[] {
    return texts.map((text) => this.termOf(text));
  }
}

/** Bytes of JSON of a list. The root contains several lists for each variant table of each species. */
const MAX_LIST_BYTES = 16 * 1024;
/** A layout gets a number at its first use until the list is half full; from then on at this use. */
const FREQUENT_USES = 16;
/** Layouts whose uses are counted at the same time. */
const MAX_REMEMBERED = 50_000;

/** A layout that is written into records. */
export class NumberedLayout<T = unknown> {
  /** Number of uses until it got a number. */
  uses = 0;
  /** Do not change it. */
  readonly value: T;
  readonly json: string;
  readonly #numberOf: (layout: NumberedLayout) => number | null;
  #numbered: Uint8Array | null = null;
  #inline: Uint8Array | null = null;

  /** @param numberOf returns null for a layout without a number so far */
  constructor(value: T, json: string, numberOf: (layout: NumberedLayout) => number | null) {
    this.value = value;
    this.json = json;
    this.#numberOf = numberOf;
  }

  /** Bytes that refer to the layout in a record. Call it once for each record: it counts the uses. */
  code(): Uint8Array {
    if (this.#numbered) return this.#numbered;
    this.uses++;
    const number = this.#numberOf(this);
    if (number === null) return (this.#inline ??= joinBytes([Uint8Array.of(INLINE), ...sized(this.json)]));
    return (this.#numbered = varints([number + FIRST]));
  }
}

/** Numbers the layouts of a list in the order of their use. */
export class LayoutNumbers<T = unknown> {
  /** The numbered layouts, in order of their numbers. */
  readonly list: unknown[] = [];
  readonly #maxBytes: number;
  readonly #numbers = new Map<string, number>();
  readonly #layouts = new Map<string, NumberedLayout<T>>();
  #bytes = 0;

  constructor(maxBytes = MAX_LIST_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The layout of a JSON value, which must not change afterwards. */
  layoutOf(value: T): NumberedLayout<T> {
    const json = JSON.stringify(value);
    let layout = this.#layouts.get(json);
    if (!layout) {
      if (this.#layouts.size === MAX_REMEMBERED) this.#layouts.clear();
      this.#layouts.set(json, (layout = new NumberedLayout(value, json, this.#numberOf)));
    }
    return layout;
  }

  readonly #numberOf = ({ value, json, uses }: NumberedLayout): number | null => {
    const known = this.#numbers.get(json);
    if (known !== undefined) return known;
    const bytes = this.#bytes + json.length + 1;
    if (bytes > this.#maxBytes || (bytes > this.#maxBytes / 2 && uses < FREQUENT_USES)) return null;
    this.#bytes = bytes;
    const number = this.list.push(value) - 1;
    this.#numbers.set(json, number);
    return number;
  };
}
