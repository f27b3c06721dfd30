/** Gene trees by id, member or symbol: genetree/id, genetree/member/id, genetree/member/symbol. */
import type { Answer, Format, OperationRequest } from '../../operation/operation.ts';
import { leavesOf, type GeneTree, pruneToGenomes, subtree } from '../../compara/gene-tree.ts';
import type { NewickFormat } from '../../compara/newick-labels.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import { ApiError } from '../../api-error.ts';
import { inTextChunks, joinText } from '../../formats/text-stream.ts';
import type { Compara, TreeSequences } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { NANOSECONDS } from '../../work-budget.ts';
import { reserveMemory } from '../../operation/memory-reservation.ts';
import { openComparas, restrictedTo } from './compared-genome.ts';
import { treeJson, treeNewick, treeOrthoxml, treePhyloxml, type TreeForm } from './gene-tree-answer.ts';
import { treeOfMember, treeOfSymbol, type ChosenTree, type MemberParams } from './gene-tree-choice.ts';

export interface TreeParams {
  aligned: boolean;
  sequence: string | undefined;
  phyloxml_aligned: boolean;
  phyloxml_sequence: string | undefined;
  cigar_line: boolean;
  nh_format: NewickFormat;
  prune_species: readonly string[];
  prune_taxon: readonly string[];
  subtree_node_id: number | undefined;
}

/** GET genetree/id. Reads the tree and the sequences of its members in the same wave. */
export async function geneTreeById(
  request: OperationRequest<TreeParams & { id: string; compara: string | undefined }>,
): Promise<Answer> {
  const { params, release, format } = request;
  const found = await Promise.all(
    openComparas(release, params.compara, params.id).map(async (compara): Promise<ReadTree | null> => {
      const { id } = params;
      const [tree, species, sequences] = await Promise.all([
        compara.geneTree(id),
        compara.species(),
        lettersOf(compara, id.toLowerCase(), params, format),
      ]);
      return tree && { tree, species, sequences };
    }),
  );
  const first = found.find((each) => each !== null);
  if (!first) throw new ApiError(`No GeneTree found for ID ${params.id}`);
  return answer(first, request);
}

export async function geneTreeOfMember(
  request: OperationRequest<TreeParams & MemberParams & { id: string }>,
): Promise<Answer> {
  const { params, release, format } = request;
  return answer(await read(await treeOfMember(release, params.id, params), params, format), request);
}

export async function geneTreeOfSymbol(
  request: OperationRequest<
    TreeParams & MemberParams & { species: string; symbol: string; external_db: string | undefined }
  >,
): Promise<Answer> {
  const { params, release, format } = request;
  return answer(await read(await treeOfSymbol(release, params.symbol, params), params, format), request);
}

interface ReadTree {
  tree: GeneTree;
  species: ComparaSpecies;
  sequences: TreeSequences | null;
}

async function read(
  { compara, species, tree: { place, sequences: key } }: ChosenTree,
  params: TreeParams,
  format: Format,
): Promise<ReadTree> {
  const [tree, sequences] = await Promise.all([compara.geneTreeAt(place), lettersOf(compara, key, params, format)]);
  return { tree, species, sequences };
}

/** The sequences of a tree; null for formats and requests without sequences. */
async function lettersOf(
  compara: Compara,
  key: string,
  params: TreeParams,
  format: Format,
): Promise<TreeSequences | null> {
  const sequence = sequenceOf(params);
  if (sequence === 'none' || format === 'nh' || format === 'orthoxml') return null;
  return compara.sequencesOfTree(key, sequence === 'cdna');
}

/** Answers with at least this many genes are streamed. */
const STREAMED_LEAVES = 400;

/** Bytes of memory per node, including the stored sequence of its member and its part of the answer. */
const MEMORY_OF_NODE = 2_000;

async function answer(
  { tree, species, sequences }: ReadTree,
  { params, release, format, work, memory }: OperationRequest<TreeParams>,
): Promise<Answer> {
  const part = await reduced(tree, species, params, release);
  const leaves = leavesOf(part.root).length;
  const nodes = 2 * leaves;
  work.spend(nodes * NANOSECONDS.node, 'a part of the tree, with subtree_node_id or prune_species');
  const waiting = reserveMemory(memory, nodes * MEMORY_OF_NODE);
  if (waiting) await waiting;
  const form: TreeForm = {
    sequences,
    coding: sequenceOf(params) === 'cdna',
    aligned: params.aligned || params.phyloxml_aligned,
    cigarLine: params.cigar_line,
  };
  switch (format) {
    case 'nh':
      return { kind: 'value', value: treeNewick(part, species, params.nh_format) };
    case 'orthoxml':
      return textOrStream(treeOrthoxml(part, species), leaves, 'value');
    case 'phyloxml':
      return textOrStream(treePhyloxml(part, species, form), leaves, 'value');
    default:
      return textOrStream(treeJson(part, species, form), leaves, 'json');
  }
}

async function reduced(
  tree: GeneTree,
  species: ComparaSpecies,
  params: TreeParams,
  release: Release,
): Promise<GeneTree> {
  const below = params.subtree_node_id === undefined ? tree : subtree(tree, params.subtree_node_id);
  if (!below) throw new ApiError(`The gene tree has no node ${params.subtree_node_id}`);
  const kept = await restrictedTo(release, species, params.prune_species, params.prune_taxon);
  const pruned = kept ? pruneToGenomes(below, (genome) => kept.has(genome)) : below;
  if (!pruned) throw new ApiError('All the leaves are lost after pruning the tree !\n');
  return pruned;
}

function sequenceOf({ sequence, phyloxml_sequence }: TreeParams): string {
  return sequence || phyloxml_sequence || 'protein';
}

function textOrStream(pieces: Generator<string>, leaves: number, kind: 'value' | 'json'): Answer {
  if (leaves >= STREAMED_LEAVES) return { kind: 'stream', chunks: inTextChunks(pieces) };
  const text = joinText(pieces);
  return kind === 'json' ? { kind, text } : { kind, value: text };
}
