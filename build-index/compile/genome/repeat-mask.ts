import { firstIndex } from '../../../src/index/tables/first-index.ts';
import type { Assembly, MappedInterval } from './assembly.ts';
import type { DumpRegion } from './regions.ts';

/** 1-based inclusive. */
export type MaskedRun = [start: number, end: number];

/**
 * Which bases of each stored sequence repeats cover: those that stand on the region itself and, for a component, those
 * of the chromosome that lie wholly within it. Soft and hard masking of a slice show just these.
 */
export class RepeatMask {
  readonly #runs = new Map<number, number[]>();
  readonly #assembly: Assembly;
  readonly #list: readonly DumpRegion[];
  readonly #components = new Map<DumpRegion, MappedInterval[]>();
  /** By seq_region_id, ascending and disjoint: starts and ends in turn. */
  readonly #merged = new Map<number, Uint32Array>();

  constructor(assembly: Assembly, list: readonly DumpRegion[]) {
    this.#assembly = assembly;
    this.#list = list;
  }

  /**
   * A repeat on the region with the given ordinal, 1-based inclusive; over the origin of a circle its end counts on
   * beyond the region's length. Called in any order.
   */
  add(ordinal: number, start: number, end: number): void {
    const region = this.#list[ordinal]!;
    if (end > region.length) {
      this.#addStretch(region, 1, end - region.length);
      end = region.length;
    }
    this.#addStretch(region, start, end);
  }

  #addStretch(region: DumpRegion, start: number, end: number): void {
    this.#push(region, start, end);
    const interval = this.#componentAt(region, start);
    if (!interval || interval.target === region || interval.end < end) return;
    const shift = interval.strand === 1 ? start - interval.start : interval.end - end;
    this.#push(interval.target, interval.from + shift, interval.from + shift + (end - start));
  }

  /**
   * The masked runs of a region within [first, last], ascending and disjoint, counted from `first` as 1. After all
   * repeats have been added.
   */
  runs(region: DumpRegion, first: number, last: number): MaskedRun[] {
    const merged = this.#mergedRuns(region);
    const runs: MaskedRun[] = [];
    for (
      let at = 2 * firstIndex(0, merged.length / 2, (index) => merged[2 * index + 1]! < first);
      at < merged.length && merged[at]! <= last;
      at += 2
    ) {
      runs.push([Math.max(merged[at]!, first) - first + 1, Math.min(merged[at + 1]!, last) - first + 1]);
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

  /** The interval of a component that holds a position of a region, if any. */
  #componentAt(region: DumpRegion, position: number): MappedInterval | undefined {
    const known = this.#components.get(region);
    const intervals = known ?? this.#assembly.sequenceIntervals(region);
    if (!known) this.#components.set(region, intervals);
    const found = intervals[firstIndex(0, intervals.length, (index) => intervals[index]!.end < position)];
    return found && found.start <= position ? found : undefined;
  }
}

/** @param flat starts and ends in turn */
function mergedRuns(flat: readonly number[]): Uint32Array {
  const runs: MaskedRun[] = [];
  for (let at = 0; at < flat.length; at += 2) runs.push([flat[at]!, flat[at + 1]!]);
  runs.sort((a, b) => a[0] - b[0]);
  const merged = new Uint32Array(flat.length);
  let used = 0;
  for (const [start, end] of runs) {
    if (used > 0 && start <= merged[used - 1]! + 1) merged[used - 1] = Math.max(merged[used - 1]!, end);
    else {
      merged[used++] = start;
      merged[used++] = end;
    }
  }
  return merged.slice(0, used);
}
