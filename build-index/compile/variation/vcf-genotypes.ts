import { at } from '../../../src/checked.ts';
import { decodeGroups, lendEncodedGroups } from '../../../src/variants/details-record.ts';
import { joinedDetails, NO_DETAILS, type GroupedDetails } from '../../../src/variants/frequency-groups.ts';
import { type ByteSlice, sliceOf } from '../../../src/index/blocks/byte-slices.ts';
import type { Database } from '../../dump/database.ts';
import type { RowAppender } from '../../dump/row-appender.ts';
import type { MatchedLine } from '../../vcf/info-frequencies.ts';
import type { RegionOf } from '../../vcf/line-faults.ts';
import { ListedAlleles } from '../../vcf/listed-alleles.ts';
import { filesOfChromosomes, type VcfCollection } from '../../vcf/vcf-config.ts';
import type { DetailRuns } from './detail-runs.ts';
import type { FirstPlaceFile, FirstPlaces } from './first-places.ts';
import type { CountedFrequencies, FrequencyCounter } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { eachStep, SteppedFile, type Step } from './matched-lines.ts';
import { RANK } from './variant-keys.ts';
import { assignCollection, type CalledVariant } from './vcf-samples.ts';

/** Staged: complete details, from VCF files and the database, of variants with further keys than that of their name. */
export const DETAILS = 'detail_rows';
/** Staged: the variation_ids of complete details that include those of the database. */
export const MERGED_TABLE = 'compiled_merged';
/** Staged: frequencies that VCF files report of other variants, by variant and number of the file. */
export const REPORTED_TABLE = 'compiled_reported_frequencies';
/**
 * Staged: genotypes in VCF files of the other variants, with the frequencies that were counted from them. `unknown` is
 * JSON of UnknownAlleles, or NULL.
 */
export const CALLED_TABLE = 'compiled_called_genotypes';

/**
 * Staged: variation_id and key of the variants in REPORTED_TABLE and CALLED_TABLE that have no details in the database,
 * perhaps several times.
 */
export const APART_TABLE = 'compiled_apart_variants';

/** The tables of stageVcfGenotypes. */
export const LINE_TABLES = [DETAILS, MERGED_TABLE, REPORTED_TABLE, CALLED_TABLE, APART_TABLE] as const;

/**
 * Reads the genotypes and frequencies of variants at first places in collections of VCF files. Adds complete details to
 * `details` under the keys of names, and stages LINE_TABLES. The files of a region are read in parallel. The details of
 * a variant are merged at once with those of the database. If a region is reached twice, because files list chromosomes
 * in different orders, all files are read again and the details of each file are staged separately.
 *
 * @param part which part of the places is staged. Files are read to their ends for all places and for the last part
 */
export async function stageVcfGenotypes(
  database: Database,
  places: FirstPlaceFile,
  details: DetailRuns,
  collections: readonly VcfCollection[],
  regionOf: RegionOf,
  samples: GenotypedSamples,
  counter: FrequencyCounter,
  part: 'all' | 'last' | 'other' = 'all',
): Promise<void> {
  const [isPart, toTheirEnds] = [part !== 'all', part !== 'other'];
  const wanted = places.regions;
  const [files, read]: [SteppedFile[], SteppedFile[]] = [[], []];
  for (const collection of collections) {
    const before = files.length;
    for (const [path, chromosome] of filesOfChromosomes(collection)) {
      const file = await SteppedFile.of(files.length, path, collection, regionOf, samples, counter, isPart);
      files.push(file);
      const region = chromosome === null ? null : regionOf(chromosome);
      if (toTheirEnds || region === null || wanted.has(region)) read.push(file);
    }
    assignCollection(
      collection.id,
      files.slice(before).map(({ samples: ofFile }) => ofFile),
    );
  }
  try {
    for (const allApart of [false, true]) {
      if (await stageLines(database, places, details, read, regionOf, allApart, toTheirEnds)) return;
      for (const file of read) file.rewind();
      await details.discard();
    }
  } finally {
    for (const file of read) file.close();
  }
}

/**
 * @param allApart stage the details of each file separately?
 * @returns false if a region was reached twice without `allApart`; the staged rows are then invalid
 */
async function stageLines(
  database: Database,
  places: FirstPlaceFile,
  details: DetailRuns,
  files: readonly SteppedFile[],
  regionOf: RegionOf,
  allApart: boolean,
  toTheirEnds: boolean,
): Promise<boolean> {
  await database.all(`CREATE OR REPLACE TABLE ${DETAILS} (variation_id BIGINT, details BLOB, genotypes BLOB)`);
  await database.all(`CREATE OR REPLACE TABLE ${MERGED_TABLE} (variation_id BIGINT)`);
  await database.all(`CREATE OR REPLACE TABLE ${REPORTED_TABLE} (variation_id BIGINT, source INTEGER, reported BLOB)`);
  await database.all(
    `CREATE OR REPLACE TABLE ${CALLED_TABLE} (variation_id BIGINT, source INTEGER, genotypes BLOB, counted BLOB,
      "unknown" VARCHAR)`,
  );
  await database.all(`CREATE OR REPLACE TABLE ${APART_TABLE} (variation_id BIGINT, key VARCHAR)`);
  const rows = new LineRows(
    details,
    await database.appender(DETAILS),
    await database.appender(MERGED_TABLE),
    await database.appender(REPORTED_TABLE),
    await database.appender(CALLED_TABLE),
    await database.appender(APART_TABLE),
  );
  const wanted = places.regions;
  const [regions, left] = [new Set<number>(), new Set(wanted)];
  let twice = false;
  try {
    await eachStep(files, regionOf, async (region, step, isLast) => {
      twice = regions.has(region) && !allApart;
      regions.add(region);
      if (!twice && wanted.has(region))
        for await (const some of places.of(region)) {
          await stagePlaces(some, region, step, rows, allApart);
          if (details.isFull) await details.settle();
        }
      if (isLast) left.delete(region);
      return !twice && (toTheirEnds || left.size > 0);
    });
  } finally {
    rows.close();
  }
  return !twice;
}

const alleles = new ListedAlleles();

async function stagePlaces(
  places: FirstPlaces,
  region: number,
  step: Step,
  rows: LineRows,
  allApart: boolean,
): Promise<void> {
  for (let place = 0; place < places.count; place++) {
    const start = at(places.starts, place);
    const end = at(places.ends, place);
    let [isRead, isTaken] = [false, false];
    for (const { file, lines } of step) {
      const reached = lines.reach(start, end);
      // Awaiting every result would take longer than everything else.
      if (!(typeof reached === 'boolean' ? reached : await reached)) continue;
      if (!isRead) places.readAlleles(place, alleles);
      isRead = true;
      const its = lines.of(places, place, alleles);
      if (its.length === 0) continue;
      rows.take(file, alleles, its, region);
      isTaken = true;
    }
    if (isTaken) rows.put(places, place, allApart || places.isApart(place));
  }
}

/** Adds the details of one variant after another. Records are copied when they are added. */
class LineRows {
  readonly #all: DetailRuns;
  readonly #details: RowAppender;
  readonly #merged: RowAppender;
  readonly #reported: RowAppender;
  readonly #called: RowAppender;
  readonly #apart: RowAppender;
  /** The details of the current variant in each file, in the order of the files. */
  #taken: { source: number; calls: CalledVariant | null; reported: CountedFrequencies }[] = [];

  constructor(
    all: DetailRuns,
    details: RowAppender,
    merged: RowAppender,
    reported: RowAppender,
    called: RowAppender,
    apart: RowAppender,
  ) {
    [this.#all, this.#details, this.#merged] = [all, details, merged];
    [this.#reported, this.#called, this.#apart] = [reported, called, apart];
  }

  take(
    { source, samples, frequencies }: SteppedFile,
    alleles: ListedAlleles,
    lines: readonly MatchedLine[],
    region: number,
  ): void {
    this.#taken.push({
      source,
      calls: samples.called(alleles, at(lines, 0), region),
      reported: frequencies.of(alleles, lines),
    });
  }

  put(places: FirstPlaces, place: number, isApart: boolean): void {
    const [taken, id] = [this.#taken, places.id(place)];
    // Genotypes of several files, and of the database, are counted together later.
    if (isApart || (taken.length > 1 && taken.filter(({ calls }) => calls).length > 1)) {
      // NAMED_TABLE contains the variants with details in the database.
      if (!places.isApart(place) && !places.own(place)) this.#apart.add([id, places.key(place)]);
      this.#putApart(id);
    } else this.#putMerged(id, places, place);
    taken.length = 0;
  }

  close(): void {
    try {
      this.#details.close();
    } finally {
      this.#merged.close();
      this.#reported.close();
      this.#called.close();
      this.#apart.close();
    }
  }

  #putMerged(id: number, places: FirstPlaces, place: number): void {
    const [taken, own] = [this.#taken, places.own(place)];
    const first = at(taken, 0);
    let all: CountedFrequencies & Partial<GroupedDetails> = first.reported;
    let { calls } = first;
    if (taken.length > 1 || calls || own) {
      calls = taken.find((each) => each.calls)?.calls ?? null;
      all = joinedDetails(
        taken.map(({ reported }) => reported),
        own ? decodeGroups(own) : NO_DETAILS,
        calls?.counted ?? NO_DETAILS,
      );
      if (own) this.#merged.add([id]);
    }
    const details = recordOf(all);
    const genotypes = calls?.inMatrix ?? calls?.genotypes ?? null;
    if (!details && !genotypes) return;
    this.#all.add(places.key(place), RANK.itself, id, details, genotypes && sliceOf(genotypes));
    if (places.hasFurtherKeys(place)) this.#details.add([id, details, genotypes]);
  }

  #putApart(id: number): void {
    for (const { source, calls, reported } of this.#taken) {
      if (calls)
        this.#called.add([
          id,
          source,
          calls.genotypes,
          recordOf(calls.counted),
          calls.unknown.length > 0 ? JSON.stringify(calls.unknown) : null,
        ]);
      const record = recordOf(reported);
      if (record) this.#reported.add([id, source, record]);
    }
  }
}

const record = sliceOf();

/** Encodes details; null if there are none. The result is valid until the next call. */
function recordOf(details: CountedFrequencies & Partial<GroupedDetails>): ByteSlice | null {
  const all: GroupedDetails = { ...NO_DETAILS, ...details };
  if (Object.values(all).every((list: readonly unknown[]) => list.length === 0)) return null;
  lendEncodedGroups(all, record);
  return record;
}
