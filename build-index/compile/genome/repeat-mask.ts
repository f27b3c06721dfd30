import { at } from '../../../src/checked.ts';
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import type { Assembly, MappedInterval } from './assembly.ts';
import { type DumpRegion, isCircular } from './regions.ts';

/** 1-based inclusive. */
export type MaskedRun = [start: number, end: number];

/**
 * The bases of each stored sequence that repeats cover: repeats on the region itself and, for a component, repeats of
 * the chromosome that lie entirely within it. Soft and hard masking of a slice apply to these bases.
 */
export class RepeatMask {
  readonly #runs = new Map<number, number[]>();
  readonly #assembly: Assembly;
  readonly #list: readonly DumpRegion[];
  readonly #components = new Map<DumpRegion, MappedInterval[]>();
  /** By seq_region_id, ascending and disjoint: start, end, start, end … */
  readonly #merged = new Map<number, Uint32Array>();

  constructor(assembly: Assembly, list: readonly DumpRegion[]) {
    this.#assembly = assembly;
    this.#list = list;
  }

  /**
   * Adds a repeat on the region with the given ordinal, 1-based inclusive. Across the origin of a circular region its
   * end is counted past the region's length. Repeats are added in any order.
   */
  add(ordinal: number, start: number, end: number): void {
    const region = at(this.#list, ordinal);
    if (end > region.length) {
      if (isCircular(region)) this.#addInterval(region, 1, end - region.length);
      end = region.length;
    }
    if (start <= end) this.#addInterval(region, start, end);
  }

  #addInterval(region: DumpRegion, start: number, end: number): void {
    this.#push(region, start, end);
    const interval = this.#componentAt(region, start);
    if (!interval || interval.target === region || interval.end < end) return;
    const shift = interval.strand === 1 ? start - interval.start : interval.end - end;
    this.#push(interval.target, interval.from + shift, interval.from + shift + (end - start));
  }

  /**
   * The masked runs of a region within [first, last], ascending and disjoint; `first` counts as 1. No repeat can be
   * added afterwards.
   */
  runs(region: DumpRegion, first: number, last: number): MaskedRun[] {
    const merged = this.#mergedRuns(region);
    const runs: MaskedRun[] = [];
    const from = 2 * firstIndex(0, merged.length / 2, (index) => at(merged, 2 * index + 1) < first);
    for (let index = from; index < merged.length; index += 2) {
      const [start, end] = [at(merged, index), at(merged, index + 1)];
      if (start > last) break;
      runs.push([Math.max(start, first) - first + 1, Math.min(end, last) - first + 1]);
    }
    return runs;
  }

  #mergedRuns({ id }: DumpRegion): Uint32Array {
    let merged = this.#merged.get(id);
    if (merged) return merged;
    this.#merged.set(id, (merged = mergedRuns(this.#runs.get(id) ?? [])));
    this.#runs.delete(id);
    return merged;
  }

  #push(region: DumpRegion, start: number, end: number): void {
    const runs = this.#runs.get(region.id);
    if (runs) runs.push(start, end);
    else this.#runs.set(region.id, [start, end]);
  }

  /** The interval of a component that contains a position of a region, if any. */
  #componentAt(region: DumpRegion, position: number): MappedInterval | undefined {
    const known = this.#components.get(region);
    const intervals = known ?? this.#assembly.sequenceIntervals(region);
    if (!known) this.#components.set(region, intervals);
    const found = intervals[firstIndex(0, intervals.length, (index) => at(intervals, index).end < position)];
    return found && found.start <= position ? found : undefined;
  }
}

/** @param flat start, end, start, end … */
function mergedRuns(flat: readonly number[]): Uint32Array {
  const runs: MaskedRun[] = [];
  for (let index = 0; index < flat.length; index += 2) runs.push([at(flat, index), at(flat, index + 1)]);
  runs.sort((a, b) => a[0] - b[0]);
  const merged = new Uint32Array(flat.length);
  let used = 0;
  let lastEnd = 0;
  for (const [start, end] of runs) {
    if (used > 0 && start <= lastEnd + 1) {
      lastEnd = Math.max(lastEnd, end);
    } else {
      merged[used] = start;
      lastEnd = end;
      used += 2;
    }
    merged[used - 1] = lastEnd;
  }
  return merged.slice(0, used);
}
