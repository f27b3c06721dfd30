/** Notices for the operator of a build that did not fail: what the dumps lack and what the index therefore lacks. */
import { at } from '../../src/checked.ts';
import type { Database } from '../dump/database.ts';
import { type Departures, FIRST_DEPARTURES } from '../dump/departures.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { isRead, tablesToFetch } from './tables-read.ts';
import { JOINS_INTERVALS } from './genome/assembly.ts';
import { countOf, DNA } from './genome/scratch-bases.ts';
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
 * Counts data files of tables that table.sql lacks, among those that a build reads; they are treated as empty.
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

/**
 * Counts data files of tables that neither table.sql nor a build knows, such as one with a misspelt name.
 * @throws DumpError if departures are errors
 */
export function countUnknownTables({ folder, group, tables, schema }: DumpDatabase, departures: Departures): void {
  const known = tablesToFetch(group);
  if (known === null) return;
  const unknown = [...tables].filter(([table]) => !schema.has(table) && !known.has(table));
  if (unknown.length === 0) return;
  const first = unknown
    .slice(0, FIRST_DEPARTURES)
    .map(([table, path]) => `${path} is skipped: neither table.sql nor a build knows a table ${table}`);
  departures.add({ file: folder, table: '', kind: 'unknown table', count: unknown.length, first });
}

/**
 * Counts tables of table.sql that a build reads and that have no data file; they are treated as empty. mysqldump writes
 * a file for an empty table too.
 * @throws DumpError if departures are errors
 */
export function countMissingTables({ folder, group, tables, schema }: DumpDatabase, departures: Departures): void {
  const missing = [...schema.keys()].filter((table) => isRead(group, table) && !tables.has(table));
  if (missing.length === 0) return;
  const first = missing
    .slice(0, FIRST_DEPARTURES)
    .map((table) => `${folder} has no ${table}.txt, though its table.sql has the table ${table}: it is read as empty`);
  departures.add({ file: folder, table: '', kind: 'missing table', count: missing.length, first });
}

/** Expected tables that the dump of a core database lacks. Other databases may lack any table. */
export function missingTables(dump: DumpDatabase): string[] {
  const missing = dump.group === 'core' ? EXPECTED_TABLES.filter((table) => !dump.tables.has(table)) : [];
  return missing.length > 0
    ? [`${dump.species} ${dump.group}: the dump has no ${missing.join(', ')}; the build treats them as empty.`]
    : [];
}

/**
 * Counts a dna table without rows in a core database that has regions of the sequence level.
 * @throws DumpError if departures are errors
 */
export async function emptyDna(database: Database): Promise<string[]> {
  const { species, group, tables, departures } = database.dump;
  const path = tables.get(DNA);
  if (group !== 'core' || path === undefined) return [];
  const [row] = await database.all<{ count: number }>(`
    SELECT count(*) AS count FROM seq_region JOIN coord_system USING (coord_system_id)
      WHERE contains(attrib, 'sequence_level')`);
  if (!row?.count) return [];
  const sentence = `${path} is empty, though seq_region has ${countOf(row.count, 'region')} of the sequence level`;
  departures?.add({ file: path, table: DNA, kind: 'missing table', count: 1, first: [sentence] });
  return [`${species} ${group}: the dna table is empty; the genome has no sequence.`];
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
    WITH found AS MATERIALIZED (
      SELECT asm_seq_region_id AS asm, asm_start, asm_end, cmp_seq_region_id AS cmp, cmp_start, cmp_end
      FROM assembly WHERE NOT coalesce(${JOINS_INTERVALS}, false))
    SELECT (SELECT count(*) FROM found) AS count, * FROM found ORDER BY ALL LIMIT 1`);
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
