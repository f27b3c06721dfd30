import { encodeGroups } from '../../src/variants/details-record.ts';
import type { Database } from '../dump/database.ts';
import { rowsOfChunk } from '../dump/duckdb-rows.ts';
import type { RowAppender } from '../dump/row-appender.ts';
import { isWebAddress, type VcfCollection } from '../vcf/vcf-config.ts';
import { InfoFrequencies, type MatchedLine } from '../vcf/info-frequencies.ts';
import { VcfRecords, type VcfRecord } from '../vcf/vcf-records.ts';
import { CORE_REGION_TABLE } from './core-regions.ts';
import type { GenotypedSamples } from './genotyped-samples.ts';
import type { CountedFrequencies, FrequencyCounter } from './genotype-frequencies.ts';
import { matchedAlleles } from './matched-alleles.ts';
import { inPart, type VariantPart } from './variant-parts.ts';
import { VcfCallers } from './vcf-callers.ts';

/** Records of the frequencies that lines of VCF files tell of variants, in the order of collections and files. */
export const TOLD_TABLE = 'compiled_told_frequencies';
/** The same of genotypes, with the frequencies counted of them; `unknown`, as JSON, is UnknownAlleles, or NULL. */
export const CALLED_TABLE = 'compiled_called_genotypes';

/** The place of a variant that comes first in the database, where genotypes of VCF files are looked for. */
interface FirstPlace {
  id: number;
  start: number;
  end: number;
  strand: 1 | -1;
  alleles: string[];
  /** Its name and synonyms. */
  names: string[];
}

/** Ensembl looks at so many lines of a file before it gives up. */
const LINES_TRIED = 10;
const FIRST_PLACE_TABLE = 'compiled_first_place';

/** Stages the genotypes and frequencies that collections of VCF files have of variants, of which `parts` are all. */
export async function stageVcfGenotypes(
  database: Database, collections: readonly VcfCollection[], regionOf: (chromosome: string) => number | null, samples: GenotypedSamples, counter: FrequencyCounter,
  parts: readonly VariantPart[],
): Promise<void> {
  const local = collections.map((collection) => ({ collection, files: collection.files.filter((file) => !isWebAddress(file)) }));
  // No place is looked for where there are no files.
  await stageFirstPlaces(database, local.some(({ files }) => files.length > 0) ? parts : []);
  await database.all(`CREATE OR REPLACE TABLE ${TOLD_TABLE} (variation_id BIGINT, told BLOB)`);
  await database.all(`CREATE OR REPLACE TABLE ${CALLED_TABLE} (variation_id BIGINT, genotypes BLOB, counted BLOB, "unknown" VARCHAR)`);
  const [told, called] = [await database.appender(TOLD_TABLE), await database.appender(CALLED_TABLE)];
  try {
    for (const { collection, files } of local) for (const file of files) await collect(file, collection, told, called);
  } finally {
    told.close();
    called.close();
  }
  await database.all(`DROP TABLE ${FIRST_PLACE_TABLE}`);

  async function collect(file: string, { samplePrefix, strictNames, populations, referenceAt }: VcfCollection, told: RowAppender, called: RowAppender): Promise<void> {
    const records = await VcfRecords.open(file);
    try {
      const callers = new VcfCallers(records.samples.map((name) => samples.named(samplePrefix + name)), counter);
      const frequencies = new InfoFrequencies(populations, referenceAt);
      for (let chromosome = await records.chromosome(); chromosome !== null; chromosome = await records.chromosome()) {
        const region = regionOf(chromosome);
        await eachMatch(region === null ? [] : firstPlaces(database, region), records, chromosome, strictNames, (place, lines) => {
          const calls = callers.called(place.alleles[0]!, lines[0]!);
          if (calls) called.add([place.id, calls.genotypes, recordOf(calls.counted), calls.unknown.length > 0 ? JSON.stringify(calls.unknown) : null]);
          const record = recordOf(frequencies.of(place.alleles[0]!, lines.every(hasMatched) ? lines : lines.filter(hasMatched)));
          if (record) told.add([place.id, record]);
        });
      }
    } finally {
      records.close();
    }
  }
}

function recordOf({ alleles, genotypes }: CountedFrequencies): Uint8Array | null {
  return alleles.length > 0 || genotypes.length > 0 ? encodeGroups({ alleles, genotypes, chips: [], phenotypes: [] }) : null;
}

function hasMatched({ matched }: MatchedLine): boolean {
  return matched.size > 0;
}

/** Makes FIRST_PLACE_TABLE: FirstPlaces with a row for each name. Of a variant on several places the first counts. */
async function stageFirstPlaces(database: Database, parts: readonly VariantPart[]): Promise<void> {
  await database.all(`
    CREATE OR REPLACE TABLE ${FIRST_PLACE_TABLE} (ordinal BIGINT, feature BIGINT, id BIGINT, start BIGINT, "end" BIGINT, strand BIGINT, alleles VARCHAR, name VARCHAR)`);
  for (const part of parts) {
    await database.all(`
      INSERT INTO ${FIRST_PLACE_TABLE}
      WITH firsts AS (
        FROM variation_feature WHERE ${inPart(part)} QUALIFY row_number() OVER (PARTITION BY variation_id ORDER BY variation_feature_id) = 1),
      names AS (SELECT variation_id, name FROM variation WHERE ${inPart(part)} UNION ALL SELECT variation_id, name FROM variation_synonym WHERE ${inPart(part)})
      SELECT ordinal, variation_feature_id, variation_id, seq_region_start, seq_region_end, seq_region_strand, allele_string, names.name
      FROM firsts JOIN ${CORE_REGION_TABLE} USING (seq_region_id) JOIN names USING (variation_id) WHERE allele_string IS NOT NULL AND names.name IS NOT NULL`);
  }
}

/** In order of their starts, some thousand at a time. After stageFirstPlaces. */
async function* firstPlaces(database: Database, region: number): AsyncGenerator<FirstPlace[]> {
  type Row = { feature: number; id: number; start: number; end: number; strand: 1 | -1; alleles: string; name: string };
  const chunks = database.chunks(`
    SELECT feature, id, start, "end", strand, alleles, name FROM ${FIRST_PLACE_TABLE} WHERE ordinal = ${region} ORDER BY start, feature, rowid`);
  let places: FirstPlace[] = [];
  let last = -1;
  for await (const chunk of chunks) {
    // The names of the last may go on.
    const open = places.pop();
    if (places.length > 0) yield places;
    places = open ? [open] : [];
    for (const { feature, id, start, end, strand, alleles, name } of rowsOfChunk<Row>(chunk, ['feature', 'id', 'start', 'end', 'strand', 'alleles', 'name'])) {
      if (feature === last) places.at(-1)!.names.push(name);
      else places.push({ id, start, end, strand, alleles: alleles.split('/'), names: [name] });
      last = feature;
    }
  }
  if (places.length > 0) yield places;
}

/**
 * Goes through the variants and the lines of a chromosome together, both in order of position. A line belongs to a variant
 * when it has its name or a synonym of it (the number of a submission without its 'ss', too) or, unless names must
 * match, when they share an alternative allele. Further lines of alleles that they share may follow. All lines of the chromosome
 * have been taken afterwards.
 */
async function eachMatch(
  places: Iterable<FirstPlace[]> | AsyncIterable<FirstPlace[]>, records: VcfRecords, chromosome: string, strictNames: boolean,
  take: (place: FirstPlace, lines: MatchedLine[]) => void,
): Promise<void> {
  let near: VcfRecord[] = [];
  for await (const some of places) {
    for (const place of some) {
      const first = place.start - 1;
      const behind = Math.max(place.start, place.end) + 2;
      if (near.length > 0 && near.some(({ position }) => position < first)) near = near.filter(({ position }) => position >= first);
      while (near.length < LINES_TRIED) {
        const peeked = records.peek(chromosome);
        const next = peeked instanceof Promise ? await peeked : peeked;
        if (!next || next.position > behind) break;
        if (next.position >= first) near.push(next);
        records.take();
      }
      const lines = near.length > 0 ? linesOf(place, near, strictNames) : [];
      if (lines.length > 0) take(place, lines);
    }
  }
  await records.pass(chromosome);
}

function linesOf(place: FirstPlace, near: readonly VcfRecord[], strictNames: boolean): MatchedLine[] {
  const variant = { position: place.start, reference: place.alleles[0]!, alternatives: place.alleles.slice(1) };
  const lines: MatchedLine[] = [];
  for (const record of near) {
    const matched = matchedAlleles(variant, place.strand, record);
    const belongs = lines.length === 0
      ? (!strictNames && matched.size > 0) || record.ids.some((id) => place.names.includes(id) || place.names.includes(`ss${id}`))
      : matched.size > 0 && lines[0]!.matched.size > 0;
    if (belongs) lines.push({ record, matched });
    else if (lines.length > 0) break;
  }
  return lines;
}
