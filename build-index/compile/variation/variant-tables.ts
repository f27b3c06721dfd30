import { present } from '../../../src/checked.ts';
import { type ByteSlice, sliceOf } from '../../../src/index/blocks/byte-slices.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import type { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { encodeStructural } from '../../../src/variants/structural-variant.ts';
import { variantKey } from '../../../src/variants/variant-record.ts';
import { VariantLayouts } from '../../../src/variants/variant-encoder.ts';
import { type Database, openDatabase, stageRows } from '../../dump/database.ts';
import { keepUnique } from '../../dump/unique-rows.ts';
import { OrderedRows, OutOfOrder, sortedRows, storedRows, type RowSource } from '../../dump/ordered-rows.ts';
import type { RowAppender } from '../../dump/row-appender.ts';
import { planTable } from '../../dump/table-plan.ts';
import type { LazyTable } from '../../output/genome-tables.ts';
import { KeyRuns } from '../../output/key-runs.ts';
import { CORE_REGION_TABLE, type RegionSet } from '../genome/regions.ts';
import { writeSorted } from '../rows/sorted-rows.ts';
import { structuralVariants } from './structural-variants.ts';
import { ReferenceReading } from '../references.ts';
import { MissingVariants } from './missing-variants.ts';
import { NameKeys } from './name-keys.ts';
import { AnnotationsReader, NONE, PUBLICATIONS, type VariantAnnotations } from './variant-annotations.ts';
import { keyOf, RANK } from './variant-keys.ts';
import { PlaceWriter, type PlaceColumn } from './variant-places.ts';
import { VariantWriter, variantNames, type VariantColumns } from './variants.ts';
import { VARIANT_ROW_TABLES } from './variation-schema.ts';

/** Staged: records and keys of cited variants by publication. */
const CITED = 'publication_rows';

/**
 * Writes the tables of variant records by name and by publication, and the publications of each variant. The rows of
 * variants and of their places are read in parallel from the dump itself. The layouts to which the records of both
 * tables refer are stored with `variants`.
 *
 * @param scratch folder for temporary files
 */
export async function compileVariantTables(
  database: Database,
  regions: RegionSet,
  scratch: string,
  tableOf: (name: 'variants' | 'variants-by-publication' | 'variant-citations') => LazyTable<SortedTableWriter>,
  progress?: (bytes: number) => void,
): Promise<void> {
  const variants = tableOf('variants');
  const records = new KeyRuns(scratch, 'variants');
  try {
    const layouts = await stageRecords(database, regions, records, progress);
    variants.shapes = layouts.lists();
    await records.write(variants);
  } finally {
    await records.clear();
  }
  await writeSorted(
    database,
    `
    WITH ${PUBLICATIONS}
    SELECT key, record FROM (SELECT kind || ' ' || ${keyOf('id')} AS key, NULL AS variation_id, 'null'::BLOB AS record
      FROM publications UNION ALL SELECT key, variation_id, record FROM ${CITED})
    ORDER BY key, variation_id NULLS FIRST`,
    tableOf('variants-by-publication'),
  );
  // One variant under each key, as in the table of variants.
  await writeSorted(
    database,
    `
    SELECT variant AS key, encode('[' || string_agg(pmid, ',' ORDER BY pmid::BIGINT) || ']') AS record
    FROM (SELECT variant, variation_id, key[6:] AS pmid FROM ${CITED} WHERE key LIKE 'pmid %')
    GROUP BY variant, variation_id QUALIFY row_number() OVER (PARTITION BY variant ORDER BY variation_id) = 1
    ORDER BY key`,
    tableOf('variant-citations'),
  );
  await database.all(`DROP TABLE ${CITED}`);
}

/** Adds records by key, and stages CITED. */
async function stageRecords(
  database: Database,
  regions: RegionSet,
  records: KeyRuns,
  progress?: (bytes: number) => void,
): Promise<VariantLayouts> {
  const plan = (table: string) => planTable(database.dump, table, present(VARIANT_ROW_TABLES[table], table));
  const [variants, places] = await Promise.all([plan('variation'), plan('variation_feature')]);
  try {
    return await joinRecords(database, regions, records, storedRows(variants, progress), storedRows(places, progress));
  } catch (error) {
    if (!(error instanceof OutOfOrder)) throw error;
  }
  await records.discard();
  // Rows out of order may be duplicates. Loading the key checks that.
  await (await openKeys(database)).close();
  return joinRecords(
    database,
    regions,
    records,
    sortedRows<keyof VariantColumns>(database, variants, 'variation_id'),
    sortedRows<PlaceColumn>(database, places, 'variation_id', 'variation_feature_id'),
  );
}

function openKeys({ dump }: Database): Promise<Database> {
  return openDatabase(dump, {
    variation: { variation_id: 'integer' },
    variation_feature: { variation_id: 'integer', variation_feature_id: 'integer' },
  });
}

/**
 * Counts duplicate rows of tables without a key in the dump. Sorted rows no longer know their lines in the file.
 * @throws DumpError for the first one if departures are errors
 */
async function checkKeys(database: Database): Promise<void> {
  const keys = await openKeys(database);
  try {
    for (const [table, columns] of [
      ['variation', ['variation_id']],
      ['variation_feature', ['variation_id', 'variation_feature_id']],
    ] as const)
      await keepUnique(keys, table, columns, 'variation_id IS NOT NULL');
  } finally {
    await keys.close();
  }
}

/** @throws OutOfOrder for stored rows that are not in the order of variants */
async function joinRecords(
  database: Database,
  regions: RegionSet,
  records: KeyRuns,
  variants: RowSource<keyof VariantColumns>,
  places: RowSource<PlaceColumn>,
): Promise<VariantLayouts> {
  await addStructural(records, database, regions);
  await stageRows(database, CITED, 'key VARCHAR, variation_id BIGINT, record BLOB, variant BLOB', []);
  const layouts = new VariantLayouts();
  const cited = await database.appender(CITED);
  const annotationRows = new AnnotationsReader(database);
  const variantRows = new OrderedRows(variants, variants.columns.variation_id);
  const placeRows = new OrderedRows(places, places.columns.variation_id, places.columns.variation_feature_id);
  const [variantWriter, placeWriter] = [
    new VariantWriter(variants.columns, await variantNames(database), layouts),
    new PlaceWriter(places.columns, regions, layouts),
  ];
  const names = new NameKeys(variants.columns.name);
  const { dump } = database;
  const [lost, unsourced] = [new ReferenceReading(dump, 'variation_feature'), new ReferenceReading(dump, 'variation')];
  const wanted = new MissingVariants(database);
  const lineOf =
    (table: string, { isSorted }: { isSorted: boolean }, { batch, row }: OrderedRows) =>
    () =>
      isSorted ? (dump.tables.get(table) ?? dump.folder) : batch.where(row);
  const [record, placesOf, whole] = [new FieldWriter(), new FieldWriter(), new FieldWriter()];
  const [encodedPlaces, written, named] = [sliceOf(), sliceOf(), sliceOf()];
  try {
    await placeRows.read();
    for (await variantRows.read(); variantRows.key < Infinity; variantRows.next() || (await variantRows.read())) {
      const { key: id, batch, row } = variantRows;
      const ancestral = { batch, row, column: variants.columns.ancestral_allele };
      while (placeRows.key < id) {
        lost.note(lineOf('variation_feature', places, placeRows), 'variation_id', placeRows.key, 'variation');
        if (!placeRows.next()) await placeRows.read();
      }
      if (wanted.next <= id) await wanted.pass(id);
      let count = 0;
      let isPartlyPlaced = false;
      let minor: number | undefined;
      while (placeRows.key === id) {
        if (!placeWriter.write(placeRows.batch, placeRows.row, placesOf, ancestral)) {
          isPartlyPlaced = true;
          const region = placeRows.batch.integer(placeRows.row, places.columns.seq_region_id);
          lost.note(lineOf('variation_feature', places, placeRows), 'seq_region_id', region, CORE_REGION_TABLE);
        } else if (count++ === 0) minor = placeWriter.alleleNumber(batch, row, variants.columns.minor_allele);
        if (!placeRows.next()) await placeRows.read();
      }
      placesOf.lend(encodedPlaces);
      if (!variantWriter.isRecorded(batch, row)) {
        const source = batch.integer(row, variants.columns.source_id);
        unsourced.note(lineOf('variation', variants, variantRows), 'source_id', source, 'source');
        continue;
      }
      if (!names.read(batch, row)) continue;
      const annotations = id < annotationRows.next ? NONE : await annotationRows.take(id, names.text);
      variantWriter.write(batch, row, record, encodedPlaces, count, isPartlyPlaced, minor, annotations);
      record.lend(written);
      if (!names.isKey) whole.slice(written).slice(names.name).lend(named);
      records.add(names.key, RANK.itself, id, names.isKey ? written : named);
      if (records.isFull) await records.settle();
      if (annotations !== NONE) addFurther(records, cited, id, names, written, annotations);
    }
    while (placeRows.key < Infinity) {
      lost.note(lineOf('variation_feature', places, placeRows), 'variation_id', placeRows.key, 'variation');
      if (!placeRows.next()) await placeRows.read();
    }
    await wanted.pass(Infinity);
  } finally {
    cited.close();
    for (const open of [variantRows, placeRows, annotationRows, wanted]) await open.close();
  }
  await wanted.count();
  if (variantRows.hasSkipped || placeRows.hasSkipped) await checkKeys(database);
  return layouts;
}

const encoder = new TextEncoder();
const further = new FieldWriter();

/** Adds a record under its further keys and under the keys of publications. */
function addFurther(
  records: KeyRuns,
  cited: RowAppender,
  id: number,
  { name, key: ownKey }: NameKeys,
  record: ByteSlice,
  { keys, publications }: VariantAnnotations,
): void {
  const named = further.slice(record).slice(name).lentRecord();
  const own = name.bytes.subarray(name.start, name.end);
  for (const [text, rank] of keys) {
    const key = encoder.encode(text);
    records.add(sliceOf(key), rank, id, Buffer.compare(key, own) === 0 ? record : sliceOf(named));
  }
  for (const key of publications) cited.add([key, id, named, ownKey]);
}

async function addStructural(records: KeyRuns, database: Database, regions: RegionSet): Promise<void> {
  let ordinal = 0;
  for await (const variant of structuralVariants(database, regions)) {
    const [key, record] = [encoder.encode(variantKey(variant.name)), encodeStructural(variant)];
    records.add(sliceOf(key), RANK.structural, ordinal++, sliceOf(record));
    if (records.isFull) await records.settle();
  }
}
