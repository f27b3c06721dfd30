/** Where variation data come from and of whom: info/variation. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sameName } from '../../names/name-text.ts';
import { CONSEQUENCE_TYPES } from '../../variants/consequence-types.ts';
import { ApiError } from '../../api-error.ts';

/** The sources of a species' variants, or the one of a name. One read. */
export async function listVariationSources({ params, release }: OperationRequest<{ species: string; filter: string | undefined }>): Promise<Answer> {
  const { species, filter } = params;
  const sources = await release.genome(species).document('variation-sources');
  if (!sources) throw new ApiError(`Species ${species} does not have variation data.`);
  if (filter === undefined) return { kind: 'value', value: sources };
  const source = sources.find(({ name }) => sameName(name, filter));
  if (!source) throw new ApiError(`Variation source '${filter}' not found for ${species}`);
  return { kind: 'value', value: [source] };
}

/** The populations of a species; with filter=LD those that have genotypes for linkage disequilibrium. One read. */
export async function listPopulations({ params, release }: OperationRequest<{ species: string; filter: 'LD' | undefined }>): Promise<Answer> {
  const document = await release.genome(params.species).document('populations');
  if (!document) throw noPopulations(params.species);
  if (params.filter === undefined) return { kind: 'value', value: document.populations };
  return { kind: 'value', value: document.withLd.map((index) => document.populations[index]) };
}

/** One population with its individuals. Two reads. */
export async function describePopulation({ params, release }: OperationRequest<{ species: string; population_name: string }>): Promise<Answer> {
  // The catalogue of Ensembl's operations writes a colon after the species, and so do clients made from it.
  const species = params.species.replace(/:$/, '');
  const genome = release.genome(species);
  if (!genome.entry.documents?.populations) throw noPopulations(species);
  const population = await genome.population(params.population_name);
  if (!population) throw new ApiError(`Population '${params.population_name}' not found.`);
  const { individuals, ...summary } = population;
  return { kind: 'value', value: [individuals.length > 0 ? { ...summary, individuals } : summary] };
}

const consequences = CONSEQUENCE_TYPES.map(({ term, accession, label, description }) => ({ SO_term: term, SO_accession: accession, label, description }));
const rankedConsequences = consequences.map((consequence, index) => ({ ...consequence, consequence_ranking: String(index + 1) }));

/** All that a variant can do, worst first. No read beyond the root. */
export function listConsequenceTypes({ params }: OperationRequest<{ rank: boolean }>): Answer {
  return { kind: 'value', value: params.rank ? rankedConsequences : consequences };
}

function noPopulations(species: string): ApiError {
  return new ApiError(`Species ${species} does not have population data.`);
}
