/** Do two stretches of bytes have the same in them? For a few: a call of Buffer.compare takes longer than looking at them here. */
export function sameBytes(one: Uint8Array, from: number, to: number, other: Uint8Array, otherFrom: number, otherTo: number): boolean {
  const length = to - from;
  if (otherTo - otherFrom !== length) return false;
  for (let at = 0; at < length; at++) if (one[from + at] !== other[otherFrom + at]) return false;
  return true;
}
