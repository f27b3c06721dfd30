import type { PhenotypeRecord } from '../../../src/genome/phenotype-record.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import type { Strand } from '../../../src/genome/seq-region.ts';
import type {
  StructuralCall,
  StructuralMapping,
  StructuralVariantRecord,
} from '../../../src/variants/structural-variant.ts';
import type { StructuralFeatureRecord } from '../../../src/variants/variant-features.ts';
import type { Database } from '../../dump/database.ts';
import { members } from '../../dump/field-text.ts';
import type { IntervalSink } from '../../output/genome-tables.ts';
import { LAST_POSITION } from '../genome/check-features.ts';
import { CORE_REGION_TABLE, FEATURE_INTERVAL, IS_BACKWARDS, type RegionSet, regionRef } from '../genome/regions.ts';
import { RowsByKey, groupsOf } from '../rows/row-groups.ts';
import { PHENOTYPE_TABLE } from './phenotypes.ts';

interface CallRow {
  key: number;
  id: number;
  name: string;
  alias: string | null;
  source_description: string | null;
  so_term: string | null;
  has_study: boolean;
  study_name: string | null;
  study_description: string | null;
  study_url: string | null;
  validation_status: string | null;
  copy_number: number | null;
  clinical_significance: string | null;
}

interface PlaceRow {
  key: number;
  call: number;
  seq_region_id: number;
  seq_region_start: number;
  seq_region_end: number;
  seq_region_strand: 1 | -1;
  consequence_types: string | null;
}

/** Each variant with itself and with each supporting call: (key, call, itself), where key is the variant's id. */
const CALLS = `
  calls AS (
    SELECT structural_variation_id AS key, structural_variation_id AS call, true AS itself FROM structural_variation
      WHERE coalesce(is_evidence, 0) = 0
    UNION ALL
    SELECT a.structural_variation_id, a.supporting_structural_variation_id, false
    FROM structural_variation_association a JOIN structural_variation v USING (structural_variation_id)
    JOIN structural_variation s ON s.structural_variation_id = a.supporting_structural_variation_id
    WHERE coalesce(v.is_evidence, 0) = 0 AND s.is_evidence = 1)`;

const ROWS = `
  WITH ${CALLS}
  SELECT key, call AS id, variation_name AS name, alias, source.description AS source_description,
    class.value AS so_term, study.study_id IS NOT NULL AS has_study,
    study.name AS study_name, study.description AS study_description, study.url AS study_url, validation_status,
      copy_number, clinical_significance
  FROM calls JOIN structural_variation v ON v.structural_variation_id = call JOIN source USING (source_id)
  LEFT JOIN study ON study.study_id = v.study_id LEFT JOIN attrib class ON class.attrib_id = v.class_attrib_id
  WHERE variation_name IS NOT NULL ORDER BY key, itself DESC, call`;

const PLACES = `
  WITH ${CALLS}
  SELECT key, call, seq_region_id, seq_region_start, seq_region_end, seq_region_strand, consequence_types
  FROM calls JOIN structural_variation_feature f ON f.structural_variation_id = call
    ORDER BY key, structural_variation_feature_id`;

const FAILURES = `
  WITH ${CALLS}
  SELECT key, call, description FROM calls JOIN failed_structural_variation f ON f.structural_variation_id = call
  JOIN failed_description USING (failed_description_id) ORDER BY key, failed_description_id`;

const PHENOTYPES = `
  WITH ${CALLS}
  SELECT key, call, record FROM calls JOIN structural_variation v ON v.structural_variation_id = call
  JOIN ${PHENOTYPE_TABLE} p ON lower(p.object_id) = lower(variation_name)
  WHERE p.type = CASE WHEN itself THEN 'StructuralVariation' ELSE 'SupportingStructuralVariation' END
    ORDER BY key, p.id`;

const SETS = `
  SELECT DISTINCT structural_variation_id AS key, variation_set_id AS id FROM variation_set_structural_variation
  JOIN variation_set USING (variation_set_id) WHERE structural_variation_id IS NOT NULL ORDER BY key, id`;

/** Every structural variant with its supporting calls, in the order of variant ids. */
export async function* structuralVariants(
  database: Database,
  regions: RegionSet,
): AsyncGenerator<StructuralVariantRecord> {
  const places = new RowsByKey(database.batches<PlaceRow>(PLACES));
  const failures = new RowsByKey(database.batches<{ key: number; call: number; description: string }>(FAILURES));
  const phenotypes = new RowsByKey(database.batches<{ key: number; call: number; record: string }>(PHENOTYPES));
  const memberships = new RowsByKey(database.batches<{ key: number; id: number }>(SETS));
  try {
    for await (const [first, ...others] of groupsOf(database.batches<CallRow>(ROWS), ({ key }) => key)) {
      const { key } = first;
      const [found, failed, traits] = [await places.take(key), await failures.take(key), await phenotypes.take(key)];
      const callOf = (row: CallRow): StructuralCall => ({
        name: row.name,
        alias: row.alias,
        sourceDescription: row.source_description,
        soTerm: row.so_term ?? 'structural_variant',
        study: row.has_study ? { name: row.study_name, description: row.study_description, url: row.study_url } : null,
        validationStatus: row.validation_status,
        copyNumber: row.copy_number,
        clinicalSignificance: members(row.clinical_significance),
        failed: failed.flatMap(({ call, description }) => (call === row.id ? [description] : [])),
        mappings: found.flatMap((place) => (place.call === row.id ? mapping(place, regions) : [])),
        phenotypes: traits.flatMap(({ call, record }) =>
          call === row.id ? [JSON.parse(record) as PhenotypeRecord] : [],
        ),
      });
      const sets = (await memberships.take(key)).map(({ id }) => id);
      yield { ...callOf(first), sets, supporting: others.map(callOf) };
    }
  } finally {
    await Promise.all([places.close(), failures.close(), phenotypes.close(), memberships.close()]);
  }
}

function mapping(row: PlaceRow, regions: RegionSet): StructuralMapping[] {
  const region = regions.byId.get(row.seq_region_id);
  if (!region) return [];
  const { seq_region_start: start, seq_region_end: end, seq_region_strand: strand, consequence_types: terms } = row;
  const consequences = terms === null ? {} : { consequences: members(terms) };
  return [{ region: regionRef(region), start, end, strand, ...consequences }];
}

interface FeatureRow {
  ordinal: number;
  feature_start: number;
  feature_end: number;
  row: number;
  strand: Strand;
  name: string;
  somatic: boolean;
  probe: boolean;
  so_term: string;
  source: string;
  consequences: string | null;
  backwards: boolean;
}

/** Writes `structural-features`: places of structural variants, without supporting calls. Needs stageCoreRegions. */
export async function compileStructuralFeatures(database: Database, table: IntervalSink): Promise<void> {
  const rows = database.rows<FeatureRow>(`
    SELECT ordinal, ${FEATURE_INTERVAL[0]} AS feature_start, ${FEATURE_INTERVAL[1]} AS feature_end,
      f.rowid AS row, seq_region_strand AS strand, variation_name AS name,
      coalesce(somatic, 0) <> 0 AS somatic,
      coalesce(class.value = 'probe', false) AS probe, coalesce(class.value, '') AS so_term,
      coalesce(source.name, '') AS source, consequence_types AS consequences, ${IS_BACKWARDS} AS backwards
    FROM structural_variation_feature f JOIN ${CORE_REGION_TABLE} r USING (seq_region_id)
      LEFT JOIN attrib class ON class.attrib_id = f.class_attrib_id LEFT JOIN source USING (source_id)
    WHERE coalesce(is_evidence, 0) = 0 AND variation_name IS NOT NULL AND feature_start BETWEEN 0 AND feature_end
      AND feature_end <= ${LAST_POSITION}
      AND structural_variation_id NOT IN (SELECT structural_variation_id FROM failed_structural_variation
        WHERE structural_variation_id IS NOT NULL)
    ORDER BY ordinal, feature_start, row`);
  for await (const { ordinal, feature_start: start, feature_end: end, so_term: soTerm, ...row } of rows) {
    const { strand, name, somatic, probe, source, consequences } = row;
    const record: StructuralFeatureRecord = { row: row.row, strand, name, somatic, probe, soTerm, source };
    if (consequences !== null) record.consequences = members(consequences);
    if (row.backwards) record.backwards = true;
    await table.add(ordinal, start, end, encodeRecord(record));
  }
}
