import type { PhenotypeRecord } from '../../../src/genome/phenotype-record.ts';
import type { StructuralCall, StructuralMapping, StructuralVariantRecord } from '../../../src/variants/structural-variant.ts';
import type { Database } from '../../dump/database.ts';
import { PHENOTYPE_TABLE } from './phenotypes.ts';
import type { RegionSet } from '../genome/regions.ts';
import { groupsOf } from '../rows/row-groups.ts';
import { RowsByKey } from '../rows/rows-by-key.ts';
import { members } from './members.ts';
import { regionRef } from './region-refs.ts';

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
}

/** Each variant with itself, and each call that supports it: (key, call), the key being the variant's id. */
const CALLS = `
  calls AS (
    SELECT structural_variation_id AS key, structural_variation_id AS call, true AS itself FROM structural_variation WHERE coalesce(is_evidence, 0) = 0
    UNION ALL
    SELECT a.structural_variation_id, a.supporting_structural_variation_id, false
    FROM structural_variation_association a JOIN structural_variation v USING (structural_variation_id)
    JOIN structural_variation s ON s.structural_variation_id = a.supporting_structural_variation_id
    WHERE coalesce(v.is_evidence, 0) = 0 AND s.is_evidence = 1)`;

const ROWS = `
  WITH ${CALLS}
  SELECT key, call AS id, variation_name AS name, alias, source.description AS source_description, class.value AS so_term, study.study_id IS NOT NULL AS has_study,
    study.name AS study_name, study.description AS study_description, study.url AS study_url, validation_status, copy_number, clinical_significance
  FROM calls JOIN structural_variation v ON v.structural_variation_id = call JOIN source USING (source_id)
  LEFT JOIN study ON study.study_id = v.study_id LEFT JOIN attrib class ON class.attrib_id = v.class_attrib_id
  WHERE variation_name IS NOT NULL ORDER BY key, itself DESC, call`;

const PLACES = `
  WITH ${CALLS}
  SELECT key, call, seq_region_id, seq_region_start, seq_region_end, seq_region_strand
  FROM calls JOIN structural_variation_feature f ON f.structural_variation_id = call ORDER BY key, structural_variation_feature_id`;

const FAILURES = `
  WITH ${CALLS}
  SELECT key, call, description FROM calls JOIN failed_structural_variation f ON f.structural_variation_id = call
  JOIN failed_description USING (failed_description_id) ORDER BY key, failed_description_id`;

const PHENOTYPES = `
  WITH ${CALLS}
  SELECT key, call, record FROM calls JOIN structural_variation v ON v.structural_variation_id = call
  JOIN ${PHENOTYPE_TABLE} p ON lower(p.object_id) = lower(variation_name)
  WHERE p.type = CASE WHEN itself THEN 'StructuralVariation' ELSE 'SupportingStructuralVariation' END ORDER BY key, p.id`;

/** Every structural variant with the calls that support it, by its id. */
export async function* structuralVariants(database: Database, regions: RegionSet): AsyncGenerator<StructuralVariantRecord> {
  const places = new RowsByKey(database.batches<PlaceRow>(PLACES));
  const failures = new RowsByKey(database.batches<{ key: number; call: number; description: string }>(FAILURES));
  const phenotypes = new RowsByKey(database.batches<{ key: number; call: number; record: string }>(PHENOTYPES));
  try {
    for await (const rows of groupsOf(database.rows<CallRow>(ROWS), ({ key }) => key)) {
      const { key } = rows[0]!;
      const [found, failed, traits] = [await places.take(key), await failures.take(key), await phenotypes.take(key)];
      const [variant, ...supporting] = rows.map((row): StructuralCall => ({
        name: row.name, alias: row.alias, sourceDescription: row.source_description, soTerm: row.so_term ?? 'structural_variant',
        study: row.has_study ? { name: row.study_name, description: row.study_description, url: row.study_url } : null,
        validationStatus: row.validation_status, copyNumber: row.copy_number, clinicalSignificance: members(row.clinical_significance),
        failed: failed.flatMap(({ call, description }) => (call === row.id ? [description] : [])),
        mappings: found.flatMap((place) => (place.call === row.id ? mapping(place, regions) : [])),
        phenotypes: traits.flatMap(({ call, record }) => (call === row.id ? [JSON.parse(record) as PhenotypeRecord] : [])),
      }));
      yield { ...variant!, supporting };
    }
  } finally {
    await Promise.all([places.close(), failures.close(), phenotypes.close()]);
  }
}

function mapping(row: PlaceRow, regions: RegionSet): StructuralMapping[] {
  const region = regionRef(regions, row.seq_region_id);
  return region ? [{ region, start: row.seq_region_start, end: row.seq_region_end, strand: row.seq_region_strand }] : [];
}
