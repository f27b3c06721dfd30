/**
 * References from rows to rows of other tables, and the search for those that lead nowhere. Ensembl's server leaves out
 * rows of which nothing is left, and shows others without what they refer to, and so does the index.
 */
import type { Database } from '../dump/database.ts';
import type { DepartureKind, ReadingDepartures } from '../dump/departures.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { columnIndex } from '../dump/former/former-names.ts';
import { firstOf } from '../dump/first-rows.ts';
import { placesOf } from '../dump/unique-rows.ts';
import { CORE_REGION_TABLE } from './genome/regions.ts';
import type { Reference } from './reference-lists.ts';

/**
 * Counts rows that refer to rows that do not exist. A dump that was cut at the end of a line shows no other sign of it.
 * `countMissingTables` reports tables that are missing altogether. 0 is no reference, like NULL.
 */
export async function countMissingReferences(database: Database, list: readonly Reference[]): Promise<void> {
  const { dump } = database;
  for (const { table, column, other, key, only } of list) {
    if (!hasColumn(dump, table, column) || (other !== CORE_REGION_TABLE && !hasColumn(dump, other, key))) continue;
    await countRowsThatMiss(database, table, column, other, `ANTI JOIN "${other}" o ON its.id = o."${key}"`, only);
  }
}

/**
 * Counts rows of a table that refer to missing rows of another one.
 * @param join SQL that restricts the rows `its`, with the column `id`, to those
 */
export async function countRowsThatMiss(
  database: Database,
  table: string,
  column: string,
  other: string,
  join: string,
  only = 'true',
): Promise<void> {
  const { dump } = database;
  const rows = await database.all<{ id: number; count: number }>(
    firstOf(`
    SELECT row, id
      FROM (SELECT rowid AS row, "${column}" AS id FROM "${table}" WHERE "${column}" <> 0 AND ${only}) its
      ${join}`),
  );
  await addMissing(dump, table, rows[0]?.count ?? 0, column, rows, (id) => missing(dump, table, column, id, other), {
    part: partOf(column, other),
  });
}

/** Names a kind of reference of a table. Other units may count others. */
function partOf(column: string, other: string): string {
  return `${column} ${other}`;
}

function missing(dump: DumpDatabase, table: string, column: string, id: number | null, other: string): string {
  const what = `a row of ${table} has the ${column} ${id}, which the`;
  return other === CORE_REGION_TABLE
    ? `${what} seq_region table of the core database lacks`
    : `${what} ${other} table lacks. Is ${dump.tables.get(other)} complete?`;
}

/** Counts references to missing rows while a file is read. */
export class ReferenceReading {
  readonly #dump: DumpDatabase;
  readonly #table: string;
  readonly #reading: ReadingDepartures | null;

  constructor(dump: DumpDatabase, table: string) {
    this.#dump = dump;
    this.#table = table;
    const path = dump.tables.get(table);
    this.#reading = path === undefined ? null : (dump.departures?.reading(path, table) ?? null);
  }

  /** @param where file and line, or the file */
  note(where: () => string, column: string, id: number | null, other: string): void {
    if (!id || (other !== CORE_REGION_TABLE && !this.#dump.tables.has(other))) return;
    this.#reading?.note(
      'missing reference',
      () => `${where()}: ${missing(this.#dump, this.#table, column, id, other)}`,
      partOf(column, other),
    );
  }
}

/** Does a dump have the data of a column of a table? */
export function hasColumn({ group, schema, tables }: DumpDatabase, table: string, column: string): boolean {
  return tables.has(table) && columnIndex(group, table, schema.get(table)?.columns ?? [], column) >= 0;
}

/** Counts rows with the values of `rows` in a column. */
async function addMissing(
  dump: DumpDatabase,
  table: string,
  count: number,
  column: string,
  rows: readonly { id: number | null }[],
  sentence: (id: number | null) => string,
  { kind = 'missing reference', part }: { kind?: DepartureKind; part?: string } = {},
): Promise<void> {
  if (count === 0 || !dump.departures) return;
  const first: string[] = [];
  const seen = new Map<number | null, number>();
  for (const { id } of rows) {
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    const places = await placesOf(dump, table, { [column]: id }, before + 1);
    first.push(`${places[before] ?? dump.folder}: ${sentence(id)}`);
  }
  const file = dump.tables.get(table) ?? dump.folder;
  dump.departures.addPart({ file, table, kind, count, first, ...(part === undefined ? {} : { part }) });
}

/** Counts exons on another known region than the gene of their transcript, which the index has without a transcript. */
export async function countExonsElsewhere(database: Database): Promise<void> {
  const rows = await database.all<{ id: number; region: number; other: number; count: number }>(
    firstOf(`
    SELECT e.rowid AS row, e.exon_id AS id, first(e.seq_region_id) AS region, first(g.seq_region_id) AS other
    FROM exon e JOIN exon_transcript USING (exon_id) JOIN transcript USING (transcript_id) JOIN gene g USING (gene_id)
    WHERE e.seq_region_id <> g.seq_region_id AND e.seq_region_id IN (SELECT seq_region_id FROM seq_region)
    GROUP BY e.exon_id, e.rowid`),
  );
  const sentence = (id: number | null) => {
    const row = rows.find((each) => each.id === id);
    return `a row of exon has the seq_region_id ${row?.region}, but its gene has ${row?.other}`;
  };
  await addMissing(database.dump, 'exon', rows[0]?.count ?? 0, 'exon_id', rows, sentence, {
    kind: 'outside its region',
  });
}

/** Counts genes whose seq region is not in the dump; the index leaves them out. */
export async function countUnplacedGenes(database: Database): Promise<void> {
  const rows = await database.all<{ id: number | null; region: number | null; count: number }>(
    firstOf(`
    SELECT rowid AS row, gene_id AS id, seq_region_id AS region FROM gene
    WHERE coalesce(is_current, 1) = 1
      AND (gene_id IS NULL OR seq_region_id IS NULL OR seq_region_id NOT IN (SELECT seq_region_id FROM seq_region))`),
  );
  await addMissing(database.dump, 'gene', rows[0]?.count ?? 0, 'gene_id', rows, (id) => {
    const region = rows.find((row) => row.id === id)?.region ?? 'NULL';
    return `a row of gene has the seq_region_id ${region}, which the seq_region table lacks`;
  });
}

/**
 * Counts sequences of regions that the dump lacks.
 * @param regions id of the region and line of each sequence
 */
export async function countUnplacedDna(
  database: Database,
  regions: Iterable<readonly [id: number, line: number]>,
): Promise<void> {
  const { dump } = database;
  const path = dump.tables.get('dna');
  if (path === undefined || !dump.departures || !hasColumn(dump, 'seq_region', 'seq_region_id')) return;
  const known = new Set<number>();
  for await (const { id } of database.rows<{ id: number }>('SELECT seq_region_id AS id FROM seq_region')) known.add(id);
  const found = dump.departures.reading(path, 'dna');
  for (const [id, line] of regions)
    if (!known.has(id))
      found.note(
        'missing reference',
        () => `${path} line ${line}: a row of dna has the seq_region_id ${id}, which the seq_region table lacks`,
      );
}
