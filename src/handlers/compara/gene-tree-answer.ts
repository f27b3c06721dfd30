/** Writes a gene tree in each format, in pieces: aligned sequences are computed when they are written. */
import { at, present } from '../../checked.ts';
import { alignedSequence, keepColumns, occupiedColumns, type Columns } from '../../compara/cigar-line.ts';
import { leavesOf, sortedChildren, type GeneTree, type GeneTreeNode } from '../../compara/gene-tree.ts';
import { newickLabel, type NewickFormat } from '../../compara/newick-labels.ts';
import { printedNumber, toPerlDigits } from '../../printed-number.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import { newick } from '../../formats/newick.ts';
import {
  geneText,
  groupText,
  orthoxml,
  property,
  score,
  type OrthoGroup,
  type OrthoSpecies,
} from '../../formats/orthoxml.ts';
import { phyloxml, type Clade } from '../../formats/phyloxml.ts';
import type { TreeSequences } from '../../release/compara.ts';
import { textCache } from './text-cache.ts';
import { genomePhylo, genomeTaxonomy, nodePhylo, nodeTaxonomy, orthoSpecies, taxonProperties } from './taxon-answer.ts';

export interface TreeForm {
  /** Null if the answer shows no sequences. */
  sequences: TreeSequences | null;
  /** Show coding sequences instead of peptides, for members that have one. */
  coding: boolean;
  aligned: boolean;
  cigarLine: boolean;
}

/** The tree as JSON. */
export function* treeJson(tree: GeneTree, species: ComparaSpecies, form: TreeForm): Generator<string> {
  const letters = molecules(tree, form);
  const kept = textCache.of(species, 'node as JSON');
  yield `{"type":"gene tree","rooted":1,"id":${JSON.stringify(tree.id)},"tree":`;
  const left: (GeneTreeNode | typeof END)[] = [tree.root];
  let separator = '';
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next === END) {
      yield END;
      separator = ',';
      continue;
    }
    yield separator + (kept.get(next) ?? kept.keep(next, openingOf(next, species), tree));
    if (next.children.length === 0) {
      yield next.member ? leafEnd(next, form, letters) : '}';
      separator = ',';
      continue;
    }
    left.push(END);
    const children = sortedChildren(next);
    for (let each = children.length - 1; each >= 0; each--) left.push(at(children, each));
    separator = '';
  }
  yield '}';
}

/** The text after the children of a node. */
const END = ']}';

/** The text of a node before its children; of a leaf before its mol_seq, the last key of `sequence`. */
function openingOf(node: GeneTreeNode, species: ComparaSpecies): string {
  const text = JSON.stringify(nodeValue(node, species));
  if (node.children.length > 0) return `${text.slice(0, -1)},"children":[`;
  return text.slice(0, node.member ? -2 : -1);
}

function leafEnd(leaf: GeneTreeNode, form: TreeForm, letters: Molecules): string {
  const molecule = moleculeOf(leaf, form, letters);
  return molecule ? `,"mol_seq":${JSON.stringify(molecule)}}}` : '}}';
}

function nodeValue(node: GeneTreeNode, species: ComparaSpecies): Record<string, unknown> {
  const { member, bootstrap, duplicationConfidence, type } = node;
  return {
    branch_length: toPerlDigits(node.distance),
    taxonomy: taxonomyOf(node, species),
    confidence: { bootstrap: bootstrap || undefined, duplication_confidence_score: duplicationConfidence || undefined },
    events: type ? { type } : undefined,
    id: member ? { source: 'EnsEMBL', accession: member.geneId } : undefined,
    sequence: member
      ? {
          id: [{ source: 'EnsEMBL', accession: member.stableId }],
          location: member.location,
          name: member.label || undefined,
        }
      : undefined,
  };
}

function moleculeOf(
  node: GeneTreeNode,
  { aligned, cigarLine }: TreeForm,
  letters: Molecules,
): Record<string, unknown> | undefined {
  const seq = letters(node);
  return seq === undefined
    ? undefined
    : { is_aligned: aligned ? 1 : 0, seq, cigar_line: cigarLine ? node.cigarLine : undefined };
}

function taxonomyOf({ member, speciesTreeNode }: GeneTreeNode, species: ComparaSpecies): object | undefined {
  const genome = member && species.genome(member.genome);
  if (genome) return genomeTaxonomy(genome);
  const node = species.node(speciesTreeNode);
  return node && nodeTaxonomy(node);
}

/** The tree as PhyloXML. */
export function treePhyloxml(tree: GeneTree, species: ComparaSpecies, form: TreeForm): Generator<string> {
  const letters = molecules(tree, form);
  return phyloxml([
    {
      type: 'gene tree',
      root: tree.root,
      children: sortedChildren,
      clade: (node) => cladeOf(node, species, form.aligned, letters),
      properties: [
        {
          value: tree.id ?? '',
          datatype: 'xsd:string',
          ref: 'Compara:gene_tree_stable_id',
          appliesTo: 'phylogeny',
        },
      ],
    },
  ]);
}

function cladeOf(node: GeneTreeNode, species: ComparaSpecies, aligned: boolean, letters: Molecules): Clade {
  const { member } = node;
  const isDuplication = isDuplicationLike(node);
  const clade: Clade = {
    branchLength: printedNumber(node.distance),
    confidences: [
      ...(node.bootstrap ? [{ type: 'bootstrap', value: node.bootstrap }] : []),
      ...(isDuplication ? [{ type: 'duplication_confidence_score', value: node.duplicationConfidence ?? '' }] : []),
    ],
  };
  if (!member) {
    const taxon = species.node(node.speciesTreeNode);
    if (taxon) clade.taxonomy = nodePhylo(taxon);
    if (isDuplication) clade.duplications = 1;
    if (node.type === 'dubious')
      clade.properties = [
        { value: 'dubious_duplication', datatype: 'xsd:int', ref: 'Compara:dubious_duplication', appliesTo: 'clade' },
      ];
    return clade;
  }
  const genome = species.genome(member.genome);
  const molecule = letters(node);
  clade.name = member.geneId;
  if (genome) clade.taxonomy = genomePhylo(genome);
  clade.sequences = [
    {
      accession: { source: 'Ensembl', id: member.stableId },
      name: member.label,
      location: member.location,
      molecule: molecule === undefined ? null : { aligned, letters: molecule ?? '' },
    },
  ];
  if (genome)
    clade.properties = [
      { value: genome.name, datatype: 'xsd:string', ref: 'Compara:genome_db_name', appliesTo: 'clade' },
    ];
  return clade;
}

/** The tree as OrthoXML, with a group for each node nearest to the root that is no duplication. */
export function treeOrthoxml(tree: GeneTree, species: ComparaSpecies): Generator<string> {
  return orthoxml({
    originVersion: 'Unknown',
    species: speciesOfTree(tree, species),
    groups: groupsOf(tree.root, species),
  });
}

function speciesOfTree(tree: GeneTree, species: ComparaSpecies): OrthoSpecies[] {
  const bySpecies = new Map<number, OrthoSpecies & { genes: string[] }>();
  const kept = textCache.of(species, 'member as OrthoXML');
  for (const { member } of leavesOf(tree.root)) {
    if (!member) continue;
    const { genome, id, geneId, stableId: productId, peptide } = member;
    const known = bySpecies.get(genome) ?? { ...orthoSpecies(species.genome(genome)), genes: [] };
    known.genes.push(kept.get(member) ?? kept.keep(member, geneText({ id, geneId, productId, peptide }), tree));
    bySpecies.set(genome, known);
  }
  return [...bySpecies.values()];
}

function* groupsOf(root: GeneTreeNode, species: ComparaSpecies): Generator<string> {
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.children.length === 0) continue;
    if (!isDuplicationLike(node)) yield* groupText(groupOf(node, species));
    else left.push(...node.children.toReversed());
  }
}

/** Any event but a speciation, such as a dubious duplication or a gene split. The root of a supertree has no event. */
function isDuplicationLike({ type }: GeneTreeNode): boolean {
  return type !== null && !type.endsWith('speciation');
}

function groupOf(node: GeneTreeNode, species: ComparaSpecies): OrthoGroup {
  const notes: string[] = [];
  if (node.duplicationConfidence !== null)
    notes.push(score('duplication_confidence_score', printedNumber(node.duplicationConfidence)));
  if (node.bootstrap !== null) notes.push(score('bootstrap', node.bootstrap));
  notes.push(...taxonProperties(node.speciesTreeNode, species));
  if (node.type === 'dubious') notes.push(property('dubious_duplication', 1));
  return {
    kind: isDuplicationLike(node) ? 'paralogGroup' : 'orthologGroup',
    id: node.id,
    notes,
    members: membersOf(node, species),
  };
}

/** Lazy, so that deep trees need no stack. */
function* membersOf({ children }: GeneTreeNode, species: ComparaSpecies): Generator<OrthoGroup | { gene: number }> {
  for (const child of children) {
    if (child.children.length > 0) yield groupOf(child, species);
    else if (child.member) yield { gene: child.member.id };
  }
}

/** The tree as Newick. */
export function treeNewick({ root }: GeneTree, species: ComparaSpecies, format: NewickFormat): string {
  return newick({
    root,
    children: sortedChildren,
    label: newickLabel(format, species),
    name: ({ member }) => member?.stableId ?? '',
  });
}

/** Returns the sequence of a leaf: undefined if the answer shows none, null if the database has none. */
type Molecules = (leaf: GeneTreeNode) => string | null | undefined;

/** Sequences of leaves. In a pruned tree, columns with gaps in all remaining genes are removed. */
function molecules({ root, pruned }: GeneTree, { sequences, coding, aligned }: TreeForm): Molecules {
  if (!sequences) return () => undefined;
  const columns: Columns[] | null =
    aligned && pruned ? occupiedColumns(leavesOf(root).map(({ cigarLine }) => cigarLine)) : null;
  return ({ member, cigarLine }) => {
    const { id, peptide } = present(member, 'the member of a leaf');
    const letters = sequences(id);
    if (!aligned || letters === null) return letters;
    const lettersPerColumn = coding && peptide ? 3 : 1;
    const row = alignedSequence(letters, cigarLine, lettersPerColumn);
    return columns ? keepColumns(row, columns, lettersPerColumn) : row;
  };
}
