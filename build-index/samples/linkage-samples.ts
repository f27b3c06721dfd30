import { GenotypeMatrix } from '../../src/index/genotype-matrix.ts';
import type { Samples } from '../../src/operation/samples.ts';
import type { Genome } from '../../src/release/genome.ts';
import type { GenotypesEntry } from '../../src/release/manifest.ts';
import { part, type AskedService } from './asked-service.ts';

/** Bases that are looked at for linked variants, and how often. */
const WINDOW = 20_000;
const WINDOWS = 10;
/** Pairs need to be few, and to be worth being shown. */
const LEAST_R2 = 0.3;

interface Window {
  region: string;
  start: number;
  end: number;
}

/** Two variants that are linked in a population, and a region around them. */
export async function linkageSamples(service: AskedService): Promise<Samples> {
  for (const genome of service.genomes) {
    const populations: { name: string }[] = genome.entry.genotypes ? (await service.get(`/info/variation/populations/${genome.species}?filter=LD`)) ?? [] : [];
    for (const entry of populations.length > 0 ? genome.entry.genotypes ?? [] : []) {
      for (const { region, start, end } of await windowsWithVariants(service, genome, entry)) {
        for (const { name } of populations) {
          const place = `${region}:${start}-${end}`;
          const [pair] = (await service.get(`/ld/${genome.species}/region/${part(place)}/${part(name)}?r2=${LEAST_R2}`)) ?? [];
          if (pair) return { ld_species: genome.species, ld_variant: pair.variation1, ld_partner: pair.variation2, ld_region: place, ld_population: name };
        }
      }
    }
  }
  return {};
}

/** The first windows along the genome's regions in which a collection has variants. */
async function windowsWithVariants({ reader }: AskedService, genome: Genome, { matrix: entry }: GenotypesEntry): Promise<Window[]> {
  const matrix = new GenotypeMatrix(entry, reader);
  const windows: Window[] = [];
  const search = async (region: string, ordinal: number, start: number, end: number): Promise<void> => {
    if (windows.length >= WINDOWS) return;
    // Where the directory has no block, no variant is.
    const [blocks] = await matrix.plan([{ region: ordinal, start, end }]);
    if (blocks!.length === 0) return;
    if (end - start >= WINDOW) {
      const middle = Math.floor((start + end) / 2);
      await search(region, ordinal, start, middle);
      return search(region, ordinal, middle + 1, end);
    }
    const [variants] = await matrix.variants([{ region: ordinal, start, end }]);
    if (variants!.length > 1) windows.push({ region, start, end });
  };
  for (const { name } of (await genome.info()).topLevel) {
    const [[region] = []] = await genome.seqRegions([name]);
    if (region) await search(name, region.ordinal, 1, region.length);
    if (windows.length >= WINDOWS) break;
  }
  return windows;
}
