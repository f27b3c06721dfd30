/**
 * Whole-genome alignments of the beginning of the reference's chromosome 1, multiple and pairwise, without guessing: the
 * homology columns tell which bases go back to one ancestral base. A block is a row of elements that all its members have side
 * by side, so that it breaks where a species lost or gained a gene, turned a stretch round or has unknown bases.
 */
import { basesOf, columnsOf, endOf, lengthOf, startOf, strandOf, type AlignedStretch } from './aligned-stretch.ts';
import { ancestralRow, memberNodes, writeBlock, writeBlockTree } from './alignment-rows.ts';
import type { AncestralDatabase } from './ancestral-database.ts';
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { ComparaDatabase } from './compara-methods.ts';
import { writeConstrainedElements } from './constrained-elements.ts';
import type { DemoWorld } from './generate.ts';
import type { Element } from './genome-model.ts';
import { inferAncestors, type BlockNode } from './inferred-ancestors.ts';
import type { PlacedRegion } from './placement.ts';
import { cigarLine, mergedColumns } from './protein-alignment.ts';
import { REFERENCE, SPECIES_TREE, type DemoSpecies } from './species-tree.ts';

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
    const tree = writeBlockTree(db, SPECIES_TREE, new Set(block.map(({ species: its }) => its)));
    writeMembers(db, sets, sets.multiple, block, memberNodes(tree));
    writeAncestors(db, sets, block, tree, ancestors);
    writeConstrainedElements(db, sets, block);
    const [reference, ...others] = block;
    for (const other of others) writeMembers(db, sets, sets.pairwise(other.species), [reference!, other], null);
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
function writeMembers(db: ComparaDatabase, { fragments }: AlignmentSets, set: number, block: Block, nodes: ReadonlyMap<DemoSpecies, number> | null): void {
  const rows = block.map((stretch) => ({ codons: columnsOf(stretch) }));
  const columns = mergedColumns(rows);
  writeBlock(db, set, columns.length, block.map((stretch, each) => ({
    dnafragId: fragments.get(stretch.region)!, start: startOf(stretch), end: endOf(stretch), strand: stretch.strand, cigarLine: cigarLine(rows[each]!, columns),
    node: nodes?.get(stretch.species) ?? null,
  })));
}

/** The ancestors in a block, each a region of its own, as a block beside it. */
function writeAncestors(db: ComparaDatabase, { multiple, ancestralGenome }: AlignmentSets, block: Block, tree: BlockNode, ancestors: AncestralDatabase): void {
  const columns = mergedColumns(block.map((stretch) => ({ codons: columnsOf(stretch) })));
  // By place: where a stretch is doubled within a species, one homology column stands in two.
  const places = [...columns.keys()];
  const bases = new Map(block.map((stretch) => [stretch.species, basesByPlace(stretch, columns)]));
  const rows = inferAncestors(tree, places, (species, place) => bases.get(species)![place]!);
  const set = { alignmentSet: multiple, genomeId: ancestralGenome };
  writeBlock(db, multiple, columns.length, [...rows].map(([node, row]) =>
    ancestralRow(db, ancestors, set, { node: node.id, bases: row.bases, cigarLine: cigarLine({ codons: row.places }, places) })));
}

/** What a stretch has in each of some columns; null for a gap. */
function basesByPlace(stretch: AlignedStretch, columns: readonly number[]): (string | null)[] {
  const own = new Set(columnsOf(stretch));
  const letters = basesOf(stretch);
  let at = 0;
  return columns.map((column) => (own.has(column) ? String.fromCharCode(letters[at++]!) : null));
}
