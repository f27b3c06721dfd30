/** Analyses, biotypes, external databases, compara methods, variation sources and populations: info. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sqlLike } from '../../names/sql-like.ts';
import { sameName } from '../../names/name-text.ts';
import { ApiError } from '../../api-error.ts';
import { isTrue } from '../../operation/parameter.ts';
import type { Biotype, ExternalDbFeature, ExternalDbRow } from '../../release/documents.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { comparaName, findCompara } from '../../release/compara.ts';
import { CONSEQUENCE_TYPES } from '../../variants/consequences.ts';

/** Names of analyses with the kinds of databases that contain their results; none for an unknown species. One read. */
export async function listAnalyses({ params, release }: OperationRequest<{ species: string }>): Promise<Answer> {
  const sources = await (await release.findGenome(params.species))?.document('annotation');
  return { kind: 'value', value: sources?.analyses ?? {} };
}

/** Biotypes of the genes and transcripts of a species. One read. */
export async function listBiotypes({ params, release }: OperationRequest<{ species: string }>): Promise<Answer> {
  const sources = await (await coreGenome(release, params.species)).document('annotation');
  return { kind: 'value', value: sources?.biotypes ?? [] };
}

/** External databases, filtered by LIKE pattern and by the table that refers to them. One read. */
export async function listExternalDbs({
  params,
  release,
}: OperationRequest<{
  species: string;
  filter: string | undefined;
  feature: ExternalDbFeature | undefined;
}>): Promise<Answer> {
  const { species, filter, feature } = params;
  const genome = await coreGenome(release, species);
  const rows = (await genome.document('external-dbs')) ?? [];
  const fits = filter && filter !== '0' ? sqlLike(filter) : null;
  return {
    kind: 'value',
    value: rows
      .filter((row) => (!fits || fits(row.name)) && (feature === undefined || row.features.includes(feature)))
      .map(describeExternalDb),
  };
}

/** Names of the groups of biotypes, or the biotypes of one group. One read. */
export async function listBiotypeGroups({
  params,
  release,
}: OperationRequest<{ group: string | undefined; object_type: string | undefined }>): Promise<Answer> {
  const all = await release.biotypes();
  if (params.group === undefined) {
    const groups = new Set(all.flatMap(({ biotype_group }) => biotype_group ?? []));
    return { kind: 'value', value: [...groups].filter((group) => /[a-z]/i.test(group)).sort() };
  }
  const inCore = all.filter(({ ungrouped }) => !ungrouped);
  return describeBiotypes(inCore, 'biotype_group', 'group', params.group, params.object_type);
}

/** Biotypes with a name. One read. */
export async function findBiotypes({
  params,
  release,
}: OperationRequest<{ name: string | undefined; object_type: string | undefined }>): Promise<Answer> {
  if (params.name === undefined)
    throw new ApiError("Missing mandatory argument ':name' for endpoint info/biotypes/name/:name/:object_type");
  return describeBiotypes(await release.biotypes(), 'name', 'name', params.name, params.object_type);
}

function describeBiotypes(
  all: readonly Biotype[],
  key: 'name' | 'biotype_group',
  label: string,
  wanted: string,
  objectType: string | undefined,
): Answer {
  const value = all.filter(
    (biotype) => sameName(biotype[key], wanted) && (!objectType || sameName(biotype.object_type, objectType)),
  );
  if (value.length === 0)
    throw new ApiError(
      `biotypes not found for ${label} ${wanted}${objectType ? ` and object_type ${objectType}` : ''}`,
      404,
    );
  return { kind: 'value', value: value.map(({ ungrouped: _, ...biotype }) => biotype) };
}

function describeExternalDb({ name, release, displayName, description }: ExternalDbRow): object {
  return { name, release, display_name: displayName, description };
}

async function coreGenome(release: Release, species: string): Promise<Genome> {
  const genome = await release.findGenome(species);
  if (!genome) throw new ApiError(`Could not fetch adaptor for species ${species}`);
  return genome;
}

/** The compara databases and their releases. No reads. */
export function listComparas({ release }: OperationRequest): Answer {
  const comparas = (release.manifest.comparas ?? []).map((entry) => ({
    name: comparaName(entry),
    release: entry.release,
  }));
  return { kind: 'value', value: { comparas } };
}

/** Methods grouped by class; with `class`, only classes that match the pattern. One read. */
export async function listMethods({
  params,
  release,
}: OperationRequest<{ compara: string | undefined; class: string | undefined }>): Promise<Answer> {
  const { methods } = await release.comparaMethods(findCompara(release.manifest, params.compara));
  const fits = params.class && isTrue(params.class) ? classPattern(params.class) : () => true;
  const classes: Record<string, string[]> = {};
  for (const method of methods) if (fits(method.class)) (classes[method.class] ??= []).push(method.type);
  return { kind: 'value', value: classes };
}

/** The species sets of a method; none for an unknown method, as in Ensembl. One read. */
export async function listSpeciesSets({
  params,
  release,
}: OperationRequest<{ compara: string | undefined; method: string }>): Promise<Answer> {
  const entry = findCompara(release.manifest, params.compara);
  const { methods, speciesSets } = await release.comparaMethods(entry);
  const method = methods.find(({ type }) => sameName(type, params.method));
  return { kind: 'value', value: (method && speciesSets[method.type]) ?? [] };
}

/** Matching takes at most the third power of the length of a name, which has some 50 letters. */
const MAX_QUANTIFIERS = 3;

/**
 * A test for names that contain a match of a regular expression (`Homology`, `^GenomicAlign.*`, `.*tree_node`), by case
 * as in Ensembl. Throws ApiError (400) for an invalid expression, and for one that could take long: with repeated
 * groups, references or more than MAX_QUANTIFIERS repetitions.
 */
function classPattern(text: string): (name: string) => boolean {
  const quantifiers = text.match(/[*+{]/g)?.length ?? 0;
  if (quantifiers > MAX_QUANTIFIERS || /\)[*+{?]|\(\?|\\[\dkpP]/.test(text))
    throw new ApiError(`The pattern '${text.slice(0, 100)}' of class has repetitions that are not supported`);
  try {
    const pattern = new RegExp(text);
    return (name) => pattern.test(name);
  } catch {
    throw new ApiError(`The pattern '${text.slice(0, 100)}' of class is not a valid regular expression`);
  }
}

/** The sources of variants of a species, or the source with a name. One read. */
export async function listVariationSources({
  params,
  release,
}: OperationRequest<{ species: string; filter: string | undefined }>): Promise<Answer> {
  const { species, filter } = params;
  const sources = await (await release.genome(species)).document('variation-sources');
  if (!sources) throw new ApiError(`Species ${species} does not have variation data.`);
  if (filter === undefined) return { kind: 'value', value: sources };
  const source = sources.find(({ name }) => sameName(name, filter));
  if (!source) throw new ApiError(`Variation source '${filter}' not found for ${species}`);
  return { kind: 'value', value: [source] };
}

/** The populations of a species; with filter=LD only those with genotypes for linkage disequilibrium. One read. */
export async function listPopulations({
  params,
  release,
}: OperationRequest<{ species: string; filter: 'LD' | undefined }>): Promise<Answer> {
  const document = await (await release.genome(params.species)).document('populations');
  if (!document) throw noPopulations(params.species);
  if (params.filter === undefined) return { kind: 'value', value: document.populations };
  return { kind: 'value', value: document.withLd.map((index) => document.populations[index]) };
}

/** One population with its individuals. Two reads. */
export async function describePopulation({
  params,
  release,
}: OperationRequest<{ species: string; population_name: string }>): Promise<Answer> {
  // Ensembl's documentation has a colon after the species, so clients generated from it send one.
  const species = params.species.replace(/:$/, '');
  const genome = await release.genome(species);
  if (!genome.entry.documents?.populations) throw noPopulations(species);
  const population = await genome.population(params.population_name);
  if (!population) throw new ApiError(`Population '${params.population_name}' not found.`);
  const { individuals, ...summary } = population;
  return { kind: 'value', value: [individuals.length > 0 ? { ...summary, individuals } : summary] };
}

const consequences = CONSEQUENCE_TYPES.map(({ term, accession, label, description }) => ({
  SO_term: term,
  SO_accession: accession,
  label,
  description,
}));
const rankedConsequences = consequences.map((consequence, index) => ({
  ...consequence,
  consequence_ranking: String(index + 1),
}));

/** All consequences of variants, the most severe first. No reads. */
export function listConsequenceTypes({ params }: OperationRequest<{ rank: boolean }>): Answer {
  return { kind: 'value', value: params.rank ? rankedConsequences : consequences };
}

function noPopulations(species: string): ApiError {
  return new ApiError(`Species ${species} does not have population data.`);
}
