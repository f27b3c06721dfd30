/** Which gene tree a request means: by the tree's id, by a gene or what belongs to it, by a symbol. */
import { at } from '../../checked.ts';
import {
  chooseTree,
  MAX_GENES_OF_NAME,
  type ComparedGene,
  type GeneMember,
  type GenePart,
  type MemberTree,
} from '../../compara/gene-member.ts';
import type { ComparaSpecies, ComparedGenome } from '../../compara/species.ts';
import { sameId } from '../../genome/stable-id.ts';
import { ApiError } from '../../api-error.ts';
import type { Compara } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { MAX_OPEN_READS } from '../../index/blocks/read-plan.ts';
import { comparasElsewhere, comparedElsewhere, comparedGenome, openCompara } from './compared-genome.ts';
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
 * The tree of a gene, transcript, translation or exon. Throws ApiError (400) in Ensembl's words: "Unable to find given
 * object: X" for an unknown id, or one that is not of the type or database asked for, "'X' is not an Ensembl Core
 * object, and thus does not have a gene-tree." for what only another database has, "Could not fetch a Gene object for
 * ID X" for one that is not compared, "No GeneTree found for Gene ID X" for one that stands in no tree.
 */
export async function treeOfMember(release: Release, id: string, params: MemberParams): Promise<ChosenTree> {
  const compara = openCompara(release, params.compara, params.species);
  // What the id is, its gene if it is one, and its gene if it is a part of one, are asked at once.
  const [species, own, parts, objects] = await Promise.all([
    compara.species(),
    membersOf(compara, id),
    compara.parts(readings([id])),
    objectsOf(release, id, params),
    params.species ? null : bringMembers(release, params.compara, id),
  ]);
  const genome = params.species ? comparedGenome(release, compara, species, params.species) : null;
  const type = objects[0]?.type ?? 'Gene';
  const restricted = params.object_type || (params.db_type && params.db_type.toLowerCase() !== 'core');
  if (objects.length === 0 && restricted) throw new ApiError(`Unable to find given object: ${id}`);
  if (objects.length > 0 && at(objects, 0).genome.entry.group !== 'core')
    throw new ApiError(`'${id}' is not an Ensembl Core object, and thus does not have a gene-tree.`);
  const member = choose(own, species, genome) ?? choose(membersOfParts(parts, objects), species, genome);
  const elsewhere = params.species
    ? undefined
    : await comparedElsewhere(release, params.compara, objects, async (other) =>
        other.entry === compara.entry
          ? member !== undefined
          : (await membersOf(other, id)).length > 0 ||
            membersOfParts(await other.parts(readings([id])), objects).length > 0,
      );
  if (elsewhere) return treeOfMember(release, id, { ...params, species: elsewhere });
  if (!member)
    throw new ApiError(
      objects.length === 0 ? `Unable to find given object: ${id}` : `Could not fetch a ${type} object for ID ${id}`,
    );
  return { compara, species, tree: treeOf(member, `${type} ID ${id}`, params.clusterset_id) };
}

/**
 * The tree of the gene that a symbol names: the first of several that stands in one. Throws ApiError (400) as
 * treeOfMember.
 */
export async function treeOfSymbol(
  release: Release,
  symbol: string,
  params: MemberParams & { species: string; external_db: string | undefined },
): Promise<ChosenTree> {
  const compara = openCompara(release, params.compara, params.species);
  const core = release.genome(params.species, params.db_type || 'core');
  const [species, { ids, exact }, [named]] = await Promise.all([
    compara.species(),
    genesOfSymbol(core, symbol, params.external_db),
    compara.named(core.species, [symbol]),
  ]);
  const [first] = ids;
  if (first === undefined) throw new ApiError('Lookup found nothing.');
  const genome = comparedGenome(release, compara, species, params.species);
  const isName = ids.length === exact.length && ids.every((id, which) => id === exact[which]);
  const member =
    (isName ? firstInTree(ids, named!, species, genome, params.clusterset_id) : undefined) ??
    (await firstMember(compara, ids, species, genome, params.clusterset_id));
  if (!member) throw new ApiError(`Could not fetch a Gene object for ID ${first}`);
  return { compara, species, tree: treeOf(member, `Gene ID ${member.geneId}`, params.clusterset_id) };
}

/**
 * The first of a symbol's genes that stands in a tree, if it is known without another read.
 *
 * @param named what `Compara.named` has of the symbol: of many genes the first in trees of any clusterset, of few all
 * that are in trees
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

/** The same of all genes, or the first that is compared. One wave of reads. */
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

function treeOf(member: ComparedGene, what: string, clusterset: string | undefined): MemberTree {
  const tree = chooseTree(member, clusterset);
  if (!tree) throw new ApiError(`No GeneTree found for ${what}`);
  return tree;
}

/**
 * Reads beside what the default database has of an id without a species what others have that may have it: as far as no
 * read has to wait for another, what they call species last. What fails here fails again where it is needed, and
 * nowhere else.
 */
async function bringMembers(release: Release, name: string | undefined, id: string): Promise<void> {
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

/** Members of an id as it stands and, for one with a version, of the id with that very version. */
async function membersOf(compara: Compara, id: string): Promise<GeneMember[]> {
  const [whole, bare = []] = await compara.members(readings([id]));
  return whole!.length > 0 ? whole! : bare.filter(({ version }) => version === splitVersion(id)!.version);
}

async function objectsOf(
  release: Release,
  id: string,
  { species, db_type: dbType, object_type: objectType }: MemberParams,
): Promise<FoundObject[]> {
  // A comparative database holds more species than a release has genomes of.
  if (species && !release.knows(species)) return [];
  const [found] = await findStableIds(release, [id], { species, dbType, objectType });
  return found!;
}

/** The compared genes of those parts that a request means. */
function membersOfParts(parts: readonly GenePart[], objects: readonly FoundObject[]): ComparedGene[] {
  return parts
    .filter((part) => objects.some(({ type, genome }) => type === part.type && genome.index === part.genome))
    .map(({ gene }) => gene);
}

/** The member of a genome; without one, of the first genome that stands for its species. */
function choose(
  members: readonly ComparedGene[],
  species: ComparaSpecies,
  genome: ComparedGenome | null,
): ComparedGene | undefined {
  return members.find((member) => (genome ? member.genome === genome.id : species.genome(member.genome)?.current));
}
