import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CORE_TABLES } from '../../../../build-index/compile/genome/core-schema.ts';
import type { NeededTables } from '../../../../build-index/dump/database.ts';

type Row = Record<string, string | number | null>;

/** Rows of a core database by table. The compiler reads `dna` by itself, so CORE_TABLES does not contain it. */
export type CoreRows = Partial<Record<keyof typeof CORE_TABLES | 'dna', Row[]>>;
export type RegionRows = CoreRows &
  Record<'meta' | 'coord_system' | 'attrib_type' | 'seq_region' | 'seq_region_attrib', Row[]>;
export type GeneRows = Record<'gene' | 'transcript' | 'exon' | 'exon_transcript' | 'translation', Row[]>;

const DNA_COLUMNS = { seq_region_id: 'integer', sequence: 'text' } as const;
const SQL_TYPES = { integer: 'bigint(20)', float: 'double', text: 'longtext' } as const;

/** Writes a core dump of the given tables only. Columns that a row does not name are NULL. @returns the dump folder */
export function writeCoreDump(folder: string, species: string, rows: CoreRows, group = 'core'): Promise<string> {
  return writeDump(folder, species, group, { ...CORE_TABLES, dna: DNA_COLUMNS }, rows);
}

/** Like writeCoreDump, for a database whose tables have the given columns. */
export async function writeDump<T extends NeededTables>(
  folder: string,
  species: string,
  group: string,
  tables: T,
  rows: Partial<Record<keyof T, Row[]>>,
): Promise<string> {
  const database = join(folder, species, group);
  await mkdir(database, { recursive: true });
  const statements: string[] = [];
  for (const [table, columns] of Object.entries(tables)) {
    const list = rows[table];
    if (!list) continue;
    statements.push(
      `CREATE TABLE \`${table}\` (\n${Object.entries(columns)
        .map(([name, kind]) => `  \`${name}\` ${SQL_TYPES[kind]} DEFAULT NULL`)
        .join(',\n')}\n);`,
    );
    const lines = list.map(
      (row) =>
        `${Object.keys(columns)
          .map((name) => row[name] ?? '\\N')
          .join('\t')}\n`,
    );
    await writeFile(join(database, `${table}.txt`), lines.join(''));
  }
  await writeFile(join(database, 'table.sql'), statements.join('\n'));
  return folder;
}

/** The coordinate systems, regions and region attributes that nearly every test needs. */
export function regionRows(
  regions: { id: number; name: string; length: number; coordSystem?: number; topLevel?: boolean }[],
): RegionRows {
  return {
    meta: [
      { species_id: 1, meta_id: 1, meta_key: 'species.production_name', meta_value: 'fictus_probatus' },
      { meta_id: 2, meta_key: 'schema_version', meta_value: '115' },
    ],
    coord_system: [
      { coord_system_id: 1, species_id: 1, name: 'chromosome', version: 'FIC1', rank: 1, attrib: 'default_version' },
      { coord_system_id: 2, species_id: 1, name: 'scaffold', version: 'FIC1', rank: 2, attrib: 'default_version' },
      {
        coord_system_id: 3,
        species_id: 1,
        name: 'contig',
        version: null,
        rank: 3,
        attrib: 'default_version,sequence_level',
      },
    ],
    attrib_type: [
      { attrib_type_id: 6, code: 'toplevel', name: 'Top Level' },
      { attrib_type_id: 316, code: 'circular_seq', name: 'Circular' },
    ],
    seq_region: regions.map(({ id, name, length, coordSystem = 1 }) => ({
      seq_region_id: id,
      name,
      coord_system_id: coordSystem,
      length,
    })),
    seq_region_attrib: regions
      .filter(({ topLevel }) => topLevel)
      .map(({ id }) => ({ seq_region_id: id, attrib_type_id: 6, value: '1' })),
  };
}

/** One gene with one coding transcript of one exon. */
export function geneRows(region: number, start: number, end: number, id = 1, prefix = 'FIC'): GeneRows {
  const number = String(id).padStart(5, '0');
  return {
    gene: [
      {
        gene_id: id,
        biotype: 'protein_coding',
        seq_region_id: region,
        seq_region_start: start,
        seq_region_end: end,
        seq_region_strand: 1,
        source: 'fictional',
        is_current: 1,
        canonical_transcript_id: id,
        stable_id: `${prefix}G${number}`,
        version: 1,
      },
    ],
    transcript: [
      {
        transcript_id: id,
        gene_id: id,
        seq_region_start: start,
        seq_region_end: end,
        seq_region_strand: 1,
        source: 'fictional',
        biotype: 'protein_coding',
        is_current: 1,
        canonical_translation_id: id,
        stable_id: `${prefix}T${number}`,
        version: 1,
      },
    ],
    exon: [
      {
        exon_id: id,
        seq_region_id: region,
        seq_region_start: start,
        seq_region_end: end,
        seq_region_strand: 1,
        phase: 0,
        end_phase: 0,
        is_current: 1,
        is_constitutive: 1,
        stable_id: `${prefix}E${number}`,
        version: 1,
      },
    ],
    exon_transcript: [{ exon_id: id, transcript_id: id, rank: 1 }],
    translation: [
      {
        translation_id: id,
        transcript_id: id,
        seq_start: 1,
        start_exon_id: id,
        seq_end: end - start + 1,
        end_exon_id: id,
        stable_id: `${prefix}P${number}`,
        version: 1,
      },
    ],
  };
}
