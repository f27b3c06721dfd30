/**
 * The tables that the compiler of cross references stages in DuckDB, for the species of REGION_TABLE. They contain only
 * current genes with their current transcripts and the translations of these transcripts.
 */
import { only } from '../../../src/checked.ts';
import type { Database } from '../../dump/database.ts';
import { REGION_TABLE } from './regions.ts';

/**
 * Staged: every object that may have references. `ordinal` counts from 0 in order of the genes' keys (stable id and
 * gene_id), within a gene the gene, then each transcript followed by its translations. `rank` is the order of objects
 * in answers.
 */
export const OBJECT_TABLE = 'compiled_xref_object';
/** Staged: every reference with the priority of its database and, as JSON, its fields in answers (Xref). */
export const XREF_TABLE = 'compiled_xref';
/** Staged: (xref_id, ordinal of the object, display, linked), each pair of a reference and an object once. */
export const LINK_TABLE = 'compiled_xref_link';
/**
 * Staged: (ordinal, key, xref_id, roles), each pair of a name and a reference once, ordinals in byte order of the keys.
 */
export const NAME_TABLE = 'compiled_xref_name';

/** Replaces the four tables. @returns false if there are no references */
export async function stageXrefTables(database: Database): Promise<boolean> {
  const { found } = only(
    await database.all<{ found: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM xref JOIN external_db USING (external_db_id))
        OR EXISTS (SELECT 1 FROM interpro) AS found`,
    ),
  );
  if (!found) return false;
  for (const statement of [OBJECTS, LINKS, XREFS, INTERPRO_ENTRIES, NAMES]) await database.all(statement);
  return true;
}

const OBJECTS = `CREATE OR REPLACE TABLE ${OBJECT_TABLE} AS
  WITH non_reference AS (
    SELECT DISTINCT seq_region_id FROM seq_region_attrib JOIN attrib_type USING (attrib_type_id) WHERE code = 'non_ref'
  ), current_gene AS (
    SELECT g.gene_id, g.stable_id AS gene_stable_id, g.stable_id || ' ' || g.gene_id AS gene_key, g.display_xref_id,
           n.seq_region_id IS NULL AS reference
    FROM gene g JOIN ${REGION_TABLE} USING (seq_region_id) LEFT JOIN non_reference n USING (seq_region_id)
    WHERE g.is_current = 1 AND g.stable_id IS NOT NULL
  ), current_transcript AS (
    SELECT g.gene_id, g.gene_stable_id, g.gene_key, g.reference, t.transcript_id, t.stable_id AS transcript_stable_id,
           t.display_xref_id, t.canonical_translation_id
    FROM transcript t JOIN current_gene g USING (gene_id)
    WHERE t.is_current = 1 AND t.stable_id IS NOT NULL
  )
  SELECT *, row_number() OVER (ORDER BY gene_key, transcript_id NULLS FIRST, type, object_id) - 1 AS ordinal,
         row_number() OVER (ORDER BY reference DESC, type, object_id) AS rank
  FROM (
    SELECT 'Gene' AS type, gene_id AS object_id, gene_stable_id AS stable_id, gene_id, gene_stable_id, gene_key,
      reference, display_xref_id,
           NULL::BIGINT AS transcript_id, NULL::VARCHAR AS transcript_stable_id, NULL::VARCHAR AS canonical_stable_id
    FROM current_gene
    UNION ALL
    SELECT 'Transcript', transcript_id, transcript_stable_id, gene_id, gene_stable_id, gene_key, reference,
      display_xref_id,
           transcript_id, transcript_stable_id, NULL
    FROM current_transcript
    UNION ALL
    SELECT 'Translation', p.translation_id, p.stable_id, t.gene_id, t.gene_stable_id, t.gene_key, t.reference, NULL,
           t.transcript_id, t.transcript_stable_id, canonical.stable_id
    FROM translation p JOIN current_transcript t USING (transcript_id)
    LEFT JOIN translation canonical ON canonical.translation_id = t.canonical_translation_id
    WHERE p.stable_id IS NOT NULL
  )`;

const LINKS = `CREATE OR REPLACE TABLE ${LINK_TABLE} AS
  SELECT xref_id, ordinal, bool_or(display) AS display, bool_or(linked) AS linked
  FROM (
    SELECT ox.xref_id, o.ordinal, false AS display, true AS linked
    FROM object_xref ox JOIN ${OBJECT_TABLE} o ON o.type = ox.ensembl_object_type AND o.object_id = ox.ensembl_id
    UNION ALL
    SELECT display_xref_id, ordinal, true, false FROM ${OBJECT_TABLE} WHERE display_xref_id IS NOT NULL
  )
  GROUP BY xref_id, ordinal`;

const IS_SINGLE_SPECIES = '(SELECT count(DISTINCT coalesce(species_id, 1)) FROM coord_system) <= 1';

// As in Ensembl, clients find references by name even if no object has them. In a database of many species these would
// be in the index of every species, so there only references of the species' own objects count. The display name of the
// database marks references that were projected from an ortholog.
const XREFS = `CREATE OR REPLACE TABLE ${XREF_TABLE} AS
  WITH synonym_list AS (
    SELECT xref_id, list(DISTINCT synonym ORDER BY lower(synonym), synonym) AS synonyms FROM external_synonym
      GROUP BY xref_id
  )
  SELECT x.xref_id, x.dbprimary_acc, x.display_label, coalesce(e.priority, 0) AS priority,
         to_json({
           dbname: e.db_name,
           db_display_name: CASE WHEN x.info_type = 'PROJECTION' THEN 'Projected ' || coalesce(e.db_display_name, '')
             ELSE e.db_display_name END,
           primary_id: x.dbprimary_acc, display_id: x.display_label, version: x.version, description: x.description,
           info_type: x.info_type, info_text: x.info_text, synonyms: coalesce(s.synonyms, [])
         })::VARCHAR AS json
  FROM xref x JOIN external_db e USING (external_db_id) LEFT JOIN synonym_list s USING (xref_id)
  WHERE ${IS_SINGLE_SPECIES} OR xref_id IN (SELECT xref_id FROM ${LINK_TABLE})`;

// Ensembl answers from the table `interpro` for databases whose table `xref` lacks InterPro's accessions. It merges
// rows of one accession, the first of which the index of the table decides. The fields that it does not select are
// unknown; DBEntry makes an unknown version 0. The ids are below those of references.
const INTERPRO_ENTRIES = `INSERT INTO ${XREF_TABLE}
  SELECT -row_number() OVER (ORDER BY interpro_ac) AS xref_id, interpro_ac AS dbprimary_acc, NULL AS display_label,
    0 AS priority,
    to_json({dbname: 'Interpro', db_display_name: NULL, primary_id: interpro_ac, display_id: id, version: 0,
      description: NULL, info_type: NULL, info_text: NULL, synonyms: []})::VARCHAR AS json
  FROM (SELECT interpro_ac, first(id ORDER BY lower(id), id) AS id FROM interpro
    WHERE interpro_ac <> '' AND ${IS_SINGLE_SPECIES} GROUP BY interpro_ac)
  WHERE lower(interpro_ac) NOT IN (
    SELECT lower(unnest([coalesce(dbprimary_acc, ''), coalesce(display_label, '')]))
    FROM xref JOIN external_db USING (external_db_id) WHERE lower(db_name) = 'interpro')`;

/** symbolKey of src/genome/symbol-record.ts, as SQL. */
export const symbolKeyOf = (name: string) => `lower(rtrim(${name}, ' '))`;

// Roles are bits, bit i for ROLES[i] of src/genome/symbol-record.ts.
const NAMES = `CREATE OR REPLACE TABLE ${NAME_TABLE} AS
  SELECT row_number() OVER (ORDER BY key, xref_id) AS ordinal, key, xref_id, roles
  FROM (
    SELECT ${symbolKeyOf('name')} AS key, xref_id, bit_or(role) AS roles
    FROM (
      SELECT dbprimary_acc AS name, xref_id, CASE WHEN xref_id < 0 THEN 8 ELSE 1 END AS role FROM ${XREF_TABLE}
      UNION ALL SELECT display_label, xref_id, 2 FROM ${XREF_TABLE}
      UNION ALL SELECT synonym, xref_id, 4 FROM external_synonym JOIN ${XREF_TABLE} USING (xref_id)
    )
    GROUP BY ALL
  )
  WHERE key <> ''`;
