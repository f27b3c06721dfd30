/**
 * References from rows to rows of other tables, and the search for those that lead nowhere. Ensembl's server leaves out
 * rows of which nothing is left, and shows others without what they refer to, and so does the index.
 */
import type { Database } from '../dump/database.ts';
import { FIRST_DEPARTURES, type DepartureKind, type ReadingDepartures } from '../dump/departures.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { columnIndex } from '../dump/former/former-names.ts';
import { placesOf } from '../dump/unique-rows.ts';
import { CORE_REGION_TABLE } from './genome/regions.ts';

/** A column of a table, and the table and its key to which the column refers. */
interface Reference {
  table: string;
  column: string;
  other: string;
  key: string;
  /** SQL condition for the rows that refer to this table, if others refer to another one. */
  only?: string;
}

/** References of several columns to one key, in the form `table.column`. */
function references(key: string, ...columns: string[]): Reference[] {
  const [other = '', itsKey = ''] = key.split('.');
  return columns.map((each) => {
    const [table = '', column = ''] = each.split('.');
    return { table, column, other, key: itsKey };
  });
}

const object = (type: string, other: string): Reference => ({
  table: 'object_xref',
  column: 'ensembl_id',
  other,
  key: `${other}_id`,
  only: `ensembl_object_type = '${type}'`,
});

/**
 * In core databases and those like them. `countUnplacedGenes` finds the genes without a region, and `countUnplacedDna`
 * the sequences without one.
 */
export const CORE_REFERENCES: readonly Reference[] = [
  ...references('coord_system.coord_system_id', 'seq_region.coord_system_id', 'meta_coord.coord_system_id'),
  ...references(
    'seq_region.seq_region_id',
    'seq_region_attrib.seq_region_id',
    'seq_region_synonym.seq_region_id',
    'assembly.asm_seq_region_id',
    'assembly.cmp_seq_region_id',
    'assembly_exception.seq_region_id',
    'assembly_exception.exc_seq_region_id',
    'karyotype.seq_region_id',
    'transcript.seq_region_id',
    'exon.seq_region_id',
    'simple_feature.seq_region_id',
    'repeat_feature.seq_region_id',
    'misc_feature.seq_region_id',
    'prediction_transcript.seq_region_id',
    'prediction_exon.seq_region_id',
    'operon.seq_region_id',
    'operon_transcript.seq_region_id',
  ),
  ...references('gene.gene_id', 'transcript.gene_id', 'gene_attrib.gene_id'),
  ...references(
    'transcript.transcript_id',
    'exon_transcript.transcript_id',
    'translation.transcript_id',
    'gene.canonical_transcript_id',
    'transcript_attrib.transcript_id',
  ),
  ...references('exon.exon_id', 'exon_transcript.exon_id', 'translation.start_exon_id', 'translation.end_exon_id'),
  ...references(
    'translation.translation_id',
    'transcript.canonical_translation_id',
    'translation_attrib.translation_id',
    'protein_feature.translation_id',
  ),
  ...references(
    'analysis.analysis_id',
    'analysis_description.analysis_id',
    'gene.analysis_id',
    'transcript.analysis_id',
    'simple_feature.analysis_id',
    'repeat_feature.analysis_id',
    'protein_feature.analysis_id',
    'prediction_transcript.analysis_id',
    'operon.analysis_id',
    'operon_transcript.analysis_id',
    'object_xref.analysis_id',
  ),
  ...references(
    'attrib_type.attrib_type_id',
    'seq_region_attrib.attrib_type_id',
    'gene_attrib.attrib_type_id',
    'transcript_attrib.attrib_type_id',
    'translation_attrib.attrib_type_id',
    'misc_attrib.attrib_type_id',
  ),
  ...references(
    'xref.xref_id',
    'gene.display_xref_id',
    'transcript.display_xref_id',
    'object_xref.xref_id',
    'external_synonym.xref_id',
    'ontology_xref.source_xref_id',
  ),
  object('Gene', 'gene'),
  object('Transcript', 'transcript'),
  object('Translation', 'translation'),
  ...references('object_xref.object_xref_id', 'identity_xref.object_xref_id', 'ontology_xref.object_xref_id'),
  ...references('external_db.external_db_id', 'xref.external_db_id', 'seq_region_synonym.external_db_id'),
  ...references('repeat_consensus.repeat_consensus_id', 'repeat_feature.repeat_consensus_id'),
  ...references('prediction_transcript.prediction_transcript_id', 'prediction_exon.prediction_transcript_id'),
  ...references('misc_feature.misc_feature_id', 'misc_attrib.misc_feature_id', 'misc_feature_misc_set.misc_feature_id'),
  ...references('misc_set.misc_set_id', 'misc_feature_misc_set.misc_set_id'),
];

const REGION_OF_CORE = `${CORE_REGION_TABLE}.seq_region_id`;

/** In variation databases, of the tables that compileVariants stages. missing-variants.ts finds missing variants. */
export const VARIANT_REFERENCES: readonly Reference[] = [
  ...references(REGION_OF_CORE, 'phenotype_feature.seq_region_id', 'structural_variation_feature.seq_region_id'),
  ...references(
    'phenotype.phenotype_id',
    'phenotype_feature.phenotype_id',
    'phenotype_ontology_accession.phenotype_id',
  ),
  ...references('phenotype_feature.phenotype_feature_id', 'phenotype_feature_attrib.phenotype_feature_id'),
  ...references('attrib_type.attrib_type_id', 'phenotype_feature_attrib.attrib_type_id'),
  ...references(
    'source.source_id',
    'phenotype_feature.source_id',
    'variation_synonym.source_id',
    'structural_variation.source_id',
    'structural_variation_feature.source_id',
  ),
  ...references(
    'study.study_id',
    'phenotype_feature.study_id',
    'structural_variation.study_id',
    'associate_study.study1_id',
    'associate_study.study2_id',
  ),
  ...references(
    'attrib.attrib_id',
    'structural_variation.class_attrib_id',
    'structural_variation_feature.class_attrib_id',
    'phenotype.class_attrib_id',
  ),
  ...references(
    'failed_description.failed_description_id',
    'failed_variation.failed_description_id',
    'failed_structural_variation.failed_description_id',
  ),
  ...references('allele_code.allele_code_id', 'allele.allele_code_id'),
  ...references('publication.publication_id', 'variation_citation.publication_id'),
  ...references(
    'variation_set.variation_set_id',
    'variation_set_structure.variation_set_super',
    'variation_set_structure.variation_set_sub',
    'variation_set_structural_variation.variation_set_id',
  ),
  ...references(
    'structural_variation.structural_variation_id',
    'structural_variation_feature.structural_variation_id',
    'structural_variation_association.structural_variation_id',
    'structural_variation_association.supporting_structural_variation_id',
    'variation_set_structural_variation.structural_variation_id',
    'failed_structural_variation.structural_variation_id',
  ),
];

/**
 * Counts rows that refer to rows that do not exist. A dump that was cut at the end of a line shows no other sign of it.
 * `countMissingTables` reports tables that are missing altogether. 0 is no reference, like NULL.
 */
export async function countMissingReferences(database: Database, list: readonly Reference[]): Promise<void> {
  const { dump } = database;
  for (const { table, column, other, key, only } of list) {
    if (!hasColumn(dump, table, column) || (other !== CORE_REGION_TABLE && !hasColumn(dump, other, key))) continue;
    await countRowsThatMiss(database, table, column, other, `ANTI JOIN ${other} ON its.id = ${other}.${key}`, only);
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
  const rows = await database.all<{ id: number; count: number }>(`
    SELECT id, count(*) OVER () AS count
      FROM (SELECT rowid AS row, ${column} AS id FROM ${table} WHERE ${column} <> 0 AND ${only}) its
      ${join} ORDER BY row LIMIT ${FIRST_DEPARTURES}`);
  await addMissing(dump, table, rows[0]?.count ?? 0, column, rows, (id) => missing(dump, table, column, id, other));
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
  kind: DepartureKind = 'missing reference',
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
  dump.departures.addPart({ file, table, kind, count, first });
}

/** Counts exons on another known region than the gene of their transcript, which the index has without a transcript. */
export async function countExonsElsewhere(database: Database): Promise<void> {
  const rows = await database.all<{ id: number; region: number; other: number; count: number }>(`
    SELECT e.exon_id AS id, first(e.seq_region_id) AS region, first(g.seq_region_id) AS other,
      count(*) OVER () AS count
    FROM exon e JOIN exon_transcript USING (exon_id) JOIN transcript USING (transcript_id) JOIN gene g USING (gene_id)
    WHERE e.seq_region_id <> g.seq_region_id AND e.seq_region_id IN (SELECT seq_region_id FROM seq_region)
    GROUP BY e.exon_id, e.rowid ORDER BY e.rowid LIMIT ${FIRST_DEPARTURES}`);
  const sentence = (id: number | null) => {
    const row = rows.find((each) => each.id === id);
    return `a row of exon has the seq_region_id ${row?.region}, but its gene has ${row?.other}`;
  };
  await addMissing(database.dump, 'exon', rows[0]?.count ?? 0, 'exon_id', rows, sentence, 'outside its region');
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
