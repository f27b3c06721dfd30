/**
 * The first place of each variant in the database, in order of region and start. The compiler looks for lines of VCF
 * files at these places.
 */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { ByteSlice } from '../../../src/index/blocks/byte-slices.ts';
import type { Database } from '../../dump/database.ts';
import type { ListedAlleles } from '../../vcf/listed-alleles.ts';
import { byteItems, integerColumn } from '../../dump/query-chunks.ts';
import { CORE_REGION_TABLE } from '../genome/regions.ts';
import { COMPRESSED_TABLE } from '../genotypes/compressed-genotypes.ts';
import { OWN_TABLE } from './own-details.ts';
import { inPart, type VariantPart } from './variant-keys.ts';

export const FIRST_PLACE_TABLE = 'compiled_first_place';
const [SLASH, TAB] = [0x2f, 0x09];

/**
 * Stages FIRST_PLACE_TABLE, with the variants that have a name. Synonyms are joined with tabs; those that contain a tab
 * are skipped, since no line of a VCF file can name them.
 *
 * Needs stageOwnDetails and stageCompressedGenotypes.
 *
 * @param parts parts of all variants, which are staged one after the other
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

/** Ordinals of the regions with first places. Needs stageFirstPlaces. */
export async function regionsOfFirstPlaces(database: Database): Promise<Set<number>> {
  const rows = await database.all<{ ordinal: number }>(`SELECT DISTINCT ordinal FROM ${FIRST_PLACE_TABLE}`);
  return new Set(rows.map(({ ordinal }) => ordinal));
}

/** Bases of a bin. Parts begin at the start of a bin. */
const BIN_BASES = 65_536;
/** SQL of a number for each bin, ascending along the genome. No region is longer than 2^32 bases. */
const BIN = `ordinal * ${2 ** 32 / BIN_BASES} + start // ${BIN_BASES}`;

/**
 * SQL conditions on FIRST_PLACE_TABLE that divide the places, in the order of the genome, into parts of about equal
 * size. Needs stageFirstPlaces.
 */
export async function partsOfFirstPlaces(database: Database, parts: number): Promise<string[]> {
  const bins = await database.all<{ bin: number; places: number }>(
    `SELECT ${BIN} AS bin, count(*) AS places FROM ${FIRST_PLACE_TABLE} GROUP BY bin ORDER BY bin`,
  );
  const all = bins.reduce((sum, { places }) => sum + places, 0);
  const firsts: number[] = [];
  let seen = 0;
  for (const { bin, places } of bins) {
    while (firsts.length < parts - 1 && seen >= ((firsts.length + 1) * all) / parts) firsts.push(bin);
    seen += places;
  }
  return Array.from({ length: parts }, (_, part) => {
    const from = part === 0 ? 'true' : `${BIN} >= ${firsts[part - 1] ?? 'NULL'}`;
    const to = firsts[part] === undefined ? 'true' : `${BIN} < ${firsts[part]}`;
    return `${from} AND ${to}`;
  });
}

/** The first places of a region in order of start, some thousand at a time. Needs stageFirstPlaces. */
export async function* firstPlaces(database: Database, region: number): AsyncGenerator<FirstPlaces> {
  const chunks = database.chunks(`
    SELECT start::DOUBLE, "end"::DOUBLE, id, strand, apart, alleles, name, synonyms, own
      FROM ${FIRST_PLACE_TABLE} WHERE ordinal = ${region} ORDER BY start, feature`);
  for await (const chunk of chunks) yield new FirstPlaces(chunk);
}

/** A batch of places. Most are near no line of a file, so only their starts and ends are read at once. */
export class FirstPlaces {
  readonly count: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly #chunk: DuckDBDataChunk;
  readonly #alleles: (place: number) => Uint8Array | null;
  readonly #name: (place: number) => Uint8Array | null;
  readonly #synonyms: (place: number) => Uint8Array | null;
  readonly #own: (place: number) => Uint8Array | null;

  constructor(chunk: DuckDBDataChunk) {
    this.#chunk = chunk;
    this.count = chunk.rowCount;
    this.starts = integerColumn(chunk, 0);
    this.ends = integerColumn(chunk, 1);
    this.#alleles = byteItems(chunk, 5);
    this.#name = byteItems(chunk, 6);
    this.#synonyms = byteItems(chunk, 7);
    this.#own = byteItems(chunk, 8);
  }

  /** The variation_id at a place. */
  id(place: number): number {
    return Number(this.#chunk.getColumnVector(2).getItem(place));
  }

  strand(place: number): number {
    return Number(this.#chunk.getColumnVector(3).getItem(place));
  }

  /** Has the database genotypes of samples, which are counted together with those of files? */
  isApart(place: number): boolean {
    return Number(this.#chunk.getColumnVector(4).getItem(place)) === 1;
  }

  /** The alleles at a place, as the database spells them. Valid as long as the batch. */
  readAlleles(place: number, to: ListedAlleles): void {
    const { buffer, byteOffset, length } = this.#alleles(place) ?? NOTHING;
    to.begin(Buffer.from(buffer, byteOffset, length)).addList(0, length, SLASH);
  }

  /** The name of the variant at a place, as the database spells it. */
  readName(place: number, to: ByteSlice): void {
    to.bytes = this.#name(place) ?? NOTHING;
    [to.start, to.end] = [0, to.bytes.length];
  }

  /** The database's own details of the variant at a place (see OWN_TABLE); null if there are none. */
  own(place: number): Uint8Array | null {
    return this.#own(place);
  }

  /** Does the name or one of the synonyms of the variant at a place pass the test? */
  someName(place: number, passes: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
    const name = this.#name(place) ?? NOTHING;
    return passes(name, 0, name.length) || this.#someSynonym(place, passes);
  }

  #someSynonym(place: number, passes: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
    const synonyms = this.#synonyms(place) ?? NOTHING;
    for (let from = 0, at = 0; from < synonyms.length; at++) {
      if (at < synonyms.length && synonyms[at] !== TAB) continue;
      if (passes(synonyms, from, at)) return true;
      from = at + 1;
    }
    return false;
  }
}

const NOTHING = new Uint8Array(0);
