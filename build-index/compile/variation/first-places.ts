/** The place of each variant that comes first in the database, where lines of VCF files are looked for: in order of region and start. */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Database } from '../../dump/database.ts';
import { integerColumn, textColumn, type TextColumn } from '../../dump/duckdb-bytes.ts';
import { ListedAlleles } from '../../vcf/listed-alleles.ts';
import { CORE_REGION_TABLE } from '../genome/core-regions.ts';
import { inPart, type VariantPart } from './variant-parts.ts';

const FIRST_PLACE_TABLE = 'compiled_first_place';
const SLASH = 0x2f;

/** Makes FIRST_PLACE_TABLE: a row for each name or synonym of a variant. `parts` are all variants. */
export async function stageFirstPlaces(database: Database, parts: readonly VariantPart[]): Promise<void> {
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

export async function dropFirstPlaces(database: Database): Promise<void> {
  await database.all(`DROP TABLE ${FIRST_PLACE_TABLE}`);
}

/** In order of their starts, some thousand at a time. After stageFirstPlaces. */
export async function* firstPlaces(database: Database, region: number): AsyncGenerator<FirstPlaces> {
  const chunks = database.chunks(`
    SELECT feature, id, start, "end", strand, alleles, name FROM ${FIRST_PLACE_TABLE} WHERE ordinal = ${region} ORDER BY start, feature, rowid`);
  let open: FirstPlaces | undefined;
  for await (const chunk of chunks) {
    const next = new FirstPlaces(chunk, open);
    // All rows may be names of the place before.
    if (next.count === 0) continue;
    if (open) yield open;
    open = next;
  }
  if (open) yield open;
}

/** Some places, as columns of numbers and of bytes. */
export class FirstPlaces {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly strands: readonly number[];
  readonly #alleles: TextColumn;
  readonly #alleleBytes: Buffer;
  readonly #names: TextColumn;
  /** First row of each place, and where the last one ends. */
  readonly #rows: number[] = [];
  readonly #lastFeature: number;
  /** Names of the last place in the rows that come after these. */
  readonly #further: { names: TextColumn; rows: number }[] = [];

  /** @param before whose last place may have its further names in the first rows */
  constructor(chunk: DuckDBDataChunk, before: FirstPlaces | undefined) {
    const features = integerColumn(chunk, 0);
    this.ids = integerColumn(chunk, 1);
    this.starts = integerColumn(chunk, 2);
    this.ends = integerColumn(chunk, 3);
    this.strands = integerColumn(chunk, 4);
    this.#alleles = textColumn(chunk, 5);
    this.#alleleBytes = Buffer.from(this.#alleles.bytes.buffer, this.#alleles.bytes.byteOffset, this.#alleles.bytes.byteLength);
    this.#names = textColumn(chunk, 6);
    let last = before ? before.#lastFeature : -1;
    for (let row = 0; row < features.length; row++) {
      if (features[row] !== last) this.#rows.push(row);
      last = features[row]!;
    }
    const further = this.#rows[0] ?? features.length;
    if (further > 0) before!.#further.push({ names: this.#names, rows: further });
    this.#rows.push(features.length);
    this.#lastFeature = last;
  }

  get count(): number {
    return this.#rows.length - 1;
  }

  /** Row of a place: index in `ids`, `starts`, `ends` and `strands`. */
  row(place: number): number {
    return this.#rows[place]!;
  }

  /** The alleles at a place, as the database spells them. Good as long as the places are. */
  readAlleles(place: number, to: ListedAlleles): void {
    const row = this.#rows[place]!;
    to.begin(this.#alleleBytes).addList(this.#alleles.starts[row]!, this.#alleles.ends[row]!, SLASH);
  }

  /** Does one of the names of the variant at a place, its synonyms too, pass? */
  someName(place: number, passes: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
    if (someName(this.#names, this.#rows[place]!, this.#rows[place + 1]!, passes)) return true;
    return place === this.count - 1 && this.#further.some(({ names, rows }) => someName(names, 0, rows, passes));
  }
}

function someName({ bytes, starts, ends }: TextColumn, from: number, to: number, passes: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
  for (let row = from; row < to; row++) if (passes(bytes, starts[row]!, ends[row]!)) return true;
  return false;
}
