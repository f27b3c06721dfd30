import type { CoordSystem } from '../../../src/release/manifest.ts';
import { type Database, stageRows } from '../../dump/database.ts';

/** A seq region of the dump with what the compiler needs to know of it. */
export interface DumpRegion {
  /** seq_region_id of the dump. */
  id: number;
  /** Key in the genome's interval tables: 0, 1, 2 … in order of coordinate system rank and id. */
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
 * Does it close upon itself? Features over its origin then end beyond its length. Ensembl asks whether the attribute is
 * there, not for its value.
 */
export function isCircular({ attribs }: Pick<DumpRegion, 'attribs'>): boolean {
  return attribs.has('circular_seq');
}

/** The seq regions of one species in a core database. */
export interface RegionSet {
  list: DumpRegion[];
  byId: Map<number, DumpRegion>;
  coordSystems: CoordSystem[];
}

/**
 * Staged next to the dump's tables: (seq_region_id, ordinal, circular_length) of the current species. circular_length
 * is NULL for linear regions. Feature queries join with this table.
 */
export const REGION_TABLE = 'compiled_region';

/**
 * Reads coordinate systems, seq regions, their attributes and synonyms of one species and makes REGION_TABLE anew.
 * A database without any 'toplevel' attribute counts the regions of its highest-ranked coordinate system as top level.
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
    const coordSystem = coordSystems.get(coordSystemId)!;
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
    const { attribs } = byId.get(id)!;
    attribs.set(code, [...(attribs.get(code) ?? []), value]);
  }
}

async function loadSynonyms(database: Database, byId: Map<number, DumpRegion>): Promise<void> {
  const rows = database.rows<{ id: number; name: string; db: string | null }>(
    `SELECT s.seq_region_id AS id, s.synonym AS name, e.db_name AS db FROM seq_region_synonym s
      JOIN ${REGION_TABLE} USING (seq_region_id)
     LEFT JOIN external_db e ON e.external_db_id = s.external_db_id ORDER BY s.seq_region_id, s.seq_region_synonym_id`,
  );
  for await (const { id, name, db } of rows) byId.get(id)!.synonyms.push({ name, db });
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
 * Staged beside the tables of a database that hangs on a core database (variation, funcgen) and shares its
 * seq_region_ids: (seq_region_id, ordinal, name, circular_length) of the regions of the core genome; the last is null
 * on linear ones.
 */
export const CORE_REGION_TABLE = 'core_region';

/** Makes CORE_REGION_TABLE anew. */
export async function stageCoreRegions(database: Database, { list }: RegionSet): Promise<void> {
  const rows = list.map((region) => [
    region.id,
    region.ordinal,
    region.name,
    isCircular(region) ? region.length : null,
  ]);
  await stageRows(
    database,
    CORE_REGION_TABLE,
    'seq_region_id BIGINT, ordinal INTEGER, name VARCHAR, circular_length BIGINT',
    rows,
  );
}

/**
 * SQL of the interval that a feature `f` on a core region `r` is found by: [expression of its start, of its end]. A
 * feature over the origin of a circular region has its end counted beyond the length; one between two bases (start =
 * end + 1, an insertion) is found by both of them.
 */
export const FEATURE_INTERVAL = [
  'CASE WHEN f.seq_region_start = f.seq_region_end + 1 THEN f.seq_region_end ELSE f.seq_region_start END',
  `CASE WHEN f.seq_region_start = f.seq_region_end + 1 THEN f.seq_region_start
    WHEN f.seq_region_end < f.seq_region_start THEN f.seq_region_end + r.circular_length ELSE f.seq_region_end END`,
] as const;
