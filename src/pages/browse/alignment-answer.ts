/** Blocks of a whole-genome alignment as JSON, without sequences, for the genome browser. */
import { ApiError } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';
import { wrapped } from '../drawing/origin.ts';
import { numberOf, objectsOf } from '../views/json-fields.ts';
import { pathOf } from '../views/links.ts';
import type { ViewRequest } from '../views/view.ts';
import { browsedPlace } from './browse-place.ts';

/** Most bases of a request. */
const MAX_ALIGNED_BASES = 131_072;

/** An alignment, as alignment/region finds it. */
export interface BrowsedAlignment {
  name: string;
  /** Parameters of alignment/region: 'method=EPO;species_set_group=mammals;compara=multi'. */
  query: string;
}

/**
 * The alignment of the most species that contains a genome; null without one. Reads the methods of the compara
 * databases with alignments, which stay in memory.
 */
export async function browsedAlignment(release: Release, species: string): Promise<BrowsedAlignment | null> {
  const comparas = (release.manifest.comparas ?? []).filter(({ alignments }) => alignments);
  const found = await Promise.all(
    comparas.map(async (compara) => {
      const { methods, speciesSets } = await release.comparaMethods(compara);
      const aligning = methods.filter(({ class: kind }) => kind.startsWith('GenomicAlign'));
      return aligning
        .flatMap(({ type }) => speciesSets[type] ?? [])
        .filter(({ species_set: set }) => set.includes(species))
        .map((set) => ({ set, compara: compara.name }));
    }),
  );
  const [best] = found.flat().sort((a, b) => b.set.species_set.length - a.set.species_set.length);
  if (!best) return null;
  const { name, method, species_set: set, species_set_group: group } = best.set;
  const named = group ? { species_set_group: [group] } : { species_set: set };
  const parts: [string, string[]][] = Object.entries({ method: [method], ...named, compara: [best.compara] });
  const query = parts.flatMap(([key, values]) => values.map((value) => `${key}=${encodeURIComponent(value)}`));
  return { name: name || `${set.length} species ${method}`, query: query.join(';') };
}

/** Throws ApiError (400) for an unknown place, one that is too long, and a genome without alignments. */
export async function alignmentAnswer(
  release: Release,
  species: string,
  text: string,
  ask: ViewRequest['ask'],
): Promise<string> {
  const { genome, region, start, end, circularLength } = await browsedPlace(release, species, text);
  const length = end - start + 1;
  if (length > MAX_ALIGNED_BASES)
    throw new ApiError(`The region has ${length} bases; at most ${MAX_ALIGNED_BASES} are allowed`);
  const alignment = await browsedAlignment(release, genome.species);
  if (!alignment) throw new ApiError(`The genome of ${genome.species} has no alignments in this release`);
  const place = `${region.name}:${start}-${wrapped(end, circularLength)}`;
  const own = `display_species_set=${genome.species}`;
  const answer = await ask(
    `${pathOf('alignment', 'region', genome.species, place)}?${alignment.query};${own};compact=1`,
  );
  const blocks = objectsOf(answer).flatMap(({ alignments }) =>
    objectsOf(alignments).flatMap((row) => {
      const [from, to] = [numberOf(row, 'start'), numberOf(row, 'end')];
      return from === undefined || to === undefined ? [] : [{ start: from, end: to }];
    }),
  );
  return JSON.stringify({ name: alignment.name, blocks });
}
