/**
 * Counts duplicate stable ids, features outside their region, and features that end before they start. Ensembl's dumps
 * contain three exceptions, which are allowed: insertions whose start is end + 1, features across the origin of
 * circular regions, and features on patches that extend past their end.
 */
import { at, only } from '../../../src/checked.ts';
import type { Database } from '../../dump/database.ts';
import { FIRST_DEPARTURES } from '../../dump/departures.ts';
import { countRepeated, placesOf } from '../../dump/unique-rows.ts';
import { DumpError } from '../../dump/dump-error.ts';
import { CORE_REGION_TABLE, REGION_TABLE } from './regions.ts';

const CORE_FEATURES = [
  'gene',
  'exon',
  'simple_feature',
  'repeat_feature',
  'misc_feature',
  'karyotype',
  'prediction_transcript',
  'prediction_exon',
  'operon',
  'operon_transcript',
];
/** Transcripts are checked against the region of the gene. */
const PARTS = {
  transcript: 'transcript JOIN (SELECT gene_id, seq_region_id FROM gene) placed USING (gene_id)',
};
/** Rows that are not current are history. */
const CURRENT = 'coalesce(is_current, 1) = 1';
const WITH_STABLE_IDS = [
  ['gene', CURRENT],
  ['transcript', CURRENT],
  ['translation', 'true'],
] as const;

/** Columns of positions are unsigned integers of 4 bytes, from which the index needs two values for itself. */
export const LAST_POSITION = 2 ** 32 - 3;

/** No region can contain a feature at these positions. */
const IMPOSSIBLE = `(seq_region_start IS NULL OR seq_region_end IS NULL OR seq_region_start < 1 OR seq_region_end < 0
  OR greatest(seq_region_start, seq_region_end) > ${LAST_POSITION})`;

/**
 * Removes features that no region can contain. Keeps those that only extend past the end of their region or end before
 * they start, and all objects of a stable id: an id finds the one with the lowest key in its table, as Ensembl's
 * adaptors do. Needs loadRegions.
 *
 * @throws DumpError with file and line if departures are errors
 */
export async function checkCoreFeatures(database: Database): Promise<void> {
  const regions = `(SELECT seq_region_id, name, length,
    circular_length IS NULL AND seq_region_id NOT IN (SELECT seq_region_id FROM assembly_exception
    WHERE seq_region_id IS NOT NULL) AS ends
    FROM seq_region JOIN ${REGION_TABLE} USING (seq_region_id))`;
  for (const table of CORE_FEATURES) await checkPlaces(database, table, placedRows(table), regions);
  for (const [table, onRegions] of Object.entries(PARTS))
    await checkPlaces(database, table, `(SELECT DISTINCT * FROM ${placedRows(table, onRegions)})`, regions);
  // In other databases one name occurs at several places; collections contain some strains more than once.
  const { species } = only(
    await database.all<{ species: number }>('SELECT count(DISTINCT species_id) AS species FROM coord_system'),
  );
  if (database.dump.group !== 'core' || species > 1) return;
  for (const [table, current] of WITH_STABLE_IDS)
    await countRepeated(database, table, ['stable_id'], `stable_id <> '' AND ${current}`, 'duplicate stable id');
}

/** As checkCoreFeatures, for tables of a variation or funcgen database. Needs stageCoreRegions. */
export async function checkFurtherFeatures(database: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await checkPlaces(database, table, placedRows(table), CORE_REGION_TABLE);
}

/**
 * SQL of a table's rows with their places; `onRegions` joins it with `placed`, which gives its rows a seq_region_id.
 */
function placedRows(table: string, onRegions?: string): string {
  const region = onRegions ? 'placed' : `"${table}"`;
  return `(SELECT "${table}".rowid AS row, ${region}.seq_region_id, "${table}".seq_region_start, "${
    table
  }".seq_region_end
    FROM ${onRegions ?? region})`;
}

/**
 * @param features SQL of rows as placedRows returns them
 * @param regions SQL of seq_region_id, name, length and `ends`, see Place
 */
async function checkPlaces(database: Database, table: string, features: string, regions: string): Promise<void> {
  const placed = `${features} JOIN ${regions} USING (seq_region_id)`;
  const wrong = await database.all<Place & { id: number; count: number; backwards: boolean }>(`
    SELECT seq_region_id AS id, seq_region_start AS first, seq_region_end AS last, name, length, ends,
      coalesce(ends AND seq_region_start > seq_region_end + 1, false) AS backwards,
      count(*) OVER (PARTITION BY backwards) AS count
    FROM ${placed} WHERE ${IMPOSSIBLE} OR (ends AND (seq_region_end > length OR backwards))
    QUALIFY row_number() OVER (PARTITION BY backwards ORDER BY row) <= ${FIRST_DEPARTURES} ORDER BY backwards, row`);
  const { dump } = database;
  for (const [backwards, some] of Map.groupBy(wrong, (each) => each.backwards)) {
    const faults: DumpError[] = [];
    // Rows with equal places have one line each.
    const seen = new Map<string, number>();
    for (const each of some) {
      const values = { seq_region_id: each.id, seq_region_start: each.first, seq_region_end: each.last };
      const key = JSON.stringify(values);
      const before = seen.get(key) ?? 0;
      seen.set(key, before + 1);
      const place = (await placesOf(dump, table, values, before + 1))[before];
      faults.push(misplaced(place ?? dump.folder, table, each));
    }
    if (!dump.departures) throw at(faults, 0);
    dump.departures.addPart({
      file: dump.tables.get(table) ?? dump.folder,
      table,
      kind: backwards ? 'end before start' : 'outside its region',
      count: at(some, 0).count,
      first: faults.map(({ message }) => message),
    });
  }
  if (wrong.length > 0)
    await database.all(`DELETE FROM "${table}" WHERE rowid IN (SELECT row FROM ${placed} WHERE ${IMPOSSIBLE})`);
}

/** Positions of a feature, and the name and length of its region. */
interface Place {
  first: number | null;
  last: number | null;
  name: string;
  length: number;
  /** False for circular regions and patches: their features may extend past the end of the region. */
  ends: boolean;
}

/** @param where file and line if known, otherwise the folder */
export function misplaced(where: string, table: string, { first, last, name, length, ends }: Place): DumpError {
  const isBackwards = ends && first !== null && last !== null && first > last + 1;
  if (isBackwards)
    return new DumpError(
      `${where}: a row of ${table} ends before it starts: ${first}-${last} of ${name}, which is not circular`,
    );
  return new DumpError(
    `${where}: a row of ${table} is outside its region: ${first}-${last} of ${name}, which has length ${length}`,
  );
}
