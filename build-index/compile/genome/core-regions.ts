import type { Database } from '../../dump/database.ts';
import { isCircular, type RegionSet } from './regions.ts';
import { stageRows } from '../rows/stage-rows.ts';

/**
 * Staged beside the tables of a database that hangs on a core database (variation, funcgen) and shares its seq_region_ids:
 * (seq_region_id, ordinal, name, circular_length) of the regions of the core genome; the last is null on linear ones.
 */
export const CORE_REGION_TABLE = 'core_region';

/** Makes CORE_REGION_TABLE anew. */
export async function stageCoreRegions(database: Database, { list }: RegionSet): Promise<void> {
  const rows = list.map((region) => [region.id, region.ordinal, region.name, isCircular(region) ? region.length : null]);
  await stageRows(database, CORE_REGION_TABLE, 'seq_region_id BIGINT, ordinal INTEGER, name VARCHAR, circular_length BIGINT', rows);
}

/**
 * SQL of the interval that a feature `f` on a core region `r` is found by: [expression of its start, of its end]. A feature
 * over the origin of a circular region has its end counted beyond the length; one between two bases (start = end + 1, an
 * insertion) is found by both of them.
 */
export const FEATURE_INTERVAL = [
  'CASE WHEN f.seq_region_start = f.seq_region_end + 1 THEN f.seq_region_end ELSE f.seq_region_start END',
  `CASE WHEN f.seq_region_start = f.seq_region_end + 1 THEN f.seq_region_start
    WHEN f.seq_region_end < f.seq_region_start THEN f.seq_region_end + r.circular_length ELSE f.seq_region_end END`,
] as const;
