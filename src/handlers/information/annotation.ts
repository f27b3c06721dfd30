/** What a species was annotated with: info/analysis, info/biotypes, info/external_dbs. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sqlLike } from '../../names/sql-like.ts';
import { sameName } from '../../names/name-text.ts';
import { ApiError } from '../../api-error.ts';
import type { Biotype, ExternalDbFeature, ExternalDbRow } from '../../release/information.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';

/** Names of analyses, each with the kinds of databases it made something for; nothing for an unknown species. One read. */
export async function listAnalyses({ params, release }: OperationRequest<{ species: string }>): Promise<Answer> {
  const sources = await release.findGenome(params.species)?.document('annotation');
  return { kind: 'value', value: sources?.analyses ?? {} };
}

/** Biotypes that genes and transcripts of a species have. One read. */
export async function listBiotypes({ params, release }: OperationRequest<{ species: string }>): Promise<Answer> {
  const sources = await coreGenome(release, params.species).document('annotation');
  return { kind: 'value', value: sources?.biotypes ?? [] };
}

/** External databases: those that a SQL pattern fits, those that rows of a table refer to. One read. */
export async function listExternalDbs(
  { params, release }: OperationRequest<{ species: string; filter: string | undefined; feature: ExternalDbFeature | undefined }>,
): Promise<Answer> {
  const { species, filter, feature } = params;
  const genome = coreGenome(release, species);
  const rows = (await genome.document('external-dbs')) ?? [];
  const fits = filter && filter !== '0' ? sqlLike(filter) : null;
  return {
    kind: 'value',
    value: rows.filter((row) => (!fits || fits(row.name)) && (feature === undefined || row.features.includes(feature))).map(describeExternalDb),
  };
}

/** Groups of biotypes by name; or the biotypes of one of them. One read. */
export async function listBiotypeGroups(
  { params, release }: OperationRequest<{ group: string | undefined; object_type: string | undefined }>,
): Promise<Answer> {
  const all = await release.biotypes();
  if (params.group === undefined) {
    const groups = new Set(all.flatMap(({ biotype_group }) => biotype_group ?? []));
    return { kind: 'value', value: [...groups].filter((group) => /[a-z]/i.test(group)).sort() };
  }
  return describeBiotypes(all, 'biotype_group', 'group', params.group, params.object_type);
}

/** Biotypes of a name. One read. */
export async function findBiotypes({ params, release }: OperationRequest<{ name: string | undefined; object_type: string | undefined }>): Promise<Answer> {
  if (params.name === undefined) throw new ApiError("Missing mandatory argument ':name' for endpoint info/biotypes/name/:name/:object_type");
  return describeBiotypes(await release.biotypes(), 'name', 'name', params.name, params.object_type);
}

function describeBiotypes(all: readonly Biotype[], key: 'name' | 'biotype_group', called: string, wanted: string, objectType: string | undefined): Answer {
  const value = all.filter((biotype) => sameName(biotype[key], wanted) && (!objectType || sameName(biotype.object_type, objectType)));
  if (value.length === 0) throw new ApiError(`biotypes not found for ${called} ${wanted}${objectType ? ` and object_type ${objectType}` : ''}`, 404);
  return { kind: 'value', value };
}

function describeExternalDb({ name, release, displayName, description }: ExternalDbRow): object {
  return { name, release, display_name: displayName, description };
}

function coreGenome(release: Release, species: string): Genome {
  const genome = release.findGenome(species);
  if (!genome) throw new ApiError(`Could not fetch adaptor for species ${species}`);
  return genome;
}
