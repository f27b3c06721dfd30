/**
 * Whole-genome alignments of the beginning of the reference's chromosome 1, multiple and pairwise, without guessing:
 * the homology columns tell which bases go back to one ancestral base. A block is a row of elements that all its
 * members have side by side, so that it breaks where a species lost or gained a gene, turned a segment round or has
 * unknown bases.
 */
import { get } from '../../../src/checked.ts';
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
  writeBlock,
  writeBlockTree,
} from './alignment-rows.ts';
import type { ComparaDatabase } from './compara-database.ts';
import { cigarLine, maskOf, mergedColumns } from './alignment-columns.ts';

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

type Block = AlignedSegment[];

/** @param ancestors takes the sequences of the ancestors in the multiple alignments */
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
    const [reference, ...others] = block;
    for (const other of others) writeMembers(db, sets, sets.pairwise(other.species), [reference!, other], null);
  }
}

/** Blocks along the reference, which is the first member of each. */
function alignedBlocks(genomes: readonly AnnotatedGenome[]): Block[] {
  const region = genomes
    .find(({ species }) => species === REFERENCE)!
    .regions.find(({ name }) => name === ALIGNED_REGION)!;
  const elements = region.elements.filter(({ start }) => start <= ALIGNED_LENGTH);
  const found = genomes
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
      ...found.flatMap((homologues) => homologues[index] ?? []),
    ];
    const last = blocks.at(-1);
    const goesOn =
      last &&
      last.length === next.length &&
      lengthOf(last[0]!) < BLOCK_LENGTH &&
      last.every((segment, each) => follows(segment, next[each]!));
    if (goesOn) last.forEach((segment, each) => extend(segment, next[each]!));
    else blocks.push(next);
  });
  return blocks;
}

/**
 * For each element the one of another genome that goes back to the same. Copies of genes are none: they are no
 * orthologues.
 */
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
    region.elements.forEach(({ element }, at) => {
      const shared =
        element.kind === 'spacer' ? element.tract.columns.find((column) => columns.has(column)) : undefined;
      const index = element.kind === 'locus' ? loci.get(element.locus.id) : columns.get(shared ?? -1);
      if (index === undefined) return;
      homologues[index] = {
        species,
        region,
        from: at,
        to: at,
        strand: strandOf(element) === strandOf(elements[index]!) ? 1 : -1,
      };
    });
  }
  return homologues;
}

/** Whether an element stands right behind a segment, as the strand reads. */
function follows({ region, strand, from, to }: AlignedSegment, next: AlignedSegment): boolean {
  if (region !== next.region || strand !== next.strand || next.from !== (strand === 1 ? to + 1 : from - 1))
    return false;
  const [before, behind] = strand === 1 ? [to, next.from] : [next.from, from];
  return region.elements[before]!.end + 1 === region.elements[behind]!.start;
}

function extend(segment: AlignedSegment, next: AlignedSegment): void {
  segment.from = Math.min(segment.from, next.from);
  segment.to = Math.max(segment.to, next.to);
}

/** @param nodes genomic_align_tree's node of each member; null in blocks without a tree */
function writeMembers(
  db: ComparaDatabase,
  { fragments }: AlignmentSets,
  set: number,
  block: Block,
  nodes: ReadonlyMap<DemoSpecies, number> | null,
): void {
  const rows = block.map((segment) => ({ codons: columnsOf(segment) }));
  const columns = mergedColumns(rows);
  writeBlock(
    db,
    set,
    columns.length,
    block.map((segment, each) => ({
      dnafragId: get(fragments, segment.region),
      start: startOf(segment),
      end: endOf(segment),
      strand: segment.strand,
      cigarLine: cigarLine(maskOf(rows[each]!.codons, columns)),
      node: nodes?.get(segment.species) ?? null,
    })),
  );
}

/** The ancestors in a block, each a region of its own, as a block beside it. */
function writeAncestors(
  db: ComparaDatabase,
  { multiple, ancestralGenome }: AlignmentSets,
  block: Block,
  tree: BlockNode,
  ancestors: AncestralDatabase,
): void {
  const columns = mergedColumns(block.map((segment) => ({ codons: columnsOf(segment) })));
  // By place: where a segment is doubled within a species, one homology column stands in two.
  const places = [...columns.keys()];
  const bases = new Map(block.map((segment) => [segment.species, basesByPlace(segment, columns)]));
  const rows = inferAncestors(tree, places, (species, place) => get(bases, species)[place]!);
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

/** What a segment has in each of some columns; null for a gap. */
function basesByPlace(segment: AlignedSegment, columns: readonly number[]): (string | null)[] {
  const own = new Set(columnsOf(segment));
  const letters = basesOf(segment);
  let at = 0;
  return columns.map((column) => (own.has(column) ? String.fromCharCode(letters[at++]!) : null));
}

// A segment of a genome that stands in an alignment: elements of a region side by side, read on a strand.
interface AlignedSegment {
  species: DemoSpecies;
  region: PlacedRegion;
  /** First and last element. */
  from: number;
  to: number;
  strand: 1 | -1;
}

const startOf = ({ region, from }: AlignedSegment): number => region.elements[from]!.start;
const endOf = ({ region, to }: AlignedSegment): number => region.elements[to]!.end;
const lengthOf = (segment: AlignedSegment): number => endOf(segment) - startOf(segment) + 1;

/** Homology columns of a segment, as its strand reads. */
function columnsOf({ region, from, to, strand }: AlignedSegment): Int32Array {
  const columns = Int32Array.from(
    region.elements.slice(from, to + 1).flatMap(({ element }) => {
      const own = inSense(element);
      return strandOf(element) === 1 ? own : own.reverse();
    }),
  );
  return strand === 1 ? columns : columns.reverse();
}

/** Bases of a segment, as its strand reads. */
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
  let at = 0;
  return exonLengths.flatMap((length, index) => [
    ...cdna.columns.subarray(at, (at += length)),
    ...(introns[index]?.columns ?? []),
  ]);
}

// Constrained elements of the demo's alignments: runs of columns in which all species of a block have the same base,
// but for one here and there.
/** Fewer species say too little. */
const FEWEST_SPECIES = 3;
/** What a column in which a base differs or is missing takes from a run, of which each other column is worth 1. */
const PENALTY = 5;
const LEAST_SCORE = 25;

interface Run {
  /** Columns of the alignment, from 0, both within. */
  from: number;
  to: number;
  score: number;
}

/** Writes those of a block: a row for each species, all of one id. */
function writeConstrainedElements(
  db: ComparaDatabase,
  { fragments, constrained }: AlignmentSets,
  block: readonly AlignedSegment[],
): void {
  if (block.length < FEWEST_SPECIES) return;
  const rows = block.map((segment) => ({ segment, codons: columnsOf(segment), bases: basesOf(segment) }));
  const columns = mergedColumns(rows);
  const places = rows.map(({ codons }) => new Map([...codons].map((column, offset) => [column, offset])));
  const alike = columns.map((column) => {
    const found = rows.map(({ bases }, row) => bases[places[row]!.get(column) ?? -1]);
    return found[0] !== undefined && found.every((base) => base === found[0]);
  });
  for (const { from, to, score } of bestRuns(alike)) {
    // Ids of a set's elements begin with its own, in Ensembl.
    const constrained_element_id = constrained * 1e10 + db.nextId('constrained_element');
    rows.forEach(({ segment }, row) => {
      const [first, last] = [places[row]!.get(columns[from]!)!, places[row]!.get(columns[to]!)!];
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
    });
  }
}

/** Runs that cannot be made better by going on or ending sooner, and are good enough; none touches another. */
function bestRuns(alike: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let score = 0;
  alike.forEach((same, column) => {
    score += same ? 1 : -PENALTY;
    if (same && !run) run = { from: column, to: column, score };
    else if (run && score > run.score) run = { ...run, to: column, score };
    // What would follow is better off without what came before.
    if (score > 0) return;
    if (run && run.score >= LEAST_SCORE) runs.push(run);
    [run, score] = [null, 0];
  });
  const last = run as Run | null;
  return last && last.score >= LEAST_SCORE ? [...runs, last] : runs;
}
