import { isUtf8 } from 'node:buffer';
import { marks } from './marks.ts';
import { SQL_TYPES, type TablePlan } from './table-plan.ts';

const [NUL, TAB, NEWLINE, CARRIAGE_RETURN, BYTE_ORDER_MARK] = [0x00, 0x09, 0x0a, 0x0d, 0xef];
const EMPTY_ROW = Buffer.from('\n\n');

/**
 * Whether whole rows of a dump, as MySQL wrote them, are what read_csv reads in the same way: fields without escapes, NULL as `\N`, each
 * newline the end of a row, in UTF-8: of other bytes read_csv has an error that ends the database where some columns of a table are not needed. Most of a large dump is: only text that somebody wrote has tabs, newlines and backslashes in it. How many fields
 * rows have is looked at in the first alone, since read_csv looks at all of them but takes one empty field too many.
 */
export function isClean(rows: Buffer, fieldCount: number): boolean {
  // A row of one empty field would be passed over, as a row of nothing.
  if (fieldCount < 2 || rows[0] === BYTE_ORDER_MARK || rows[0] === NEWLINE) return false;
  if (rows.includes(NUL) || rows.includes(CARRIAGE_RETURN) || rows.includes(EMPTY_ROW)) return false;
  return fieldsOfFirst(rows) === fieldCount && !marks.isEscaped(rows) && isUtf8(rows);
}

function fieldsOfFirst(rows: Buffer): number {
  const end = rows.indexOf(NEWLINE);
  let fields = 1;
  for (let at = rows.indexOf(TAB); at !== -1 && at < end; at = rows.indexOf(TAB, at + 1)) fields++;
  return fields;
}

/** SQL of a file of such rows for read_csv: all fields of a row, by number, of which the needed ones have a type. */
export function storedColumns({ fieldCount, columns }: TablePlan): string {
  const kinds = new Map(columns.map(({ index, kind }) => [index, kind]));
  return Array.from({ length: fieldCount }, (_, index) => `'f${index}': '${SQL_TYPES[kinds.get(index) ?? 'text']}'`).join(', ');
}

/** SQL of what a loaded table may not hold and read_csv takes as a number: NaN, infinity, whole numbers that are not exact here. Null when it has no numbers. */
export function oddNumbers({ table, columns }: TablePlan): string | null {
  const odd = columns.flatMap(({ name, kind, index }) => {
    if (index === -1 || kind === 'text') return [];
    return [kind === 'float' ? `NOT isfinite("${name}")` : `"${name}" NOT BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`];
  });
  return odd.length === 0 ? null : `SELECT 1 FROM "${table}" WHERE ${odd.join(' OR ')} LIMIT 1`;
}
