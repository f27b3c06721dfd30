/**
 * Places of features relative to a slice: genes moved to the region that shows them, strands relative to the slice,
 * overlaps with the slice and its ends. Circular regions are unrolled: the end of a slice or feature over the origin
 * (start > end) is counted beyond the region's length.
 */
import { type ExonRecord, type GeneRecord, sharedGene, decodeGeneHead, type GeneHead } from './gene-record.ts';
import { oppositeStrand, type Slice, type Strand } from './seq-region.ts';
import { type Placed, isShown } from './projection.ts';

/** An interval of the slice's region, 1-based inclusive; `strand` is relative to the region's forward strand. */
export interface Place {
  start: number;
  end: number;
  strand: Strand;
}

/** The strand relative to the slice. */
export function strandOnSlice(slice: Slice, strand: Strand): Strand {
  return slice.strand === 1 ? strand : oppositeStrand(strand);
}

/**
 * A span in coordinates that ascend from the slice's start to its end, even over an origin; null if the two do not
 * overlap.
 */
export function alongSlice(slice: Slice, span: { start: number; end: number }): { start: number; end: number } | null {
  const { start, end } = span;
  const last = unrolledEnd(slice, slice);
  const { circular, length } = slice.region;
  if (!circular) return start <= last && end >= slice.start ? span : null;
  const unrolled = unrolledEnd(slice, span);
  for (const turn of [0, length, -length]) {
    if (start + turn <= last && unrolled + turn >= slice.start) return { start: start + turn, end: unrolled + turn };
  }
  return null;
}

interface Trimming {
  /** Leave out features that begin before the slice, in the slice's direction. */
  upstream: boolean;
  /** Leave out features that end after the slice, in the slice's direction. */
  downstream: boolean;
}

/** Does a span stay within those ends of the slice at which features are trimmed? */
export function withinTrimmedEnds(slice: Slice, span: { start: number; end: number }, trimming: Trimming): boolean {
  const [low, high] =
    slice.strand === 1 ? [trimming.upstream, trimming.downstream] : [trimming.downstream, trimming.upstream];
  if (!low && !high) return true;
  const place = alongSlice(slice, span) ?? span;
  return !(low && place.start < slice.start) && !(high && place.end > unrolledEnd(slice, slice));
}

/**
 * A gene with its transcripts and exons at the place where the slice's region shows it; the same object if that is its
 * native place. Phases, ranks and offsets within exons do not depend on the place.
 */
function placeGene(gene: GeneRecord, placed: Placed<unknown>): GeneRecord {
  if (!placed.projected) return gene;
  const move = <T extends Place>(native: T): T => ({ ...native, ...movedSpan(gene, placed, native) });
  const exons: ExonRecord[] = gene.exons.map(move);
  return { ...move(gene), transcripts: gene.transcripts.map(move), exons };
}

function movedSpan(gene: GeneHead, placed: Placed<unknown>, native: Place): Place {
  const first = gene.region.circularLength ? gene.start : Math.min(gene.start, gene.end);
  if (!placed.flipped) {
    const shift = placed.start - first;
    return { start: native.start + shift, end: native.end + shift, strand: native.strand };
  }
  const mirror = placed.end + first;
  return {
    start: mirror - native.end,
    end: mirror - native.start,
    strand: oppositeStrand(native.strand),
  };
}

/**
 * The end of a span of the slice's region, counted beyond the region's length if the span contains the origin.
 */
export function unrolledEnd(slice: Slice, span: { start: number; end: number }): number {
  return slice.region.circular && span.end < span.start ? span.end + slice.region.length : span.end;
}

/** A gene at the place where a slice shows it. Decoded on demand: most answers need only the head. */
export class PlacedGene {
  readonly #placed: Placed<Uint8Array>;
  #head: GeneHead | null = null;
  #record: GeneRecord | null = null;

  constructor(placed: Placed<Uint8Array>) {
    this.#placed = placed;
  }

  /** The gene's own data, with its place on the slice's region. */
  get head(): GeneHead {
    return (this.#head ??= this.#record ?? this.#moved(decodeGeneHead(this.#placed.record)));
  }

  /** As head, with transcripts and exons, all with their places on the slice's region. */
  get record(): GeneRecord {
    return (this.#record ??= placeGene(sharedGene(this.#placed.record), this.#placed));
  }

  /**
   * Is this place of the gene, or of a part of it, within the window through which the slice's region shows the gene?
   * Some parts may be while others are not.
   */
  shows(part: Place): boolean {
    return isShown(this.#placed, part);
  }

  /** Does the slice's region run opposite to the gene's own region? */
  get flipped(): boolean {
    return this.#placed.flipped;
  }

  #moved(head: GeneHead): GeneHead {
    return this.#placed.projected ? { ...head, ...movedSpan(head, this.#placed, head) } : head;
  }
}
