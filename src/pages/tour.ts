/**
 * Pages that newcomers may look at: sample genes that the databases name themselves. Real genomes, no fictional ones.
 */
import { isAncestral } from '../compara/species.ts';
import type { SpeciesEntry } from '../release/manifest.ts';
import type { Release } from '../release/release.ts';
import { shownSpecies } from './search/species-names.ts';

export interface TourStop {
  kind: 'Gene' | 'Genome';
  /** What to write in the search box: a symbol, an id, or the name of the species. */
  name: string;
  /** Display name of the species. */
  species: string;
  /** Path below the base path. */
  path: string;
}

/** Most genomes of a tour. Each costs the read of its document, which stays in memory. */
const MAX_STOPS = 3;

/** Is the species made up? Display names of generated data say so. */
export function isFictional({ displayName }: Pick<SpeciesEntry, 'displayName'>): boolean {
  return /\(fictional\)$/.test(displayName ?? '');
}

/**
 * The sample gene (`sample.gene_param` and `sample.gene_text` of the table meta, as in Ensembl's databases) of the
 * first genomes; the page of a genome that names none, or one that the release lacks.
 */
export async function tourOf(release: Release): Promise<TourStop[]> {
  const species = release.manifest.species
    .filter((entry) => !isFictional(entry) && !isAncestral(entry.name))
    .slice(0, MAX_STOPS);
  const found = await release.findGenomes(species.map(({ name }) => name));
  const genomes = found.filter((genome) => genome !== null);
  if (genomes.length === 0) return [];
  const samples = await Promise.all(
    genomes.map(async (genome) => {
      const { meta } = await genome.info();
      return { id: meta['sample.gene_param']?.[0] ?? '', name: meta['sample.gene_text']?.[0] };
    }),
  );
  const known = await release.stableIds(samples.map(({ id }) => id));
  return genomes.map(({ species, index }, which) => {
    const { id = '', name = id } = samples[which] ?? {};
    const shown = shownSpecies(release, species);
    return known[which]?.some(({ genome, type }) => genome === index && type === 'Gene')
      ? { kind: 'Gene', name, species: shown, path: `/lookup/id/${encodeURIComponent(id)}` }
      : { kind: 'Genome', name: shown, species: shown, path: `/genome/${species}` };
  });
}
