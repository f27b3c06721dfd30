import {
  encodeRecord,
  type BandRecord,
  type FeatureTables,
  type MiscFeatureRecord,
  type NamedAttrib,
  type RepeatRecord,
  type SimpleFeatureRecord,
} from '../../../src/genome/feature-records.ts';
import { GatheredSlices } from '../../../src/index/blocks/byte-slices.ts';
import type { Strand } from '../../../src/genome/seq-region.ts';
import type { Database } from '../../dump/database.ts';
import type { ReadingDepartures } from '../../dump/departures.ts';
import { DumpError } from '../../dump/dump-error.ts';
import type { IntervalSink } from '../../output/genome-tables.ts';
import { isPossible } from './check-features.ts';
import { placedFeatures, type FeatureTable } from './placement.ts';

/** The columns that the rows of all feature tables share; see placedFeatures. */
interface Place {
  id: number;
  ordinal: number;
  feature_start: number;
  /** Null for a feature that ends before it starts on a linear region. */
  feature_end: number;
  feature_strand: Strand;
}

/** Compiles one table. Calls `each` with the place of every row. */
export type FeatureCompiler = (
  database: Database,
  table: IntervalSink,
  each?: (ordinal: number, start: number, end: number) => void,
) => Promise<void>;

export const FEATURE_COMPILERS: readonly (readonly [keyof FeatureTables, FeatureCompiler])[] = [
  ['repeats', compileRepeats],
  ['simple-features', compileSimpleFeatures],
  ['misc-features', compileMiscFeatures],
  ['bands', compileBands],
];

async function compileRepeats(...[database, table, each]: Parameters<FeatureCompiler>): Promise<void> {
  type Row = Place & {
    repeat_name: string;
    repeat_class: string;
    repeat_type: string;
    logic_name: string;
    gff_source: string | null;
  };
  await writeFeatures<Row>(
    database,
    'repeat_feature',
    table,
    `
    SELECT ordinal, feature_start, feature_end, feature_strand, repeat_feature_id AS id, repeat_name, repeat_class,
      repeat_type, logic_name, gff_source
    FROM (${placedFeatures('repeat_feature')}) f LEFT JOIN repeat_consensus USING (repeat_consensus_id)
      LEFT JOIN analysis USING (analysis_id)
    ORDER BY ordinal, feature_start, id`,
    (row): RepeatRecord => ({
      dbId: row.id,
      strand: row.feature_strand,
      name: row.repeat_name,
      repeatClass: row.repeat_class,
      repeatType: row.repeat_type,
      logicName: row.logic_name,
      gffSource: row.gff_source,
    }),
    each,
  );
}

async function compileSimpleFeatures(...[database, table]: Parameters<FeatureCompiler>): Promise<void> {
  type Row = Place & {
    display_label: string | null;
    score: number | null;
    logic_name: string;
    gff_source: string | null;
  };
  await writeFeatures<Row>(
    database,
    'simple_feature',
    table,
    `
    SELECT ordinal, feature_start, feature_end, feature_strand, simple_feature_id AS id, display_label, score,
      logic_name, gff_source
    FROM (${placedFeatures('simple_feature')}) f LEFT JOIN analysis USING (analysis_id)
    ORDER BY ordinal, feature_start, id`,
    (row): SimpleFeatureRecord => ({
      dbId: row.id,
      strand: row.feature_strand,
      label: row.display_label,
      score: row.score,
      logicName: row.logic_name,
      gffSource: row.gff_source,
    }),
  );
}

async function compileMiscFeatures(...[database, table]: Parameters<FeatureCompiler>): Promise<void> {
  type Row = Place & { attribs: string; sets: string };
  await writeFeatures<Row>(
    database,
    'misc_feature',
    table,
    `
    WITH attribs AS (
      SELECT misc_feature_id, to_json(list(json_object('code', code, 'name', name, 'value', value)
        ORDER BY attrib_type_id, value))::VARCHAR AS attribs
      FROM misc_attrib JOIN attrib_type USING (attrib_type_id) GROUP BY misc_feature_id),
    sets AS (
      SELECT misc_feature_id, to_json(list(json_object('code', code, 'name', name)
        ORDER BY misc_set_id))::VARCHAR AS sets
      FROM misc_feature_misc_set JOIN misc_set USING (misc_set_id) GROUP BY misc_feature_id)
    SELECT ordinal, feature_start, feature_end, feature_strand, misc_feature_id AS id,
      coalesce(attribs, '[]') AS attribs, coalesce(sets, '[]') AS sets
    FROM (${placedFeatures('misc_feature')}) f LEFT JOIN attribs USING (misc_feature_id)
      LEFT JOIN sets USING (misc_feature_id)
    ORDER BY ordinal, feature_start, id`,
    (row): MiscFeatureRecord => ({
      dbId: row.id,
      strand: row.feature_strand,
      attribs: JSON.parse(row.attribs) as NamedAttrib[],
      sets: JSON.parse(row.sets) as { code: string; name: string }[],
    }),
  );
}

async function compileBands(...[database, table]: Parameters<FeatureCompiler>): Promise<void> {
  type Row = Place & { band: string; stain: string | null };
  await writeFeatures<Row>(
    database,
    'karyotype',
    table,
    `
    SELECT ordinal, feature_start, feature_end, feature_strand, karyotype_id AS id, band, stain
      FROM (${placedFeatures('karyotype')}) f
    ORDER BY ordinal, feature_start, id`,
    (row): BandRecord => ({ dbId: row.id, name: row.band, stain: row.stain }),
  );
}

async function writeFeatures<Row extends Place>(
  database: Database,
  source: FeatureTable,
  table: IntervalSink,
  sql: string,
  record: (row: Row) => object,
  each?: (ordinal: number, start: number, end: number) => void,
): Promise<void> {
  const { dump } = database;
  const departures = dump.departures?.reading(dump.tables.get(source) ?? dump.folder, source);
  for await (const rows of database.batches<Row>(sql)) {
    const placed = rows.filter((row) => isPlaced(dump.folder, departures, source, row));
    const records = new GatheredSlices(placed.length);
    for (const row of placed) {
      records.add(encodeRecord(record(row)));
      each?.(row.ordinal, row.feature_start, row.feature_end);
    }
    await table.addAll(
      placed.map((row) => row.ordinal),
      placed.map((row) => row.feature_start),
      placed.map((row) => row.feature_end),
      records.take(),
    );
  }
}

/** Counts a feature that ends before it starts. @throws DumpError for it if departures are errors */
function isPlaced(
  folder: string,
  departures: ReadingDepartures | undefined,
  table: FeatureTable,
  { id, feature_start: start, feature_end: end }: Place,
): boolean {
  if (start >= 1 && isPossible(start, end)) return true;
  const sentence =
    `${folder}: row ${id} of ${table} starts at ${start} and ends before that; ` + 'its region is not circular';
  if (!departures) throw new DumpError(sentence);
  departures.note('end before start', () => sentence);
  return false;
}
