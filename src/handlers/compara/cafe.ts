/** Gain and loss of genes in a family along the species tree (CAFE): cafe/genetree. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import {
  changeAt,
  isSignificant,
  PVALUE_LIMIT,
  type CafeNode,
  type CafeTree,
  type Change,
} from '../../compara/cafe-tree.ts';
import { printedNumber } from '../../printed-number.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import { newick } from '../../formats/newick.ts';
import { ApiError } from '../../api-error.ts';
import { openComparas } from './compared-genome.ts';
import { treeOfMember, treeOfSymbol, type ChosenTree, type MemberParams } from './gene-tree-choice.ts';

export async function cafeById({
  params,
  release,
  format,
}: OperationRequest<{ id: string; compara: string | undefined }>): Promise<Answer> {
  const found = await Promise.all(
    openComparas(release, params.compara, params.id).map(async (compara) => {
      const [cafe, tree, species] = await Promise.all([
        compara.cafeTree(params.id),
        compara.geneTree(params.id),
        compara.species(),
      ]);
      return { cafe, tree, species };
    }),
  );
  const first = found.find(({ cafe, tree }) => cafe ?? tree);
  if (!first) throw new ApiError(`No GeneTree found for ID ${params.id}`);
  return answer(first.cafe, first.species, format, params.id);
}

export async function cafeOfMember({
  params,
  release,
  format,
}: OperationRequest<MemberParams & { id: string }>): Promise<Answer> {
  return read(await treeOfMember(release, params.id, params), format, params.id);
}

export async function cafeOfSymbol({
  params,
  release,
  format,
}: OperationRequest<
  MemberParams & { species: string; symbol: string; external_db: string | undefined }
>): Promise<Answer> {
  return read(await treeOfSymbol(release, params.symbol, params), format, params.symbol);
}

async function read({ compara, species, tree }: ChosenTree, format: string, requested: string): Promise<Answer> {
  return answer(tree.cafe && (await compara.cafeTreeAt(tree.cafe)), species, format, requested);
}

function answer(cafe: CafeTree | null, species: ComparaSpecies, format: string, requested: string): Answer {
  if (!cafe) throw new ApiError(`There is no CAFE tree for ${requested}`);
  if (format === 'nh') return { kind: 'value', value: cafeNewick(cafe, species) };
  return {
    kind: 'value',
    value: {
      type: 'cafe tree',
      rooted: 1,
      pvalue_avg: cafe.pvalueAverage,
      tree: nodeValue(cafe.root, null, null, cafe, species),
    },
  };
}

/** Recursive: species trees are at most a few dozen nodes deep. */
function nodeValue(
  node: CafeNode,
  parent: CafeNode | null,
  parentChange: Change,
  cafe: CafeTree,
  species: ComparaSpecies,
): Record<string, unknown> {
  const taxon = species.node(node.id);
  const genome = taxon?.genome == null ? undefined : species.genome(taxon.genome);
  const change = changeAt(node, parent, parentChange);
  const value: Record<string, unknown> = { id: node.id, name: taxon?.name ?? '', n_members: node.members };
  if (taxon && taxon.taxonId !== null) {
    value.tax = {
      id: taxon.taxonId,
      scientific_name: taxon.scientificName,
      timetree_mya: taxon.divergence ?? 0,
      ...(taxon.commonName ? { common_name: taxon.commonName } : {}),
      ...(genome ? { production_name: genome.name } : {}),
    };
  }
  if (node.pvalue) value.pvalue = node.pvalue;
  if (cafe.lambda) value.lambda = cafe.lambda;
  value.p_value_lim = PVALUE_LIMIT;
  if (isSignificant(node)) value.is_node_significant = 1;
  if (change === 'contraction') value.is_contraction = 1;
  if (change === 'expansion') value.is_expansion = 1;
  if (node.children.length > 0)
    value.children = node.children.map((child) => nodeValue(child, node, change, cafe, species));
  return value;
}

function cafeNewick({ root }: CafeTree, species: ComparaSpecies): string {
  const name = ({ id }: CafeNode) => (species.node(id)?.name ?? '').replace(/[ ,(:;)]+/g, '_');
  return newick({
    root,
    children: ({ children }) => children,
    label: (node) => `${name(node)}_${node.members}${node.pvalue === null ? '' : `_${printedNumber(node.pvalue)}`}`,
    name,
  });
}
