import { decodeGroups } from '../../../src/variants/details-record.ts';
import { joinedDetails, NO_DETAILS, type GroupedDetails } from '../../../src/variants/frequency-groups.ts';
import { decodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import type { GenotypeGroup } from '../../../src/variants/variant-details.ts';
import type { Database } from '../../dump/database.ts';
import {
  COMPRESSED_TABLE,
  decodeCompressed,
  loadGenotypeCodes,
  type CompressedGenotypes,
} from '../genotypes/compressed-genotypes.ts';
import type { CountedFrequencies, FrequencyCounter, UnknownAlleles } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { OWN_TABLE } from './own-details.ts';
import { RowsByKey } from '../rows/row-groups.ts';
import { CALLED_TABLE, MERGED_TABLE, REPORTED_TABLE } from './vcf-genotypes.ts';

/** The database's own details of variants, except those that were already merged with lines of files. */
const OWN = `(FROM ${OWN_TABLE} ANTI JOIN ${MERGED_TABLE} USING (variation_id))`;

/** Variants with details from several sources, which must be merged. */
const SEVERAL_TABLE = 'compiled_several_details';
const SEVERAL = `
  SELECT variation_id FROM (
    SELECT variation_id FROM ${OWN} UNION ALL SELECT variation_id FROM ${REPORTED_TABLE} UNION ALL SELECT variation_id
      FROM ${CALLED_TABLE} WHERE counted IS NOT NULL)
  GROUP BY variation_id HAVING count(*) > 1
  UNION SELECT variation_id FROM ${CALLED_TABLE} GROUP BY variation_id HAVING count(*) > 1
  UNION SELECT key FROM ${COMPRESSED_TABLE}`;

/** Variants with genotypes from several sources. The genotypes of other variants are long and are copied unchanged. */
const MIXED_TABLE = 'compiled_mixed_genotypes';
const MIXED = `SELECT key AS variation_id FROM ${COMPRESSED_TABLE} UNION SELECT variation_id FROM ${CALLED_TABLE}
  GROUP BY variation_id HAVING count(*) > 1`;

/**
 * SQL of the details that are stored unchanged: variation_id, details, genotypes. A variant may have two rows. Needs
 * the tables of DetailsReader.open.
 */
export const LONE_DETAILS = `
  SELECT variation_id, own AS details, NULL AS genotypes FROM ${OWN} ANTI JOIN ${SEVERAL_TABLE} USING (variation_id)
  UNION ALL SELECT variation_id, reported, NULL FROM ${REPORTED_TABLE} ANTI JOIN ${SEVERAL_TABLE} USING (variation_id)
  UNION ALL SELECT variation_id, counted, genotypes FROM ${CALLED_TABLE} ANTI JOIN ${SEVERAL_TABLE} USING (variation_id)
  UNION ALL SELECT variation_id, NULL, genotypes FROM ${CALLED_TABLE} SEMI JOIN ${SEVERAL_TABLE} USING (variation_id)
    ANTI JOIN ${MIXED_TABLE} USING (variation_id)`;

/** The rows from which the details of variants are merged, in the order of variants. Each gets a sorted table. */
const STREAMS = {
  own: `SELECT variation_id AS key, own FROM ${OWN} SEMI JOIN ${SEVERAL_TABLE} USING (variation_id) ORDER BY key`,
  compressed: `SELECT key, submission, bytes FROM ${COMPRESSED_TABLE} ORDER BY key, rowid`,
  reported: `SELECT variation_id AS key, reported FROM ${REPORTED_TABLE} t
    SEMI JOIN ${SEVERAL_TABLE} USING (variation_id) ORDER BY variation_id, source, t.rowid`,
  called: `
    SELECT variation_id AS key, CASE WHEN variation_id IN (FROM ${MIXED_TABLE}) THEN genotypes END AS genotypes,
      counted, "unknown"
    FROM ${CALLED_TABLE} c SEMI JOIN ${SEVERAL_TABLE} USING (variation_id) ORDER BY variation_id, source, c.rowid`,
};
const sortedTable = (stream: string) => `sorted_${stream}`;

/** Drops the tables of DetailsReader.open. */
export async function dropDetailStreams(database: Database): Promise<void> {
  for (const table of [SEVERAL_TABLE, MIXED_TABLE, ...Object.keys(STREAMS).map(sortedTable)])
    await database.all(`DROP TABLE ${table}`);
}

interface CalledRow {
  key: number;
  /** Null for a variant whose genotypes are in LONE_DETAILS. */
  genotypes: Uint8Array | null;
  counted: Uint8Array | null;
  unknown: string | null;
}

interface CompiledDetails {
  details: GroupedDetails;
  /** Genotypes of samples: first those of VCF files, then those of the database. */
  samples: GenotypeGroup[];
  /** Encoded genotypes, if they are copied unchanged; `samples` is then empty. */
  stored: Uint8Array | null;
}

/** Merges the details of variants from several sources: streams in ascending order of variation_id. */
export class DetailsReader {
  readonly #own: RowsByKey<{ key: number; own: Uint8Array }>;
  readonly #compressed: RowsByKey<CompressedGenotypes & { key: number }>;
  readonly #reported: RowsByKey<{ key: number; reported: Uint8Array }>;
  readonly #called: RowsByKey<CalledRow>;
  readonly #samples: GenotypedSamples;
  readonly #codes: ReadonlyMap<number, string>;
  readonly #counter: FrequencyCounter;

  private constructor(
    samples: GenotypedSamples,
    codes: ReadonlyMap<number, string>,
    counter: FrequencyCounter,
    rowsOf: <Row extends { key: number }>(stream: keyof typeof STREAMS) => RowsByKey<Row>,
  ) {
    this.#own = rowsOf('own');
    this.#compressed = rowsOf('compressed');
    this.#reported = rowsOf('reported');
    this.#called = rowsOf('called');
    this.#samples = samples;
    this.#codes = codes;
    this.#counter = counter;
  }

  /** Needs stageCompressedGenotypes, stageOwnDetails and stageVcfGenotypes. */
  static async open(database: Database, samples: GenotypedSamples, counter: FrequencyCounter): Promise<DetailsReader> {
    await database.all(`CREATE OR REPLACE TABLE ${MIXED_TABLE} AS FROM (${MIXED}) WHERE variation_id IS NOT NULL`);
    await database.all(`CREATE OR REPLACE TABLE ${SEVERAL_TABLE} AS FROM (${SEVERAL}) WHERE variation_id IS NOT NULL`);
    // One sort at a time: concurrent sorts would share the memory.
    for (const [stream, sql] of Object.entries(STREAMS))
      await database.all(`CREATE OR REPLACE TABLE ${sortedTable(stream)} AS ${sql}`);
    return new DetailsReader(
      samples,
      await loadGenotypeCodes(database),
      counter,
      <Row extends { key: number }>(stream: string) =>
        new RowsByKey(database.batches<Row>(`FROM ${sortedTable(stream)}`)),
    );
  }

  /** The variants with details, in ascending order. */
  async *variants(): AsyncGenerator<[variation: number, details: CompiledDetails]> {
    const streams = [this.#own, this.#compressed, this.#reported, this.#called];
    for (;;) {
      const id = Math.min(...(await Promise.all(streams.map((rows) => rows.nextKey()))));
      if (id === Infinity) return;
      yield [id, await this.#take(id)];
    }
  }

  async #take(id: number): Promise<CompiledDetails> {
    const [reported, compressed, called, [own]] = await Promise.all([
      this.#reported.take(id),
      this.#compressed.take(id),
      this.#called.take(id),
      this.#own.take(id),
    ]);
    const { samples, stored, counted } = this.#genotyped(
      called,
      decodeCompressed(compressed, this.#samples, this.#codes),
    );
    return {
      details: joinedDetails(
        reported.map((row) => decodeGroups(row.reported)),
        own ? decodeGroups(own.own) : NO_DETAILS,
        counted,
      ),
      samples,
      stored,
    };
  }

  /** The genotypes of a single file were counted when the file was read. */
  #genotyped(
    called: readonly CalledRow[],
    compressed: readonly GenotypeGroup[],
  ): Pick<CompiledDetails, 'samples' | 'stored'> & { counted: CountedFrequencies } {
    const [first, ...others] = called;
    if (first && others.length === 0 && compressed.length === 0)
      return {
        samples: [],
        stored: first.genotypes,
        counted: first.counted ? decodeGroups(first.counted) : NO_DETAILS,
      };
    const samples = [...called.flatMap(({ genotypes }) => decodeGenotypeGroups(genotypes ?? undefined)), ...compressed];
    const unknown = called.flatMap((each) =>
      each.unknown === null ? [] : (JSON.parse(each.unknown) as UnknownAlleles),
    );
    return { samples, stored: null, counted: this.#counter.count(samples, unknown) };
  }

  async close(): Promise<void> {
    await Promise.all([this.#own, this.#compressed, this.#reported, this.#called].map((rows) => rows.close()));
  }
}
