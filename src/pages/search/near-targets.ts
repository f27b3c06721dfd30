/** Finds names that begin with the text of a search, with a few reads of each genome. */
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import type { SearchQuery } from './search-query.ts';
import {
  displayed,
  findTargets,
  genomesOf,
  genomeTarget,
  symbolTarget,
  uniquePaths,
  wholeRegion,
  type SearchTarget,
} from './search-targets.ts';
import { shownSpecies, speciesLike } from './species-names.ts';

/** Most names that one prefix reads of a table. */
const MAX_NAMES = 40;
const MAX_SUGGESTIONS = 10;
/** Most suggestions that are genomes, and most regions, ids or variants. */
const MAX_SPECIES = 4;
const MAX_OF_KIND = 5;
/** Most genomes whose variants a prefix reads. */
const MAX_VARIATIONS = 3;

/** Pages that the whole text means, then names that begin with it. */
export async function suggestTargets(release: Release, query: SearchQuery): Promise<SearchTarget[]> {
  if (query.region || query.hgvsReference !== null)
    return (await findTargets(release, query)).slice(0, MAX_SUGGESTIONS);
  if (query.text.length < 2) return [];
  const [exact, near] = await Promise.all([findTargets(release, query), nearTargets(release, query)]);
  return uniquePaths([...exact, ...near]).slice(0, MAX_SUGGESTIONS);
}

/** Genomes, genes, regions, ids and variants whose names begin with the text, each once. */
export async function nearTargets(release: Release, query: SearchQuery): Promise<SearchTarget[]> {
  const found = await startingWith(release, query);
  return found.length > 0 || !query.otherwise ? found : startingWith(release, query.otherwise);
}

async function startingWith(release: Release, { text, species }: SearchQuery): Promise<SearchTarget[]> {
  if (text.length < 2) return [];
  const genomes = await genomesOf(release, species);
  const hasDigit = /\d/.test(text);
  const [names, regions, ids, variants] = await Promise.all([
    Promise.all(genomes.map((genome) => namesFrom(release, genome, text))),
    /^[\w.-]{3,}$/.test(text) && hasDigit
      ? Promise.all(genomes.map((genome) => regionsFrom(release, genome, text)))
      : [],
    /^[^\s:]{4,}$/.test(text) && (hasDigit || text.length > 5) ? idsFrom(release, text, species) : [],
    // A name of a variant begins with letters and contains a number: rs699, COSV12, nsv3.
    /^[a-z][\w.-]*$/i.test(text) && hasDigit ? variantsFrom(release, genomes, text) : [],
  ]);
  const like = species.length === 0 ? speciesLike(text, release, MAX_SPECIES) : [];
  const found = await Promise.all(like.map((each) => genomeTarget(release, each)));
  return uniquePaths([...found, ...interleaved(names), ...interleaved(regions), ...ids, ...variants]);
}

/** The entries of a table whose keys begin with a text, in order: at most MAX_NAMES are looked at. */
async function collect<T>(
  entries: AsyncIterable<[key: string, value: () => T]>,
  text: string,
  most: number,
  targetOf: (value: T, key: string) => SearchTarget | null,
): Promise<SearchTarget[]> {
  const prefix = text.toLowerCase();
  const found = new Map<string, SearchTarget>();
  let seen = 0;
  for await (const [key, value] of entries) {
    if (!key.startsWith(prefix) || ++seen > MAX_NAMES) break;
    const target = targetOf(value(), key);
    if (target) found.set(target.path, target);
    if (found.size === most) break;
  }
  return [...found.values()];
}

/** Display names of genes of a genome. */
function namesFrom(release: Release, genome: Genome, text: string): Promise<SearchTarget[]> {
  const species = shownSpecies(release, genome.species);
  return collect(genome.symbolsFrom(text), text, MAX_SUGGESTIONS, (record) =>
    displayed([record]).length > 0 ? symbolTarget(genome, record, species) : null,
  );
}

function regionsFrom(release: Release, genome: Genome, text: string): Promise<SearchTarget[]> {
  return collect(genome.seqRegionsFrom(text), text, MAX_OF_KIND, ({ name }) => wholeRegion(release, genome, name));
}

/** Genes, transcripts and translations. Their table has ids in lower case: the rest of an id follows the typed part. */
function idsFrom(release: Release, text: string, species: readonly string[]): Promise<SearchTarget[]> {
  const isUpper = text === text.toUpperCase();
  return collect(release.stableIdsFrom(text), text, MAX_OF_KIND, ({ type, genome }, key) => {
    if (type === 'Other' || type === 'Exon') return null;
    const listed = release.listedGenome(genome);
    if (listed.group !== 'core' || (species.length > 0 && !species.includes(listed.species))) return null;
    const rest = key.slice(text.length);
    const id = text + (isUpper ? rest.toUpperCase() : rest);
    const path = `/lookup/id/${encodeURIComponent(id)}`;
    return { path, kind: type, name: id, detail: shownSpecies(release, listed.species) };
  });
}

async function variantsFrom(release: Release, genomes: readonly Genome[], text: string): Promise<SearchTarget[]> {
  const withVariants = genomes.filter(({ entry }) => entry.tables.variants).slice(0, MAX_VARIATIONS);
  const found = await Promise.all(
    withVariants.map((genome) =>
      collect(genome.variation.namesFrom(text), text, MAX_OF_KIND, (name, key) => {
        const species = shownSpecies(release, genome.species);
        const isSynonym = key !== name.toLowerCase();
        const path = `/variation/${genome.species}/${encodeURIComponent(name)}`;
        return { path, kind: 'Variant', name, detail: isSynonym ? `${species} · also ${key}` : species };
      }),
    ),
  );
  return found.flat();
}

/** The first of each list, then the second of each, and so on. */
function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, which) => lists.flatMap((list) => list.slice(which, which + 1))).flat();
}
