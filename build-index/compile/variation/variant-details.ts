import { decodeGroups } from '../../../src/variants/details-record.ts';
import { groupDetails, type GroupedDetails } from '../../../src/variants/frequency-groups.ts';
import { decodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import type { AlleleFrequency, GenotypeFrequency, GenotypeGroup } from '../../../src/variants/variant-details.ts';
import type { PhenotypeRecord } from '../../../src/genome/phenotype-record.ts';
import type { Database } from '../../dump/database.ts';
import { COMPRESSED_TABLE, decodeCompressed, loadGenotypeCodes, type CompressedGenotypes } from '../genotypes/compressed-genotypes.ts';
import type { CountedFrequencies, FrequencyCounter, UnknownAlleles } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { PHENOTYPE_TABLE } from './phenotypes.ts';
import { RowsByKey } from '../rows/rows-by-key.ts';
import { CALLED_TABLE, TOLD_TABLE } from './vcf-genotypes.ts';

function sortedTable(stream: string): string {
  return `sorted_${stream}`;
}

interface AlleleRow {
  key: number;
  allele: string;
  frequency: number | null;
  population: string | null;
  count: number | null;
  submission: number | null;
}

interface GenotypeRow {
  key: number;
  code: number;
  frequency: number | null;
  population: string | null;
  count: number | null;
  submission: number | null;
}

const ALLELES = `
  SELECT variation_id AS key, c.allele, frequency, p.name AS population, count, subsnp_id AS submission
  FROM allele JOIN allele_code c USING (allele_code_id) LEFT JOIN population p USING (population_id)
  WHERE c.allele IS NOT NULL ORDER BY variation_id, allele_id`;

const GENOTYPES = `
  SELECT variation_id AS key, genotype_code_id AS code, frequency, p.name AS population, count, subsnp_id AS submission
  FROM population_genotype LEFT JOIN population p USING (population_id) ORDER BY variation_id, population_genotype_id`;

/** Ensembl knows the chips by the name of the set that holds theirs. */
const CHIPS = `
  SELECT DISTINCT variation_id AS key, vs.name, variation_set_id AS id
  FROM variation_set_variation JOIN variation_set vs USING (variation_set_id) JOIN variation_set_structure ON variation_set_sub = variation_set_id
  WHERE variation_set_super = (SELECT min(variation_set_id) FROM variation_set WHERE lower(name) = 'genotyping chip variants') AND vs.name IS NOT NULL
  ORDER BY key, id`;

const PHENOTYPES = `
  SELECT variation_id AS key, record FROM ${PHENOTYPE_TABLE} p JOIN variation v ON lower(v.name) = lower(p.object_id)
  WHERE p.type = 'Variation' ORDER BY key, p.id`;

/** Variants of which the database itself tells anything. */
export const OWN_TABLE = 'compiled_own_details';
const OWN = `
  SELECT variation_id FROM allele JOIN allele_code c USING (allele_code_id) WHERE c.allele IS NOT NULL
  UNION SELECT variation_id FROM population_genotype
  UNION SELECT key FROM ${sortedTable('chips')}
  UNION SELECT key FROM ${sortedTable('phenotypes')}
  UNION SELECT key FROM ${COMPRESSED_TABLE}`;

/** Variants that have more than what one file has of them: those that must be put together. */
const SEVERAL_TABLE = 'compiled_several_details';
const SEVERAL = `
  FROM ${OWN_TABLE}
  UNION (SELECT variation_id FROM ${TOLD_TABLE} INTERSECT SELECT variation_id FROM ${CALLED_TABLE} WHERE counted IS NOT NULL)
  UNION SELECT variation_id FROM ${TOLD_TABLE} GROUP BY variation_id HAVING count(*) > 1
  UNION SELECT variation_id FROM ${CALLED_TABLE} GROUP BY variation_id HAVING count(*) > 1`;

/** Those among them that have genotypes from several places; those of others are long, and stay where they are. */
const MIXED_TABLE = 'compiled_mixed_genotypes';
const MIXED = `SELECT key AS variation_id FROM ${COMPRESSED_TABLE} UNION SELECT variation_id FROM ${CALLED_TABLE} GROUP BY variation_id HAVING count(*) > 1`;

/** SQL of what is to be stored as it is: variation_id, details, genotypes, which may be two rows of a variant. After DetailsReader.open. */
export const LONE_DETAILS = `
  SELECT variation_id, told AS details, NULL AS genotypes FROM ${TOLD_TABLE} ANTI JOIN ${SEVERAL_TABLE} USING (variation_id)
  UNION ALL SELECT variation_id, counted, genotypes FROM ${CALLED_TABLE} ANTI JOIN ${SEVERAL_TABLE} USING (variation_id)
  UNION ALL SELECT variation_id, NULL, genotypes FROM ${CALLED_TABLE} SEMI JOIN ${SEVERAL_TABLE} USING (variation_id) ANTI JOIN ${MIXED_TABLE} USING (variation_id)`;

const COMPRESSED = `SELECT * FROM ${COMPRESSED_TABLE} ORDER BY key, rowid`;
const TOLD = `SELECT variation_id AS key, told FROM ${TOLD_TABLE} t SEMI JOIN ${SEVERAL_TABLE} USING (variation_id) ORDER BY variation_id, source, t.rowid`;
const CALLED = `
  SELECT variation_id AS key, CASE WHEN variation_id IN (FROM ${MIXED_TABLE}) THEN genotypes END AS genotypes, counted, "unknown"
  FROM ${CALLED_TABLE} c SEMI JOIN ${SEVERAL_TABLE} USING (variation_id) ORDER BY variation_id, source, c.rowid`;

/** What a variant's details are put together of, in the order of variants; each is sorted into a table of its own: first those that say which variants the database tells of. */
const FIRST_STREAMS = { chips: CHIPS, phenotypes: PHENOTYPES };
const STREAMS = { alleles: ALLELES, genotypes: GENOTYPES, compressed: COMPRESSED, told: TOLD, called: CALLED };

/** Makes OWN_TABLE. After stageCompressedGenotypes. */
export async function stageOwnDetails(database: Database): Promise<void> {
  await stageStreams(database, FIRST_STREAMS);
  await database.all(`CREATE OR REPLACE TABLE ${OWN_TABLE} AS FROM (${OWN}) WHERE variation_id IS NOT NULL`);
}

/** One after the other: sorts that wait for each other's rows would share the memory. */
async function stageStreams(database: Database, streams: Record<string, string>): Promise<void> {
  for (const [stream, sql] of Object.entries(streams)) await database.all(`CREATE OR REPLACE TABLE ${sortedTable(stream)} AS ${sql}`);
}

/** Drops what stageOwnDetails and DetailsReader.open stage. */
export async function dropDetailStreams(database: Database): Promise<void> {
  for (const table of [OWN_TABLE, SEVERAL_TABLE, MIXED_TABLE, ...Object.keys({ ...FIRST_STREAMS, ...STREAMS }).map(sortedTable)]) await database.all(`DROP TABLE ${table}`);
}

interface CalledRow {
  key: number;
  /** Null where they are all that there is: LONE_DETAILS has them. */
  genotypes: Uint8Array | null;
  counted: Uint8Array | null;
  unknown: string | null;
}

/** What one variant has beside its record. */
export interface CompiledDetails {
  details: GroupedDetails;
  /** Genotypes of samples: those of VCF files first. */
  samples: GenotypeGroup[];
  /** The same where they are stored as they are. */
  stored: Uint8Array | null;
}

/** The details of variants whose details come from several places: streams in ascending order of variation_id, merged on the way. */
export class DetailsReader {
  readonly #alleles: RowsByKey<AlleleRow>;
  readonly #genotypes: RowsByKey<GenotypeRow>;
  readonly #chips: RowsByKey<{ key: number; name: string }>;
  readonly #phenotypes: RowsByKey<{ key: number; record: string }>;
  readonly #compressed: RowsByKey<CompressedGenotypes & { key: number }>;
  readonly #told: RowsByKey<{ key: number; told: Uint8Array }>;
  readonly #called: RowsByKey<CalledRow>;
  readonly #samples: GenotypedSamples;
  readonly #codes: ReadonlyMap<number, string>;
  readonly #counter: FrequencyCounter;

  private constructor(samples: GenotypedSamples, codes: ReadonlyMap<number, string>, counter: FrequencyCounter, rowsOf: <Row extends { key: number }>(stream: keyof typeof STREAMS | keyof typeof FIRST_STREAMS) => RowsByKey<Row>) {
    this.#alleles = rowsOf('alleles');
    this.#genotypes = rowsOf('genotypes');
    this.#chips = rowsOf('chips');
    this.#phenotypes = rowsOf('phenotypes');
    this.#compressed = rowsOf('compressed');
    this.#told = rowsOf('told');
    this.#called = rowsOf('called');
    this.#samples = samples;
    this.#codes = codes;
    this.#counter = counter;
  }

  /** After stageOwnDetails and stageVcfGenotypes. */
  static async open(database: Database, samples: GenotypedSamples, counter: FrequencyCounter): Promise<DetailsReader> {
    await database.all(`CREATE OR REPLACE TABLE ${MIXED_TABLE} AS FROM (${MIXED}) WHERE variation_id IS NOT NULL`);
    await database.all(`CREATE OR REPLACE TABLE ${SEVERAL_TABLE} AS FROM (${SEVERAL}) WHERE variation_id IS NOT NULL`);
    await stageStreams(database, STREAMS);
    return new DetailsReader(samples, await loadGenotypeCodes(database), counter, <Row extends { key: number }>(stream: string) => new RowsByKey(database.batches<Row>(`FROM ${sortedTable(stream)}`)));
  }

  /** Those that have anything, in ascending order. */
  async *variants(): AsyncGenerator<[variation: number, details: CompiledDetails]> {
    const streams = [this.#alleles, this.#genotypes, this.#chips, this.#phenotypes, this.#compressed, this.#told, this.#called];
    for (;;) {
      const id = Math.min(...await Promise.all(streams.map((rows) => rows.nextKey())));
      if (id === Infinity) return;
      yield [id, await this.#take(id)];
    }
  }

  async #take(id: number): Promise<CompiledDetails> {
    const [told, compressed, called, alleles, genotypes, chips, phenotypes] = await Promise.all([
      this.#told.take(id), this.#compressed.take(id), this.#called.take(id), this.#alleles.take(id), this.#genotypes.take(id), this.#chips.take(id), this.#phenotypes.take(id),
    ]);
    const { samples, stored, counted } = this.#genotyped(called, decodeCompressed(compressed, this.#samples, this.#codes));
    const own = groupDetails({
      alleles: alleles.flatMap(alleleFrequency), genotypes: genotypes.flatMap((row) => this.#genotypeFrequency(row)),
      chips: chips.map(({ name }) => name), phenotypes: phenotypes.map(({ record }) => JSON.parse(record) as PhenotypeRecord),
    });
    // In Ensembl's order: those that files tell, those of the database, those counted.
    const inOrder = [...told.map((row) => decodeGroups(row.told)), own, counted];
    return { details: { ...own, alleles: inOrder.flatMap(({ alleles }) => alleles), genotypes: inOrder.flatMap(({ genotypes }) => genotypes) }, samples, stored };
  }

  /** What is counted of one collection was counted when it was read. */
  #genotyped(called: readonly CalledRow[], compressed: readonly GenotypeGroup[]): Pick<CompiledDetails, 'samples' | 'stored'> & { counted: CountedFrequencies } {
    const [only] = called;
    if (called.length === 1 && compressed.length === 0) return { samples: [], stored: only!.genotypes, counted: only!.counted ? decodeGroups(only!.counted) : { alleles: [], genotypes: [] } };
    const samples = [...called.flatMap(({ genotypes }) => decodeGenotypeGroups(genotypes!)), ...compressed];
    const unknown = called.flatMap((each) => (each.unknown === null ? [] : JSON.parse(each.unknown) as UnknownAlleles));
    return { samples, stored: null, counted: this.#counter.count(samples, unknown) };
  }

  async close(): Promise<void> {
    await Promise.all([this.#alleles, this.#genotypes, this.#chips, this.#phenotypes, this.#compressed, this.#told, this.#called].map((rows) => rows.close()));
  }

  #genotypeFrequency({ code, frequency, population, count, submission }: GenotypeRow): GenotypeFrequency[] {
    const genotype = this.#codes.get(code);
    return genotype === undefined ? [] : [{ genotype, frequency: frequency ?? 0, population, count: count ?? 0, submission }];
  }
}

/** Nothing for an allele without a frequency: it has only been seen. */
function alleleFrequency({ allele, frequency, population, count, submission }: AlleleRow): AlleleFrequency[] {
  return frequency ? [{ allele, frequency, population, count, submission }] : [];
}
