/** Values of ENUM and SET columns as MySQL stores them: LOAD DATA keeps only values that the column lists. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from './query-chunks.ts';

export interface ListedValues {
  type: 'enum' | 'set';
  values: readonly string[];
}

/** The part of a dump that describes its columns. */
export interface ListedColumns {
  schema: ReadonlyMap<string, { columns: readonly { name: string; listed?: ListedValues }[] }>;
}

/** Most texts of a column whose members are remembered. */
const MAX_KNOWN = 4096;

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

/** Returns the members of texts of a SET column, without those that the column does not list. */
export function setReader({ schema }: ListedColumns, table: string, column: string): (text: string | null) => string[] {
  const listed = schema.get(table)?.columns.find(({ name }) => name === column)?.listed;
  const known = new Map<string, string[]>();
  return (text) => {
    if (!text) return [];
    let members = known.get(text);
    if (!members) {
      if (known.size === MAX_KNOWN) known.clear();
      const stored = listed ? storedValue(listed, text) : text;
      known.set(text, (members = stored === '' ? [] : stored.split(',')));
    }
    return members;
  };
}

/** Replaces the values of a loaded column by those that MySQL stores. */
export async function keepListed(
  connection: DuckDBConnection,
  table: string,
  column: string,
  listed: ListedValues,
): Promise<void> {
  const values = [...listed.values, ''].map(sqlText).join();
  const found = await connection.runAndReadAll(
    `SELECT DISTINCT "${column}" FROM "${table}" WHERE "${column}" NOT IN (${values})`,
  );
  for (const [value] of found.getRows()) {
    const text = String(value);
    const stored = storedValue(listed, text);
    if (stored !== text)
      await connection.run(
        `UPDATE "${table}" SET "${column}" = ${sqlText(stored)} WHERE "${column}" = ${sqlText(text)}`,
      );
  }
}
