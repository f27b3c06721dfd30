import { get } from '../../../src/checked.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import type { Assembly } from './assembly.ts';
import { REGION_TABLE, type RegionSet } from './regions.ts';

/**
 * Staged with the dump's tables: the place of a component on its top-level region. Old databases place features on
 * contigs; the index places them on chromosomes, where clients request them.
 */
const PLACEMENT_TABLE = 'compiled_placement';

export type FeatureTable = 'repeat_feature' | 'simple_feature' | 'misc_feature' | 'karyotype';
const FEATURE_TABLES: readonly FeatureTable[] = ['repeat_feature', 'simple_feature', 'misc_feature', 'karyotype'];

/** Stages the placements of one species: those of regions that have features and are not top level. */
export async function stagePlacements(database: Database, regions: RegionSet, assembly: Assembly): Promise<void> {
  const columns =
    'seq_region_id INTEGER, first INTEGER, last INTEGER, target INTEGER, from_position INTEGER, orientation INTEGER';
  await stageRows(database, PLACEMENT_TABLE, columns, placements(database, regions, assembly));
}

async function* placements(database: Database, { byId }: RegionSet, assembly: Assembly): AsyncGenerator<number[]> {
  const regionsWithFeatures = database.rows<{ id: number }>(
    FEATURE_TABLES.map(
      (table) => `SELECT seq_region_id AS id FROM ${table} JOIN ${REGION_TABLE} USING (seq_region_id)`,
    ).join(' UNION '),
  );
  for await (const { id } of regionsWithFeatures) {
    for (const { start, end, target, from, strand } of assembly.topLevelIntervals(get(byId, id)))
      yield [id, start, end, target.ordinal, from, strand];
  }
}

/**
 * SQL of a feature table's rows with their place on a top-level region, or on their own region if that has no
 * placement: columns ordinal, feature_start, feature_end, feature_strand (null if the table has no strand) and those of
 * the table. The end of a feature across the origin of a circular region is counted past the region's length, so that
 * start <= end. On linear regions a feature that ends before it starts has no end.
 */
export function placedFeatures(table: FeatureTable): string {
  const strand = table === 'karyotype' ? 'NULL::INTEGER' : 'f.seq_region_strand';
  const isPlaced = `f.seq_region_id = p.seq_region_id AND f.seq_region_start >= p.first AND f.seq_region_end <= p.last`;
  return `
    SELECT p.target AS ordinal,
      CASE WHEN p.orientation = 1 THEN p.from_position + f.seq_region_start - p.first
        ELSE p.from_position + p.last - f.seq_region_end END AS feature_start,
      CASE WHEN p.orientation = 1 THEN p.from_position + f.seq_region_end - p.first
        ELSE p.from_position + p.last - f.seq_region_start END AS feature_end,
      ${strand} * p.orientation AS feature_strand, f.*
    FROM ${table} f JOIN ${PLACEMENT_TABLE} p ON ${isPlaced}
    UNION ALL
    SELECT r.ordinal, f.seq_region_start AS feature_start,
      CASE WHEN f.seq_region_end < f.seq_region_start THEN f.seq_region_end + r.circular_length
        ELSE f.seq_region_end END AS feature_end,
      ${strand} AS feature_strand, f.*
    FROM ${table} f JOIN ${REGION_TABLE} r USING (seq_region_id)
    WHERE NOT EXISTS (SELECT 1 FROM ${PLACEMENT_TABLE} p WHERE ${isPlaced})`;
}
