/**
 * The first index in [from, to) that does not satisfy `isBefore`, by binary search; `to` if there is none. Indices that
 * satisfy it must precede all others.
 */
export function firstIndex(from: number, to: number, isBefore: (index: number) => boolean): number {
  let low = from;
  for (let high = to; low < high; ) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
