import { IntervalTable } from '../../src/index/interval-table.ts';
import type { Samples } from '../../src/operation/samples.ts';
import type { Genome } from '../../src/release/genome.ts';
import { decodeVariantFeature } from '../../src/variants/variant-features.ts';
import { firstOf, part, type AskedService } from './asked-service.ts';

/** Variants that are asked about before the next genome is. */
const VARIANTS = 50;

/** A variant, one that can be recoded, publications that cite some, and a population with individuals. */
export async function variationSamples(service: AskedService): Promise<Samples> {
  const samples: Samples = {};
  for (const genome of service.genomes) {
    const { species } = genome;
    const names = await variantNames(service, genome);
    const known = samples.variant === undefined ? await service.firstWithData(names, (name) => [`/variation/${species}/${part(name)}`]) : null;
    if (known !== null) Object.assign(samples, { variation_species: species, variant: known } satisfies Samples);
    const recoded = samples.recoded_variant === undefined ? await service.firstWithData(names, (name) => [`/variant_recoder/${species}/${part(name)}`]) : null;
    if (recoded !== null) Object.assign(samples, { recoded_species: species, recoded_variant: recoded } satisfies Samples);
    for (const kind of ['pmid', 'pmcid'] as const) {
      const id = samples[kind] === undefined ? await publication(service, genome, kind) : null;
      if (id !== null) Object.assign(samples, { [`${kind}_species`]: species, [kind]: id });
    }
    const population = samples.population === undefined ? await populationOf(service, species) : null;
    if (population !== null) Object.assign(samples, { population_species: species, population } satisfies Samples);
  }
  return samples;
}

async function variantNames({ reader }: AskedService, { entry }: Genome): Promise<string[]> {
  const table = entry.tables['variant-features'];
  const features = table ? await firstOf(new IntervalTable(table, reader).scan(), VARIANTS) : [];
  return features.map(({ payload }) => decodeVariantFeature(payload).name);
}

async function publication(service: AskedService, { entry, species }: Genome, kind: 'pmid' | 'pmcid'): Promise<string | null> {
  const keys = await service.entries(entry.tables['variants-by-publication'], VARIANTS, `${kind} `);
  const ids = new Set(keys.flatMap(([key]) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1).toUpperCase()] : [])));
  return service.firstWithData(ids, (id) => [`/variation/${species}/${kind}/${part(id)}`]);
}

async function populationOf(service: AskedService, species: string): Promise<string | null> {
  const populations: { name: string }[] = (await service.get(`/info/variation/populations/${species}`)) ?? [];
  for (const { name } of populations.slice(0, VARIANTS)) {
    const [found] = (await service.get(`/info/variation/populations/${species}/${part(name)}`)) ?? [];
    if (found?.individuals?.length > 0) return name;
  }
  return null;
}
