import { get } from '../../../src/checked.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import type { Assembly } from './assembly.ts';
import { FEATURE_INTERVAL, IS_BACKWARDS, REGION_TABLE, type RegionSet } from './regions.ts';

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
 * placement: columns ordinal, feature_start, feature_end, is_backwards, feature_strand (null if the table has no
 * strand) and those of the table. feature_start <= feature_end: the end of a feature across the origin of a circular
 * region is counted past the region's length; for a feature that ends before it starts, they are its end and its start.
 */
export function placedFeatures(table: FeatureTable): string {
  const strand = table === 'karyotype' ? 'NULL::INTEGER' : 'f.seq_region_strand';
  const low = 'least(f.seq_region_start, f.seq_region_end)';
  const high = 'greatest(f.seq_region_start, f.seq_region_end)';
  const isPlaced = `f.seq_region_id = p.seq_region_id AND ${low} >= p.first AND ${high} <= p.last`;
  return `
    SELECT p.target AS ordinal,
      CASE WHEN p.orientation = 1 THEN p.from_position + ${low} - p.first
        ELSE p.from_position + p.last - ${high} END AS feature_start,
      CASE WHEN p.orientation = 1 THEN p.from_position + ${high} - p.first
        ELSE p.from_position + p.last - ${low} END AS feature_end,
      f.seq_region_end < f.seq_region_start AS is_backwards, ${strand} * p.orientation AS feature_strand, f.*
    FROM ${table} f JOIN ${PLACEMENT_TABLE} p ON ${isPlaced}
    UNION ALL
    SELECT r.ordinal, ${FEATURE_INTERVAL[0]} AS feature_start, ${FEATURE_INTERVAL[1]} AS feature_end,
      ${IS_BACKWARDS} AS is_backwards, ${strand} AS feature_strand, f.*
    FROM ${table} f JOIN ${REGION_TABLE} r USING (seq_region_id)
    WHERE NOT EXISTS (SELECT 1 FROM ${PLACEMENT_TABLE} p WHERE ${isPlaced})`;
}
