/** Shared by the operations on linkage disequilibrium: finds the genome, variants and samples of a request. */
import { at } from '../../checked.ts';
import type { VariantMapping, VariantRecord } from '../../variants/variant-record.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { PopulationSamples } from '../../release/genotypes.ts';
import type { Release } from '../../release/release.ts';
import { refusePartlyPlaced } from '../resolve/placed-variant.ts';
import { genomeWithVariation } from '../resolve/genome.ts';
import type { MatrixVariant } from '../../index/genotypes/genotype-matrix.ts';
import { utf8 } from '../../index/blocks/bytes.ts';

/** As genomeWithVariation, with Ensembl's error text for linkage disequilibrium. */
export function genomeForLinkage(release: Release, species: string): Promise<Genome> {
  return genomeWithVariation(
    release,
    species,
    `Cannot compute LD for species: ${species}. The species doesn't have a variation database.`,
  );
}

/** A variant with its location on the reference. */
export interface PlacedVariant {
  record: VariantRecord;
  mapping: VariantMapping;
  /** The names that genotypes may use for the variant. */
  names: ReadonlySet<string>;
}

/**
 * Variants by name, each with its single location on the reference; patches and haplotypes do not count. Throws
 * ApiError (400) for unknown variants and for those with no location or several. One wave of reads, one more if a
 * directory is not cached, and one more for a variant with several locations.
 */
export async function placeVariants(genome: Genome, names: readonly string[]): Promise<PlacedVariant[]> {
  const found = await genome.variants(names);
  refusePartlyPlaced(found);
  const variants = names.map((name, which) => {
    const record = found[which];
    if (!record) throw new ApiError(`Could not fetch variation object for id: ${name}.`);
    return { name, record };
  });
  return Promise.all(
    variants.map(async ({ name, record }) => {
      const mappings = await onReference(genome, record.mappings);
      if (mappings.length > 1) throw new ApiError('Variant maps more than once to the genome.');
      if (mappings.length === 0) throw new ApiError('Could not retrieve a variation feature.');
      return { record, mapping: at(mappings, 0), names: new Set([record.name, name]) };
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
 * The samples of a population, by its name in any case, in each collection that contains some; none for a population
 * without genotypes. Throws ApiError (400) for an unknown population. One wave of reads, two if there are no samples.
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

/** The samples of all populations for linkage disequilibrium. */
export async function samplesOfAllPopulations(genome: Genome): Promise<PopulationSamples[]> {
  const found = await Promise.all(
    genome.genotypes.map((collection) => collection.populations(({ linkage }) => linkage)),
  );
  return found.flat();
}

/** The variants of the collections before the current one, to report each pair only once. */
export class PreviousCollections {
  readonly #variants: ReadonlySet<string>[] = [];

  /** @param variants as returned by placeAndName */
  add(variants: Iterable<string>): void {
    this.#variants.push(new Set(variants));
  }

  haveBoth(one: string, other: string): boolean {
    return this.#variants.some((variants) => variants.has(one) && variants.has(other));
  }
}

/** A text that identifies a variant within its region. */
export function placeAndName({ position, name }: MatrixVariant): string {
  return `${position} ${utf8.decode(name)}`;
}
