/**
 * What no genome can have: a stable id twice, a feature beside its region or backwards. What Ensembl's dumps have by
 * habit is none of that: insertions that start behind their end, features over the origin of circles, and features on
 * patches that reach over their end.
 */
import { type Database, checkUnique, placesOf } from '../../dump/database.ts';
import { DumpError } from '../../dump/dump-error.ts';
import { REGION_TABLE } from './regions.ts';

const CORE_FEATURES = ['gene', 'simple_feature', 'repeat_feature', 'misc_feature', 'karyotype'];
/** Parts of genes stand on the gene's region. */
const PARTS = {
  transcript: 'transcript JOIN (SELECT gene_id, seq_region_id FROM gene) USING (gene_id)',
  exon: `exon JOIN exon_transcript USING (exon_id)
    JOIN (SELECT transcript_id, gene_id FROM transcript) USING (transcript_id)
    JOIN (SELECT gene_id, seq_region_id FROM gene) USING (gene_id)`,
};
const WITH_STABLE_IDS = ['gene', 'transcript', 'translation'];

/** @throws DumpError with file and line. After loadRegions. */
export async function checkCoreFeatures(database: Database): Promise<void> {
  const regions = `(SELECT seq_region_id, name, length,
    circular_length IS NULL AND seq_region_id NOT IN (SELECT seq_region_id FROM assembly_exception
    WHERE seq_region_id IS NOT NULL) AS ends
    FROM seq_region JOIN ${REGION_TABLE} USING (seq_region_id))`;
  for (const table of CORE_FEATURES) await checkPlaces(database, table, `"${table}"`, regions);
  for (const [table, onRegions] of Object.entries(PARTS)) await checkPlaces(database, table, onRegions, regions);
  // In other databases evidence of one name stands in several places; collections hold one strain more than once.
  const [{ species }] = (await database.all<{ species: number }>(
    'SELECT count(DISTINCT species_id) AS species FROM coord_system',
  )) as [{ species: number }];
  if (database.dump.group !== 'core' || species > 1) return;
  for (const table of WITH_STABLE_IDS) await checkUnique(database, table, ['stable_id'], 'stable_id IS NOT NULL');
}

/**
 * @param features SQL of the table's rows with seq_region_id; `regions` of seq_region_id, name, length and whether all
 *   features must end with the region
 */
async function checkPlaces(database: Database, table: string, features: string, regions: string): Promise<void> {
  const [wrong] = await database.all<Place & { id: number }>(`
    SELECT seq_region_id AS id, seq_region_start AS first, seq_region_end AS last, name, length, ends
      FROM (SELECT seq_region_id, seq_region_start, seq_region_end FROM ${features})
      JOIN ${regions} USING (seq_region_id)
    WHERE seq_region_start IS NULL OR seq_region_end IS NULL OR seq_region_start < 1 OR seq_region_end < 0
      OR (ends AND (seq_region_end > length OR seq_region_start > seq_region_end + 1)) LIMIT 1`);
  if (!wrong) return;
  const { id, first, last } = wrong;
  const [place] = await placesOf(database.dump, table, {
    seq_region_id: id,
    seq_region_start: first,
    seq_region_end: last,
  });
  throw misplaced(place ?? database.dump.folder, table, wrong);
}

/** Where a feature stands on the region of a name and length. */
interface Place {
  first: number | null;
  last: number | null;
  name: string;
  length: number;
  /**
   * Whether it is an end to all features: those of circles may start behind their end, those of patches end behind
   * them.
   */
  ends: boolean;
}

/** @param where file and line, as far as they are known */
export function misplaced(where: string, table: string, { first, last, name, length, ends }: Place): DumpError {
  const isBackwards = ends && first !== null && last !== null && first > last + 1;
  if (isBackwards)
    return new DumpError(
      `${where}: a row of ${table} starts behind its end, at ${first}-${last} of ${name}, which is not circular`,
    );
  return new DumpError(
    `${where}: a row of ${table} stands at ${first}-${last} of ${name}, which goes from 1 to ${length}`,
  );
}
