/** Finds the gene tree of a gene, transcript, translation, exon or symbol. */
import { at, only } from '../../checked.ts';
import {
  chooseTree,
  MAX_GENES_OF_NAME,
  type ComparedGene,
  type GeneMember,
  type GenePart,
  type MemberTree,
} from '../../compara/gene-member.ts';
import type { ComparaSpecies, ComparedGenome } from '../../compara/species.ts';
import { sameId, STABLE_ID_TYPES } from '../../genome/stable-id.ts';
import { ApiError } from '../../api-error.ts';
import type { Compara } from '../../release/compara.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { MAX_OPEN_READS } from '../../index/blocks/read-plan.ts';
import { comparasElsewhere, comparedElsewhere, comparedGenome, openCompara } from './compared-genome.ts';
import { hintElsewhere, withHint } from './other-comparas.ts';
import { findStableIds, readings, splitVersion, type FoundObject } from '../resolve/stable-id.ts';
import { genesOfSymbol } from '../resolve/symbol.ts';

export interface MemberParams {
  compara: string | undefined;
  species: string | undefined;
  db_type: string | undefined;
  object_type: string | undefined;
  clusterset_id?: string | undefined;
}

export interface ChosenTree {
  compara: Compara;
  species: ComparaSpecies;
  tree: MemberTree;
}

/**
 * The tree of a gene, transcript, translation or exon. Throws ApiError (400) with Ensembl's texts:
 * - "Unable to find given object: X" for an unknown id, or one of another type or database than requested
 * - "'X' is not an Ensembl Core object, and thus does not have a gene-tree." for ids of other databases
 * - "Could not fetch a Gene object for ID X" for a gene that the compara database does not contain
 * - "No GeneTree found for Gene ID X" for a gene without tree
 *
 * If another compara database has the tree, a sentence says so.
 */
export function treeOfMember(release: Release, id: string, params: MemberParams): Promise<ChosenTree> {
  return withHint(
    () => searchMember(release, id, params),
    () =>
      hintElsewhere(release, params, id, async (compara) =>
        Boolean(await searchMember(release, id, { ...params, compara })),
      ),
  );
}

async function searchMember(release: Release, id: string, params: MemberParams): Promise<ChosenTree> {
  const compara = openCompara(release, params.compara, params.species);
  // Reads the object, its gene if the id is a gene, and its gene if the id is a part, in the same wave.
  const [species, members, parts, objects] = await Promise.all([
    compara.species(),
    membersOf(compara, id),
    compara.parts(readings([id])),
    objectsOf(release, id, params),
    params.species ? null : prefetchMembers(release, params.compara, id),
  ]);
  const genome = params.species ? comparedGenome(release, compara, species, params.species) : null;
  const type = objects[0]?.type ?? 'Gene';
  const restricted = params.object_type || (params.db_type && params.db_type.toLowerCase() !== 'core');
  if (objects.length === 0 && restricted) throw new ApiError(`Unable to find given object: ${id}`);
  if (objects.length > 0 && at(objects, 0).genome.entry.group !== 'core')
    throw new ApiError(`'${id}' is not an Ensembl Core object, and thus does not have a gene-tree.`);
  const member = choose(members, species, genome) ?? choose(membersOfParts(parts, objects), species, genome);
  const elsewhere = params.species
    ? undefined
    : await comparedElsewhere(release, params.compara, objects, async (other) =>
        other.entry === compara.entry
          ? member !== undefined
          : (await membersOf(other, id)).length > 0 ||
            membersOfParts(await other.parts(readings([id])), objects).length > 0,
      );
  if (elsewhere) return searchMember(release, id, { ...params, species: elsewhere });
  if (!member)
    throw new ApiError(
      objects.length === 0 ? `Unable to find given object: ${id}` : `Could not fetch a ${type} object for ID ${id}`,
    );
  return { compara, species, tree: treeOf(member, `${type} ID ${id}`, params.clusterset_id) };
}

type SymbolParams = MemberParams & { species: string; external_db: string | undefined };

/** The tree of the first gene of a symbol that is in a tree. Throws ApiError (400) like treeOfMember. */
export async function treeOfSymbol(release: Release, symbol: string, params: SymbolParams): Promise<ChosenTree> {
  const core = await release.genome(params.species, params.db_type || 'core');
  return withHint(
    () => searchSymbol(release, core, symbol, params),
    () =>
      hintElsewhere(release, params, null, async (compara) =>
        Boolean(await searchSymbol(release, core, symbol, { ...params, compara })),
      ),
  );
}

async function searchSymbol(release: Release, core: Genome, symbol: string, params: SymbolParams): Promise<ChosenTree> {
  const compara = openCompara(release, params.compara, params.species);
  const [species, { ids, exact }, named] = await Promise.all([
    compara.species(),
    genesOfSymbol(core, symbol, params.external_db, typeNamed(params.object_type)),
    compara.named(core.species, [symbol]),
  ]);
  const [first] = ids;
  if (first === undefined) throw new ApiError('Lookup found nothing.');
  const genome = comparedGenome(release, compara, species, params.species);
  const isLiteral = ids.length === exact.length && ids.every((id, which) => id === exact[which]);
  const member =
    (isLiteral ? firstInTree(ids, only(named), species, genome, params.clusterset_id) : undefined) ??
    (await firstMember(compara, ids, species, genome, params.clusterset_id));
  if (!member) throw new ApiError(`Could not fetch a Gene object for ID ${first}`);
  return { compara, species, tree: treeOf(member, `Gene ID ${member.geneId}`, params.clusterset_id) };
}

const typeNamed = (name: string | undefined) =>
  STABLE_ID_TYPES.find((type) => type.toLowerCase() === name?.toLowerCase());

/**
 * The first of a symbol's genes that is in a tree, if that is known without another read.
 *
 * @param named genes of the symbol from `Compara.named`: all that are in trees, or, if they are many, only the first
 * ones in trees of any clusterset
 */
function firstInTree(
  ids: readonly string[],
  named: readonly ComparedGene[],
  species: ComparaSpecies,
  genome: ComparedGenome,
  clusterset?: string,
): ComparedGene | undefined {
  if (ids.length > MAX_GENES_OF_NAME && clusterset) return undefined;
  for (const id of named.length > 0 ? ids : []) {
    const member = choose(
      named.filter(({ geneId }) => sameId(geneId, id)),
      species,
      genome,
    );
    if (member && chooseTree(member, clusterset)) return member;
  }
  return undefined;
}

/** The first gene that is in a tree, else the first in the compara database. One wave of reads. */
async function firstMember(
  compara: Compara,
  ids: readonly string[],
  species: ComparaSpecies,
  genome: ComparedGenome,
  clusterset?: string,
): Promise<ComparedGene | undefined> {
  const members = (await compara.members(ids)).flatMap((found) => choose(found, species, genome) ?? []);
  return members.find((each) => chooseTree(each, clusterset)) ?? members[0];
}

function treeOf(member: ComparedGene, label: string, clusterset: string | undefined): MemberTree {
  const tree = chooseTree(member, clusterset);
  if (!tree) throw new ApiError(`No GeneTree found for ${label}`);
  return tree;
}

/**
 * Reads the records of an id from other compara databases that may contain it, as long as the number of open reads is
 * within MAX_OPEN_READS. Ignores errors: they occur again if the records are needed.
 */
async function prefetchMembers(release: Release, name: string | undefined, id: string): Promise<void> {
  let left = MAX_OPEN_READS - (openCompara(release, name).mayHave(id) ? 4 : 2);
  await Promise.allSettled(
    comparasElsewhere(release, name, [id]).flatMap((other): Promise<unknown>[] => {
      const reads = left >= 3 ? 3 : left >= 2 ? 2 : 0;
      left -= reads;
      return reads === 0
        ? []
        : [membersOf(other, id), other.parts(readings([id])), ...(reads === 3 ? [other.species()] : [])];
    }),
  );
}

/** Members with the id; if there are none and it ends in a version, members of the id with that version. */
async function membersOf(compara: Compara, id: string): Promise<GeneMember[]> {
  const [whole = [], bare = []] = await compara.members(readings([id]));
  return whole.length > 0 ? whole : bare.filter(({ version }) => version === splitVersion(id)?.version);
}

async function objectsOf(
  release: Release,
  id: string,
  { species, db_type: dbType, object_type: objectType }: MemberParams,
): Promise<FoundObject[]> {
  // A compara database may contain species without a genome in the release.
  if (species && !release.knows(species)) return [];
  return only(await findStableIds(release, [id], { species, dbType, objectType }));
}

/** The genes of those parts that are among the requested objects. */
function membersOfParts(parts: readonly GenePart[], objects: readonly FoundObject[]): ComparedGene[] {
  return parts
    .filter((part) => objects.some(({ type, genome }) => type === part.type && genome.index === part.genome))
    .map(({ gene }) => gene);
}

/** The member of a genome; without `genome`, the first one of a current genome of its species. */
function choose(
  members: readonly ComparedGene[],
  species: ComparaSpecies,
  genome: ComparedGenome | null,
): ComparedGene | undefined {
  return members.find((member) => (genome ? member.genome === genome.id : species.genome(member.genome)?.current));
}
