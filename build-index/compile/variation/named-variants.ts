/**
 * Reads the variants that have a name and a known source, with their first places, in the order of variants. The rows
 * are read in parallel from the dump itself, since a release has a billion of each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { present } from '../../../src/checked.ts';
import { type ByteSlice, sliceOf } from '../../../src/index/blocks/byte-slices.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import { variantKey } from '../../../src/variants/variant-record.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import { OrderedRows, OutOfOrder, sortedRows, storedRows, type RowSource } from '../../dump/ordered-rows.ts';
import type { RowBatch } from '../../dump/row-batch.ts';
import { planTable } from '../../dump/table-plan.ts';
import { IntervalRuns } from '../../output/interval-runs.ts';
import type { RegionSet } from '../genome/regions.ts';
import { COMPRESSED_TABLE } from '../genotypes/compressed-genotypes.ts';
import { RowsByKey } from '../rows/row-groups.ts';
import type { DetailRuns } from './detail-runs.ts';
import { FirstPlaceFile, writeFirstPlace } from './first-places.ts';
import { NameKeys } from './name-keys.ts';
import { OWN_TABLE } from './own-details.ts';
import { RANK } from './variant-keys.ts';
import type { PlaceColumn } from './variant-places.ts';
import { NAMED_VARIANT_TABLES } from './variation-schema.ts';

/**
 * Staged: variation_id and key of the variants that have details in the database; and the keys of variants other than
 * those of their names: variation_id, key, rank. Each pair of a variant and a key occurs once, with its lowest rank.
 */
export const [NAMED_TABLE, FURTHER_KEYS] = ['named_variants', 'further_variant_keys'] as const;

type VariantColumn = 'variation_id' | 'source_id' | 'name';
type FirstPlaceColumn = Exclude<PlaceColumn, 'ancestral_allele' | 'consequence_types'>;

/**
 * Stages NAMED_TABLE and FURTHER_KEYS, adds all keys of variants to `keys`, and writes their first places to a
 * FirstPlaceFile. Needs stageOwnDetails and stageCompressedGenotypes.
 *
 * @param folder for the FirstPlaceFile
 * @param hasPlaces false to leave out the places
 * @param progress gets the bytes of the two dumps that were read since the last call
 */
export async function stageNamedVariants(
  database: Database,
  regions: RegionSet,
  keys: DetailRuns,
  folder: string,
  hasPlaces: boolean,
  progress?: (bytes: number) => void,
): Promise<void> {
  const plan = (table: string) => planTable(database.dump, table, present(NAMED_VARIANT_TABLES[table], table));
  const [variants, allFeatures] = await Promise.all([plan('variation'), plan('variation_feature')]);
  const features = hasPlaces ? allFeatures : { ...allFeatures, path: undefined };
  const scratch = await mkdtemp(join(folder, 'places-'));
  const stage = async (
    name: string,
    variantRows: RowSource<VariantColumn>,
    placeRows: RowSource<FirstPlaceColumn>,
  ): Promise<void> => {
    const places = new IntervalRuns(scratch, name);
    try {
      await joinVariants(database, regions, keys, variantRows, placeRows, places);
      await FirstPlaceFile.write(folder, places);
    } finally {
      await places.close();
    }
  };
  try {
    await stage('stored', storedRows(variants, progress), storedRows(features, progress));
  } catch (error) {
    if (!(error instanceof OutOfOrder)) throw error;
    await keys.discard();
    await stage(
      'sorted',
      sortedRows<VariantColumn>(database, variants, 'variation_id'),
      sortedRows<FirstPlaceColumn>(database, features, 'variation_id', 'variation_feature_id'),
    );
  }
  await rm(scratch, { recursive: true });
}

/** @throws OutOfOrder for stored rows that are not in the order of variants */
async function joinVariants(
  database: Database,
  regions: RegionSet,
  keys: DetailRuns,
  variants: RowSource<VariantColumn>,
  features: RowSource<FirstPlaceColumn>,
  places: IntervalRuns,
): Promise<void> {
  await stageRows(database, NAMED_TABLE, 'variation_id BIGINT, key VARCHAR', []);
  await stageRows(database, FURTHER_KEYS, 'variation_id BIGINT, key VARCHAR, rank TINYINT', []);
  const sources = new Set(
    (await database.all<{ id: number }>('SELECT source_id AS id FROM source')).map(({ id }) => id),
  );
  const { columns } = variants;
  const named = await database.appender(NAMED_TABLE);
  const further = await database.appender(FURTHER_KEYS);
  const facts = new FactsReader(database);
  const variantRows = new OrderedRows(variants, columns.variation_id);
  const placeRows = new OrderedRows(features, features.columns.variation_id, features.columns.variation_feature_id);
  const first = new FirstPlaceRow(features.columns, regions);
  const names = new NameKeys(columns.name);
  const key = sliceOf();
  try {
    await placeRows.read();
    for (await variantRows.read(); variantRows.key < Infinity; variantRows.next() || (await variantRows.read())) {
      const { key: id, batch, row } = variantRows;
      while (placeRows.key < id) if (!placeRows.next()) await placeRows.read();
      const isPlaced = placeRows.key === id && first.read(placeRows.batch, placeRows.row);
      while (placeRows.key === id) if (!placeRows.next()) await placeRows.read();
      const { synonyms, own, isApart, others } = id < facts.next ? NO_FACTS : await facts.take(id);
      if (!sources.has(batch.integer(row, columns.source_id) ?? NaN) || !names.read(batch, row)) continue;
      keys.addKey(names.key, RANK.itself, id);
      if (own || isApart) named.add([id, names.key]);
      let hasFurtherKeys = false;
      if (others.size > 0)
        for (const [text, rank] of others) {
          if (text === names.text) continue;
          hasFurtherKeys = true;
          further.add([id, text, rank]);
          setBytes(key, encoder.encode(text));
          keys.addKey(key, rank, id);
        }
      if (keys.isFull) await keys.settle();
      if (!isPlaced) continue;
      first.addTo(places, id, names, { synonyms, own, isApart, hasFurtherKeys });
      if (places.isFull) await places.settle();
    }
  } finally {
    named.close();
    further.close();
    for (const open of [variantRows, placeRows, facts]) await open.close();
  }
}

const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);

function setBytes(slice: ByteSlice, bytes: Uint8Array): void {
  [slice.bytes, slice.start, slice.end] = [bytes, 0, bytes.length];
}

/** Greatest position of an interval. */
const LARGEST = 0xffff_ffff;

/** The first place of one variant after another. */
class FirstPlaceRow {
  readonly #place = {
    id: 0,
    strand: 0,
    isApart: false,
    hasFurtherKeys: false,
    alleles: sliceOf(),
    name: sliceOf(),
    key: sliceOf(),
    synonyms: sliceOf(),
    own: sliceOf(),
  };
  readonly #columns: Record<FirstPlaceColumn, number>;
  readonly #ordinals: ReadonlyMap<number, number>;
  readonly #fields = new FieldWriter();
  readonly #payload = sliceOf();
  readonly #alleles = new FieldWriter();
  #region = 0;
  #start = 0;
  #end = 0;
  #feature = 0;

  constructor(columns: Record<FirstPlaceColumn, number>, { list }: RegionSet) {
    this.#columns = columns;
    this.#ordinals = new Map(list.map(({ id, ordinal }) => [id, ordinal]));
  }

  /** Returns false for a place without alleles, and for one that is on no region of the core genome. */
  read(batch: RowBatch, row: number): boolean {
    const columns = this.#columns;
    if (batch.isNull(row, columns.allele_string)) return false;
    const region = this.#ordinals.get(batch.integer(row, columns.seq_region_id) ?? NaN);
    const [start, end] = [batch.integer(row, columns.seq_region_start), batch.integer(row, columns.seq_region_end)];
    // Lines of VCF files have positions from 0 to LARGEST.
    if (region === undefined || start === null || end === null) return false;
    if (start < 0 || end < 0 || start > LARGEST || end > LARGEST) return false;
    [this.#region, this.#start, this.#end] = [region, start, end];
    this.#feature = batch.integer(row, columns.variation_feature_id) ?? 0;
    this.#place.strand = batch.integer(row, columns.seq_region_strand) ?? 0;
    // The batch may be replaced before the place is added.
    if (batch.isPlain(row, columns.allele_string)) batch.slice(row, columns.allele_string, this.#place.alleles);
    else setBytes(this.#place.alleles, encoder.encode(batch.text(row, columns.allele_string) ?? ''));
    this.#alleles.slice(this.#place.alleles).lend(this.#place.alleles);
    return true;
  }

  /** Adds the place that was read last. */
  addTo(
    runs: IntervalRuns,
    id: number,
    { name, key }: NameKeys,
    {
      synonyms,
      own,
      isApart,
      hasFurtherKeys,
    }: Pick<Facts, 'synonyms' | 'own' | 'isApart'> & { hasFurtherKeys: boolean },
  ): void {
    const place = this.#place;
    [place.id, place.name, place.key, place.isApart, place.hasFurtherKeys] = [id, name, key, isApart, hasFurtherKeys];
    setBytes(place.synonyms, synonyms ?? NOTHING);
    setBytes(place.own, own ?? NOTHING);
    writeFirstPlace(this.#fields, place).lend(this.#payload);
    runs.add(this.#region, this.#start, this.#end, this.#feature, runs.copy(this.#payload));
  }
}

/** What the database knows about a variant besides its name and places. */
interface Facts {
  /** As in FirstPlace; null without synonyms. */
  synonyms: Uint8Array | null;
  own: Uint8Array | null;
  isApart: boolean;
  /** Keys by synonyms and submissions, with their RANK. One may be that of the name. */
  others: ReadonlyMap<string, number>;
}

const NO_FACTS: Facts = { synonyms: null, own: null, isApart: false, others: new Map() };

/** Streams in the order of variants, so that memory holds the facts of one variant. */
class FactsReader {
  /** variation_id of the next variant with facts; Infinity after the last. */
  next = -Infinity;
  readonly #synonyms: RowsByKey<{ key: number; name: string; hasSource: boolean }>;
  readonly #submissions: RowsByKey<{ key: number; submission: number }>;
  readonly #own: RowsByKey<{ key: number; own: Uint8Array }>;
  readonly #compressed: RowsByKey<{ key: number }>;

  constructor(database: Database) {
    const rowsOf = <Row extends { key: number }>(sql: string) => new RowsByKey(database.batches<Row>(sql));
    this.#synonyms = rowsOf(`
      SELECT variation_id AS key, name, coalesce(source_id IN (SELECT source_id FROM source), false) AS "hasSource"
      FROM variation_synonym WHERE name IS NOT NULL AND variation_id IS NOT NULL
      ORDER BY variation_id, variation_synonym_id`);
    this.#submissions = rowsOf(`
      SELECT DISTINCT variation_id AS key, subsnp_id AS submission FROM allele JOIN allele_code c USING (allele_code_id)
      WHERE c.allele IS NOT NULL AND subsnp_id IS NOT NULL AND variation_id IS NOT NULL ORDER BY key, submission`);
    this.#own = rowsOf(`SELECT variation_id AS key, own FROM ${OWN_TABLE} ORDER BY key`);
    this.#compressed = rowsOf(`SELECT DISTINCT key FROM ${COMPRESSED_TABLE} WHERE key IS NOT NULL ORDER BY key`);
  }

  /** The facts of a variant, whose id must be greater than that of the previous call. Sets `next`. */
  async take(id: number): Promise<Facts> {
    const [synonyms, submissions, [own], compressed] = [
      await this.#synonyms.take(id),
      await this.#submissions.take(id),
      await this.#own.take(id),
      await this.#compressed.take(id),
    ];
    this.next = Math.min(
      await this.#synonyms.nextKey(),
      await this.#submissions.nextKey(),
      await this.#own.nextKey(),
      await this.#compressed.nextKey(),
    );
    const others = new Map<string, number>();
    for (const { name, hasSource } of synonyms) if (hasSource) others.set(variantKey(name), RANK.synonym);
    for (const { submission } of submissions)
      if (!others.has(`ss${submission}`)) others.set(`ss${submission}`, RANK.submission);
    const ofLines = synonyms.map(({ name }) => name).filter((name) => !name.includes('\t'));
    return {
      synonyms: ofLines.length > 0 ? encoder.encode(ofLines.join('\t')) : null,
      own: own?.own ?? null,
      isApart: compressed.length > 0,
      others,
    };
  }

  async close(): Promise<void> {
    for (const stream of [this.#synonyms, this.#submissions, this.#own, this.#compressed]) await stream.close();
  }
}
