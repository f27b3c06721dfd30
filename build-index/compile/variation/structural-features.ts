import type { Strand } from '../../../src/genome/strand.ts';
import type { StructuralFeatureRecord } from '../../../src/variants/variant-features.ts';
import type { Database } from '../../dump/database.ts';
import type { IntervalSink } from '../../output/lazy-table.ts';
import { CORE_REGION_TABLE, FEATURE_INTERVAL } from '../genome/core-regions.ts';

const encoder = new TextEncoder();

interface PlaceRow {
  ordinal: number;
  feature_start: number;
  feature_end: number;
  id: number;
  strand: Strand;
  name: string;
  somatic: boolean;
  probe: boolean;
}

/** Writes `structural-features`: places of structural variants, not of the calls that support them. After stageCoreRegions. */
export async function compileStructuralFeatures(database: Database, table: IntervalSink): Promise<void> {
  const rows = database.rows<PlaceRow>(`
    SELECT ordinal, ${FEATURE_INTERVAL[0]} AS feature_start, ${FEATURE_INTERVAL[1]} AS feature_end, structural_variation_feature_id AS id, seq_region_strand AS strand, variation_name AS name, coalesce(somatic, 0) <> 0 AS somatic,
      coalesce(class.value = 'probe', false) AS probe
    FROM structural_variation_feature f JOIN ${CORE_REGION_TABLE} r USING (seq_region_id) LEFT JOIN attrib class ON class.attrib_id = f.class_attrib_id
    WHERE coalesce(is_evidence, 0) = 0 AND variation_name IS NOT NULL AND feature_start BETWEEN 0 AND feature_end
      AND structural_variation_id NOT IN (SELECT structural_variation_id FROM failed_structural_variation WHERE structural_variation_id IS NOT NULL)
    ORDER BY ordinal, feature_start, id`);
  for await (const { ordinal, feature_start: start, feature_end: end, id, strand, name, somatic, probe } of rows) {
    const record: StructuralFeatureRecord = { dbId: id, strand, name, somatic, probe };
    await table.add(ordinal, start, end, encoder.encode(JSON.stringify(record)));
  }
}
