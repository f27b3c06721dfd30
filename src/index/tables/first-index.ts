/**
 * The first index of [from, to) that `isBefore` does not hold for; `to` where there is none. It must hold for all
 * before that and for none behind.
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
