/**
 * What an operator should know of a build that did not fail: what the dumps lack, and what is therefore not in the
 * index.
 */
import type { Database } from '../dump/database.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { JOINS_STRETCHES } from './genome/assembly.ts';
import { countOf } from './genome/scratch-bases.ts';
import type { CompiledGenome } from './genome/genome.ts';

/** Without these a core database has little to tell; any other table may well be empty. */
const EXPECTED = [
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

/** Throws DumpError when two dumps are of the same kind and species: which one is meant cannot be known. */
export function checkNoDatabaseTwice(dumps: readonly DumpDatabase[]): void {
  const seen = new Map<string, DumpDatabase>();
  for (const dump of dumps) {
    const key = `${dump.species} ${dump.group}`;
    const other = seen.get(key);
    if (other)
      throw new DumpError(
        `${other.folder} and ${dump.folder} both hold the ${dump.group} database of ${dump.species}: give one of them`,
      );
    seen.set(key, dump);
  }
}

/**
 * Tables that a core database should have and this dump has not; for databases beside it, dna and the like are no loss.
 */
export function missingTables(dump: DumpDatabase): string[] {
  const missing = dump.group === 'core' ? EXPECTED.filter((table) => !dump.tables.has(table)) : [];
  return missing.length > 0
    ? [`${dump.species} ${dump.group}: the dump has no ${missing.join(', ')}, which count as empty.`]
    : [];
}

/** Tables whose rows belong to rows of another, and the column that names these. */
const BELONGING = [
  ['transcript', 'gene_id', 'gene'],
  ['exon_transcript', 'transcript_id', 'transcript'],
  ['exon_transcript', 'exon_id', 'exon'],
  ['translation', 'transcript_id', 'transcript'],
] as const;

/**
 * Rows that belong to rows which are not there: a dump that was cut at the end of a line has no other sign of it.
 * Tables that are missing altogether are told by missingTables.
 */
export async function strayRows(database: Database): Promise<string[]> {
  const { species, group, tables } = database.dump;
  const notices: string[] = [];
  for (const [table, column, other] of BELONGING) {
    if (!tables.has(table) || !tables.has(other)) continue;
    const [row] = await database.all<{ count: number; example: number }>(`
      SELECT count(*) AS count, min(${column}) AS example FROM ${table}
        WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT ${column} FROM ${other} WHERE ${column} IS NOT NULL)`);
    if (row && row.count > 0) {
      notices.push(
        `${species} ${group}: ${row.count} ${row.count === 1 ? 'row' : 'rows'} of the ${table} table ` +
          `${row.count === 1 ? 'names' : 'name'} a ${other} that is not in the ${other} table ` +
          `(${row.example} …), and ` +
          `${row.count === 1 ? 'counts' : 'count'} for nothing: is ${tables.get(other)} whole?`,
      );
    }
  }
  return notices;
}

/** Genes that stand on no seq region of the dump, and so nowhere in the index. */
export async function unplacedGenes(database: Database): Promise<string[]> {
  const [row] = await database.all<{ count: number; example: string | null }>(`
    SELECT count(*) AS count, min(stable_id) AS example FROM gene
    WHERE coalesce(is_current, 1) = 1
      AND (gene_id IS NULL OR seq_region_id IS NULL OR seq_region_id NOT IN (SELECT seq_region_id FROM seq_region))`);
  const { species, group } = database.dump;
  return row && row.count > 0
    ? [
        `${species} ${group}: ${row.count} ${row.count === 1 ? 'gene stands' : 'genes stand'} on no seq region of ` +
          `the dump and ${row.count === 1 ? 'is' : 'are'} left out (${row.example ?? 'without id'} …).`,
      ]
    : [];
}

/** Regions without bases, or a species without any, in a database that has those of others. */
export function lackOfBases(
  { species, group }: DumpDatabase,
  { lackingBases: lacking, sequence, entry }: CompiledGenome,
): string[] {
  // One whose bases stand in another database needs none.
  if (!lacking || (lacking.areAll && sequence)) return [];
  const what = lacking.areAll
    ? `has no bases of ${entry.species}, which is without sequence`
    : `lacks the bases of ${countOf(lacking.regions)}, which read as N (${lacking.regions[0]!.name} …)`;
  return [
    `${species} ${group}: the dna table ` +
      `${what}.${lacking.areLast ? ' They would stand last in it: its checksum tells whether the file is whole.' : ''}`,
  ];
}

/** Rows of the assembly table that join no two stretches. */
export async function unevenAssembly(database: Database): Promise<string[]> {
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
    FROM assembly WHERE NOT coalesce(${JOINS_STRETCHES}, false) ORDER BY ALL LIMIT 1`);
  if (!row) return [];
  const { species, group } = database.dump;
  const example =
    `${row.asm_start}-${row.asm_end} of seq region ${row.asm} ` +
    `is not ${row.cmp_start}-${row.cmp_end} of ${row.cmp}`;
  return [
    `${species} ${group}: ${row.count} ${row.count === 1 ? 'row' : 'rows'} of the assembly table ` +
      `${row.count === 1 ? 'joins' : 'join'} stretches of different lengths or out of bounds and ` +
      `${row.count === 1 ? 'is' : 'are'} left out (${example} …).`,
  ];
}

/** Databases of different Ensembl releases in one index. */
export function mixedReleases(versions: ReadonlyMap<string, number>): string[] {
  const distinct = [...new Set(versions.values())].sort((a, b) => a - b);
  return distinct.length > 1 ? [`The databases are of different Ensembl releases: ${distinct.join(', ')}.`] : [];
}
