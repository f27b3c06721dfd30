/** Values of ENUM and SET columns as MySQL stores them: LOAD DATA keeps only values that the column lists. */

export interface ListedValues {
  type: 'enum' | 'set';
  values: readonly string[];
}

/**
 * The value that MySQL stores for a text. Letters match in any case, and a text that is no listed value but a whole
 * number is the position of one (ENUM) or a bit field (SET). An ENUM without a match is ''. A SET drops unlisted and
 * duplicate members, and has the others in the order of the column.
 */
export function storedValue({ type, values }: ListedValues, text: string): string {
  if (values.includes(text)) return text;
  if (type === 'enum') return values[positionOf(values, text)] ?? values[Number(wholeNumber(text)) - 1] ?? '';
  const listed = new Set(text.split(',').map((member) => positionOf(values, member)));
  if (values.some((_, position) => listed.has(position)))
    return values.filter((_, position) => listed.has(position)).join();
  const bits = BigInt(wholeNumber(text));
  if (bits >> BigInt(values.length) > 0n) return '';
  return values.filter((_, position) => (bits >> BigInt(position)) & 1n).join();
}

function positionOf(values: readonly string[], text: string): number {
  const wanted = text.trimEnd().toLowerCase();
  return values.findIndex((value) => value.toLowerCase() === wanted);
}

/** The text if it is a whole number of at most 20 digits, else '0'. */
function wholeNumber(text: string): string {
  return /^\d{1,20}$/.test(text) ? text : '0';
}

/** Does the column list all of a text? */
function isListed({ type, values }: ListedValues, text: string, stored: string): boolean {
  if (text === '' || text === stored) return true;
  if (type === 'enum' || !text.includes(',')) return stored !== '';
  return text.split(',').every((member) => positionOf(values, member) >= 0);
}

/** A value as MySQL stores it, and whether the column lists all of it. */
interface StoredValue {
  text: string;
  isListed: boolean;
}

/** Most texts of a column that are remembered. Real columns have few different texts. */
const MAX_KNOWN = 1 << 16;

/** Remembers the stored values of the texts of a column. */
export class StoredValues {
  readonly #listed: ListedValues;
  readonly #known = new Map<string, StoredValue>();

  constructor(listed: ListedValues) {
    this.#listed = listed;
  }

  stored(text: string): StoredValue {
    const known = this.#known.get(text);
    if (known) return known;
    const stored = storedValue(this.#listed, text);
    const found = { text: stored, isListed: isListed(this.#listed, text, stored) };
    if (this.#known.size < MAX_KNOWN) this.#known.set(text, found);
    return found;
  }
}
