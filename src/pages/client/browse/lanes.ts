/** Puts spans on lanes so that none overlaps another. What fits on none is on the last lane, without its name. */
export interface Laid<T> {
  item: T;
  lane: number;
  isNamed: boolean;
}

/** @param extent first and last base that an item with its name takes */
export function layLanes<T>(items: readonly T[], extent: (item: T) => [number, number], most: number): Laid<T>[] {
  const ends: number[] = [];
  return items.map((item) => {
    const [start, end] = extent(item);
    let lane = ends.findIndex((each) => each < start);
    if (lane < 0) lane = ends.length;
    if (lane >= most - 1) return { item, lane: most - 1, isNamed: false };
    ends[lane] = end;
    return { item, lane, isNamed: true };
  });
}
