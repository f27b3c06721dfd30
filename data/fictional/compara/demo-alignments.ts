/**
 * Multiple and pairwise whole-genome alignments of the start of the reference species' chromosome 1. They are exact:
 * bases with the same homology column descend from the same ancestral base. A block is a run of elements that are
 * adjacent in all its members. It ends where a species lost or gained a gene, inverted a segment or has unknown bases.
 */
import { at, found, get } from '../../../src/checked.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { senseBases } from '../genes/locus.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { Element, PlacedRegion } from '../genome/placement.ts';
import { type DemoSpecies, REFERENCE, SPECIES_TREE } from '../species.ts';
import {
  type AncestralDatabase,
  ancestralRow,
  type BlockNode,
  inferAncestors,
  memberNodes,
  writeBlockTree,
} from './alignment-rows.ts';
import { writeBlock } from '../../../build-index/dump-writer/alignment-block.ts';
import type { ComparaDatabase } from '../../../build-index/dump-writer/compara-database.ts';
import { cigarLine, maskOf, mergedColumns } from './alignment-columns.ts';

/** Numbers are method_link_species_set_ids unless noted. */
export interface AlignmentSets {
  /** dnafrag_ids. */
  fragments: ReadonlyMap<PlacedRegion, number>;
  multiple: number;
  /** Constrained elements of the multiple alignments. */
  constrained: number;
  /** Alignments of the reference with another species. */
  pairwise(species: DemoSpecies): number;
  /** genome_db_id of the ancestors. */
  ancestralGenome: number;
}

const ALIGNED_REGION = '1';
const ALIGNED_LENGTH = 40_000;
/** Blocks of at least this length in the reference are not extended. */
const BLOCK_LENGTH = 4000;

type Block = AlignedSegment[];

/** @param ancestors gets the sequences of ancestors in the multiple alignments */
export function writeGenomeAlignments(
  db: ComparaDatabase,
  species: readonly AnnotatedGenome[],
  sets: AlignmentSets,
  ancestors: AncestralDatabase,
): void {
  for (const block of alignedBlocks(species)) {
    if (block.length < 2) continue;
    const tree = writeBlockTree(db, SPECIES_TREE, new Set(block.map(({ species: its }) => its)));
    writeMembers(db, sets, sets.multiple, block, memberNodes(tree));
    writeAncestors(db, sets, block, tree, ancestors);
    writeConstrainedElements(db, sets, block);
    const reference = at(block, 0);
    for (const other of block.slice(1)) writeMembers(db, sets, sets.pairwise(other.species), [reference, other], null);
  }
}

/** Blocks in the order of the reference, which is the first member of each. */
function alignedBlocks(genomes: readonly AnnotatedGenome[]): Block[] {
  const reference = found(genomes, ({ species }) => species === REFERENCE);
  const region = found(reference.regions, ({ name }) => name === ALIGNED_REGION);
  const elements = region.elements.filter(({ start }) => start <= ALIGNED_LENGTH);
  const homologues = genomes
    .filter(({ species }) => species !== REFERENCE)
    .map((genome) =>
      homologuesOf(
        elements.map(({ element }) => element),
        genome,
      ),
    );
  const blocks: Block[] = [];
  elements.forEach((_, index) => {
    const next: Block = [
      { species: REFERENCE, region, from: index, to: index, strand: 1 },
      ...homologues.flatMap((ofGenome) => ofGenome[index] ?? []),
    ];
    const current = blocks.at(-1);
    if (current && isContinued(current, next)) current.forEach((segment, each) => extend(segment, at(next, each)));
    else blocks.push(next);
  });
  return blocks;
}

function isContinued(block: Block, next: Block): boolean {
  return (
    block.length === next.length &&
    lengthOf(at(block, 0)) < BLOCK_LENGTH &&
    block.every((segment, each) => follows(segment, at(next, each)))
  );
}

/** The orthologue of each element in another genome; null for none. Copies of genes are no orthologues. */
function homologuesOf(elements: readonly Element[], { species, regions }: AnnotatedGenome): (AlignedSegment | null)[] {
  const loci = new Map<number, number>();
  const columns = new Map<number, number>();
  elements.forEach((element, index) => {
    if (element.kind === 'locus') loci.set(element.locus.id, index);
    else for (const column of element.tract.columns) columns.set(column, index);
  });
  const homologues = elements.map((): AlignedSegment | null => null);
  for (const region of regions) {
    if (region.kind === 'alternative') continue;
    region.elements.forEach(({ element }, place) => {
      const shared =
        element.kind === 'spacer' ? element.tract.columns.find((column) => columns.has(column)) : undefined;
      const index = element.kind === 'locus' ? loci.get(element.locus.id) : columns.get(shared ?? -1);
      if (index === undefined) return;
      homologues[index] = {
        species,
        region,
        from: place,
        to: place,
        strand: strandOf(element) === strandOf(at(elements, index)) ? 1 : -1,
      };
    });
  }
  return homologues;
}

/** Whether an element directly follows a segment, in the direction of the strand. */
function follows({ region, strand, from, to }: AlignedSegment, next: AlignedSegment): boolean {
  if (region !== next.region || strand !== next.strand || next.from !== (strand === 1 ? to + 1 : from - 1))
    return false;
  const [before, after] = strand === 1 ? [to, next.from] : [next.from, from];
  return at(region.elements, before).end + 1 === at(region.elements, after).start;
}

function extend(segment: AlignedSegment, next: AlignedSegment): void {
  segment.from = Math.min(segment.from, next.from);
  segment.to = Math.max(segment.to, next.to);
}

/** @param nodes node_id of each member in genomic_align_tree; null for a block without a tree */
function writeMembers(
  db: ComparaDatabase,
  { fragments }: AlignmentSets,
  set: number,
  block: Block,
  nodes: ReadonlyMap<DemoSpecies, number> | null,
): void {
  const rows = block.map((segment) => ({ segment, codons: columnsOf(segment) }));
  const columns = mergedColumns(rows);
  writeBlock(
    db,
    set,
    columns.length,
    rows.map(({ segment, codons }) => ({
      dnafragId: get(fragments, segment.region),
      start: startOf(segment),
      end: endOf(segment),
      strand: segment.strand,
      cigarLine: cigarLine(maskOf(codons, columns)),
      node: nodes?.get(segment.species) ?? null,
    })),
  );
}

/** Writes the ancestors of a block as a second block. */
function writeAncestors(
  db: ComparaDatabase,
  { multiple, ancestralGenome }: AlignmentSets,
  block: Block,
  tree: BlockNode,
  ancestors: AncestralDatabase,
): void {
  const columns = mergedColumns(block.map((segment) => ({ codons: columnsOf(segment) })));
  // By index: if a species has a segment twice, two columns have the same homology column.
  const places = [...columns.keys()];
  const bases = new Map(block.map((segment) => [segment.species, basesByPlace(segment, columns)]));
  const rows = inferAncestors(tree, places, (species, place) => get(bases, species)[place] ?? null);
  const set = { alignmentSet: multiple, genomeId: ancestralGenome };
  writeBlock(
    db,
    multiple,
    columns.length,
    [...rows].map(([node, row]) =>
      ancestralRow(db, ancestors, set, {
        node: node.id,
        bases: row.bases,
        cigarLine: cigarLine(maskOf(row.places, places)),
      }),
    ),
  );
}

/** The base of a segment in each column; null for a gap. */
function basesByPlace(segment: AlignedSegment, columns: readonly number[]): (string | null)[] {
  const own = new Set(columnsOf(segment));
  const letters = basesOf(segment);
  let next = 0;
  return columns.map((column) => (own.has(column) ? String.fromCharCode(at(letters, next++)) : null));
}

/** A segment of a genome in an alignment: adjacent elements of a region, read on a strand. */
interface AlignedSegment {
  species: DemoSpecies;
  region: PlacedRegion;
  /** Indexes of the first and the last element. */
  from: number;
  to: number;
  strand: 1 | -1;
}

const startOf = ({ region, from }: AlignedSegment): number => at(region.elements, from).start;
const endOf = ({ region, to }: AlignedSegment): number => at(region.elements, to).end;
const lengthOf = (segment: AlignedSegment): number => endOf(segment) - startOf(segment) + 1;

/** Homology columns of a segment, in the direction of its strand. */
function columnsOf({ region, from, to, strand }: AlignedSegment): Int32Array {
  const columns = Int32Array.from(
    region.elements.slice(from, to + 1).flatMap(({ element }) => {
      const own = inSense(element);
      return strandOf(element) === 1 ? own : own.reverse();
    }),
  );
  return strand === 1 ? columns : columns.reverse();
}

/** Bases of a segment, in the direction of its strand. */
function basesOf({ region, from, to, strand }: AlignedSegment): Uint8Array {
  const bases = joinBytes(
    region.elements.slice(from, to + 1).map(({ element }) => {
      const own = element.kind === 'spacer' ? element.tract.bases : senseBases(element.locus);
      return strandOf(element) === 1 ? own : reverseComplement(own);
    }),
  );
  return strand === 1 ? bases : reverseComplement(bases);
}

function strandOf(element: Element): 1 | -1 {
  return element.kind === 'spacer' ? element.strand : element.locus.strand;
}

function inSense(element: Element): number[] {
  if (element.kind === 'spacer') return [...element.tract.columns];
  const { cdna, exonLengths, introns } = element.locus;
  let offset = 0;
  return exonLengths.flatMap((length, index) => [
    ...cdna.columns.subarray(offset, (offset += length)),
    ...(introns[index]?.columns ?? []),
  ]);
}

/** Blocks with fewer species have no constrained elements. */
const FEWEST_SPECIES = 3;
/** A column with the same base in all species adds 1 to the score of a run, another column subtracts this. */
const PENALTY = 5;
const LEAST_SCORE = 25;

interface Run {
  /** First and last column of the alignment, 0-based. */
  from: number;
  to: number;
  score: number;
}

/**
 * Writes the constrained elements of a block: runs of columns with the same base in almost all species. An element has
 * a row for each species, all with the same id.
 */
function writeConstrainedElements(
  db: ComparaDatabase,
  { fragments, constrained }: AlignmentSets,
  block: readonly AlignedSegment[],
): void {
  if (block.length < FEWEST_SPECIES) return;
  const rows = block.map((segment) => {
    const codons = columnsOf(segment);
    const offsets = new Map([...codons].map((column, offset) => [column, offset]));
    return { segment, codons, offsets, bases: basesOf(segment) };
  });
  const columns = mergedColumns(rows);
  const alike = columns.map((column) => {
    const [first, ...others] = rows.map(({ bases, offsets }) => bases[offsets.get(column) ?? -1]);
    return first !== undefined && others.every((base) => base === first);
  });
  for (const { from, to, score } of bestRuns(alike)) {
    // In Ensembl, the ids of elements start with the id of their set.
    const constrained_element_id = constrained * 1e10 + db.nextId('constrained_element');
    for (const { segment, offsets } of rows) {
      const [first, last] = [get(offsets, at(columns, from)), get(offsets, at(columns, to))];
      const { region, strand } = segment;
      db.insert('constrained_element', {
        constrained_element_id,
        dnafrag_id: get(fragments, region),
        dnafrag_strand: strand,
        method_link_species_set_id: constrained,
        score,
        p_value: 4 ** -score,
        dnafrag_start: strand === 1 ? startOf(segment) + first : endOf(segment) - last,
        dnafrag_end: strand === 1 ? startOf(segment) + last : endOf(segment) - first,
      });
    }
  }
}

/**
 * Disjoint runs with a maximum score of at least LEAST_SCORE: neither extending nor shortening one raises its score.
 */
function bestRuns(alike: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let score = 0;
  for (const [column, same] of alike.entries()) {
    score += same ? 1 : -PENALTY;
    if (same && !run) run = { from: column, to: column, score };
    else if (run && score > run.score) run = { from: run.from, to: column, score };
    // A score of 0 or less would only lower the score of later columns.
    if (score > 0) continue;
    if (run && run.score >= LEAST_SCORE) runs.push(run);
    run = null;
    score = 0;
  }
  return run && run.score >= LEAST_SCORE ? [...runs, run] : runs;
}
