import type { Samples } from '../../src/operation/samples.ts';
import type { Genome } from '../../src/release/genome.ts';
import { decodeVariantFeature } from '../../src/variants/variant-features.ts';
import { part, type AskedService } from './asked-service.ts';

/** Variants that are asked about before the next genome is. */
const VARIANTS = 50;

/** A variant, one that can be recoded, publications that cite some, and a population with individuals. */
export async function variationSamples(service: AskedService): Promise<Samples> {
  return {
    ...await service.inFirstGenome((genome) => variantSample(service, genome)),
    ...await service.inFirstGenome((genome) => recodedSample(service, genome)),
    ...await service.inFirstGenome((genome) => publicationSample(service, genome, 'pmid')),
    ...await service.inFirstGenome((genome) => publicationSample(service, genome, 'pmcid')),
    ...await service.inFirstGenome((genome) => populationSample(service, genome)),
  };
}

async function variantSample(service: AskedService, genome: Genome): Promise<Samples | null> {
  const { species } = genome;
  const variant = await service.firstWithData(await variantNames(service, genome), (name) => [`/variation/${species}/${part(name)}`]);
  return variant === null ? null : { variation_species: species, variant };
}

async function recodedSample(service: AskedService, genome: Genome): Promise<Samples | null> {
  const { species } = genome;
  const variant = await service.firstWithData(await variantNames(service, genome), (name) => [`/variant_recoder/${species}/${part(name)}`]);
  return variant === null ? null : { recoded_species: species, recoded_variant: variant };
}

async function variantNames(service: AskedService, genome: Genome): Promise<string[]> {
  const intervals = await service.intervals(genome.entry.tables['variant-features'], VARIANTS);
  return intervals.map(({ payload }) => decodeVariantFeature(payload, genome.shapes('variant-features')).name);
}

async function publicationSample(service: AskedService, { entry, species }: Genome, kind: 'pmid' | 'pmcid'): Promise<Samples | null> {
  const keys = await service.entries(entry.tables['variants-by-publication'], VARIANTS, `${kind} `);
  const ids = new Set(keys.flatMap(([key]) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1).toUpperCase()] : [])));
  const id = await service.firstWithData(ids, (each) => [`/variation/${species}/${kind}/${part(each)}`]);
  return id === null ? null : { [`${kind}_species`]: species, [kind]: id };
}

async function populationSample(service: AskedService, { species }: Genome): Promise<Samples | null> {
  const populations: { name: string }[] = (await service.get(`/info/variation/populations/${species}`)) ?? [];
  for (const { name } of populations.slice(0, VARIANTS)) {
    const [found] = (await service.get(`/info/variation/populations/${species}/${part(name)}`)) ?? [];
    if (found?.individuals?.length > 0) return { population_species: species, population: name };
  }
  return null;
}
