import { get } from '../../../src/checked.ts';
import type { RegionRef } from '../../../src/genome/seq-region.ts';
import type { CoordSystem } from '../../../src/release/manifest.ts';
import { type Database, stageRows } from '../../dump/database.ts';

/** A seq region of the dump. */
export interface DumpRegion {
  /** seq_region_id of the dump. */
  id: number;
  /** Key in the genome's interval tables: 0, 1, 2 … in order of rank of the coordinate system, then id. */
  ordinal: number;
  name: string;
  length: number;
  coordSystemId: number;
  coordSystem: CoordSystem;
  /** seq_region_attrib: code -> values. */
  attribs: Map<string, string[]>;
  synonyms: { name: string; db: string | null }[];
  topLevel: boolean;
}

/**
 * Is the region circular? Features across its origin may end past its length. As in Ensembl, only the presence of the
 * attribute counts, not its value.
 */
export function isCircular({ attribs }: Pick<DumpRegion, 'attribs'>): boolean {
  return attribs.has('circular_seq');
}

/** Is a feature past the end of the region a departure? It is not on circular regions and patches. */
export function endsFeatures(region: Pick<DumpRegion, 'attribs'>): boolean {
  return !isCircular(region) && !region.attribs.has('non_ref');
}

/** The form in which records contain a region. */
export function regionRef(region: DumpRegion): RegionRef {
  const { ordinal, name, length, coordSystem } = region;
  return {
    ordinal,
    name,
    coordSystem: coordSystem.name,
    version: coordSystem.version,
    ...(isCircular(region) ? { circularLength: length } : {}),
  };
}

/** The seq regions of one species in a core database. */
export interface RegionSet {
  list: DumpRegion[];
  byId: Map<number, DumpRegion>;
  coordSystems: CoordSystem[];
}

/**
 * Staged with the dump's tables: (seq_region_id, ordinal, circular_length) of the current species. circular_length
 * is NULL for linear regions. Feature queries join with this table.
 */
export const REGION_TABLE = 'compiled_region';

/**
 * Reads coordinate systems, seq regions, their attributes and synonyms of one species, and replaces REGION_TABLE.
 * If no region has the attribute 'toplevel', the regions of the highest-ranked coordinate system count as top level.
 */
export async function loadRegions(database: Database, speciesId: number): Promise<RegionSet> {
  await database.all(`CREATE OR REPLACE TABLE ${REGION_TABLE} AS
    SELECT seq_region_id, (row_number() OVER (ORDER BY rank, seq_region_id) - 1)::INTEGER AS ordinal,
      CASE WHEN seq_region_id IN (SELECT seq_region_id FROM seq_region_attrib JOIN attrib_type USING (attrib_type_id)
        WHERE code = 'circular_seq')
        THEN length END AS circular_length
    FROM seq_region JOIN coord_system USING (coord_system_id) WHERE coalesce(species_id, 1) = ${speciesId}`);
  const coordSystems = await loadCoordSystems(database, speciesId);
  const list: DumpRegion[] = [];
  const rows = database.rows<{ id: number; ordinal: number; name: string; length: number; coord_system_id: number }>(
    `SELECT seq_region_id AS id, ordinal, name, length, coord_system_id FROM seq_region
      JOIN ${REGION_TABLE} USING (seq_region_id) ORDER BY ordinal`,
  );
  for await (const { coord_system_id: coordSystemId, ...row } of rows) {
    const coordSystem = get(coordSystems, coordSystemId);
    list.push({ ...row, coordSystemId, coordSystem, attribs: new Map(), synonyms: [], topLevel: false });
  }
  const byId = new Map(list.map((region) => [region.id, region]));
  await loadAttribs(database, byId);
  await loadSynonyms(database, byId);
  markTopLevel(list);
  return { list, byId, coordSystems: [...coordSystems.values()] };
}

async function loadCoordSystems(database: Database, speciesId: number): Promise<Map<number, CoordSystem>> {
  const rows = await database.all<{
    id: number;
    name: string;
    version: string | null;
    rank: number;
    attrib: string | null;
  }>(
    `SELECT coord_system_id AS id, name, version, rank, attrib FROM coord_system
      WHERE coalesce(species_id, 1) = ${speciesId} ORDER BY rank`,
  );
  return new Map(
    rows.map(({ id, name, version, rank, attrib }) => {
      const attribs = (attrib ?? '').split(',');
      return [
        id,
        {
          name,
          version,
          rank,
          default: attribs.includes('default_version'),
          sequenceLevel: attribs.includes('sequence_level'),
        },
      ];
    }),
  );
}

async function loadAttribs(database: Database, byId: Map<number, DumpRegion>): Promise<void> {
  const rows = database.rows<{ id: number; code: string; value: string }>(
    `SELECT seq_region_id AS id, code, value FROM seq_region_attrib a JOIN ${REGION_TABLE} USING (seq_region_id)
      JOIN attrib_type USING (attrib_type_id) ORDER BY a.rowid`,
  );
  for await (const { id, code, value } of rows) {
    const { attribs } = get(byId, id);
    attribs.set(code, [...(attribs.get(code) ?? []), value]);
  }
}

async function loadSynonyms(database: Database, byId: Map<number, DumpRegion>): Promise<void> {
  const rows = database.rows<{ id: number; name: string; db: string | null }>(
    `SELECT s.seq_region_id AS id, s.synonym AS name, e.db_name AS db FROM seq_region_synonym s
      JOIN ${REGION_TABLE} USING (seq_region_id)
     LEFT JOIN external_db e ON e.external_db_id = s.external_db_id ORDER BY s.seq_region_id, s.seq_region_synonym_id`,
  );
  for await (const { id, name, db } of rows) get(byId, id).synonyms.push({ name, db });
}

function markTopLevel(list: DumpRegion[]): void {
  for (const region of list) region.topLevel = region.attribs.has('toplevel');
  if (list.some((region) => region.topLevel)) return;
  const highest = Math.min(
    ...list.filter((region) => region.coordSystem.default).map((region) => region.coordSystem.rank),
  );
  for (const region of list) region.topLevel = region.coordSystem.rank === highest;
}

/**
 * Staged with the tables of a database that depends on a core database (variation, funcgen) and shares its
 * seq_region_ids: (seq_region_id, ordinal, name, length, circular_length, ends) of the regions of the core genome.
 * circular_length is NULL for linear regions; `ends` is false for circular regions and patches, past whose end features
 * may extend.
 */
export const CORE_REGION_TABLE = 'core_region';

/** Replaces CORE_REGION_TABLE. */
export async function stageCoreRegions(database: Database, { list }: RegionSet): Promise<void> {
  const rows = list.map((region) => [
    region.id,
    region.ordinal,
    region.name,
    region.length,
    isCircular(region) ? region.length : null,
    Number(endsFeatures(region)),
  ]);
  await stageRows(
    database,
    CORE_REGION_TABLE,
    'seq_region_id BIGINT, ordinal INTEGER, name VARCHAR, length BIGINT, circular_length BIGINT, ends INTEGER',
    rows,
  );
}

/**
 * SQL of whether a feature `f` on a region `r` ends before it starts: an insertion between two bases (start = end + 1),
 * or a fault of the dump.
 */
export const IS_BACKWARDS = `(f.seq_region_end < f.seq_region_start
  AND (r.circular_length IS NULL OR f.seq_region_start = f.seq_region_end + 1))`;

/**
 * SQL of the interval under which a feature `f` on a region `r` is indexed: [start, end]. The end of a feature across
 * the origin of a circular region is counted past the region's length. A feature that ends before it starts is indexed
 * from its end to its start.
 */
export const FEATURE_INTERVAL = [
  `CASE WHEN ${IS_BACKWARDS} THEN f.seq_region_end ELSE f.seq_region_start END`,
  `CASE WHEN ${IS_BACKWARDS} THEN f.seq_region_start
    WHEN f.seq_region_end < f.seq_region_start THEN f.seq_region_end + r.circular_length ELSE f.seq_region_end END`,
] as const;
