import { type Database, stageRows } from '../../dump/database.ts';
import type { Assembly } from './assembly.ts';
import { REGION_TABLE, type RegionSet } from './regions.ts';

/**
 * Staged next to the dump's tables: the place of a component on its top level region. Old databases have features on
 * contigs; the index has them on chromosomes, where clients request them.
 */
const PLACEMENT_TABLE = 'compiled_placement';

export type FeatureTable = 'repeat_feature' | 'simple_feature' | 'misc_feature' | 'karyotype';
const FEATURE_TABLES: readonly FeatureTable[] = ['repeat_feature', 'simple_feature', 'misc_feature', 'karyotype'];

/** Makes the placement table of one species: only of regions that carry features and are not top level. */
export async function stagePlacements(database: Database, regions: RegionSet, assembly: Assembly): Promise<void> {
  const columns =
    'seq_region_id INTEGER, first INTEGER, last INTEGER, target INTEGER, from_position INTEGER, orientation INTEGER';
  await stageRows(database, PLACEMENT_TABLE, columns, placements(database, regions, assembly));
}

async function* placements(database: Database, { byId }: RegionSet, assembly: Assembly): AsyncGenerator<number[]> {
  const carriers = database.rows<{ id: number }>(
    FEATURE_TABLES.map(
      (table) => `SELECT seq_region_id AS id FROM ${table} JOIN ${REGION_TABLE} USING (seq_region_id)`,
    ).join(' UNION '),
  );
  for await (const { id } of carriers) {
    for (const { start, end, target, from, strand } of assembly.topLevelIntervals(byId.get(id)!))
      yield [id, start, end, target.ordinal, from, strand];
  }
}

/**
 * SQL of a feature table's rows with their place on a top level region, else on their own: columns ordinal,
 * feature_start, feature_end, feature_strand (null where the table has no strand) and all of the table. A feature over
 * the origin of a circular region has its end counted beyond the region's length, so that start <= end; elsewhere one
 * that ends before it starts has no end.
 */
export function placedFeatures(table: FeatureTable): string {
  const strand = table === 'karyotype' ? 'NULL::INTEGER' : 'f.seq_region_strand';
  const held = `f.seq_region_id = p.seq_region_id AND f.seq_region_start >= p.first AND f.seq_region_end <= p.last`;
  return `
    SELECT p.target AS ordinal,
      CASE WHEN p.orientation = 1 THEN p.from_position + f.seq_region_start - p.first
        ELSE p.from_position + p.last - f.seq_region_end END AS feature_start,
      CASE WHEN p.orientation = 1 THEN p.from_position + f.seq_region_end - p.first
        ELSE p.from_position + p.last - f.seq_region_start END AS feature_end,
      ${strand} * p.orientation AS feature_strand, f.*
    FROM ${table} f JOIN ${PLACEMENT_TABLE} p ON ${held}
    UNION ALL
    SELECT r.ordinal, f.seq_region_start AS feature_start,
      CASE WHEN f.seq_region_end < f.seq_region_start THEN f.seq_region_end + r.circular_length
        ELSE f.seq_region_end END AS feature_end,
      ${strand} AS feature_strand, f.*
    FROM ${table} f JOIN ${REGION_TABLE} r USING (seq_region_id)
    WHERE NOT EXISTS (SELECT 1 FROM ${PLACEMENT_TABLE} p WHERE ${held})`;
}
