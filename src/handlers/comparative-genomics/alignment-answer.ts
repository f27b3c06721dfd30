/** Blocks of whole-genome alignments as answers: rows with their bases, the tree as Newick or PhyloXML. */
import { alignedSequence } from '../../compara/cigar-line.ts';
import { cigarText, columnCount, type AlignmentRow } from '../../compara/alignment-columns.ts';
import { nodeName, nodesInOrder, sortedNodes, type AlignmentNode } from '../../compara/alignment-tree.ts';
import { printedNumber } from '../../compara/printed-number.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import { alignmentPhyloxml, type AlignedClade } from '../../formats/alignment-phyloxml.ts';
import { newick } from '../../formats/newick.ts';

export interface AlignmentForm {
  aligned: boolean;
  /** A row for each node, however many stretches it is put together from. */
  compact: boolean;
  noBranchLengths: boolean;
  /** Method's class: pairwise rows are called by their genome, ancestral ones by their place. */
  methodClass: string;
  basesOf(row: AlignmentRow): string;
}

interface ShownRow {
  start: number;
  end: number;
  strand: number;
  region: string;
  description: string;
  bases: string;
}

export function alignmentValue(tree: AlignmentNode, form: AlignmentForm): Record<string, unknown> {
  const alignments = nodesInOrder(tree).flatMap((node) => shownRows(node, form).map(({ region, bases, ...row }) => ({
    ...row, seq_region: region, seq: bases, species: isAncestor(node) ? nodeName(node) : node.rows[0]!.genome,
  })));
  return { tree: treeNewick(tree, form), alignments };
}

export function alignmentDocument(trees: readonly AlignmentNode[], species: ComparaSpecies, form: AlignmentForm): Generator<string> {
  const cladeOf = (node: AlignmentNode): AlignedClade => {
    const genome = isAncestor(node) || node.rows.length === 0 ? undefined : node.rows[0]!.genome;
    const known = genome === undefined ? undefined : species.named(genome);
    return {
      branchLength: form.noBranchLengths ? null : printedNumber(node.distance), name: labelOf(node, form),
      species: genome === undefined ? null : {
        genome, taxonId: known?.taxonId ?? null, scientificName: known?.taxonName ?? null, commonName: known?.displayName ?? null,
      },
      sequences: shownRows(node, form).map(({ region, start, end, bases }) => ({ location: `${region}:${start}-${end}`, bases })),
      children: sortedNodes(node).map(cladeOf),
    };
  };
  return alignmentPhyloxml((function* () {
    for (const tree of trees) yield cladeOf(tree);
  })(), form.aligned);
}

const isAncestor = (node: AlignmentNode): boolean => node.children.length > 0;

function isAncestral({ methodClass }: AlignmentForm): boolean {
  return methodClass.includes('ancestral_alignment');
}

function labelOf(node: AlignmentNode, { methodClass }: AlignmentForm): string {
  if (!methodClass.startsWith('GenomicAlignBlock')) return nodeName(node);
  return node.children.length > 0 ? '' : node.rows[0]?.genome ?? '';
}

function treeNewick(root: AlignmentNode, form: AlignmentForm): string {
  const full = isAncestral(form);
  const name = (node: AlignmentNode) => labelOf(node, form);
  const label = (node: AlignmentNode, isRoot: boolean): string => {
    const isLeaf = node.children.length === 0;
    if (form.noBranchLengths) return isLeaf && !isRoot ? name(node) : '';
    if (isRoot) return full ? `${name(node)}${node.distance === 0 ? '' : `:${printedNumber(node.distance)}`}` : '';
    return `${isLeaf || full ? name(node) : ''}:${printedNumber(node.distance)}`;
  };
  return newick({ root, children: sortedNodes, label, name });
}

function shownRows({ rows }: AlignmentNode, form: AlignmentForm): ShownRow[] {
  const letters = rows.map((row) => (form.aligned ? alignedSequence(form.basesOf(row), cigarText(row.runs)) : form.basesOf(row)));
  if (!form.compact || rows.length < 2) {
    return rows.map(({ start, end, strand, region }, each) => ({ start, end, strand, region, description: '', bases: letters[each]! }));
  }
  const names = rows.map(({ coordSystem, region, start, end, strand }) => [coordSystem, '', region, start, end, strand].join(':'));
  return [{
    start: 1, end: columnCount(rows[0]!.runs), strand: rows[0]!.strand, region: 'Composite', description: `Composite is: ${names.join(' + ')}`,
    bases: form.aligned ? overlaid(letters) : letters.join(''),
  }];
}

/** One row from several, each of which has dots where the others stand. */
function overlaid(letters: readonly string[]): string {
  return letters.reduce((below, above) => Array.from(below, (letter, at) => (letter === '.' ? above[at] ?? '.' : letter)).join(''));
}
