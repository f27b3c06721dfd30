/** Notices for the operator of a build that did not fail: what the dumps lack and what the index therefore lacks. */
import { at } from '../../src/checked.ts';
import type { Database } from '../dump/database.ts';
import { type Departures, FIRST_DEPARTURES } from '../dump/departures.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { placesOf } from '../dump/unique-rows.ts';
import { isRead } from './tables-read.ts';
import { JOINS_INTERVALS } from './genome/assembly.ts';
import { countOf } from './genome/scratch-bases.ts';
import type { CompiledGenome } from './genome/genome.ts';

/** Without these tables a core database is of little use. Any other table may be empty. */
const EXPECTED_TABLES = [
  'meta',
  'coord_system',
  'seq_region',
  'seq_region_attrib',
  'gene',
  'transcript',
  'exon',
  'exon_transcript',
  'translation',
  'xref',
  'object_xref',
  'dna',
];

/** Sentences about dumps of the same kind and species. */
export function databasesTwice(dumps: readonly DumpDatabase[]): string[] {
  const faults: string[] = [];
  const seen = new Map<string, DumpDatabase>();
  for (const dump of dumps) {
    const key = `${dump.species} ${dump.group}`;
    const other = seen.get(key);
    if (other)
      faults.push(
        `${other.folder} and ${dump.folder} both contain the ${dump.group} database of ${dump.species}: ` +
          'only one is allowed',
      );
    else seen.set(key, dump);
  }
  return faults;
}

/**
 * Counts data files of tables that table.sql lacks, among those that a build reads; they are treated as empty. Dumps of
 * Ensembl's test databases have many files of tables that newer schemas lack.
 * @throws DumpError if departures are errors
 */
export function countUnknownTable(
  { group, tables, schema }: DumpDatabase,
  table: string,
  departures: Departures,
): void {
  const path = tables.get(table);
  if (path === undefined || schema.has(table) || !isRead(group, table)) return;
  const sentence = `${path} is skipped: the database's table.sql has no CREATE TABLE statement for ${table}`;
  departures.add({ file: path, table, kind: 'table that table.sql lacks', count: 1, first: [sentence] });
}

/** Expected tables that the dump of a core database lacks. Other databases may lack any table. */
export function missingTables(dump: DumpDatabase): string[] {
  const missing = dump.group === 'core' ? EXPECTED_TABLES.filter((table) => !dump.tables.has(table)) : [];
  return missing.length > 0
    ? [`${dump.species} ${dump.group}: the dump has no ${missing.join(', ')}; the build treats them as empty.`]
    : [];
}

/** Foreign keys: a table, its column, and the table to which the column refers, with its key if that has another name. */
const REFERENCES: readonly (readonly [table: string, column: string, other: string, key?: string])[] = [
  ['transcript', 'gene_id', 'gene'],
  ['exon_transcript', 'transcript_id', 'transcript'],
  ['exon_transcript', 'exon_id', 'exon'],
  ['translation', 'transcript_id', 'transcript'],
  ['translation', 'start_exon_id', 'exon', 'exon_id'],
  ['translation', 'end_exon_id', 'exon', 'exon_id'],
  ['gene', 'analysis_id', 'analysis'],
  ['transcript', 'analysis_id', 'analysis'],
  ['gene', 'display_xref_id', 'xref', 'xref_id'],
  ['transcript', 'display_xref_id', 'xref', 'xref_id'],
  ['gene', 'canonical_transcript_id', 'transcript', 'transcript_id'],
  ['transcript', 'canonical_translation_id', 'translation', 'translation_id'],
  ['object_xref', 'xref_id', 'xref'],
  ['xref', 'external_db_id', 'external_db'],
  ['simple_feature', 'analysis_id', 'analysis'],
  ['repeat_feature', 'analysis_id', 'analysis'],
  ['repeat_feature', 'repeat_consensus_id', 'repeat_consensus'],
];

/**
 * Counts rows that refer to rows that do not exist. The index leaves out rows of which nothing is left, and has others
 * without what they refer to. A dump that was cut at the end of a line shows no other sign of it. `missingTables`
 * reports tables that are missing altogether. 0 is no reference, like NULL.
 */
export async function countOrphanedRows(database: Database): Promise<void> {
  const { dump } = database;
  const { tables } = dump;
  for (const [table, column, other, key = column] of REFERENCES) {
    if (!tables.has(table) || !tables.has(other)) continue;
    const rows = await database.all<{ id: number; count: number }>(`
      SELECT ${column} AS id, count(*) OVER () AS count FROM ${table}
        WHERE ${column} <> 0 AND ${column} NOT IN (SELECT ${key} FROM ${other} WHERE ${key} IS NOT NULL)
        ORDER BY rowid LIMIT ${FIRST_DEPARTURES}`);
    await addMissing(dump, table, rows[0]?.count ?? 0, column, rows, (id) => {
      const what = `a row of ${table} has the ${column} ${id}, which the ${other} table lacks`;
      return `${what}. Is ${tables.get(other)} complete?`;
    });
  }
}

/** Counts rows with the values of `rows` in a column. */
async function addMissing(
  dump: DumpDatabase,
  table: string,
  count: number,
  column: string,
  rows: readonly { id: number | null }[],
  sentence: (id: number | null) => string,
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
  dump.departures.addPart({ file, table, kind: 'missing reference', count, first });
}

/** Counts genes whose seq region is not in the dump; the index leaves them out. */
export async function countUnplacedGenes(database: Database): Promise<void> {
  const rows = await database.all<{ id: number | null; region: number | null; count: number }>(`
    SELECT gene_id AS id, seq_region_id AS region, count(*) OVER () AS count FROM gene
    WHERE coalesce(is_current, 1) = 1
      AND (gene_id IS NULL OR seq_region_id IS NULL OR seq_region_id NOT IN (SELECT seq_region_id FROM seq_region))
    ORDER BY rowid LIMIT ${FIRST_DEPARTURES}`);
  await addMissing(database.dump, 'gene', rows[0]?.count ?? 0, 'gene_id', rows, (id) => {
    const region = rows.find((row) => row.id === id)?.region ?? 'NULL';
    return `a row of gene has the seq_region_id ${region}, which the seq_region table lacks`;
  });
}

/** Regions without bases, or a species without any bases, in a database that contains bases of other regions. */
export function lackOfBases(
  { species, group }: DumpDatabase,
  { lackingBases: lacking, sequence, entry }: CompiledGenome,
): string[] {
  // A genome whose bases are in another database needs no bases here.
  if (!lacking || (lacking.areAll && sequence)) return [];
  const what = lacking.areAll
    ? `has no bases of ${entry.species}; the genome has no sequence`
    : `lacks the bases of ${countOf(lacking.regions.length, 'region')}; they are served as N ` +
      `(such as ${at(lacking.regions, 0).name})`;
  const hint = lacking.areLast ? ' They would be at the end of the file: verify its checksum.' : '';
  return [`${species} ${group}: the dna table ${what}.${hint}`];
}

/** Rows of the assembly table that do not join two intervals base by base. */
export async function invalidAssemblyRows(database: Database): Promise<string[]> {
  const [row] = await database.all<{
    count: number;
    asm: number;
    asm_start: number;
    asm_end: number;
    cmp: number;
    cmp_start: number;
    cmp_end: number;
  }>(`
    SELECT count(*) OVER () AS count, asm_seq_region_id AS asm, asm_start, asm_end, cmp_seq_region_id AS cmp, cmp_start,
      cmp_end
    FROM assembly WHERE NOT coalesce(${JOINS_INTERVALS}, false) ORDER BY ALL LIMIT 1`);
  if (!row) return [];
  const { species, group } = database.dump;
  const example =
    `${row.asm_start}-${row.asm_end} of seq region ${row.asm} ` + `with ${row.cmp_start}-${row.cmp_end} of ${row.cmp}`;
  return [
    `${species} ${group}: skipped ${countOf(row.count, 'row')} of the assembly table with intervals of different ` +
      `lengths or out of bounds (such as ${example}).`,
  ];
}

/** Databases of different Ensembl releases in one index. */
export function mixedReleases(versions: ReadonlyMap<string, number>): string[] {
  const distinct = [...new Set(versions.values())].sort((a, b) => a - b);
  return distinct.length > 1 ? [`The databases are of different Ensembl releases: ${distinct.join(', ')}.`] : [];
}
