import type { Strand } from '../../src/genome/strand.ts';
import type { StructuralFeatureRecord } from '../../src/variants/variant-features.ts';
import type { TranscriptVariationRecord } from '../../src/variants/transcript-variation.ts';
import type { Database } from '../dump/database.ts';
import type { IntervalSink, SortedSink } from '../output/lazy-table.ts';
import { CORE_REGION_TABLE, FEATURE_INTERVAL } from './core-regions.ts';
import { jsonInteger, jsonText } from './json-sql.ts';
import { groupsOf } from './row-groups.ts';
import { members } from './variants.ts';
import { writeIntervals } from './written-rows.ts';

const encoder = new TextEncoder();
const encode = (value: unknown) => encoder.encode(JSON.stringify(value));
const PLACED = `${FEATURE_INTERVAL[0]} AS feature_start, ${FEATURE_INTERVAL[1]} AS feature_end`;

interface PlaceRow {
  ordinal: number;
  feature_start: number;
  feature_end: number;
  id: number;
  strand: Strand;
  name: string;
  somatic: boolean;
}

/** Writes the places of short variants that Ensembl displays, or those that it hides: records of packVariantFeature. After stageCoreRegions. */
export async function compileVariantFeatures(database: Database, table: IntervalSink, displayed: boolean): Promise<void> {
  const set = (column: string) => jsonText(`coalesce(${column}, '')`);
  await writeIntervals(database, `
    WITH sources AS (SELECT source_id, ${jsonText('name')} AS source FROM source),
    failed AS (SELECT DISTINCT variation_id, true AS failed FROM failed_variation)
    SELECT ordinal::BIGINT, feature_start, feature_end, json FROM (
      SELECT ordinal, ${PLACED}, variation_feature_id AS id,
        concat('[', ${jsonInteger('seq_region_strand')}, ',', source, ',',
          CASE WHEN coalesce(somatic, 0) <> 0 THEN 1 ELSE 0 END + CASE WHEN seq_region_start = seq_region_end + 1 THEN 2 ELSE 0 END + CASE WHEN failed THEN 4 ELSE 0 END, ',',
          ${set('clinical_significance')}, ',', ${set('variation_set_id')}, ',', ${set('consequence_types')}, ',', ${set('allele_string')}, ',',
          ${jsonText('variation_name')}, ',', variation_feature_id, ']') AS json
      FROM variation_feature f JOIN ${CORE_REGION_TABLE} r USING (seq_region_id) JOIN sources USING (source_id) LEFT JOIN failed USING (variation_id)
      WHERE (coalesce(display, 1) <> 0) = ${displayed})
    WHERE feature_start BETWEEN 0 AND feature_end ORDER BY ordinal, feature_start, id`, table);
}

/** Writes `structural-features`: places of structural variants, not of the calls that support them. After stageCoreRegions. */
export async function compileStructuralFeatures(database: Database, table: IntervalSink): Promise<void> {
  const rows = database.rows<PlaceRow & { probe: boolean }>(`
    SELECT ordinal, ${PLACED}, structural_variation_feature_id AS id, seq_region_strand AS strand, variation_name AS name, coalesce(somatic, 0) <> 0 AS somatic,
      coalesce(class.value = 'probe', false) AS probe
    FROM structural_variation_feature f JOIN ${CORE_REGION_TABLE} r USING (seq_region_id) LEFT JOIN attrib class ON class.attrib_id = f.class_attrib_id
    WHERE coalesce(is_evidence, 0) = 0 AND variation_name IS NOT NULL AND feature_start BETWEEN 0 AND feature_end
      AND structural_variation_id NOT IN (SELECT structural_variation_id FROM failed_structural_variation WHERE structural_variation_id IS NOT NULL)
    ORDER BY ordinal, feature_start, id`);
  for await (const { ordinal, feature_start: start, feature_end: end, id, strand, name, somatic, probe } of rows) {
    const record: StructuralFeatureRecord = { dbId: id, strand, name, somatic, probe };
    await table.add(ordinal, start, end, encode(record));
  }
}

interface AlleleRow {
  key: string;
  feature: number;
  name: string;
  variant_alleles: string;
  ordinal: number;
  start: number;
  end: number;
  variant_somatic: boolean;
  frequency: number | null;
  significance: string | null;
  translation_start: number | null;
  translation_end: number | null;
  alleles: string;
  somatic: boolean;
  consequences: string | null;
  cds_start: number | null;
  codons: string | null;
  residues: string | null;
  sift: number | null;
  polyphen: number | null;
}

/**
 * Writes `transcript-variations`: what variants do to coding sequences. After stageCoreRegions.
 *
 * @param withPolyphen Ensembl takes PolyPhen's scores from its matrices of predictions, and has none where they are missing
 */
export async function compileTranscriptVariations(database: Database, withPolyphen: boolean, table: SortedSink): Promise<void> {
  const rows = database.rows<AlleleRow>(`
    SELECT lower(t.feature_stable_id) AS key, variation_feature_id AS feature, f.variation_name AS name, coalesce(f.allele_string, '') AS variant_alleles,
      ordinal, seq_region_start AS start, seq_region_end AS "end", coalesce(f.somatic, 0) <> 0 AS variant_somatic, minor_allele_freq AS frequency,
      clinical_significance AS significance, translation_start, translation_end, coalesce(t.allele_string, '') AS alleles, coalesce(t.somatic, 0) <> 0 AS somatic,
      t.consequence_types AS consequences, cds_start, codon_allele_string AS codons, pep_allele_string AS residues, sift_score AS sift,
      ${withPolyphen ? 'polyphen_score' : 'NULL::DOUBLE'} AS polyphen
    FROM transcript_variation t JOIN variation_feature f USING (variation_feature_id) JOIN ${CORE_REGION_TABLE} USING (seq_region_id)
    WHERE feature_stable_id IS NOT NULL AND (coalesce(cds_start, 0) <> 0 OR coalesce(cds_end, 0) <> 0)
      AND coalesce(t.display, 1) <> 0 AND coalesce(f.display, 1) <> 0
    ORDER BY key, feature, t.rowid`);
  for await (const alleles of groupsOf(rows, ({ key, feature }) => `${key} ${feature}`)) {
    const [row] = alleles as [AlleleRow];
    const record: TranscriptVariationRecord = {
      name: row.name, alleleString: row.variant_alleles, region: row.ordinal, start: row.start, end: row.end, somatic: row.variant_somatic,
      minorAlleleFrequency: row.frequency, clinicalSignificance: members(row.significance), translationStart: row.translation_start,
      translationEnd: row.translation_end,
      rows: alleles.map((each) => ({
        alleles: each.alleles, somatic: each.somatic, consequences: members(each.consequences), cdsStart: each.cds_start, codons: each.codons,
        residues: each.residues, sift: each.sift, polyphen: each.polyphen,
      })),
    };
    await table.add(row.key, encode(record));
  }
}
