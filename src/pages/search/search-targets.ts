/** Finds what a search may mean in a release, with a bounded number of reads. */
import type { SymbolObject, SymbolRecord } from '../../genome/symbol-record.ts';
import { findGeneTree } from '../../handlers/lookup/gene-trees.ts';
import { readings } from '../../handlers/resolve/stable-id.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { shownSpecies } from './species-names.ts';
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
/** Most genes of a genome that have a name as a reference. */
const MAX_GENES = 10;

/** The genomes to search: those of the species, or the first of the release. */
export function genomesOf(release: Release, species: readonly string[]): Promise<Genome[]> {
  if (species.length > 0) return Promise.all(species.map(async (each) => release.genome(each)));
  const cores = release.manifest.genomes.flatMap(({ group }, index) => (group === 'core' ? [index] : []));
  return release.genomesAt(cores.slice(0, MAX_GENOMES));
}

/** All pages that a search means exactly, each once. */
export async function findTargets(release: Release, query: SearchQuery): Promise<SearchTarget[]> {
  const found = await targetsOf(release, query);
  return found.length > 0 || !query.otherwise ? found : targetsOf(release, query.otherwise);
}

async function targetsOf(release: Release, query: SearchQuery): Promise<SearchTarget[]> {
  if (query.text === '') return [];
  const genomes = await genomesOf(release, query.species);
  if (query.region) return regionTargets(release, genomes, query.region);
  if (query.hgvsReference !== null) return hgvsTargets(release, genomes, query, query.hgvsReference);
  const [ids, symbols, variants, regions] = await Promise.all([
    idTargets(release, query),
    symbolTargets(release, genomes, query.text),
    variantTargets(release, genomes, query.text),
    wholeRegionTargets(release, genomes, query.text),
  ]);
  const named = /[a-z]/i.test(query.text) ? release.speciesNamed(query.text) : null;
  const species = named === null ? [] : [await genomeTarget(release, named)];
  const found = ids.length > 0 ? ids : uniquePaths([...species, ...symbols, ...variants, ...regions]);
  return found.length > 0 ? found : treeTargets(release, query.text);
}

/** The page of a genome. */
export async function genomeTarget(release: Release, species: string): Promise<SearchTarget> {
  const detail = (await release.findGenome(species))?.entry.assembly ?? '';
  return { path: `/genome/${species}`, kind: 'Genome', name: shownSpecies(release, species), detail };
}

/** Regions with a name or synonym: 'NC_000932.1', 'MT', 'chr7'. Of an accession, the version may be missing. */
async function wholeRegionTargets(release: Release, genomes: readonly Genome[], text: string): Promise<SearchTarget[]> {
  if (!/^[\w.-]+$/.test(text)) return [];
  const found = await Promise.all(
    genomes.map(async (genome) => {
      for await (const [key, region] of genome.seqRegionsFrom(text)) {
        const rest = key.startsWith(text.toLowerCase()) ? key.slice(text.length) : null;
        return rest !== null && /^(\.\d+)?$/.test(rest) ? [wholeRegion(release, genome, region().name)] : [];
      }
      return [];
    }),
  );
  return found.flat();
}

export function wholeRegion(release: Release, { species }: Genome, name: string): SearchTarget {
  const path = `/browse/${species}/${encodeURIComponent(name)}`;
  return { path, kind: 'Region', name, detail: shownSpecies(release, species) };
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
  const ofIds = ids.map(({ genome }) => release.listedGenome(genome).species);
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
    .map((id) => ({ type: id.type, genome: release.listedGenome(id.genome) }))
    .filter(({ genome }) => genome.group === 'core' && (species.length === 0 || species.includes(genome.species)));
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
      return [...genes].slice(0, MAX_GENES).map(([id, [first]]) => {
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

export function symbolTarget(genome: Genome, { xref }: SymbolRecord, species: string): SearchTarget {
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
export function displayed(records: readonly SymbolRecord[]): NamedObject[] {
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

export function uniquePaths(targets: readonly SearchTarget[]): SearchTarget[] {
  return [...new Map(targets.map((target) => [target.path, target])).values()];
}
