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
import type { IntervalSink } from '../../output/genome-tables.ts';
import { placedFeatures } from './placement.ts';

/** The columns that the rows of all feature tables share; see placedFeatures. */
interface Place {
  id: number;
  ordinal: number;
  feature_start: number;
  feature_end: number;
  is_backwards: boolean;
  feature_strand: Strand;
}

/** Compiles one table. Calls `each` with the place of every row that does not end before it starts. */
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
    table,
    `
    SELECT ordinal, feature_start, feature_end, is_backwards, feature_strand, repeat_feature_id AS id, repeat_name,
      repeat_class,
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
    table,
    `
    SELECT ordinal, feature_start, feature_end, is_backwards, feature_strand, simple_feature_id AS id, display_label,
      score,
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
    SELECT ordinal, feature_start, feature_end, is_backwards, feature_strand, misc_feature_id AS id,
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
    table,
    `
    SELECT ordinal, feature_start, feature_end, is_backwards, feature_strand, karyotype_id AS id, band, stain
      FROM (${placedFeatures('karyotype')}) f
    ORDER BY ordinal, feature_start, id`,
    (row): BandRecord => ({ dbId: row.id, name: row.band, stain: row.stain }),
  );
}

async function writeFeatures<Row extends Place>(
  database: Database,
  table: IntervalSink,
  sql: string,
  record: (row: Row) => object,
  each?: (ordinal: number, start: number, end: number) => void,
): Promise<void> {
  for await (const rows of database.batches<Row>(sql)) {
    const records = new GatheredSlices(rows.length);
    for (const row of rows) {
      records.add(encodeRecord(row.is_backwards ? { ...record(row), backwards: true } : record(row)));
      if (!row.is_backwards) each?.(row.ordinal, row.feature_start, row.feature_end);
    }
    await table.addAll(
      rows.map((row) => row.ordinal),
      rows.map((row) => row.feature_start),
      rows.map((row) => row.feature_end),
      records.take(),
    );
  }
}
