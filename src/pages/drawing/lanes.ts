/** Puts spans that overlap into different lanes. */

export interface InLane<T> {
  item: T;
  /** From 0. */
  lane: number;
}

/**
 * Each item gets the first lane in which it is at least `gap` to the right of the item before it.
 * @param extent left and right edge as drawn, labels included
 */
export function packLanes<T>(items: readonly T[], extent: (item: T) => [number, number], gap: number): InLane<T>[] {
  const ends: number[] = [];
  return items
    .map((item) => ({ item, extent: extent(item) }))
    .sort((one, other) => one.extent[0] - other.extent[0])
    .map(({ item, extent: [left, right] }) => {
      const free = ends.findIndex((end) => end + gap <= left);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = right;
      return { item, lane };
    });
}

export function laneCount(packed: readonly InLane<unknown>[]): number {
  return packed.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
}
