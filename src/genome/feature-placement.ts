/**
 * Where features stand as a slice sees them: a gene moved to the region that shows it, strands relative to the slice,
 * what overlaps, what reaches over the slice's ends. Circular regions are unrolled: a slice or feature over the origin
 * (start > end) counts on beyond the region's length.
 */
import { type ExonRecord, type GeneRecord, decodeGene, decodeGeneHead, type GeneHead } from './gene-record.ts';
import { oppositeStrand, type Slice, type Strand } from './seq-region.ts';
import { type Placed, isShown } from './projection.ts';

/** A stretch of the slice's region, 1-based inclusive, `strand` on the region's forward strand. */
export interface Place {
  start: number;
  end: number;
  strand: Strand;
}

/** 1, -1 or 0 as seen along the slice. */
export function strandOnSlice(slice: Slice, strand: Strand): Strand {
  return slice.strand === 1 ? strand : oppositeStrand(strand);
}

/**
 * A stretch in coordinates that run on from the slice's start to its end, also over an origin; null when the two do not
 * overlap.
 */
export function alongSlice(
  slice: Slice,
  stretch: { start: number; end: number },
): { start: number; end: number } | null {
  const { start, end } = stretch;
  const last = unrolledEnd(slice, slice);
  const { circular, length } = slice.region;
  if (!circular) return start <= last && end >= slice.start ? stretch : null;
  const unrolled = unrolledEnd(slice, stretch);
  for (const turn of [0, length, -length]) {
    if (start + turn <= last && unrolled + turn >= slice.start) return { start: start + turn, end: unrolled + turn };
  }
  return null;
}

interface Trimming {
  /** Leave out what begins before the slice, in the slice's direction. */
  upstream: boolean;
  /** Leave out what ends after the slice, in the slice's direction. */
  downstream: boolean;
}

/** Does a stretch stay within the ends of the slice that trimming guards? */
export function withinTrimmedEnds(slice: Slice, stretch: { start: number; end: number }, trimming: Trimming): boolean {
  const [low, high] =
    slice.strand === 1 ? [trimming.upstream, trimming.downstream] : [trimming.downstream, trimming.upstream];
  if (!low && !high) return true;
  const place = alongSlice(slice, stretch) ?? stretch;
  return !(low && place.start < slice.start) && !(high && place.end > unrolledEnd(slice, slice));
}

/**
 * A gene with its transcripts and exons where the slice's region shows it; the record itself when that is its native
 * place. Phases, ranks and offsets within exons do not depend on the place and stay.
 */
function placeGene(gene: GeneRecord, placed: Placed<unknown>): GeneRecord {
  if (!placed.projected) return gene;
  const move = <T extends Place>(native: T): T => ({ ...native, ...movedSpan(gene, placed, native) });
  const exons: ExonRecord[] = gene.exons.map(move);
  return { ...move(gene), transcripts: gene.transcripts.map(move), exons };
}

function movedSpan(gene: { start: number }, placed: Placed<unknown>, native: Place): Place {
  if (!placed.flipped) {
    const shift = placed.start - gene.start;
    return { start: native.start + shift, end: native.end + shift, strand: native.strand };
  }
  const mirror = placed.end + gene.start;
  return {
    start: mirror - native.end,
    end: mirror - native.start,
    strand: oppositeStrand(native.strand),
  };
}

/**
 * The end of a stretch of the slice's region, counted on beyond the region's length when the stretch spans the
 * origin.
 */
export function unrolledEnd(slice: Slice, stretch: { start: number; end: number }): number {
  return slice.region.circular && stretch.end < stretch.start ? stretch.end + slice.region.length : stretch.end;
}

/** A gene where a slice shows it, decoded only as far as asked for: most answers need no more than the head. */

export class PlacedGene {
  readonly #placed: Placed<Uint8Array>;
  #head: GeneHead | null = null;
  #record: GeneRecord | null = null;

  constructor(placed: Placed<Uint8Array>) {
    this.#placed = placed;
  }

  /** The gene's own data, its place that on the slice's region. */
  get head(): GeneHead {
    return (this.#head ??= this.#record ?? this.#moved(decodeGeneHead(this.#placed.record)));
  }

  /** As head, with transcripts and exons, all of them at their place on the slice's region. */
  get record(): GeneRecord {
    return (this.#record ??= placeGene(decodeGene(this.#placed.record), this.#placed));
  }

  /**
   * Does a part of the gene, or all of it, lie where the slice's region shows the gene? Some parts may while others
   * do not.
   */
  shows(part: Place): boolean {
    return isShown(this.#placed, part);
  }

  /** Shown by a region that runs the other way than the gene's own. */
  get flipped(): boolean {
    return this.#placed.flipped;
  }

  #moved(head: GeneHead): GeneHead {
    const { start, end, flipped, projected } = this.#placed;
    if (!projected) return head;
    const place: Place = {
      start,
      end,
      strand: flipped ? oppositeStrand(head.strand) : head.strand,
    };
    return { ...head, ...place };
  }
}
