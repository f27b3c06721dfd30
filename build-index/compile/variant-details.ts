import type { AlleleFrequency, GenotypeFrequency, GenotypeGroup, VariantDetails } from '../../src/variants/variant-details.ts';
import type { PhenotypeRecord } from '../../src/genome/phenotype-record.ts';
import type { Database } from '../dump/database.ts';
import { decodeCompressed, loadGenotypeCodes, type CompressedGenotypes } from './compressed-genotypes.ts';
import { FrequencyCounter } from './genotype-frequencies.ts';
import type { GenotypedSamples } from './genotyped-samples.ts';
import { PHENOTYPE_TABLE } from './phenotypes.ts';
import { RowsByKey } from './rows-by-key.ts';
import type { SortedRows } from './sorted-rows.ts';
import type { CollectedGenotypes } from './vcf-genotypes.ts';

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

/** What one variant has beside its record. */
export interface CompiledDetails extends VariantDetails {
  /** Genotypes of samples: those of VCF files first. */
  samples: GenotypeGroup[];
}

/** The details of variants: streams in ascending order of variation_id, merged on the way. */
export class DetailsReader {
  readonly #alleles: RowsByKey<AlleleRow>;
  readonly #genotypes: RowsByKey<GenotypeRow>;
  readonly #chips: RowsByKey<{ key: number; name: string }>;
  readonly #phenotypes: RowsByKey<{ key: number; record: string }>;
  readonly #compressed: RowsByKey<{ key: number; value: string }>;
  readonly #collected: RowsByKey<{ key: number; value: string }>;
  readonly #samples: GenotypedSamples;
  readonly #codes: ReadonlyMap<number, string>;
  readonly #counter: FrequencyCounter;

  private constructor(database: Database, samples: GenotypedSamples, codes: ReadonlyMap<number, string>, counter: FrequencyCounter, compressed: SortedRows, collected: SortedRows) {
    this.#alleles = new RowsByKey(database.rows<AlleleRow>(ALLELES));
    this.#genotypes = new RowsByKey(database.rows<GenotypeRow>(GENOTYPES));
    this.#chips = new RowsByKey(database.rows<{ key: number; name: string }>(CHIPS));
    this.#phenotypes = new RowsByKey(database.rows<{ key: number; record: string }>(PHENOTYPES));
    this.#compressed = new RowsByKey(numbered(compressed));
    this.#collected = new RowsByKey(numbered(collected));
    this.#samples = samples;
    this.#codes = codes;
    this.#counter = counter;
  }

  /** @param compressed genotypes of the database, `collected` those of VCF files, by variationKey */
  static async open(database: Database, samples: GenotypedSamples, compressed: SortedRows, collected: SortedRows): Promise<DetailsReader> {
    return new DetailsReader(database, samples, await loadGenotypeCodes(database), new FrequencyCounter(await samples.countedPopulations(database)), compressed, collected);
  }

  /** Those that have anything, in ascending order. */
  async *variants(): AsyncGenerator<[variation: number, details: CompiledDetails]> {
    const streams = [this.#alleles, this.#genotypes, this.#chips, this.#phenotypes, this.#compressed, this.#collected];
    for (;;) {
      const id = Math.min(...await Promise.all(streams.map((rows) => rows.nextKey())));
      if (id === Infinity) return;
      yield [id, await this.#take(id)];
    }
  }

  async #take(id: number): Promise<CompiledDetails> {
    const compressed = (await this.#compressed.take(id)).map(({ value }) => JSON.parse(value) as CompressedGenotypes);
    const collected = (await this.#collected.take(id)).map(({ value }) => JSON.parse(value) as CollectedGenotypes);
    const samples = [...collected.flatMap(({ group }) => group ?? []), ...decodeCompressed(compressed, this.#samples, this.#codes)];
    const counted = this.#counter.count(samples, collected.flatMap(({ unknown }) => unknown));
    const rows = await this.#alleles.take(id);
    return {
      // In Ensembl's order: those that files tell, those of the database, those counted.
      alleles: [...collected.flatMap(({ told }) => told.alleles), ...rows.flatMap(alleleFrequency), ...counted.alleles],
      genotypes: [...collected.flatMap(({ told }) => told.genotypes), ...(await this.#genotypes.take(id)).flatMap((row) => this.#genotypeFrequency(row)), ...counted.genotypes],
      chips: (await this.#chips.take(id)).map(({ name }) => name),
      phenotypes: (await this.#phenotypes.take(id)).map(({ record }) => JSON.parse(record) as PhenotypeRecord),
      samples,
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#alleles, this.#genotypes, this.#chips, this.#phenotypes, this.#compressed, this.#collected].map((rows) => rows.close()));
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

async function* numbered(rows: SortedRows): AsyncGenerator<{ key: number; value: string }> {
  for await (const { key, value } of rows.sorted()) yield { key: Number(key), value };
}
