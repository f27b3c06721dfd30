/**
 * Departures of a dump from a sound database: what MySQL's LOAD DATA accepts with a warning, and what Ensembl
 * tolerates.
 */
import { at } from '../../src/checked.ts';
import { DumpError } from './dump-error.ts';

export type DepartureKind =
  | 'missing fields'
  | 'extra fields'
  | 'text in a number column'
  | 'NULL as text in a number column'
  | 'number out of range'
  | 'NULL in a column without NULL'
  | 'key without a number'
  | 'text longer than its column'
  | 'value that the column does not list'
  | 'text that is not UTF-8'
  | 'duplicate key'
  | 'duplicate stable id'
  | 'end before start'
  | 'outside its region'
  | 'missing reference'
  | 'its own ancestor'
  | 'sequence of the wrong length'
  | 'letter that is no base'
  | 'table that table.sql lacks'
  | 'missing table'
  | 'unknown table'
  | 'link that leads nowhere'
  | 'folder without table.sql'
  | 'folder that is not read'
  | 'line that is no feature'
  | 'missing parent'
  | 'sequence that the genome lacks'
  | 'name of a sequence that differs'
  | 'CDS outside its exons'
  | 'wrong or missing phase'
  | 'id that occurs twice'
  | 'feature that is no part of a gene'
  | 'codon table that differs'
  | 'reference allele that differs'
  | 'line that is no variant'
  | 'line that is no term'
  | 'id that the genome lacks'
  | 'line that is no association'
  | 'line that is no cross reference'
  | 'line that is no phenotype'
  | 'line that is no part of a chain';

/** The departures of one kind in one file. */
export interface Departure {
  /** Path of the file or folder. */
  file: string;
  table: string;
  kind: DepartureKind;
  /** What several units may count in one file, such as a column; reports add parts up. */
  part?: string;
  /** Rows, or fields if a row can have several. */
  count: number;
  /** A sentence with file and line for each of the first ones. */
  first: string[];
}

/** Maximum of sentences in a departure. */
export const FIRST_DEPARTURES = 3;

/** Collects the departures that a unit of a build finds. */
export class Departures {
  /** Each departure is an error. */
  readonly isStrict: boolean;
  readonly #found: Departure[] = [];

  constructor(isStrict = false) {
    this.isStrict = isStrict;
  }

  /**
   * Adds departures of one kind, which the caller has counted.
   * @throws DumpError for the first of them if departures are errors
   */
  add(departure: Departure): void {
    if (this.isStrict) throw new DumpError(departure.first[0] ?? `${departure.file}: ${departure.kind}`);
    this.#found.push(departure);
  }

  /** As `add`, for one of several searches of a table, such as one for each species. Their counts are added up. */
  addPart(departure: Departure): void {
    const known = this.#found.find((each) => keyOf(each) === keyOf(departure));
    if (known) {
      known.count += departure.count;
      known.first = [...known.first, ...departure.first].slice(0, FIRST_DEPARTURES);
    } else this.add(departure);
  }

  /** Counts the departures of one reading of a file. */
  reading(file: string, table: string): ReadingDepartures {
    return new ReadingDepartures(this, file, table);
  }

  ofKind(kind: DepartureKind): Departure[] {
    return this.#found.filter((each) => each.kind === kind);
  }

  /** Departures by file, table and kind. */
  list(): Departure[] {
    return summedDepartures(this.#found);
  }

  /** Departures by file, table, kind and part, to be merged with those of other units. */
  parts(): Departure[] {
    return mergedDepartures(this.#found);
  }
}

/** Counts departures while a file is read. */
export class ReadingDepartures {
  readonly #departures: Departures;
  readonly #file: string;
  readonly #table: string;
  readonly #found = new Map<string, Departure>();

  constructor(departures: Departures, file: string, table: string) {
    this.#departures = departures;
    this.#file = file;
    this.#table = table;
  }

  /**
   * Counts one departure.
   * @param sentence returns its sentence with file and line
   * @param part what departs, if other units may count other parts of the file
   * @throws DumpError if departures are errors
   */
  note(kind: DepartureKind, sentence: () => string, part?: string): void {
    const key = part === undefined ? kind : `${kind}\n${part}`;
    const known = this.#found.get(key);
    if (known) {
      if (known.count++ < FIRST_DEPARTURES) known.first.push(sentence());
      return;
    }
    const departure: Departure = { file: this.#file, table: this.#table, kind, count: 1, first: [sentence()] };
    if (part !== undefined) departure.part = part;
    this.#departures.add(departure);
    this.#found.set(key, departure);
  }
}

function kindOf({ file, table, kind }: Departure): string {
  return [file, table, kind].join('\n');
}

function keyOf(departure: Departure): string {
  return `${kindOf(departure)}\n${departure.part ?? ''}`;
}

/** Departures by file, table, kind and part. Several units may count the same: the reading that found most counts. */
export function mergedDepartures(found: Iterable<Departure>): Departure[] {
  const merged = new Map<string, Departure>();
  for (const departure of found) {
    const key = keyOf(departure);
    const before = merged.get(key);
    if (!before || before.count < departure.count) merged.set(key, departure);
  }
  return [...merged.values()];
}

/** Departures by file, table and kind, in this order: the parts added up, with the first lines of all. */
export function summedDepartures(found: Iterable<Departure>): Departure[] {
  const summed = [...Map.groupBy(mergedDepartures(found), kindOf)].map(([kind, parts]) => {
    const { part: _, ...departure } = at(parts, 0);
    if (parts.length === 1) return [kind, departure] as const;
    const count = parts.reduce((sum, each) => sum + each.count, 0);
    const first = parts.flatMap((each) => each.first).sort((a, b) => lineOf(a) - lineOf(b));
    return [kind, { ...departure, count, first: first.slice(0, FIRST_DEPARTURES) }] as const;
  });
  return summed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, departure]) => departure);
}

/** The line that a sentence names; sentences without one are last. */
function lineOf(sentence: string): number {
  return Number(/ line (\d+)/.exec(sentence)?.[1] ?? Number.MAX_SAFE_INTEGER);
}
