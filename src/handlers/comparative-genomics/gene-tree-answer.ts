/** A gene tree in each of its formats, piece by piece: aligned sequences of large trees are made when their turn comes. */
import { alignedSequence, keepColumns, occupiedColumns, type Columns } from '../../compara/cigar-line.ts';
import { leavesOf, sortedChildren, type GeneTree, type GeneTreeNode } from '../../compara/gene-tree.ts';
import { newickLabel, type NewickFormat } from '../../compara/newick-labels.ts';
import { printedNumber } from '../../compara/printed-number.ts';
import type { ComparaSpecies, ComparedGenome } from '../../compara/species.ts';
import { newick } from '../../formats/newick.ts';
import { orthoxml, type OrthoGroup, type OrthoScore, type OrthoSpecies } from '../../formats/orthoxml.ts';
import { phyloxml, type Clade } from '../../formats/phyloxml.ts';

export interface TreeForm {
  /** Letters of each member by seq_member_id; null when none are wanted. */
  sequences: Map<number, string> | null;
  /** The sequences are coding bases where a member has them. */
  coding: boolean;
  aligned: boolean;
  cigarLine: boolean;
}

/** JSON: the tree with what is known of each node. */
export function* treeJson(tree: GeneTree, species: ComparaSpecies, form: TreeForm): Generator<string> {
  const letters = molecules(tree, form);
  yield `{"type":"gene tree","rooted":1,"id":${JSON.stringify(tree.id)},"tree":`;
  const open: Iterator<GeneTreeNode>[] = [];
  let separator = '';
  const enter = (node: GeneTreeNode): string => {
    const text = separator + JSON.stringify(nodeValue(node, species, form, letters));
    if (node.children.length === 0) {
      separator = ',';
      return text;
    }
    open.push(sortedChildren(node)[Symbol.iterator]());
    separator = '';
    return `${text.slice(0, -1)},"children":[`;
  };
  yield enter(tree.root);
  while (open.length > 0) {
    const next = open.at(-1)!.next();
    if (!next.done) {
      yield enter(next.value);
      continue;
    }
    open.pop();
    separator = ',';
    yield ']}';
  }
  yield '}';
}

function nodeValue(node: GeneTreeNode, species: ComparaSpecies, { cigarLine, aligned }: TreeForm, letters: Molecules): Record<string, unknown> {
  const value: Record<string, unknown> = { branch_length: node.distance };
  const taxonomy = taxonomyOf(node, species);
  if (taxonomy) value.taxonomy = taxonomy;
  value.confidence = {
    ...(node.bootstrap ? { bootstrap: node.bootstrap } : {}),
    ...(node.duplicationConfidence ? { duplication_confidence_score: node.duplicationConfidence } : {}),
  };
  if (node.type) value.events = { type: node.type };
  const { member } = node;
  if (!member) return value;
  value.id = { source: 'EnsEMBL', accession: member.geneId };
  const molecule = letters(node);
  value.sequence = {
    id: [{ source: 'EnsEMBL', accession: member.stableId }],
    location: member.location,
    ...(member.label ? { name: member.label } : {}),
    ...(molecule === undefined ? {} : { mol_seq: { is_aligned: aligned ? 1 : 0, seq: molecule, ...(cigarLine ? { cigar_line: node.cigarLine } : {}) } }),
  };
  return value;
}

function taxonomyOf({ member, speciesTreeNode }: GeneTreeNode, species: ComparaSpecies): Record<string, unknown> | null {
  const genome = member && species.genome(member.genome);
  if (genome) return { id: genome.taxonId, scientific_name: genome.scientificName, ...(genome.displayName ? { common_name: genome.displayName } : {}) };
  const node = species.node(speciesTreeNode);
  return node ? {
    id: node.taxonId, scientific_name: node.scientificName,
    ...(node.commonName ? { common_name: node.commonName } : {}),
    ...(Number(node.divergence) ? { timetree_mya: Number(node.divergence) } : {}),
  } : null;
}

/** PhyloXML. */
export function treePhyloxml(tree: GeneTree, species: ComparaSpecies, form: TreeForm): Generator<string> {
  const letters = molecules(tree, form);
  const properties = tree.id === null ? [] : [{ value: tree.id, datatype: 'xsd:string', ref: 'Compara:gene_tree_stable_id', appliesTo: 'phylogeny' } as const];
  return phyloxml([{ type: 'gene tree', root: tree.root, children: sortedChildren, clade: (node) => cladeOf(node, species, form.aligned, letters), properties }]);
}

function cladeOf(node: GeneTreeNode, species: ComparaSpecies, aligned: boolean, letters: Molecules): Clade {
  const { member } = node;
  const isDuplication = node.type === 'duplication' || node.type === 'dubious';
  const clade: Clade = {
    branchLength: printedNumber(node.distance),
    confidences: [
      ...(node.bootstrap ? [{ type: 'bootstrap', value: node.bootstrap }] : []),
      ...(isDuplication ? [{ type: 'duplication_confidence_score', value: node.duplicationConfidence ?? '' }] : []),
    ],
  };
  if (!member) {
    const its = species.node(node.speciesTreeNode);
    if (its) clade.taxonomy = { id: its.taxonId, scientificName: its.scientificName, commonName: its.commonName || null };
    if (isDuplication) clade.duplications = 1;
    if (node.type === 'dubious') clade.properties = [{ value: 'dubious_duplication', datatype: 'xsd:int', ref: 'Compara:dubious_duplication', appliesTo: 'clade' }];
    return clade;
  }
  const genome = species.genome(member.genome);
  const molecule = letters(node);
  clade.name = member.geneId;
  if (genome) clade.taxonomy = { id: genome.taxonId, scientificName: genome.scientificName, commonName: genome.displayName };
  clade.sequence = {
    accession: { source: 'Ensembl', id: member.stableId }, name: member.label, location: member.location,
    molecule: molecule === undefined ? null : { aligned, letters: molecule ?? '' },
  };
  if (genome) clade.properties = [{ value: genome.name, datatype: 'xsd:string', ref: 'Compara:genome_db_name', appliesTo: 'clade' }];
  return clade;
}

/** OrthoXML: its groups are the speciations nearest to the root. */
export function treeOrthoxml({ root }: GeneTree, species: ComparaSpecies): Generator<string> {
  return orthoxml({ originVersion: 'Unknown', species: speciesOfTree(root, species), groups: groupsOf(root, species) });
}

function speciesOfTree(root: GeneTreeNode, species: ComparaSpecies): OrthoSpecies[] {
  const bySpecies = new Map<number, OrthoSpecies & { genes: OrthoSpecies['genes'][number][] }>();
  for (const { member } of leavesOf(root)) {
    if (!member) continue;
    const known = bySpecies.get(member.genome) ?? { ...orthoSpecies(species.genome(member.genome)), genes: [] };
    known.genes.push({ id: member.id, geneId: member.geneId, productId: member.stableId, peptide: member.peptide });
    bySpecies.set(member.genome, known);
  }
  return [...bySpecies.values()];
}

export function orthoSpecies(genome: ComparedGenome | undefined): Omit<OrthoSpecies, 'genes'> {
  return { taxonId: genome?.taxonId ?? null, name: genome?.name ?? '', databaseVersion: genome ? `${genome.assembly}/${genome.genebuild}` : '' };
}

function* groupsOf(root: GeneTreeNode, species: ComparaSpecies): Generator<OrthoGroup> {
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.children.length === 0) continue;
    if (node.type === 'speciation') yield groupOf(node, species);
    else left.push(...node.children.toReversed());
  }
}

/** The members of a group are made when they are asked for, so that depth costs no stack. */
function groupOf(node: GeneTreeNode, species: ComparaSpecies): OrthoGroup {
  const scores: OrthoScore[] = [];
  if (node.duplicationConfidence !== null) scores.push({ id: 'duplication_confidence_score', value: printedNumber(node.duplicationConfidence) });
  if (node.bootstrap !== null) scores.push({ id: 'bootstrap', value: node.bootstrap });
  const properties = taxonProperties(node.speciesTreeNode, species);
  if (node.type === 'dubious') properties.push(['dubious_duplication', 1]);
  return {
    kind: node.type === 'speciation' ? 'orthologGroup' : 'paralogGroup', id: node.id, scores, properties,
    get members() {
      return node.children.flatMap((child): OrthoGroup['members'] => (child.children.length > 0 ? [groupOf(child, species)] : child.member ? [{ gene: child.member.id }] : []));
    },
  };
}

/** What OrthoXML says of the taxon at which genes parted. */
export function taxonProperties(speciesTreeNode: number | null, species: ComparaSpecies): [name: string, value: string | number][] {
  const node = species.node(speciesTreeNode);
  if (!node) return [];
  const properties: [string, string | number][] = [['taxon_name', node.name]];
  if (node.taxonId === null) return properties;
  properties.push(['taxon_id', node.taxonId]);
  if (node.commonName) properties.push(['common_name', node.commonName]);
  if (node.divergence) properties.push(['timetree_mya', node.divergence]);
  return properties;
}

/** Newick. */
export function treeNewick({ root }: GeneTree, species: ComparaSpecies, format: NewickFormat): string {
  return newick({ root, children: sortedChildren, label: newickLabel(format, species), name: ({ member }) => member?.stableId ?? '' });
}

/** Letters of a leaf: undefined when none are wanted, null when the database has none. */
type Molecules = (leaf: GeneTreeNode) => string | null | undefined;

/** A tree that has been reduced loses the columns of its alignment in which no gene is left. */
function molecules({ root, pruned }: GeneTree, { sequences, coding, aligned }: TreeForm): Molecules {
  if (!sequences) return () => undefined;
  const columns: Columns[] | null = aligned && pruned ? occupiedColumns(leavesOf(root).map(({ cigarLine }) => cigarLine)) : null;
  return ({ member, cigarLine }) => {
    const letters = sequences.get(member!.id) ?? null;
    if (!aligned || letters === null) return letters;
    const lettersPerColumn = coding && member!.peptide ? 3 : 1;
    const row = alignedSequence(letters, cigarLine, lettersPerColumn);
    return columns ? keepColumns(row, columns, lettersPerColumn) : row;
  };
}
