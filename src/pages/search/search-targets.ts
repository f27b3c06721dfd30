/** Finds what a search may mean in a release, with a bounded number of reads. */
import type { SymbolObject, SymbolRecord } from '../../genome/symbol-record.ts';
import { findGeneTree } from '../../handlers/lookup/gene-trees.ts';
import { readings } from '../../handlers/resolve/stable-id.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { placedSpan } from '../browse/browse-place.ts';
import type { SearchQuery } from './search-query.ts';

/** A page that a search may mean. */
export interface SearchTarget {
  /** Path and query below the base path. */
  path: string;
  /** What it is: 'Gene', 'Region' … */
  kind: string;
  name: string;
  /** More about it: the species, or why it was found. */
  detail: string;
}

/** Most genomes that one search reads, unless it names a species. */
export const MAX_GENOMES = 24;
/** Most names that suggestions read of each genome. */
const MAX_NAMES = 40;
const MAX_SUGGESTIONS = 10;

/** The genomes to search: that of the species, or the first of the release. */
function genomesOf(release: Release, species: string | null): Genome[] {
  if (species !== null) return [release.genome(species)];
  return release.manifest.genomes
    .flatMap(({ group }, index) => (group === 'core' ? [index] : []))
    .slice(0, MAX_GENOMES)
    .map((index) => release.genomeAt(index));
}

/** Display name of a species: 'Human'. */
export function shownSpecies(release: Release, species: string): string {
  const entry = release.manifest.species.find(({ name }) => name === species);
  return entry?.displayName ?? entry?.commonName ?? species.replaceAll('_', ' ');
}

/** All pages that a search may mean, each once; the exact ones only, if there are any. */
export async function findTargets(release: Release, query: SearchQuery): Promise<SearchTarget[]> {
  if (query.text === '') return [];
  const genomes = genomesOf(release, query.species);
  if (query.region) return regionTargets(release, genomes, query.region);
  if (query.hgvsReference !== null) return hgvsTargets(release, genomes, query, query.hgvsReference);
  const [ids, symbols, variants] = await Promise.all([
    idTargets(release, query),
    symbolTargets(release, genomes, query.text),
    variantTargets(release, genomes, query.text),
  ]);
  const found = ids.length > 0 ? ids : uniquePaths([...symbols, ...variants]);
  return found.length > 0 ? found : treeTargets(release, query.text);
}

async function regionTargets(
  release: Release,
  genomes: readonly Genome[],
  { name, ...span }: NonNullable<SearchQuery['region']>,
): Promise<SearchTarget[]> {
  const names = [name, name.replace(/^chr/i, '')];
  const found = await Promise.all(
    genomes.map(async (genome) => {
      const region = (await genome.seqRegions(names)).flat()[0];
      const { start } = region ? placedSpan(span, region) : span;
      if (!region || start > region.length) return [];
      // The browser shows a region over the origin as it was typed.
      const end = region.circular ? span.end : Math.max(span.start, span.end);
      const place = `${region.name}:${start}-${Math.min(end, region.length)}`;
      const path = `/browse/${genome.species}/${encodeURIComponent(place).replaceAll('%3A', ':')}`;
      return [{ path, kind: 'Region', name: place, detail: shownSpecies(release, genome.species) }];
    }),
  );
  return found.flat();
}

async function hgvsTargets(
  release: Release,
  genomes: readonly Genome[],
  { text }: SearchQuery,
  reference: string,
): Promise<SearchTarget[]> {
  const ids = (await release.stableIds(readings([reference]))).flat();
  const ofIds = ids.map(({ genome }) => release.genomeAt(genome).species);
  const species = ofIds.length > 0 ? ofIds : await speciesWithName(genomes, reference);
  return [...new Set(species)].map((each) => ({
    path: `/vep/${each}/hgvs/${encodeURIComponent(text)}`,
    kind: 'Consequences',
    name: text,
    detail: shownSpecies(release, each),
  }));
}

/** Species with a sequence region or a gene of that name. */
async function speciesWithName(genomes: readonly Genome[], name: string): Promise<string[]> {
  const named = await Promise.all(
    genomes.map(async (genome) => {
      const [regions, symbols] = await Promise.all([genome.seqRegions([name]), genome.symbols([name])]);
      return regions.flat().length + symbols.flat().length > 0 ? [genome.species] : [];
    }),
  );
  return named.flat();
}

async function idTargets(release: Release, { text, species }: SearchQuery): Promise<SearchTarget[]> {
  const found = (await release.stableIds(readings([text]))).flat();
  const genomes = found
    .filter(({ type }) => type !== 'Other')
    .map((id) => ({ type: id.type, genome: release.genomeAt(id.genome) }))
    .filter(({ genome }) => genome.entry.group === 'core' && (species === null || genome.species === species));
  const several = new Set(genomes.map(({ genome }) => genome.species)).size > 1;
  return uniquePaths(
    genomes.map(({ type, genome }) => ({
      path: `/lookup/id/${encodeURIComponent(text)}${several ? `?species=${genome.species}` : ''}`,
      kind: type,
      name: text,
      detail: shownSpecies(release, genome.species),
    })),
  );
}

async function symbolTargets(release: Release, genomes: readonly Genome[], text: string): Promise<SearchTarget[]> {
  const found = await Promise.all(
    genomes.map(async (genome) => {
      const [records = []] = await genome.symbols([text]);
      const species = shownSpecies(release, genome.species);
      const display = displayed(records)[0];
      if (display) return [{ isDisplay: true, target: symbolTarget(genome, display.record, species) }];
      const genes = Map.groupBy(objectsOf(records), ({ object }) => object.geneId);
      return [...genes].slice(0, MAX_SUGGESTIONS).map(([id, [first]]) => {
        const xref = first?.record.xref;
        const detail = xref ? `${species} · ${xref.dbname}: ${xref.display_id ?? xref.primary_id}` : species;
        return {
          isDisplay: false,
          target: { path: `/lookup/id/${encodeURIComponent(id)}`, kind: 'Gene', name: id, detail },
        };
      });
    }),
  );
  const all = found.flat();
  const named = all.filter(({ isDisplay }) => isDisplay);
  return uniquePaths((named.length > 0 ? named : all).map(({ target }) => target));
}

function symbolTarget(genome: Genome, { xref }: SymbolRecord, species: string): SearchTarget {
  const name = xref.display_id ?? xref.primary_id;
  return { path: `/lookup/symbol/${genome.species}/${encodeURIComponent(name)}`, kind: 'Gene', name, detail: species };
}

interface NamedObject {
  record: SymbolRecord;
  object: SymbolObject;
}

function objectsOf(records: readonly SymbolRecord[]): NamedObject[] {
  return records.flatMap((record) => record.objects.map((object) => ({ record, object })));
}

/** Genes whose display name is the name of a record. */
function displayed(records: readonly SymbolRecord[]): NamedObject[] {
  const byLabel = records.filter((record) => record.as.includes('display_id'));
  return objectsOf(byLabel).filter(({ object }) => object.type === 'gene' && object.display);
}

/** Names of variants: rs123, COSV123, nsv123, and names that a database made up, which have a digit. */
const VARIANT_NAME = /^[a-z]{1,12}[\w.-]*\d[\w.-]*$/i;

async function variantTargets(release: Release, genomes: readonly Genome[], text: string): Promise<SearchTarget[]> {
  if (!VARIANT_NAME.test(text)) return [];
  const found = await Promise.all(
    genomes.map(async (genome) => {
      const [variant] = await genome.variation.find([text], { details: false, genotypes: false });
      if (!variant) return [];
      const path = `/variation/${genome.species}/${encodeURIComponent(text)}`;
      return [{ path, kind: 'Variant', name: text, detail: shownSpecies(release, genome.species) }];
    }),
  );
  return found.flat();
}

async function treeTargets(release: Release, text: string): Promise<SearchTarget[]> {
  if (!/^[A-Z]+GT\d+$/i.test(text)) return [];
  const none = { species: undefined, db_type: undefined, object_type: undefined };
  const tree = await findGeneTree(release, text, none);
  return tree ? [{ path: `/genetree/id/${encodeURIComponent(text)}`, kind: 'Gene tree', name: text, detail: '' }] : [];
}

/** Names of genes that begin with a text, at most a few of each genome; then what the text means as a whole. */
export async function suggestTargets(release: Release, query: SearchQuery): Promise<SearchTarget[]> {
  if (query.region || query.hgvsReference !== null)
    return (await findTargets(release, query)).slice(0, MAX_SUGGESTIONS);
  if (query.text.length < 2) return [];
  const [exact, beginning] = await Promise.all([
    findTargets(release, query),
    Promise.all(genomesOf(release, query.species).map((genome) => namesFrom(release, genome, query.text))),
  ]);
  return uniquePaths([...exact, ...interleaved(beginning)]).slice(0, MAX_SUGGESTIONS);
}

/** Display names of genes of a genome that begin with a text, in order. */
async function namesFrom(release: Release, genome: Genome, text: string): Promise<SearchTarget[]> {
  const species = shownSpecies(release, genome.species);
  const prefix = text.toLowerCase();
  const found: SearchTarget[] = [];
  let seen = 0;
  for await (const [key, symbol] of genome.symbolsFrom(text)) {
    if (!key.startsWith(prefix) || ++seen > MAX_NAMES || found.length === MAX_SUGGESTIONS) break;
    const record = symbol();
    if (displayed([record]).length > 0) found.push(symbolTarget(genome, record, species));
  }
  return found;
}

/** The first of each list, then the second of each, and so on. */
function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, which) => lists.flatMap((list) => list.slice(which, which + 1))).flat();
}

function uniquePaths(targets: readonly SearchTarget[]): SearchTarget[] {
  return [...new Map(targets.map((target) => [target.path, target])).values()];
}
