/**
 * Whole-genome alignments of the beginning of the reference's chromosome 1, multiple and pairwise, without guessing: the
 * homology columns tell which bases go back to one ancestral base. A block is a row of elements that all its members have side
 * by side, so that it breaks where a species lost or gained a gene, turned a stretch round or has unknown bases.
 */
import { basesOf, columnsOf, endOf, lengthOf, startOf, strandOf, type AlignedStretch } from './aligned-stretch.ts';
import { ANCESTRAL_SYSTEM, type AncestralDatabase } from './ancestral-database.ts';
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { ComparaDatabase } from './compara-methods.ts';
import { writeConstrainedElements } from './constrained-elements.ts';
import type { DemoWorld } from './generate.ts';
import type { Element } from './genome-model.ts';
import { inferAncestors, type BlockNode } from './inferred-ancestors.ts';
import type { PlacedRegion } from './placement.ts';
import { cigarLine, mergedColumns } from './protein-alignment.ts';
import { REFERENCE, SPECIES_TREE, type DemoSpecies, type TreeNode } from './species-tree.ts';

/** dnafrag_ids, and the method_link_species_set_ids of what was aligned. */
export interface AlignmentSets {
  fragments: ReadonlyMap<PlacedRegion, number>;
  multiple: number;
  /** Constrained elements of the multiple alignments. */
  constrained: number;
  /** The reference with another species. */
  pairwise(species: DemoSpecies): number;
  /** genome_db_id of the ancestors. */
  ancestralGenome: number;
}

const ALIGNED_REGION = '1';
const ALIGNED_LENGTH = 40_000;
/** A block that is longer takes no further element. */
const BLOCK_LENGTH = 4000;

type Block = AlignedStretch[];

/** @param ancestors takes the sequences of the ancestors in the multiple alignments */
export function writeGenomeAlignments(db: ComparaDatabase, { species }: DemoWorld, sets: AlignmentSets, ancestors: AncestralDatabase): void {
  for (const block of alignedBlocks(species)) {
    if (block.length < 2) continue;
    const tree = writeTree(db, block);
    writeBlock(db, sets, sets.multiple, block, new Map(leavesOf(tree).map(({ species: its, id }) => [its!, id])));
    writeAncestors(db, sets, block, tree, ancestors);
    writeConstrainedElements(db, sets, block);
    const [reference, ...others] = block;
    for (const other of others) writeBlock(db, sets, sets.pairwise(other.species), [reference!, other], null);
  }
}

/** Blocks along the reference, which is the first member of each. */
function alignedBlocks(genomes: readonly AnnotatedGenome[]): Block[] {
  const region = genomes.find(({ species }) => species === REFERENCE)!.regions.find(({ name }) => name === ALIGNED_REGION)!;
  const elements = region.elements.filter(({ start }) => start <= ALIGNED_LENGTH);
  const found = genomes.filter(({ species }) => species !== REFERENCE).map((genome) => homologuesOf(elements.map(({ element }) => element), genome));
  const blocks: Block[] = [];
  elements.forEach((_, index) => {
    const next: Block = [{ species: REFERENCE, region, from: index, to: index, strand: 1 }, ...found.flatMap((homologues) => homologues[index] ?? [])];
    const last = blocks.at(-1);
    const goesOn = last && last.length === next.length && lengthOf(last[0]!) < BLOCK_LENGTH && last.every((stretch, each) => follows(stretch, next[each]!));
    if (goesOn) last.forEach((stretch, each) => extend(stretch, next[each]!));
    else blocks.push(next);
  });
  return blocks;
}

/** For each element the one of another genome that goes back to the same. Copies of genes are none: they are no orthologues. */
function homologuesOf(elements: readonly Element[], { species, regions }: AnnotatedGenome): (AlignedStretch | null)[] {
  const loci = new Map<number, number>();
  const columns = new Map<number, number>();
  elements.forEach((element, index) => {
    if (element.kind === 'locus') loci.set(element.locus.id, index);
    else for (const column of element.tract.columns) columns.set(column, index);
  });
  const homologues = elements.map((): AlignedStretch | null => null);
  for (const region of regions) {
    if (region.kind === 'alternative') continue;
    region.elements.forEach(({ element }, at) => {
      const shared = element.kind === 'spacer' ? element.tract.columns.find((column) => columns.has(column)) : undefined;
      const index = element.kind === 'locus' ? loci.get(element.locus.id) : columns.get(shared ?? -1);
      if (index === undefined) return;
      homologues[index] = { species, region, from: at, to: at, strand: strandOf(element) === strandOf(elements[index]!) ? 1 : -1 };
    });
  }
  return homologues;
}

/** Whether an element stands right behind a stretch, as the strand reads. */
function follows({ region, strand, from, to }: AlignedStretch, next: AlignedStretch): boolean {
  if (region !== next.region || strand !== next.strand || next.from !== (strand === 1 ? to + 1 : from - 1)) return false;
  const [before, behind] = strand === 1 ? [to, next.from] : [next.from, from];
  return region.elements[before]!.end + 1 === region.elements[behind]!.start;
}

function extend(stretch: AlignedStretch, next: AlignedStretch): void {
  stretch.from = Math.min(stretch.from, next.from);
  stretch.to = Math.max(stretch.to, next.to);
}

/** @param nodes genomic_align_tree's node of each member; null in blocks without a tree */
function writeBlock(db: ComparaDatabase, { fragments }: AlignmentSets, method_link_species_set_id: number, block: Block, nodes: ReadonlyMap<DemoSpecies, number> | null): void {
  const genomic_align_block_id = db.nextId('genomic_align_block');
  const rows = block.map((stretch) => ({ codons: columnsOf(stretch) }));
  const columns = mergedColumns(rows);
  db.insert('genomic_align_block', { genomic_align_block_id, method_link_species_set_id, length: columns.length, level_id: 1, direction: 1 });
  block.forEach((stretch, each) => db.insert('genomic_align', {
    genomic_align_id: db.nextId('genomic_align'), genomic_align_block_id, method_link_species_set_id, dnafrag_id: fragments.get(stretch.region)!,
    dnafrag_start: startOf(stretch), dnafrag_end: endOf(stretch), dnafrag_strand: stretch.strand, cigar_line: cigarLine(rows[each]!, columns), visible: 1,
    node_id: nodes?.get(stretch.species) ?? null,
  }));
}

/** The ancestors in a block, each a region of its own, as a block beside it. */
function writeAncestors(db: ComparaDatabase, { multiple, ancestralGenome }: AlignmentSets, block: Block, tree: BlockNode, ancestors: AncestralDatabase): void {
  const columns = mergedColumns(block.map((stretch) => ({ codons: columnsOf(stretch) })));
  // By place: where a stretch is doubled within a species, one homology column stands in two.
  const places = [...columns.keys()];
  const bases = new Map(block.map((stretch) => [stretch.species, basesByPlace(stretch, columns)]));
  const rows = inferAncestors(tree, places, (species, place) => bases.get(species)![place]!);
  const genomic_align_block_id = db.nextId('genomic_align_block');
  db.insert('genomic_align_block', { genomic_align_block_id, method_link_species_set_id: multiple, length: columns.length, level_id: 1, direction: 1 });
  for (const [node, row] of rows) {
    const dnafrag_id = db.nextId('dnafrag');
    const length = row.bases.length;
    db.insert('dnafrag', { dnafrag_id, length, name: ancestors.add(multiple, row.bases), genome_db_id: ancestralGenome, coord_system_name: ANCESTRAL_SYSTEM, is_reference: 1 });
    db.insert('genomic_align', {
      genomic_align_id: db.nextId('genomic_align'), genomic_align_block_id, method_link_species_set_id: multiple, dnafrag_id, dnafrag_start: 1, dnafrag_end: length, dnafrag_strand: 1,
      cigar_line: cigarLine({ codons: row.places }, places), visible: 1, node_id: node.id,
    });
  }
}

/** What a stretch has in each of some columns; null for a gap. */
function basesByPlace(stretch: AlignedStretch, columns: readonly number[]): (string | null)[] {
  const own = new Set(columnsOf(stretch));
  const letters = basesOf(stretch);
  let at = 0;
  return columns.map((column) => (own.has(column) ? String.fromCharCode(letters[at++]!) : null));
}

/** The tree of the species in a block. */
function writeTree(db: ComparaDatabase, block: Block): BlockNode {
  const members = new Set(block.map(({ species }) => species));
  let [root_id, index] = [0, 0];
  const write = (node: TreeNode, parent_id: number | null, branch: number): BlockNode => {
    const below = node.children.filter((child) => holds(child, members));
    if (below.length === 1) return write(below[0]!, parent_id, branch + below[0]!.branchLength);
    const node_id = db.nextId('genomic_align_tree');
    root_id ||= node_id;
    const left_index = ++index;
    const children = below.map((child) => write(child, node_id, child.branchLength));
    db.insert('genomic_align_tree', {
      node_id, parent_id, root_id, left_index, right_index: ++index, distance_to_parent: parent_id === null ? 0 : Number(branch.toFixed(6)),
    });
    return { id: node_id, species: node.species ?? null, children };
  };
  return write(SPECIES_TREE, null, 0);
}

const leavesOf = (node: BlockNode): BlockNode[] => (node.species ? [node] : node.children.flatMap(leavesOf));

function holds({ species, children }: TreeNode, members: ReadonlySet<DemoSpecies>): boolean {
  return species ? members.has(species) : children.some((child) => holds(child, members));
}
