import { addToRuns, FIRST_CODE, type GenotypeGroup } from '../../src/variants/variant-details.ts';
import type { Database } from '../dump/database.ts';
import { isWebAddress, type VcfCollection } from '../dump/vcf-config.ts';
import { infoFrequencies, type Frequencies, type MatchedLine } from '../vcf/info-frequencies.ts';
import { VcfRecords, type VcfRecord } from '../vcf/vcf-records.ts';
import { variationKey } from './compressed-genotypes.ts';
import { CORE_REGION_TABLE } from './core-regions.ts';
import type { GenotypedSamples } from './genotyped-samples.ts';
import type { UnknownAlleles } from './genotype-frequencies.ts';
import { matchedAlleles } from './matched-alleles.ts';
import { groupsOf } from './row-groups.ts';
import type { SortedRows } from './sorted-rows.ts';

/** What one collection has of a variant: genotypes, frequencies, or both. */
export interface CollectedGenotypes {
  group: GenotypeGroup | null;
  unknown: UnknownAlleles;
  /** Those that the lines tell. */
  told: Frequencies;
}

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
const FIRST_FEATURE_TABLE = 'compiled_first_feature';

/** Finds the genotypes and frequencies of variants in collections of VCF files, and gathers them to be sorted by variant. */
export async function gatherVcfGenotypes(
  database: Database, collections: readonly VcfCollection[], regionOf: (chromosome: string) => number | null, samples: GenotypedSamples, rows: SortedRows,
): Promise<void> {
  if (collections.length === 0) return;
  // Of a variant on several places the first counts; as a table, since every chromosome asks for it.
  await database.all(`CREATE OR REPLACE TABLE ${FIRST_FEATURE_TABLE} AS SELECT min(variation_feature_id) AS variation_feature_id FROM variation_feature GROUP BY variation_id`);
  for (const collection of collections) {
    for (const file of collection.files) {
      if (isWebAddress(file)) continue;
      for await (const [id, collected] of collectedIn(file, collection, database, regionOf, samples)) rows.add(variationKey(id), collected);
    }
  }
  await database.all(`DROP TABLE ${FIRST_FEATURE_TABLE}`);
}

/** What a file has of each variant, of those that it has anything of. */
async function* collectedIn(
  file: string, { samplePrefix, strictNames, populations, referenceAt }: VcfCollection, database: Database, regionOf: (chromosome: string) => number | null, samples: GenotypedSamples,
): AsyncGenerator<[variation: number, collected: CollectedGenotypes]> {
  const records = await VcfRecords.open(file);
  try {
    const numbers = records.samples.map((name) => samples.named(samplePrefix + name));
    for (let chromosome = await records.chromosome(); chromosome !== null; chromosome = await records.chromosome()) {
      const region = regionOf(chromosome);
      const places = region === null ? [] : firstPlaces(database, region);
      for await (const [place, lines] of matches(places, records, chromosome, strictNames)) {
        const called = calledIn(place, lines[0]!, numbers);
        const told = infoFrequencies(place.alleles[0]!, lines.filter(({ matched }) => matched.size > 0), populations, referenceAt);
        if (called.group || told.alleles.length > 0 || told.genotypes.length > 0) yield [place.id, { ...called, told }];
      }
    }
  } finally {
    await records.close();
  }
}

async function* firstPlaces(database: Database, region: number): AsyncGenerator<FirstPlace> {
  type Row = { feature: number; id: number; start: number; end: number; strand: 1 | -1; alleles: string; name: string };
  const rows = database.rows<Row>(`
    WITH places AS (
      SELECT variation_feature_id AS feature, variation_id AS id, seq_region_start AS start, seq_region_end AS "end", seq_region_strand AS strand, allele_string AS alleles
      FROM variation_feature JOIN ${FIRST_FEATURE_TABLE} USING (variation_feature_id) JOIN ${CORE_REGION_TABLE} USING (seq_region_id)
      WHERE ordinal = ${region} AND allele_string IS NOT NULL),
    names AS (SELECT variation_id AS id, name FROM variation UNION ALL SELECT variation_id, name FROM variation_synonym)
    SELECT places.*, name FROM places JOIN names USING (id) WHERE name IS NOT NULL ORDER BY start, feature`);
  for await (const named of groupsOf(rows, ({ feature }) => feature)) {
    const [{ id, start, end, strand, alleles }] = named as [Row];
    yield { id, start, end, strand, alleles: alleles.split('/'), names: named.map(({ name }) => name) };
  }
}

/**
 * Goes through the variants and the lines of a chromosome together, both in order of position. A line belongs to a variant
 * when it has its name or a synonym of it (the number of a submission without its 'ss', too) or, unless names must
 * match, when they share an alternative allele. Further lines of alleles that they share may follow. All lines of the chromosome
 * have been taken afterwards.
 */
async function* matches(
  places: Iterable<FirstPlace> | AsyncIterable<FirstPlace>, records: VcfRecords, chromosome: string, strictNames: boolean,
): AsyncGenerator<[FirstPlace, MatchedLine[]]> {
  let near: VcfRecord[] = [];
  for await (const place of places) {
    near = near.filter(({ position }) => position >= place.start - 1);
    for (let next = await records.peek(chromosome); next && next.position <= Math.max(place.start, place.end) + 2 && near.length < LINES_TRIED; next = await records.peek(chromosome)) {
      if (next.position >= place.start - 1) near.push(next.keep());
      records.take();
    }
    const [reference, ...alternatives] = place.alleles;
    const lines: MatchedLine[] = [];
    for (const record of near) {
      const matched = matchedAlleles({ position: place.start, reference: reference!, alternatives }, place.strand, record);
      const named = record.ids.some((id) => place.names.includes(id) || place.names.includes(`ss${id}`));
      const belongs = lines.length === 0 ? named || (!strictNames && matched.size > 0) : matched.size > 0 && lines[0]!.matched.size > 0;
      if (belongs) lines.push({ record, matched });
      else if (lines.length > 0) break;
    }
    if (lines.length > 0) yield [place, lines];
  }
  await records.pass(chromosome);
}

/** Genotypes of a line; none where no sample has a whole one of alleles that the variant has. */
function calledIn({ alleles: [reference] }: FirstPlace, { record, matched }: MatchedLine, numbers: readonly number[]): Pick<CollectedGenotypes, 'group' | 'unknown'> {
  const known = [record.reference, ...record.alternatives].map((allele, index) => (index === 0 ? reference! : matched.get(allele)));
  const calls = record.calls(numbers.length);
  const others = calls.genotypes.map((alleles) => alleles.filter((allele) => known[allele] === undefined).length);
  const genotypes = calls.genotypes.filter((_, each) => others[each] === 0).map((alleles) => alleles.map((allele) => known[allele]!).join('|'));
  // Different numbers may stand for one allele.
  const different = [...new Set(genotypes)];
  let next = 0;
  const codeOf = others.map((count) => (count === 0 ? different.indexOf(genotypes[next++]!) : -1));
  const codes = new Uint16Array(numbers.length);
  const samples: number[] = [];
  const unknown: [number, number][] = [];
  let called = 0;
  for (let column = 0; column < numbers.length; column++) {
    const genotype = calls.codes[column]!;
    if (genotype < 0) continue;
    const code = codeOf[genotype]!;
    if (code < 0) {
      unknown.push([numbers[column]!, others[genotype]!]);
    } else {
      codes[called++] = FIRST_CODE + code;
      addToRuns(samples, numbers[column]!);
    }
  }
  return called > 0 ? { group: { submission: null, genotypes: different, codes: textOf(codes.subarray(0, called)), samples }, unknown } : { group: null, unknown: [] };
}

function textOf(codes: Uint16Array): string {
  // Text of one byte a letter is quicker in all that follows, and nearly always enough.
  return codes.every((code) => code < 0x80) ? Buffer.from(codes).toString('latin1') : Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le');
}
