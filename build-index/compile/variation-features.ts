import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Strand } from '../../src/genome/strand.ts';
import type { StructuralFeatureRecord } from '../../src/variants/variant-features.ts';
import type { Database } from '../dump/database.ts';
import { integerColumn, textAt, textColumn } from '../dump/duckdb-bytes.ts';
import type { IntervalSink, SortedSink } from '../output/lazy-table.ts';
import { CORE_REGION_TABLE, FEATURE_INTERVAL } from './core-regions.ts';
import { jsonFloat, jsonInteger, jsonMembers, jsonObject, jsonText } from './json-sql.ts';
import { writeIntervals } from './written-rows.ts';

/** Staged beside the dump's tables: effects on coding sequences that are shown. */
const CODING_TABLE = 'coding_effect';

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
    WITH sources AS (SELECT source_id, ${jsonText('name')} AS source FROM source)
    SELECT ordinal::BIGINT, feature_start, feature_end, json FROM (
      SELECT ordinal, ${PLACED}, variation_feature_id AS id,
        concat('[', ${jsonInteger('seq_region_strand')}, ',', source, ',',
          CASE WHEN coalesce(somatic, 0) <> 0 THEN 1 ELSE 0 END + CASE WHEN seq_region_start = seq_region_end + 1 THEN 2 ELSE 0 END + CASE WHEN variation_id IN (SELECT variation_id FROM failed_variation) THEN 4 ELSE 0 END, ',',
          ${set('clinical_significance')}, ',', ${set('variation_set_id')}, ',', ${set('consequence_types')}, ',', ${set('allele_string')}, ',',
          ${jsonText('variation_name')}, ',', variation_feature_id, ']') AS json
      FROM variation_feature f JOIN ${CORE_REGION_TABLE} r USING (seq_region_id) JOIN sources USING (source_id)
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

/**
 * Writes `transcript-variations`: what variants do to coding sequences. Records (TranscriptVariationRecord) are made of JSON that DuckDB
 * writes. After stageCoreRegions.
 *
 * @param withPolyphen Ensembl takes PolyPhen's scores from its matrices of predictions, and has none where they are missing
 */
export async function compileTranscriptVariations(database: Database, withPolyphen: boolean, table: SortedSink): Promise<void> {
  const bool = (column: string) => `CASE WHEN coalesce(${column}, 0) <> 0 THEN 'true' ELSE 'false' END`;
  const place = jsonObject({
    name: jsonText('f.variation_name'), alleleString: jsonText("coalesce(f.allele_string, '')"), region: 'ordinal::VARCHAR', start: jsonInteger('seq_region_start'),
    end: jsonInteger('seq_region_end'), somatic: bool('f.somatic'), minorAlleleFrequency: jsonFloat('minor_allele_freq'),
    clinicalSignificance: jsonMembers('clinical_significance'), translationStart: jsonInteger('translation_start'), translationEnd: jsonInteger('translation_end'),
  });
  const effect = jsonObject({
    alleles: jsonText("coalesce(t.allele_string, '')"), somatic: bool('t.somatic'), consequences: jsonMembers('t.consequence_types'), cdsStart: jsonInteger('cds_start'),
    codons: jsonText('codon_allele_string'), residues: jsonText('pep_allele_string'), sift: jsonFloat('sift_score'), polyphen: withPolyphen ? jsonFloat('polyphen_score') : "'null'",
  });
  // Those that are shown, alone: joined with the features of all variants, they are what DuckDB holds in memory.
  await database.all(`
    CREATE OR REPLACE TABLE ${CODING_TABLE} AS SELECT *, rowid AS number FROM transcript_variation t
    WHERE feature_stable_id IS NOT NULL AND (coalesce(cds_start, 0) <> 0 OR coalesce(cds_end, 0) <> 0) AND coalesce(display, 1) <> 0`);
  const rows = database.chunks(`
    SELECT lower(feature_stable_id) AS key, variation_feature_id AS feature, ${place} AS place, ${effect} AS effect
    FROM ${CODING_TABLE} t JOIN variation_feature f USING (variation_feature_id) JOIN ${CORE_REGION_TABLE} USING (seq_region_id)
    WHERE coalesce(f.display, 1) <> 0 ORDER BY key, feature, number`);
  for await (const [key, record] of transcriptVariations(rows)) await table.add(key, record);
  await database.all(`DROP TABLE ${CODING_TABLE}`);
}

/**
 * Puts the effects of a variant's alleles on a transcript together; what stands ahead of them is that of the first. Not in SQL: DuckDB holds
 * what it aggregates as text in memory, all of it.
 *
 * @param chunks key, feature, place and effect, ordered
 */
async function* transcriptVariations(chunks: AsyncIterable<DuckDBDataChunk>): AsyncGenerator<[key: string, record: Uint8Array]> {
  let open = null as { key: string; feature: number; text: string } | null;
  for await (const chunk of chunks) {
    const [keys, features, places, effects] = [textColumn(chunk, 0), integerColumn(chunk, 1), textColumn(chunk, 2), textColumn(chunk, 3)];
    for (let row = 0; row < chunk.rowCount; row++) {
      const [key, feature, effect]: [string, number, string] = [textAt(keys, row), features[row]!, textAt(effects, row)];
      if (open?.feature === feature && open.key === key) {
        open.text += `,${effect}`;
        continue;
      }
      if (open) yield [open.key, encoder.encode(`${open.text}]}`)];
      open = { key, feature, text: `${textAt(places, row).slice(0, -1)},"rows":[${effect}` };
    }
  }
  if (open) yield [open.key, encoder.encode(`${open.text}]}`)];
}
