/**
 * A tile of the chromosome with its genes. It follows from the seed and its number alone, so that the dumps of genes,
 * of variants and of families can be made apart from each other, and nothing of it need be kept.
 */
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

/** Bases at the start of the chromosome that nobody knows, and of the gap that every 25th tile begins with. */
const TELOMERE = 10_000;
const GAP = 1000;
const GAP_EVERY = 25;
/** Between a gene and the end of the room that it has. */
const MARGIN = 600;
/** Ids given out to each tile. */
const TRANSCRIPT_IDS = 1000;
const EXON_IDS = 10_000;

export interface Tile {
  number: number;
  /**
   * First base that is known, 1-based on the chromosome, and all from there to the tile's end, as its forward strand
   * reads.
   */
  start: number;
  bases: Uint8Array;
  /** The chromosome, of which only this tile is placed. */
  region: PlacedRegion;
  contig: Contig;
  genes: AnnotatedGene[];
}

/** The fictional chromosome, whose tiles can be made in any order. */
export class ScaledChromosome {
  readonly scale: Scale;
  readonly workshop: Workshop;

  constructor(scale: Scale, seed: number) {
    this.scale = scale;
    this.workshop = new Workshop(seed, undefined, new NoColumns());
  }

  tile(number: number): Tile {
    // Labels seed the generator: with another word the data would change.
    const workshop = this.workshop.fork(`stretch ${number}`);
    const lead = number === 0 ? TELOMERE : number % GAP_EVERY === 0 ? GAP : 0;
    const elements = makeElements(workshop, TILE_BASES - lead, genesBefore(number), genesIn(number));
    const placed = placeRegion('autosome', elements, {
      name: CHROMOSOME,
      lead: number * TILE_BASES + lead,
      contigName: () => '',
    });
    const [{ bases, start }] = placed.contigs as [Contig];
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

/** Genes with spacers between them, just so many bases in all. */
function makeElements(workshop: Workshop, length: number, genesBefore: number, genes: number): Element[] {
  const { random } = workshop;
  const weights = Array.from({ length: genes }, () => 0.5 + random.next());
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const elements: Element[] = [];
  const spacer = (bases: number): void => {
    if (bases > 0) elements.push({ kind: 'spacer', strand: 1, tract: exactSpacer(workshop, bases) });
  };
  let at = 0;
  let roomEnd = 0;
  weights.forEach((weight, index) => {
    const roomStart = roomEnd;
    roomEnd += Math.floor((weight / total) * length);
    const locus = makeTileLocus(workshop, genesBefore + index + 1, roomEnd - roomStart - 2 * MARGIN);
    const bases = senseBases(locus).length;
    const start = roomStart + MARGIN + random.integer(0, roomEnd - roomStart - 2 * MARGIN - bases);
    spacer(start - at);
    elements.push({ kind: 'locus', locus });
    at = start + bases;
  });
  spacer(length - at);
  return elements;
}

/** Nothing here evolves, so no base needs to know which others it goes back to. */
class NoColumns extends Columns {
  readonly #none = new Int32Array();

  override take(): Int32Array {
    return this.#none;
  }
}
