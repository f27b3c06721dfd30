import { encodeRecord, type ProteinFeatureRecord } from '../../../src/genome/feature-records.ts';
import type { Database } from '../../dump/database.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { GENE_TABLE } from './gene-streams.ts';
import { groupsOf } from '../rows/row-groups.ts';

interface Row {
  translation_id: number;
  stable_id: string;
  protein_feature_id: number;
  seq_start: number;
  seq_end: number;
  hit_start: number;
  hit_end: number;
  hit_name: string;
  hit_description: string | null;
  logic_name: string;
  analysis_db: string | null;
  display_label: string | null;
  gff_source: string | null;
  interpro_ac: string | null;
  interpro_description: string | null;
  score: number | null;
  evalue: number | null;
  perc_ident: number | null;
  cigar_line: string | null;
  align_type: string | null;
}

/**
 * Writes the `protein-features` table: one record per translation, a list of ProteinFeatureRecord, under its stable id
 * in lower case. GENE_TABLE must be staged.
 * @returns record number by translation_id
 */
export async function compileProteinFeatures(database: Database, table: SortedSink): Promise<Map<number, number>> {
  const recordOf = new Map<number, number>();
  const rows = database.batches<Row>(`
    SELECT translation_id, lower(p.stable_id) AS stable_id, protein_feature_id, f.seq_start, f.seq_end, hit_start,
      hit_end, hit_name, f.hit_description,
      logic_name, a.db AS analysis_db, d.display_label, gff_source, i.interpro_ac, i.interpro_description, f.score,
        f.evalue, perc_ident, cigar_line, align_type
    FROM ${GENE_TABLE} JOIN transcript USING (gene_id) JOIN translation p USING (transcript_id)
      JOIN protein_feature f USING (translation_id)
    LEFT JOIN analysis a ON a.analysis_id = f.analysis_id
      LEFT JOIN analysis_description d ON d.analysis_id = f.analysis_id
    LEFT JOIN (SELECT i.id, interpro_ac, first(x.description ORDER BY x.xref_id) AS interpro_description
      FROM interpro i LEFT JOIN xref x ON x.dbprimary_acc = i.interpro_ac
        GROUP BY i.id, interpro_ac) i ON i.id = f.hit_name
    WHERE p.stable_id IS NOT NULL ORDER BY stable_id, translation_id, protein_feature_id`);
  for await (const features of groupsOf(rows, (row) => row.translation_id)) {
    const [{ translation_id: translation, stable_id: key }] = features;
    recordOf.set(translation, await table.add(key, encodeRecord(features.map(featureRecord))));
  }
  return recordOf;
}

function featureRecord(row: Row): ProteinFeatureRecord {
  return {
    dbId: row.protein_feature_id,
    start: row.seq_start,
    end: row.seq_end,
    hitStart: row.hit_start,
    hitEnd: row.hit_end,
    hitName: row.hit_name,
    hitDescription: row.hit_description,
    logicName: row.logic_name,
    analysisDb: row.analysis_db,
    displayLabel: row.display_label,
    gffSource: row.gff_source,
    interpro: row.interpro_ac,
    interproDescription: row.interpro_description,
    score: row.score,
    evalue: row.evalue,
    percentIdentity: row.perc_ident,
    cigar: row.cigar_line,
    alignType: row.align_type,
  };
}
