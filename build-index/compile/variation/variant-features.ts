/**
 * Compiles the places of short variants, without DuckDB: a release has a billion places, nearly in the order of the
 * table, and nearly all of them share their other fields with many others.
 */
import { type ByteSlice, sliceOf } from '../../../src/index/blocks/byte-slices.ts';
import { FieldWriter, fixedLength } from '../../../src/index/blocks/fields.ts';
import { numberOf, numberStart } from '../../../src/index/blocks/numbered-name.ts';
import { pairCode } from '../../../src/variants/variant-alleles.ts';
import type { NumberedLayout } from '../../../src/variants/record-layouts.ts';
import {
  featureFlags,
  featureLayout,
  FeatureLayouts,
  encodedName,
  writeFeature,
  type FeatureLayout,
} from '../../../src/variants/variant-features.ts';
import type { IntervalRuns } from '../../output/interval-runs.ts';
import { openDatabase } from '../../dump/database.ts';
import type { ReadingDepartures } from '../../dump/departures.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { FieldTexts, members } from '../../dump/field-text.ts';
import type { RowBatch } from '../../dump/row-batch.ts';
import { readRows } from '../../dump/row-reader.ts';
import { columnsOf, planTable } from '../../dump/table-plan.ts';
import { LAST_POSITION, misplaced } from '../genome/check-features.ts';
import { ReferenceReading } from '../references.ts';
import { endsFeatures, isCircular, type DumpRegion, type RegionSet } from '../genome/regions.ts';
import { type CodingPlace, NumberSet } from './transcript-variations.ts';
import { VARIATION_TABLES } from './variation-schema.ts';
import { consequencesOf } from './variant-places.ts';

const TABLE = 'variation_feature';
type Columns = Record<keyof (typeof VARIATION_TABLES)[typeof TABLE], number>;

interface FeatureRegion extends Pick<DumpRegion, 'id' | 'ordinal' | 'name' | 'length'> {
  isCircular: boolean;
  /** False for circular regions, patches and haplotypes: their features may extend past the end of the region. */
  ends: boolean;
}

interface FeatureReading {
  regions: RegionSet;
  /** source_id -> the name. */
  sources: ReadonlyMap<number, string>;
  /** variation_id of variants that failed Ensembl's checks. */
  failed: NumberSet;
  /** attrib_id of 'Phenotype_or_Disease' as text; null if the database lacks it. */
  phenotypeEvidence: string | null;
  /** variation_feature_ids of the features for which `place` is called. */
  coding: NumberSet;
  place(feature: number, place: CodingPlace): void;
  /** Table of the features that Ensembl displays. */
  displayed: FeatureTable;
  /** Table of the other features. */
  hidden: FeatureTable;
  progress: ((bytes: number) => void) | undefined;
}

/** The encoded features of a table, and the layouts to which they refer by number. */
export class FeatureTable {
  readonly runs: IntervalRuns;
  readonly layouts = new TableLayouts();

  constructor(runs: IntervalRuns) {
    this.runs = runs;
  }
}

class TableLayouts {
  readonly layouts = new FeatureLayouts();
  /** By a key that is computed from the parts of a layout. */
  readonly known = new Map<number, NumberedLayout<FeatureLayout>>();
  lastKey = -1;
  last: NumberedLayout<FeatureLayout> | null = null;
}

/**
 * Skips features that no region can contain.
 *
 * @throws DumpError with file and line for such a feature, a broken row or a duplicate id, if departures are errors
 */
export async function readVariantFeatures(dump: DumpDatabase, reading: FeatureReading): Promise<void> {
  const plan = await planTable(dump, TABLE, VARIATION_TABLES[TABLE]);
  if (plan.path === undefined) return;
  const rows = new FeatureRows(
    columnsOf<(typeof VARIATION_TABLES)[typeof TABLE]>(plan),
    reading,
    dump.departures?.reading(plan.path, TABLE) ?? null,
    new ReferenceReading(dump, TABLE),
  );
  for await (const batch of readRows(plan.path, plan.fieldCount, TABLE, reading.progress, plan.rules)) {
    for (let row = 0; row < batch.rowCount; row++) {
      // Nearly all dumps are in order of their key, which excludes duplicates.
      if (rows.repeated === null && rows.isBehind(batch, row)) rows.repeated = await repeatedRows(dump);
      rows.read(batch, row);
    }
    await reading.displayed.runs.settle();
    await reading.hidden.runs.settle();
  }
}

/** The rows, from 0, that repeat the key of an earlier one. Loading the key counts them. */
async function repeatedRows(dump: DumpDatabase): Promise<(row: number) => boolean> {
  const database = await openDatabase(dump, { [TABLE]: { variation_feature_id: 'integer' } });
  try {
    const kept = `SELECT rowid AS row FROM ${TABLE}`;
    const [{ last } = { last: -1 }] = await database.all<{ last: number }>(`SELECT max(row) AS last FROM (${kept})`);
    const repeated = new NumberSet();
    const rows = database.batches<{ row: number }>(
      `SELECT row FROM range(0, ${last + 1}) t(row) ANTI JOIN (${kept}) USING (row)`,
    );
    for await (const batch of rows) for (const { row } of batch) repeated.add(row);
    return (row) => row > last || repeated.has(row);
  } finally {
    await database.close();
  }
}

const SLASH = 0x2f;
const MAX_LAYOUTS = 1 << 16;
/**
 * Limits of the numbers from which the key of a layout is computed: numbers of texts in the order in which they were
 * first read, and source_id. Rows with greater numbers are looked up by their texts.
 */
const [ALL_SIGNIFICANCES, ALL_SETS, ALL_CONSEQUENCES, ALL_SOURCES, ALL_STEMS] = [1024, 4096, 4096, 64, 8];
const [ALL_FLAGS, ALL_STRANDS, ALL_LENGTHS] = [16, 3, 8];

class FeatureRows {
  /** Finds the rows that repeat an earlier one; null while the ids are in ascending order. */
  repeated: ((row: number) => boolean) | null = null;
  readonly #columns: Columns;
  readonly #reading: FeatureReading;
  readonly #departures: ReadingDepartures | null;
  readonly #missing: ReferenceReading;
  readonly #regions: ReadonlyMap<number, FeatureRegion>;
  readonly #fields = new FieldWriter();
  readonly #significances = new FieldTexts();
  readonly #sets = new FieldTexts();
  readonly #consequences = new FieldTexts();
  readonly #stems = new FieldTexts();
  readonly #evidence = new FieldTexts();
  readonly #phenotypes: boolean[] = [];
  readonly #payload = sliceOf();
  readonly #name = sliceOf();
  /** Of the last name: end of its stem, the number after the stem, and the bytes of that number (0 for none). */
  #stemEnd = 0;
  #number = 0;
  #numberBytes = 0;
  #region: FeatureRegion | undefined;
  #before = -Infinity;
  /** Rows read so far. */
  #row = 0;

  constructor(
    columns: Columns,
    reading: FeatureReading,
    departures: ReadingDepartures | null,
    missing: ReferenceReading,
  ) {
    this.#departures = departures;
    this.#missing = missing;
    this.#columns = columns;
    this.#reading = reading;
    this.#regions = new Map(reading.regions.list.map((region) => [region.id, featureRegion(region)]));
  }

  /** Is the id of a row not greater than that of the previous one? */
  isBehind(batch: RowBatch, row: number): boolean {
    const id = batch.integer(row, this.#columns.variation_feature_id);
    return id !== null && id <= this.#before;
  }

  read(batch: RowBatch, row: number): void {
    const [columns, reading] = [this.#columns, this.#reading];
    this.#row++;
    const id = batch.integer(row, columns.variation_feature_id);
    if (this.repeated?.(this.#row - 1) || id === this.#before) return;
    this.#before = id ?? this.#before;
    const regionId = batch.integer(row, columns.seq_region_id);
    if (regionId !== this.#region?.id) this.#region = this.#regions.get(regionId ?? NaN);
    const region = this.#region;
    const [first, last] = [batch.integer(row, columns.seq_region_start), batch.integer(row, columns.seq_region_end)];
    if (!region || first === null || last === null || id === null) return;
    if (first < 1 || last < 0 || (region.ends && (last > region.length || first > last + 1))) {
      const fault = () => misplaced(batch.where(row), TABLE, { first, last, ...region });
      if (!this.#departures) throw fault();
      this.#departures.note(
        region.ends && first > last + 1 ? 'end before start' : 'outside its region',
        () => fault().message,
      );
      if (first < 1 || last < 0 || Math.max(first, last) > LAST_POSITION) return;
    }
    const variationId = batch.integer(row, columns.variation_id) ?? 0;
    const failed = reading.failed.has(variationId);
    // Dumps until release 76 lack the column. Ensembl hid failed variants then.
    const isDisplayed = columns.display < 0 ? !failed : batch.integer(row, columns.display) !== 0;
    const isSomatic = (batch.integer(row, columns.somatic) ?? 0) !== 0;
    if (isDisplayed && reading.coding.has(id)) {
      reading.place(id, {
        name: batch.text(row, columns.variation_name),
        alleleString: batch.text(row, columns.allele_string) ?? '',
        region: region.ordinal,
        start: first,
        end: last,
        somatic: isSomatic,
        minorAlleleFrequency: batch.float(row, columns.minor_allele_freq),
        clinicalSignificance: members(batch.text(row, columns.clinical_significance)),
      });
    }
    const sourceId = batch.integer(row, columns.source_id);
    const source = reading.sources.get(sourceId ?? NaN);
    if (source === undefined) this.#missing.note(() => batch.where(row), 'source_id', sourceId, 'source');
    // Not across the origin of a circular region, where the end is counted past the region's length.
    const isBackwards = last < first && (!region.isCircular || first === last + 1);
    const start = isBackwards ? last : first;
    const end = isBackwards ? first : last < first ? last + region.length : last;
    if (source === undefined || start > end) return;
    const table = isDisplayed ? reading.displayed : reading.hidden;
    const phenotypeOrDisease = this.#hasPhenotype(batch, row);
    const flags = featureFlags({ somatic: isSomatic, insertion: isBackwards, failed, phenotypeOrDisease });
    table.runs.add(region.ordinal, start, end, this.#row, this.#write(batch, row, table, source, flags, variationId));
  }

  /** Sets of evidence repeat: each is looked at once. */
  #hasPhenotype(batch: RowBatch, row: number): boolean {
    const { phenotypeEvidence } = this.#reading;
    if (phenotypeEvidence === null) return false;
    const column = this.#columns.evidence_attribs;
    const number = batch.textNumber(row, column, this.#evidence);
    let has = number < 0 ? undefined : this.#phenotypes[number];
    if (has === undefined) {
      has = members(batch.text(row, column)).includes(phenotypeEvidence);
      if (number >= 0) this.#phenotypes[number] = has;
    }
    return has;
  }

  /** Writes a payload. @returns its end */
  #write(
    batch: RowBatch,
    row: number,
    { runs, layouts }: FeatureTable,
    source: string,
    flags: number,
    variationId: number,
  ): number {
    const { variation_name: nameColumn, allele_string: alleles } = this.#columns;
    const fields = this.#fields;
    const name = this.#name;
    let isPlain = batch.isPlain(row, nameColumn);
    if (isPlain) {
      batch.slice(row, nameColumn, name);
      this.#splitName(name);
      isPlain = this.#numberBytes > 0;
    }
    const layout = isPlain
      ? this.#layout(batch, row, layouts, source, flags, name)
      : this.#namedLayout(batch, row, layouts, source, flags);
    const code =
      batch.isPlain(row, alleles) && batch.length(row, alleles) === 3 && batch.byteAt(row, alleles, 1) === SLASH
        ? pairCode(batch.byteAt(row, alleles, 0), batch.byteAt(row, alleles, 2))
        : 0;
    writeFeature(
      fields,
      this.#row,
      layout,
      code > 0 ? code : (batch.text(row, alleles) ?? ''),
      isPlain ? this.#number : encodedName(batch.text(row, nameColumn) ?? ''),
      variationId,
    );
    const payload = this.#payload;
    fields.lend(payload);
    return runs.copy(payload);
  }

  /** Sets #stemEnd, #number and #numberBytes. */
  #splitName({ bytes, start, end }: ByteSlice): void {
    this.#stemEnd = numberStart(bytes, start, end);
    this.#number = numberOf(bytes, this.#stemEnd, end);
    this.#numberBytes = this.#stemEnd === end ? 0 : fixedLength(this.#number);
  }

  /** Finds the layout of a row by numbers, without decoding texts. */
  #layout(
    batch: RowBatch,
    row: number,
    layouts: TableLayouts,
    source: string,
    flags: number,
    name: ByteSlice,
  ): NumberedLayout<FeatureLayout> {
    const columns = this.#columns;
    const strand = batch.integer(row, columns.seq_region_strand);
    const sourceId = batch.integer(row, columns.source_id) ?? -1;
    const [significance, sets, consequences, stem] = [
      batch.textNumber(row, columns.clinical_significance, this.#significances),
      batch.textNumber(row, columns.variation_set_id, this.#sets),
      batch.textNumber(row, columns.consequence_types, this.#consequences),
      this.#stems.numberOf(name.bytes, name.start, this.#stemEnd),
    ];
    const isNumbered =
      strand !== null &&
      strand >= -1 &&
      strand <= 1 &&
      sourceId >= 0 &&
      sourceId < ALL_SOURCES &&
      isBelow(significance, ALL_SIGNIFICANCES) &&
      isBelow(sets, ALL_SETS) &&
      isBelow(consequences, ALL_CONSEQUENCES) &&
      isBelow(stem, ALL_STEMS);
    if (!isNumbered) return this.#namedLayout(batch, row, layouts, source, flags);
    const texts = ((significance * ALL_SETS + sets) * ALL_CONSEQUENCES + consequences) * ALL_STEMS + stem;
    const key =
      (((texts * ALL_SOURCES + sourceId) * ALL_FLAGS + flags) * ALL_STRANDS + strand + 1) * ALL_LENGTHS +
      this.#numberBytes;
    if (key === layouts.lastKey && layouts.last) return layouts.last;
    let layout = layouts.known.get(key);
    if (!layout) {
      if (layouts.known.size === MAX_LAYOUTS) layouts.known.clear();
      layouts.known.set(key, (layout = this.#namedLayout(batch, row, layouts, source, flags)));
    }
    layouts.lastKey = key;
    layouts.last = layout;
    return layout;
  }

  #namedLayout(
    batch: RowBatch,
    row: number,
    { layouts }: TableLayouts,
    source: string,
    flags: number,
  ): NumberedLayout<FeatureLayout> {
    const columns = this.#columns;
    return layouts.features.layoutOf(
      featureLayout(
        {
          strand: batch.integer(row, columns.seq_region_strand),
          name: batch.text(row, columns.variation_name) ?? '',
          source,
          clinicalSignificance: members(batch.text(row, columns.clinical_significance)),
          sets: members(batch.text(row, columns.variation_set_id)),
          consequences: consequencesOf(batch.text(row, columns.consequence_types)),
        },
        flags,
        layouts,
      ),
    );
  }
}

function isBelow(number: number, limit: number): boolean {
  return number >= 0 && number < limit;
}

function featureRegion(region: DumpRegion): FeatureRegion {
  const { id, ordinal, name, length } = region;
  return { id, ordinal, name, length, isCircular: isCircular(region), ends: endsFeatures(region) };
}
