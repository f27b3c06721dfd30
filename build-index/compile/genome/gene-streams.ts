import type { Strand } from '../../../src/genome/seq-region.ts';
import type { Database } from '../../dump/database.ts';
import { FEATURE_INTERVAL, REGION_TABLE } from './regions.ts';
import { RowsByKey } from '../rows/row-groups.ts';

/** Staged with the dump's tables: the genes of the current species and their places in the index. */
export const GENE_TABLE = 'compiled_gene';

/** The key of every row is the rank of its gene. The streams are merged by it. */
interface Keyed {
  key: number;
}

interface Common extends Keyed {
  stable_id: string;
  version: number | null;
  start: number;
  end: number;
  strand: Strand;
}

export interface AnnotatedRow extends Common {
  biotype: string;
  so_term: string | null;
  source: string;
  logic_name: string;
  gff_source: string | null;
  display_name: string | null;
  description: string | null;
}

export interface GeneRow extends AnnotatedRow {
  gene_id: number;
  ordinal: number;
  /** The interval under which the gene is indexed: see FEATURE_INTERVAL. */
  first: number;
  last: number;
  canonical_transcript_id: number | null;
  canonical_id: string | null;
  canonical_version: number | null;
  havana_id: string | null;
  havana_version: string | null;
  display_id: string | null;
  display_db: string | null;
}

export interface TranscriptRow extends AnnotatedRow {
  transcript_id: number;
  canonical_translation_id: number | null;
}

export interface ExonRow extends Common {
  exon_id: number;
  transcript_id: number;
  phase: number;
  end_phase: number;
  is_constitutive: number;
}

export interface TranslationRow extends Keyed {
  translation_id: number;
  transcript_id: number;
  stable_id: string;
  version: number | null;
  seq_start: number;
  seq_end: number;
  start_exon_id: number;
  end_exon_id: number;
}

interface AttribRow extends Keyed {
  owner: number;
  code: string;
  value: string;
}

interface NameRow extends Keyed {
  transcript_id: number;
  db_name: string;
  display_label: string;
  version: string | null;
}

/**
 * SQL of the keys of the exons that are in the record of a gene. As in Ensembl, which looks for the exons of a
 * transcript on its slice, a transcript has no exons on other regions. GENE_TABLE must be staged.
 */
export const EXONS_OF_GENES = `SELECT et.exon_id FROM ${GENE_TABLE} g JOIN transcript t USING (gene_id)
  JOIN exon_transcript et USING (transcript_id) JOIN exon e ON e.exon_id = et.exon_id AND e.seq_region_id = g.region_id
  WHERE coalesce(t.is_current, 1) = 1`;

/** Stages GENE_TABLE and opens a stream for each table that contributes to gene records. */
export async function geneStreams(database: Database) {
  await database.all(`CREATE OR REPLACE TABLE ${GENE_TABLE} AS
    SELECT gene_id, ordinal, (row_number() OVER (ORDER BY ordinal, ${FEATURE_INTERVAL[0]}, gene_id) - 1)::INTEGER
      AS rank, f.seq_region_id AS region_id, ${FEATURE_INTERVAL[0]} AS first, ${FEATURE_INTERVAL[1]} AS last
    FROM gene f JOIN ${REGION_TABLE} r USING (seq_region_id) WHERE coalesce(is_current, 1) = 1`);
  const stream = <Row extends Keyed>(sql: string) => new RowsByKey<Row>(database.batches<Row>(sql));
  const place = (alias: string) =>
    `${alias}.seq_region_start AS start, ${alias}.seq_region_end AS "end", ${alias}.seq_region_strand AS strand`;
  const soTerms = (type: string) =>
    `(SELECT name AS biotype_name, first(so_term ORDER BY biotype_id) AS so_term FROM biotype
      WHERE object_type = '${type}' GROUP BY name)`;
  const transcripts = `${GENE_TABLE} g JOIN transcript t USING (gene_id)`;
  const current = 'coalesce(t.is_current, 1) = 1';
  return {
    genes: database.rows<GeneRow>(`
      SELECT rank AS key, g.gene_id, ordinal, first, last, stable_id, version, ${place('g')}, biotype, so_term,
        source, logic_name,
        gff_source, display_name, display_id, display_db, g.description,
        g.canonical_transcript_id, canonical_id, canonical_version, havana_id, havana_version
      FROM (SELECT rank, ordinal, first, last, f.* FROM ${GENE_TABLE} JOIN gene f USING (gene_id)) g
      LEFT JOIN analysis USING (analysis_id) LEFT JOIN ${soTerms('gene')} b ON b.biotype_name = biotype
      LEFT JOIN (SELECT xref_id, display_label AS display_name, dbprimary_acc AS display_id, db_name AS display_db
        FROM xref LEFT JOIN external_db USING (external_db_id)) x ON x.xref_id = g.display_xref_id
      LEFT JOIN (SELECT transcript_id, stable_id AS canonical_id, version AS canonical_version
        FROM transcript) c ON c.transcript_id = g.canonical_transcript_id
      LEFT JOIN (SELECT ensembl_id, first(display_label ORDER BY object_xref_id) AS havana_id,
        first(xref.version ORDER BY object_xref_id) AS havana_version
        FROM object_xref JOIN xref USING (xref_id) JOIN external_db USING (external_db_id)
        WHERE ensembl_object_type = 'Gene' AND db_name = 'Vega_gene' AND display_label LIKE '%OTT%'
          GROUP BY ensembl_id) h ON h.ensembl_id = g.gene_id
      ORDER BY rank`),
    geneAttribs: stream<AttribRow>(`
      SELECT rank AS key, gene_id AS owner, code, value FROM ${GENE_TABLE} JOIN gene_attrib USING (gene_id)
        JOIN attrib_type USING (attrib_type_id)
      ORDER BY rank, attrib_type_id, value`),
    transcripts: stream<TranscriptRow>(`
      SELECT rank AS key, t.transcript_id, t.canonical_translation_id, t.stable_id, t.version, ${place('t')}, t.biotype,
        so_term, t.source, logic_name, gff_source,
        x.display_label AS display_name, t.description
      FROM ${transcripts} LEFT JOIN analysis USING (analysis_id) LEFT JOIN xref x ON x.xref_id = t.display_xref_id
      LEFT JOIN ${soTerms('transcript')} b ON b.biotype_name = t.biotype
      WHERE ${current} ORDER BY rank, t.transcript_id`),
    exons: stream<ExonRow>(`
      SELECT g.rank AS key, t.transcript_id, e.exon_id, e.stable_id, e.version, ${place('e')}, phase, end_phase,
        is_constitutive
      FROM ${transcripts} JOIN exon_transcript et USING (transcript_id)
      JOIN exon e ON e.exon_id = et.exon_id AND e.seq_region_id = g.region_id
      WHERE ${current} ORDER BY g.rank, t.transcript_id, et.rank`),
    translations: stream<TranslationRow>(`
      SELECT rank AS key, t.transcript_id, p.translation_id, p.stable_id, p.version, p.seq_start, p.seq_end,
        p.start_exon_id, p.end_exon_id
      FROM ${transcripts} JOIN translation p USING (transcript_id) WHERE ${current}
        ORDER BY rank, t.transcript_id, p.translation_id`),
    transcriptAttribs: stream<AttribRow>(`
      SELECT rank AS key, transcript_id AS owner, code, value
      FROM ${transcripts} JOIN transcript_attrib USING (transcript_id) JOIN attrib_type USING (attrib_type_id)
      ORDER BY rank, transcript_id, attrib_type_id, value`),
    translationAttribs: stream<AttribRow>(`
      SELECT rank AS key, translation_id AS owner, code, value
      FROM ${transcripts} JOIN translation USING (transcript_id) JOIN translation_attrib USING (translation_id)
        JOIN attrib_type USING (attrib_type_id)
      ORDER BY rank, translation_id, attrib_type_id, value`),
    transcriptNames: stream<NameRow>(`
      SELECT rank AS key, t.transcript_id, db_name, x.display_label, x.version
      FROM ${transcripts} JOIN object_xref o ON o.ensembl_id = t.transcript_id AND o.ensembl_object_type = 'Transcript'
      JOIN xref x ON x.xref_id = o.xref_id JOIN external_db USING (external_db_id)
      WHERE db_name IN ('CCDS', 'Vega_transcript') ORDER BY rank, t.transcript_id, o.object_xref_id`),
  };
}
