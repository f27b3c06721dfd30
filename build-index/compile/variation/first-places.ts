/**
 * The place of each variant that comes first in the database, where lines of VCF files are looked for: in order of
 * region and start.
 */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { ByteSlice, ByteSlices } from '../../../src/index/blocks/byte-slices.ts';
import type { Database } from '../../dump/database.ts';
import type { ListedAlleles } from '../../vcf/listed-alleles.ts';
import { byteColumn, integerColumn } from '../../dump/query-chunks.ts';
import { CORE_REGION_TABLE } from '../genome/regions.ts';
import { COMPRESSED_TABLE } from '../genotypes/compressed-genotypes.ts';
import { OWN_TABLE } from './own-details.ts';
import { inPart, type VariantPart } from './variant-keys.ts';

export const FIRST_PLACE_TABLE = 'compiled_first_place';
const [SLASH, TAB] = [0x2f, 0x09];

/**
 * Makes FIRST_PLACE_TABLE, of variants that have a name. No line of a VCF file calls a variant by what has a tab in it:
 * synonyms stand between tabs.
 *
 * After stageOwnDetails and stageCompressedGenotypes.
 *
 * @param parts all variants
 */
export async function stageFirstPlaces(database: Database, parts: readonly VariantPart[]): Promise<void> {
  await database.all(`
    CREATE OR REPLACE TABLE ${FIRST_PLACE_TABLE} (
      ordinal BIGINT, feature BIGINT, id BIGINT, start BIGINT, "end" BIGINT, strand BIGINT, apart BIGINT,
        alleles VARCHAR, name VARCHAR, synonyms VARCHAR, own BLOB)`);
  for (const part of parts) {
    const some = inPart(part);
    await database.all(`
      INSERT INTO ${FIRST_PLACE_TABLE}
      WITH several AS (SELECT variation_id, min(variation_feature_id) AS first FROM variation_feature WHERE ${some}
        GROUP BY variation_id HAVING count(*) > 1),
      names AS (SELECT variation_id, name FROM variation SEMI JOIN source USING (source_id)
        WHERE name IS NOT NULL AND ${some}),
      synonyms AS (SELECT variation_id, string_agg(name, chr(9)) AS synonyms FROM variation_synonym
        WHERE name IS NOT NULL AND NOT contains(name, chr(9)) AND ${some} GROUP BY variation_id),
      others AS (SELECT DISTINCT key AS variation_id, 1 AS apart FROM ${COMPRESSED_TABLE} WHERE ${inPart(part, 'key')})
      SELECT ordinal, variation_feature_id, variation_id, seq_region_start, seq_region_end, seq_region_strand,
        coalesce(apart, 0), allele_string, names.name, synonyms.synonyms, own
      FROM (FROM variation_feature WHERE allele_string IS NOT NULL AND ${some}) f
        JOIN ${CORE_REGION_TABLE} USING (seq_region_id) JOIN names USING (variation_id)
      LEFT JOIN several USING (variation_id) LEFT JOIN synonyms USING (variation_id)
        LEFT JOIN others USING (variation_id)
      LEFT JOIN (FROM ${OWN_TABLE} WHERE ${some}) USING (variation_id)
      WHERE first IS NULL OR first = variation_feature_id`);
  }
}

/** Numbers of the regions that have any. After stageFirstPlaces. */
export async function regionsOfFirstPlaces(database: Database): Promise<Set<number>> {
  const rows = await database.all<{ ordinal: number }>(`SELECT DISTINCT ordinal FROM ${FIRST_PLACE_TABLE}`);
  return new Set(rows.map(({ ordinal }) => ordinal));
}

/** Stretches of regions, in bases: places are divided where one begins. */
const STRETCH = 65_536;
/** A number for each stretch, ascending along the genome: no region is longer than 2^32 bases. */
const STRETCH_NUMBER = `ordinal * ${2 ** 32 / STRETCH} + start // ${STRETCH}`;

/**
 * SQL conditions on FIRST_PLACE_TABLE that divide the places, in the order of the genome, into so many parts of about
 * the same number. After stageFirstPlaces.
 */
export async function partsOfFirstPlaces(database: Database, parts: number): Promise<string[]> {
  const stretches = await database.all<{ stretch: number; places: number }>(
    `SELECT ${STRETCH_NUMBER} AS stretch, count(*) AS places FROM ${FIRST_PLACE_TABLE} GROUP BY stretch
      ORDER BY stretch`,
  );
  const all = stretches.reduce((sum, { places }) => sum + places, 0);
  const firsts: number[] = [];
  let seen = 0;
  for (const { stretch, places } of stretches) {
    while (firsts.length < parts - 1 && seen >= ((firsts.length + 1) * all) / parts) firsts.push(stretch);
    seen += places;
  }
  return Array.from({ length: parts }, (_, part) => {
    const from = part === 0 ? 'true' : `${STRETCH_NUMBER} >= ${firsts[part - 1] ?? 'NULL'}`;
    const to = firsts[part] === undefined ? 'true' : `${STRETCH_NUMBER} < ${firsts[part]}`;
    return `${from} AND ${to}`;
  });
}

/** In order of their starts, some thousand at a time. After stageFirstPlaces. */
export async function* firstPlaces(database: Database, region: number): AsyncGenerator<FirstPlaces> {
  const chunks = database.chunks(`
    SELECT id, start, "end", strand, apart,
      alleles, name, coalesce(synonyms, ''), coalesce(own, ''::BLOB) FROM ${FIRST_PLACE_TABLE} WHERE ordinal = ${region}
        ORDER BY start, feature`);
  for await (const chunk of chunks) yield new FirstPlaces(chunk);
}

/** Some places, as columns of numbers and of bytes. */
export class FirstPlaces {
  readonly count: number;
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly strands: readonly number[];
  /** 1 where the database has genotypes of samples, with which those of files are counted, else 0. */
  readonly apart: readonly number[];
  readonly #alleles: ByteSlices;
  readonly #alleleBytes: Buffer;
  readonly #names: ByteSlices;
  readonly #synonyms: ByteSlices;
  readonly #own: ByteSlices;

  constructor(chunk: DuckDBDataChunk) {
    this.count = chunk.rowCount;
    this.ids = integerColumn(chunk, 0);
    this.starts = integerColumn(chunk, 1);
    this.ends = integerColumn(chunk, 2);
    this.strands = integerColumn(chunk, 3);
    this.apart = integerColumn(chunk, 4);
    this.#alleles = byteColumn(chunk, 5);
    this.#alleleBytes = Buffer.from(
      this.#alleles.bytes.buffer,
      this.#alleles.bytes.byteOffset,
      this.#alleles.bytes.byteLength,
    );
    this.#names = byteColumn(chunk, 6);
    this.#synonyms = byteColumn(chunk, 7);
    this.#own = byteColumn(chunk, 8);
  }

  /** The alleles at a place, as the database spells them. Good as long as the places are. */
  readAlleles(place: number, to: ListedAlleles): void {
    to.begin(this.#alleleBytes).addList(this.#alleles.starts[place]!, this.#alleles.ends[place]!, SLASH);
  }

  /** The name of the variant at a place, as the database spells it. */
  readName(place: number, to: ByteSlice): void {
    to.bytes = this.#names.bytes;
    to.start = this.#names.starts[place]!;
    to.end = this.#names.ends[place]!;
  }

  /** What the database tells of the variant at a place, as OWN_TABLE has it; null where it tells nothing. */
  own(place: number): Uint8Array | null {
    const { bytes, starts, ends } = this.#own;
    return ends[place] === starts[place] ? null : bytes.subarray(starts[place], ends[place]);
  }

  /** Does one of the names of the variant at a place, its synonyms too, pass? */
  someName(place: number, passes: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
    return (
      passes(this.#names.bytes, this.#names.starts[place]!, this.#names.ends[place]!) ||
      this.#someSynonym(place, passes)
    );
  }

  #someSynonym(place: number, passes: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
    const { bytes, starts, ends } = this.#synonyms;
    for (let from = starts[place]!, at = from; from < ends[place]!; at++) {
      if (at < ends[place]! && bytes[at] !== TAB) continue;
      if (passes(bytes, from, at)) return true;
      from = at + 1;
    }
    return false;
  }
}
