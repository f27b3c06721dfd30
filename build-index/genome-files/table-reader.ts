/** Reads tables of tab-separated columns, whose first line names the columns. */
import { nearName } from './near-name.ts';
import type { DepartureKind, ReadingDepartures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { lineBatches } from './text-lines.ts';

export interface TableColumns<Name extends string> {
  needed: readonly Name[];
  optional: readonly Name[];
}

/** A row; columns that the file lacks, empty fields, `-` and `.` have no value. */
export interface TableRow<Name extends string> {
  line: number;
  get(column: Name): string | null;
  /** The values of a field that separates them with `|`. */
  all(column: Name): string[];
}

/**
 * The rows of a plain or gzip file. Lines that begin with `##` and empty ones are comments; the header may begin with
 * `#`. Rows with more or fewer fields than the header, or without a needed value, are counted and left out.
 *
 * @param kind of the departures
 * @throws DumpError for a header with an unknown column, or without a needed one
 */
export async function* tableRows<Name extends string>(
  path: string,
  columns: TableColumns<Name>,
  kind: DepartureKind,
  reading: ReadingDepartures,
  progress?: (bytes: number) => void,
): AsyncGenerator<TableRow<Name>> {
  let places: Map<string, number> | null = null;
  for await (const { first, lines } of lineBatches(path, progress))
    for (const [index, text] of lines.entries()) {
      const line = first + index;
      if (text.trim() === '' || text.startsWith('##')) continue;
      const fields = text.split('\t').map((field) => field.trim());
      if (!places) {
        places = headerOf(fields, columns, `${path} line ${line}`);
        continue;
      }
      const found = places;
      const get = (column: Name) => {
        const field = fields[found.get(column) ?? -1];
        return field === undefined || EMPTY.has(field) ? null : field;
      };
      const missing = columns.needed.find((column) => get(column) === null);
      if (fields.length === places.size && missing === undefined) {
        const all = (column: Name) =>
          (get(column) ?? '')
            .split('|')
            .map((each) => each.trim())
            .filter((each) => each !== '');
        yield { line, get, all };
      } else
        reading.note(kind, () =>
          fields.length === found.size
            ? `${path} line ${line}: ${missing} is empty`
            : `${path} line ${line}: the header has ${found.size} columns, this line has ${fields.length}`,
        );
    }
  if (!places) throw new DumpError(`${path} has no header line with the names of its columns`);
}

/** Letters of an unknown column that are compared and shown. */
const SHOWN = 60;
const EMPTY = new Set(['', '-', '.']);

function headerOf<Name extends string>(
  fields: readonly string[],
  { needed, optional }: TableColumns<Name>,
  where: string,
): Map<string, number> {
  const known: readonly string[] = [...needed, ...optional];
  const places = new Map<string, number>();
  for (const [index, field] of fields.entries()) {
    const name = field.replace(/^#\s*/, '').toLowerCase().replaceAll(/[ -]/g, '_');
    if (!known.includes(name)) {
      const near = nearName(name.slice(0, SHOWN), known);
      throw new DumpError(
        `${where}: unknown column ${JSON.stringify(field.slice(0, SHOWN))}` +
          `${near === null ? '' : `; the closest is ${near}`}. Columns are separated by tabs, and are: ` +
          known.join(', '),
      );
    }
    if (places.has(name)) throw new DumpError(`${where}: two columns have the name ${name}`);
    places.set(name, index);
  }
  const missing = needed.find((name) => !places.has(name));
  if (missing !== undefined) throw new DumpError(`${where}: the header has no column ${missing}`);
  return places;
}
