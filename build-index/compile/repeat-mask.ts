import { firstIndex } from '../../src/index/first-index.ts';
import type { Assembly, Stretch } from './assembly.ts';
import type { DumpRegion } from './regions.ts';

/**
 * Which bases of each stored sequence repeats cover: those that stand on the region itself and, for a component, those
 * of the chromosome that lie wholly within it. Soft and hard masking of a slice show just these.
 */
export class RepeatMask {
  readonly #runs = new Map<number, number[]>();
  readonly #assembly: Assembly;
  readonly #list: readonly DumpRegion[];
  readonly #components = new Map<DumpRegion, Stretch[]>();

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
    const stretch = this.#componentAt(region, start);
    if (!stretch || stretch.target === region || stretch.end < end) return;
    const shift = stretch.strand === 1 ? start - stretch.start : stretch.end - end;
    this.#push(stretch.target, stretch.from + shift, stretch.from + shift + (end - start));
  }

  /** The masked runs of a region within [first, last], ascending and disjoint, counted from `first` as 1. */
  runs(region: DumpRegion, first: number, last: number): [start: number, end: number][] {
    const flat = this.#runs.get(region.id) ?? [];
    const pairs: [number, number][] = [];
    for (let at = 0; at < flat.length; at += 2) {
      const [start, end] = [Math.max(flat[at]!, first), Math.min(flat[at + 1]!, last)];
      if (start <= end) pairs.push([start - first + 1, end - first + 1]);
    }
    pairs.sort((a, b) => a[0] - b[0]);
    const merged: [number, number][] = [];
    for (const pair of pairs) {
      const previous = merged.at(-1);
      if (previous && pair[0] <= previous[1] + 1) previous[1] = Math.max(previous[1], pair[1]);
      else merged.push(pair);
    }
    return merged;
  }

  #push(region: DumpRegion, start: number, end: number): void {
    const runs = this.#runs.get(region.id);
    if (runs) runs.push(start, end);
    else this.#runs.set(region.id, [start, end]);
  }

  /** The stretch of a component that holds a position of a region, if any. */
  #componentAt(region: DumpRegion, position: number): Stretch | undefined {
    const known = this.#components.get(region);
    const stretches = known ?? this.#assembly.sequenceStretches(region);
    if (!known) this.#components.set(region, stretches);
    const found = stretches[firstIndex(0, stretches.length, (index) => stretches[index]!.end < position)];
    return found && found.start <= position ? found : undefined;
  }
}
