/**
 * A tile of the chromosome with its genes. A tile depends on the seed and its number only. Generators of different
 * databases can therefore make the same tile independently, and no tile has to stay in memory.
 */
import { only } from '../../../src/checked.ts';
import { Annotator, type AnnotatedGene } from '../genes/annotation.ts';
import { type Contig, type Element, makeContig, type PlacedRegion, placeRegion } from './placement.ts';
import { senseBases } from '../genes/locus.ts';
import { REFERENCE } from '../species.ts';
import { Columns } from '../sequence/tract.ts';
import { Workshop } from '../workshop.ts';
import { exactSpacer } from '../sequence/repeats.ts';
import { makeTileLocus } from './tile-loci.ts';
import { manyIsoforms } from '../genes/isoforms.ts';
import { genesBefore, genesIn, TILE_BASES, type Scale } from './scale.ts';

export const CHROMOSOME = '1';

/** Unknown bases at the start of the chromosome. */
const TELOMERE = 10_000;
/** Unknown bases at the start of every 25th tile. */
const GAP = 1000;
const GAP_EVERY = 25;
/** Bases between a gene and the end of its room. */
const MARGIN = 600;
/** The number of ids reserved for each tile. */
const TRANSCRIPT_IDS = 1000;
const EXON_IDS = 10_000;

export interface Tile {
  number: number;
  /** The first known base, 1-based on the chromosome. */
  start: number;
  /** Bases of the forward strand from `start` to the end of the tile. */
  bases: Uint8Array;
  /** The chromosome, with the elements of this tile only. */
  region: PlacedRegion;
  contig: Contig;
  genes: AnnotatedGene[];
}

/** The fictional chromosome. Its tiles can be made in any order. */
export class ScaledChromosome {
  readonly scale: Scale;
  readonly workshop: Workshop;

  constructor(scale: Scale, seed: number) {
    this.scale = scale;
    this.workshop = Workshop.create(seed, new NoColumns());
  }

  tile(number: number): Tile {
    // The label seeds the generator: changing it changes the data.
    const workshop = this.workshop.fork(`stretch ${number}`);
    const lead = number === 0 ? TELOMERE : number % GAP_EVERY === 0 ? GAP : 0;
    const elements = makeElements(workshop, TILE_BASES - lead, genesBefore(number), genesIn(number));
    const placed = placeRegion('autosome', elements, {
      name: CHROMOSOME,
      lead: number * TILE_BASES + lead,
      contigName: () => '',
    });
    const { bases, start } = only(placed.contigs);
    const contig = makeContig(
      `DEMO${REFERENCE.letter}${String(number + 1).padStart(6, '0')}.1`,
      bases,
      start,
      workshop.random,
    );
    const region = { ...placed, length: this.scale.length, contigs: [contig] };
    const annotator = new Annotator(REFERENCE, workshop.random, {
      named: { G: genesBefore(number), T: number * TRANSCRIPT_IDS, P: number * TRANSCRIPT_IDS, E: number * EXON_IDS },
      isoforms: manyIsoforms,
    });
    annotator.annotate(region);
    return { number, start, bases, region, contig, genes: annotator.genes };
  }
}

/** Genes with spacers between them, exactly `length` bases in total. */
function makeElements(workshop: Workshop, length: number, genesBefore: number, genes: number): Element[] {
  const { random } = workshop;
  const weights = Array.from({ length: genes }, () => 0.5 + random.next());
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const elements: Element[] = [];
  const spacer = (bases: number): void => {
    if (bases > 0) elements.push({ kind: 'spacer', strand: 1, tract: exactSpacer(workshop, bases) });
  };
  let done = 0;
  let roomEnd = 0;
  for (const [index, weight] of weights.entries()) {
    const roomStart = roomEnd;
    roomEnd += Math.floor((weight / total) * length);
    const locus = makeTileLocus(workshop, genesBefore + index + 1, roomEnd - roomStart - 2 * MARGIN);
    const bases = senseBases(locus).length;
    const start = roomStart + MARGIN + random.integer(0, roomEnd - roomStart - 2 * MARGIN - bases);
    spacer(start - done);
    elements.push({ kind: 'locus', locus });
    done = start + bases;
  }
  spacer(length - done);
  return elements;
}

/** Tiles do not evolve, so their bases need no homology columns. */
class NoColumns extends Columns {
  readonly #none = new Int32Array();

  override take(): Int32Array {
    return this.#none;
  }
}
