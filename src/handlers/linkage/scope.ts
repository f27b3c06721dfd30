/** What requests for linkage disequilibrium have in common: which genome, which variants, which samples. */
import { at } from '../../checked.ts';
import type { VariantMapping, VariantRecord } from '../../variants/variant-record.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { PopulationSamples } from '../../release/genotypes.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithVariation } from '../resolve/genome.ts';
import type { MatrixVariant } from '../../index/genotypes/genotype-matrix.ts';
import { utf8 } from '../../index/blocks/bytes.ts';

/** As genomeWithVariation, which refuses others in Ensembl's words for linkage disequilibrium. */
export function genomeForLinkage(release: Release, species: string): Genome {
  return genomeWithVariation(
    release,
    species,
    `Cannot compute LD for species: ${species}. The species doesn't have a variation database.`,
  );
}

/** A variant where it stands on the reference. */
export interface PlacedVariant {
  record: VariantRecord;
  mapping: VariantMapping;
  /** Names that genotypes may have it under. */
  names: ReadonlySet<string>;
}

/**
 * Variants by name, each with its one place on the reference. Throws ApiError (400) for an unknown one, and for one
 * with several places, or none. One wave of reads, after one for a directory that is not at hand; one more for a
 * variant with several places, of which patches and haplotypes do not count.
 */
export async function placeVariants(genome: Genome, names: readonly string[]): Promise<PlacedVariant[]> {
  const records = await genome.variants(names);
  const unknown = names.find((_, each) => !records[each]);
  if (unknown !== undefined) throw new ApiError(`Could not fetch variation object for id: ${unknown}.`);
  return Promise.all(
    records.map(async (record, each) => {
      const mappings = await onReference(genome, record!.mappings);
      if (mappings.length > 1) throw new ApiError('Variant maps more than once to the genome.');
      if (mappings.length === 0) throw new ApiError('Could not retrieve a variation feature.');
      return { record: record!, mapping: at(mappings, 0), names: new Set([record!.name, at(names, each)]) };
    }),
  );
}

async function onReference(genome: Genome, mappings: readonly VariantMapping[]): Promise<readonly VariantMapping[]> {
  if (mappings.length <= 1) return mappings;
  const regions = await genome.seqRegions([...new Set(mappings.map(({ region }) => region.name))]);
  const elsewhere = new Set(
    regions
      .flat()
      .filter((region) => region.nonReference)
      .map(({ ordinal }) => ordinal),
  );
  return mappings.filter(({ region }) => !elsewhere.has(region.ordinal));
}

/**
 * The samples of a population (name in any case) in each collection that has some. Throws ApiError (400) for a
 * population that the species does not have; none for one without genotypes. One wave of reads, and one more where
 * there are none.
 */
export async function samplesOfPopulation(genome: Genome, name: string): Promise<PopulationSamples[]> {
  const lower = name.toLowerCase();
  const found = await Promise.all(
    genome.genotypes.map((collection) =>
      collection.populations((population) => population.name.toLowerCase() === lower),
    ),
  );
  if (found.some((samples) => samples.length > 0)) return found.flat();
  if (await genome.population(name)) return [];
  throw new ApiError(`Could not fetch population object for population name: ${name}`);
}

/** The samples of all populations that linkage disequilibrium is offered for. */
export async function samplesOfAllPopulations(genome: Genome): Promise<PopulationSamples[]> {
  const found = await Promise.all(
    genome.genotypes.map((collection) => collection.populations(({ linkage }) => linkage)),
  );
  return found.flat();
}

/** The variants of collections that were looked at before, each by its place and name. */
export class EarlierCollections {
  readonly #variants: ReadonlySet<string>[] = [];

  add(variants: Iterable<string>): void {
    this.#variants.push(new Set(variants));
  }

  haveBoth(one: string, other: string): boolean {
    return this.#variants.some((variants) => variants.has(one) && variants.has(other));
  }
}

/** What tells a variant from others of its region. */
export function placeAndName({ position, name }: MatrixVariant): string {
  return `${position} ${utf8.decode(name)}`;
}
