import type { SortedGenomeTable } from '../../../src/release/table-registry.ts';
import type { Database } from '../../dump/database.ts';
import type { GenomeTables, IntervalSink } from '../../output/genome-tables.ts';
import { CORE_REGION_TABLE, FEATURE_INTERVAL } from '../genome/regions.ts';

/**
 * Staged with the dump's tables: each significant phenotype feature with its id, type, object_id, place, and its record
 * as JSON.
 */
export const PHENOTYPE_TABLE = 'compiled_phenotype';
/** The same for features that are not significant; only some operations return them. */
const INSIGNIFICANT_TABLE = 'insignificant_phenotype';
const ALL = `(FROM ${PHENOTYPE_TABLE} UNION ALL FROM ${INSIGNIFICANT_TABLE})`;

const SIGNIFICANT = 'coalesce(is_significant = 1, false)';

const encoder = new TextEncoder();

/**
 * Writes the phenotype tables of a variation database (PhenotypeRecord): by place, by object, by associated gene
 * symbol, by ontology accession. PHENOTYPE_TABLE remains staged. Needs stageCoreRegions; features on other regions are
 * skipped.
 */
export async function compilePhenotypes(database: Database, tables: GenomeTables): Promise<void> {
  await stagePhenotypes(database, PHENOTYPE_TABLE, SIGNIFICANT);
  await stagePhenotypes(database, INSIGNIFICANT_TABLE, `NOT ${SIGNIFICANT}`);
  await compileByPlace(database, tables.open('phenotypes'));
  const sorted = async (name: SortedGenomeTable, sql: string) => {
    const table = tables.open(name);
    for await (const { key, record } of database.rows<{ key: string; record: string }>(sql))
      await table.add(key, encoder.encode(record));
    await table.finish();
  };
  await sorted(
    'phenotypes-by-object',
    `SELECT lower(object_id) AS key, record FROM ${PHENOTYPE_TABLE} WHERE object_id IS NOT NULL ORDER BY key, id`,
  );
  await sorted(
    'phenotypes-by-gene-symbol',
    `
    SELECT DISTINCT lower(trim(symbol)) AS key, id, record FROM (
      SELECT unnest(string_split(value, ',')) AS symbol, s.id, record FROM ${PHENOTYPE_TABLE} s
      JOIN phenotype_feature_attrib a ON a.phenotype_feature_id = s.id JOIN attrib_type USING (attrib_type_id)
      WHERE code = 'associated_gene' AND type <> 'Gene')
    WHERE trim(symbol) <> '' ORDER BY key, id`,
  );
  // Dumps of old schemas have no such column.
  const hasMapping = database.dump.schema
    .get('phenotype_ontology_accession')
    ?.columns.some(({ name }) => name === 'mapping_type');
  await sorted(
    'phenotypes-by-accession',
    `
    SELECT lower(accession) AS key, record FROM ${ALL} JOIN phenotype_ontology_accession USING (phenotype_id)
    WHERE ${hasMapping ? "mapping_type = 'is'" : 'true'} ORDER BY key, id`,
  );
  await database.all(`DROP TABLE ${INSIGNIFICANT_TABLE}`);
}

/** Stages PHENOTYPE_TABLE with the features of short variants only. Needs stageCoreRegions. */
export async function stageVariantPhenotypes(database: Database): Promise<void> {
  await stagePhenotypes(database, PHENOTYPE_TABLE, `${SIGNIFICANT} AND f.type = 'Variation'`);
}

async function compileByPlace(database: Database, table: IntervalSink): Promise<void> {
  type Row = { ordinal: number; feature_start: number; feature_end: number; record: string };
  for await (const row of database.rows<Row>(
    `SELECT ordinal, feature_start, feature_end, record FROM ${ALL} ORDER BY ordinal, feature_start, id`,
  )) {
    await table.add(row.ordinal, row.feature_start, row.feature_end, encoder.encode(row.record));
  }
}

/** @param some SQL condition on a phenotype_feature */
async function stagePhenotypes(database: Database, table: string, some: string): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${table} AS
    WITH accessions AS (
      SELECT phenotype_id, to_json(list(DISTINCT accession ORDER BY accession)) AS accessions
        FROM phenotype_ontology_accession GROUP BY phenotype_id),
    attribs AS (
      SELECT phenotype_feature_id, to_json(list([code, value] ORDER BY attrib_type_id)) AS attribs
      FROM phenotype_feature_attrib JOIN attrib_type USING (attrib_type_id) GROUP BY phenotype_feature_id),
    submitters AS (
      SELECT phenotype_feature_id, to_json(list(s.description ORDER BY place)) AS submitters FROM (
        SELECT phenotype_feature_id, unnest(string_split(value, ',')) AS submitter,
          generate_subscripts(string_split(value, ','), 1) AS place
        FROM phenotype_feature_attrib JOIN attrib_type USING (attrib_type_id) WHERE code = 'submitter_id')
      JOIN submitter s ON s.submitter_id = try_cast(submitter AS BIGINT) GROUP BY phenotype_feature_id),
    associates AS (
      SELECT study, to_json(list(s.name ORDER BY s.study_id)) AS associates FROM (
        SELECT study1_id AS study, study2_id AS other FROM associate_study UNION SELECT study2_id, study1_id
          FROM associate_study)
      JOIN study s ON s.study_id = other GROUP BY study)
    SELECT f.phenotype_feature_id AS id, f.type, f.object_id, f.phenotype_id, r.ordinal,
      ${FEATURE_INTERVAL[0]} AS feature_start, ${FEATURE_INTERVAL[1]} AS feature_end,
      json_object('dbId', f.phenotype_feature_id, 'significant', ${SIGNIFICANT}, 'type', f.type, 'objectId',
        f.object_id,
        'region', r.name, 'start', f.seq_region_start, 'end', f.seq_region_end,
        'strand', f.seq_region_strand, 'dnaType', f.DNA_type,
        'phenotypeId', f.phenotype_id, 'description', p.description, 'phenotypeClass', class.value, 'source',
          source.name,
        'study', study.external_reference, 'associatedStudies', coalesce(associates, '[]'::JSON), 'ontologyAccessions',
          coalesce(accessions, '[]'::JSON),
        'attribs', coalesce(attribs, '[]'::JSON), 'submitters', coalesce(submitters, '[]'::JSON))::VARCHAR AS record
    FROM phenotype_feature f JOIN phenotype p USING (phenotype_id) JOIN source USING (source_id)
      JOIN ${CORE_REGION_TABLE} r USING (seq_region_id)
    LEFT JOIN study ON study.study_id = f.study_id LEFT JOIN attrib class ON class.attrib_id = p.class_attrib_id
    LEFT JOIN accessions USING (phenotype_id) LEFT JOIN attribs USING (phenotype_feature_id)
      LEFT JOIN submitters USING (phenotype_feature_id)
    LEFT JOIN associates ON associates.study = f.study_id
    WHERE ${some} AND feature_start BETWEEN 0 AND feature_end`);
}
