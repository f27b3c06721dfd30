/**
 * Places of short variants. They go from the dump's bytes to the index's without DuckDB: a release has a billion of them, in nearly the order of the table,
 * and their texts stand in the dump as they stand in JSON.
 */
import { FEATURE_FLAGS } from '../../../src/variants/variant-features.ts';
import type { IntervalRuns } from '../../output/interval-runs.ts';
import { openDatabase } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { JSON_ROOM, type RowBatch } from '../../dump/row-batch.ts';
import { readRows } from '../../dump/row-reader.ts';
import { columnsOf, planTable } from '../../dump/table-plan.ts';
import { besideRegion } from '../genome/check-features.ts';
import { isCircular, type DumpRegion, type RegionSet } from '../genome/regions.ts';
import type { NumberSet } from './number-set.ts';
import type { CodingPlace } from './transcript-variations.ts';
import { members } from './variants.ts';
import { VARIATION_TABLES } from './variation-schema.ts';

const TABLE = 'variation_feature';
type Columns = Record<keyof typeof VARIATION_TABLES[typeof TABLE], number>;

/** What a region is to the features on it. */
interface FeatureRegion extends Pick<DumpRegion, 'id' | 'ordinal' | 'name' | 'length'> {
  isCircular: boolean;
  /** All features end with the region: not on circles, and not on patches and the like. */
  ends: boolean;
}

export interface FeatureReading {
  regions: RegionSet;
  /** source_id -> the name, as JSON. */
  sources: ReadonlyMap<number, string>;
  /** variation_id of variants that failed Ensembl's checks. */
  failed: NumberSet;
  /** variation_feature_id of those of which `place` is told. */
  coding: NumberSet;
  place(feature: number, place: CodingPlace): void;
  /** Where payloads go (PackedFeature): of features that Ensembl displays, and of others. */
  displayed: IntervalRuns;
  hidden: IntervalRuns;
  progress: ((bytes: number) => void) | undefined;
}

/** @throws DumpError with file and line for a broken row, for a feature beside its region, for one that comes twice */
export async function readVariantFeatures(dump: DumpDatabase, reading: FeatureReading): Promise<void> {
  const plan = await planTable(dump, TABLE, VARIATION_TABLES[TABLE]);
  if (plan.path === undefined) return;
  const rows = new FeatureRows(columnsOf<typeof VARIATION_TABLES[typeof TABLE]>(plan), reading);
  for await (const batch of readRows(plan.path, plan.fieldCount, TABLE, reading.progress)) {
    for (let row = 0; row < batch.rowCount; row++) rows.read(batch, row);
    await reading.displayed.settle();
    await reading.hidden.settle();
  }
  // Nearly all dumps are in order of their key; loading the key looks at others.
  if (!rows.isAscending) await (await openDatabase(dump, { [TABLE]: { variation_feature_id: 'integer' } })).close();
}

const [COMMA, QUOTE, MINUS, DIGIT_0, OPEN, CLOSE] = [0x2c, 0x22, 0x2d, 0x30, 0x5b, 0x5d];
/** Brackets, commas, numbers and NULLs of a record. */
const FURTHER_ROOM = 256;
/** Between the flags and the name of PackedFeature, in its order. */
const TEXT_COLUMNS = ['clinical_significance', 'variation_set_id', 'consequence_types', 'allele_string'] as const;

class FeatureRows {
  /** Whether ids have ascended so far. */
  isAscending = true;
  readonly #columns: Columns;
  readonly #reading: FeatureReading;
  readonly #texts: readonly number[];
  readonly #regions: ReadonlyMap<number, FeatureRegion>;
  readonly #sources: ReadonlyMap<number, Buffer>;
  #region: FeatureRegion | undefined;
  #before = -Infinity;

  constructor(columns: Columns, reading: FeatureReading) {
    this.#columns = columns;
    this.#reading = reading;
    this.#texts = TEXT_COLUMNS.map((name) => columns[name]);
    this.#regions = new Map(reading.regions.list.map((region) => [region.id, featureRegion(region)]));
    this.#sources = new Map([...reading.sources].map(([id, json]) => [id, Buffer.from(json)]));
  }

  read(batch: RowBatch, row: number): void {
    const [columns, reading] = [this.#columns, this.#reading];
    const id = batch.integer(row, columns.variation_feature_id);
    if (id !== null) this.isAscending &&= id > this.#before;
    this.#before = id ?? this.#before;
    const regionId = batch.integer(row, columns.seq_region_id);
    if (regionId !== this.#region?.id) this.#region = this.#regions.get(regionId ?? NaN);
    const region = this.#region;
    const [first, last] = [batch.integer(row, columns.seq_region_start), batch.integer(row, columns.seq_region_end)];
    if (!region || first === null || last === null || id === null) return;
    if (first < 1 || last < 0 || (region.ends && (last > region.length || first > last + 1))) {
      throw besideRegion(batch.where(row), TABLE, { first, last, ...region });
    }
    const isDisplayed = batch.integer(row, columns.display) !== 0;
    const isSomatic = (batch.integer(row, columns.somatic) ?? 0) !== 0;
    if (isDisplayed && reading.coding.has(id)) {
      reading.place(id, {
        name: batch.text(row, columns.variation_name), alleleString: batch.text(row, columns.allele_string) ?? '', region: region.ordinal, start: first, end: last,
        somatic: isSomatic, minorAlleleFrequency: batch.float(row, columns.minor_allele_freq), clinicalSignificance: members(batch.text(row, columns.clinical_significance)),
      });
    }
    const source = this.#sources.get(batch.integer(row, columns.source_id) ?? NaN);
    const isInsertion = first === last + 1;
    const start = isInsertion ? last : first;
    // Over the origin of a circle the end is counted beyond its length.
    const end = isInsertion ? first : last < first ? (region.isCircular ? last + region.length : -1) : last;
    if (!source || start > end) return;
    const failed = reading.failed.has(batch.integer(row, columns.variation_id) ?? NaN);
    const runs = isDisplayed ? reading.displayed : reading.hidden;
    const flags = (isSomatic ? FEATURE_FLAGS.somatic : 0) | (isInsertion ? FEATURE_FLAGS.insertion : 0) | (failed ? FEATURE_FLAGS.failed : 0);
    runs.add(region.ordinal, start, end, id, this.#write(batch, row, runs, source, flags, id));
  }

  /** Writes the JSON of PackedFeature. @returns where it ends */
  #write(batch: RowBatch, row: number, runs: IntervalRuns, source: Buffer, flags: number, id: number): number {
    const { seq_region_strand: strandColumn, variation_name: name } = this.#columns;
    const texts = this.#texts;
    let room = FURTHER_ROOM + source.length + (name < 0 ? 0 : JSON_ROOM * batch.length(row, name));
    for (const column of texts) if (column >= 0) room += JSON_ROOM * batch.length(row, column);
    let at = runs.place(room);
    const { bytes } = runs;
    bytes[at++] = OPEN;
    const strand = batch.integer(row, strandColumn);
    at = strand === null ? at + bytes.write('null', at) : writeInteger(bytes, at, strand);
    bytes[at++] = COMMA;
    for (let from = 0; from < source.length; from++) bytes[at++] = source[from]!;
    bytes[at++] = COMMA;
    bytes[at++] = DIGIT_0 + flags;
    bytes[at++] = COMMA;
    for (const column of texts) {
      if (batch.isNull(row, column)) bytes[at++] = bytes[at++] = QUOTE;
      else at = batch.copyJson(row, column, bytes, at);
      bytes[at++] = COMMA;
    }
    at = batch.copyJson(row, name, bytes, at);
    bytes[at++] = COMMA;
    at = writeInteger(bytes, at, id);
    bytes[at++] = CLOSE;
    return at;
  }
}

function featureRegion(region: DumpRegion): FeatureRegion {
  const { id, ordinal, name, length, attribs } = region;
  const circular = isCircular(region);
  return { id, ordinal, name, length, isCircular: circular, ends: !circular && !attribs.has('non_ref') };
}

/** Writes a number in decimal. @returns where it ends */
function writeInteger(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  if (rest < 0) {
    bytes[at++] = MINUS;
    rest = -rest;
  }
  let size = 1;
  for (let power = 10; power <= rest; power *= 10) size++;
  for (let digit = at + size - 1; digit >= at; digit--) {
    const tenth = Math.floor(rest / 10);
    bytes[digit] = DIGIT_0 + rest - 10 * tenth;
    rest = tenth;
  }
  return at + size;
}
