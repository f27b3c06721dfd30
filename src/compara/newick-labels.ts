/** Labels of the nodes of a gene tree in Newick, by the request's `nh_format`. */
import type { GeneTreeNode } from './gene-tree.ts';
import { printedNumber } from '../printed-number.ts';
import { shortName, type ComparaSpecies, type ComparedGenome } from './species.ts';

/** Labels of a format: names of leaves and of inner nodes, and whether branch lengths follow. */
interface Labels {
  leaf(node: GeneTreeNode, genome: ComparedGenome | undefined): string;
  inner?(node: GeneTreeNode, species: ComparaSpecies): string;
  lengths: boolean;
  /** A root that is a leaf gets no name. */
  unnamedRoot?: true;
}

const product = ({ member }: GeneTreeNode): string => member?.stableId ?? '';
const taxonId = (genome: ComparedGenome | undefined): string => String(genome?.taxonId ?? '');
const innerTaxon = (node: GeneTreeNode, species: ComparaSpecies): string =>
  String(species.node(node.speciesTreeNode)?.taxonId ?? '');
/** Removes characters that would end a label. */
const plain = (text: string): string => text.replace(/[,(:;)]/g, '');

const LABELS = {
  full: { leaf: product, lengths: true },
  display_label_composite: {
    leaf: (node, genome) => {
      const label = node.member?.geneLabel ? `${plain(node.member.geneLabel)}_` : '';
      return `${label}${product(node)}${genome ? `_${shortName(genome)}` : ''}`;
    },
    lengths: true,
  },
  simple: { leaf: product, lengths: true, unnamedRoot: true },
  species: { leaf: (_, genome) => genome?.name ?? '', lengths: false, unnamedRoot: true },
  species_short_name: { leaf: (_, genome) => (genome ? shortName(genome) : ''), lengths: false, unnamedRoot: true },
  ncbi_taxon: { leaf: (_, genome) => taxonId(genome), inner: innerTaxon, lengths: false },
  ncbi_name: {
    leaf: (_, genome) => plain(genome?.taxonName ?? '').replaceAll(' ', '_'),
    inner: (node, species) => plain(species.node(node.speciesTreeNode)?.scientificName ?? '').replaceAll(' ', '_'),
    lengths: false,
  },
  /** The format of TreeFam's programs: taxa, with a star for those that have a genome. */
  njtree: { leaf: (_, genome) => `${taxonId(genome)}*`, inner: innerTaxon, lengths: false },
  /** PHYLIP reads at most 21 letters of a name. */
  phylip: { leaf: (node) => product(node).slice(0, 21), lengths: true },
  gene_stable_id: { leaf: ({ member }) => member?.geneId ?? '', lengths: true },
  genome_gene_stable_id: {
    leaf: ({ member }, genome) => `${genome?.name ?? ''}|${member?.geneId ?? ''}`,
    lengths: true,
  },
  genome_product_stable_id: { leaf: (node, genome) => `${genome?.name ?? ''}|${product(node)}`, lengths: true },
} satisfies Record<string, Labels>;

export type NewickFormat = keyof typeof LABELS;
export const NEWICK_FORMATS = Object.keys(LABELS) as NewickFormat[];

/** Returns a function for the label of a node. As in Ensembl, a root with distance 0 gets no branch length. */
export function newickLabel(
  format: NewickFormat,
  species: ComparaSpecies,
): (node: GeneTreeNode, isRoot: boolean) => string {
  const { leaf, inner, lengths, unnamedRoot }: Labels = LABELS[format];
  return (node, isRoot) => {
    const isLeaf = node.children.length === 0;
    let name = '';
    if (!isLeaf) name = inner?.(node, species) ?? '';
    else if (!isRoot || !unnamedRoot) name = leaf(node, node.member ? species.genome(node.member.genome) : undefined);
    return lengths && !(isRoot && node.distance === 0) ? `${name}:${printedNumber(node.distance)}` : name;
  };
}
