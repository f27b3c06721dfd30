/**
 * Positions over the origin of a circular region. Drawings unroll them: positions after the origin continue beyond the
 * length of the region. Texts and addresses have them as Ensembl does, so a span over the origin ends before it starts.
 */
import { tickStep } from './scale.ts';
import type { Span } from './text.ts';

/** The position within the region. @param length of the circular region; 0 for a linear one */
export function wrapped(position: number, length: number): number {
  return length > 0 ? ((((position - 1) % length) + length) % length) + 1 : position;
}

/** A span that ends at or after its start. @param length of the circular region; 0 for a linear one */
function unrolled({ start, end }: Span, length: number): Span {
  return end < start ? { start, end: end + length } : { start, end };
}

/** The parts of an unrolled span that the region has: two over the origin of a circular one. */
export function partsOf({ start, end }: Span, length: number): Span[] {
  if (end <= length) return [{ start, end }];
  return [
    { start, end: length },
    { start: 1, end: end - length },
  ];
}

/** The places of a span in an unrolled view: a view as long as the region may have one at each of its ends. */
export function placesIn({ start, end }: Span, view: Span, length: number): Span[] {
  const span = unrolled({ start, end }, length);
  const shifts = length > 0 ? [-length, 0, length] : [0];
  return shifts
    .map((shift) => ({ start: span.start + shift, end: span.end + shift }))
    .filter((each) => each.end >= view.start && each.start <= view.end);
}

/**
 * Positions of the ticks of an unrolled view, at most about `count`. They are round before the origin, and after it,
 * where the first base of the region has a tick, too.
 */
export function ticksOver({ start, end }: Span, count: number, length: number): { step: number; positions: number[] } {
  const step = tickStep(end - start, count, true);
  const round = (from: number, to: number) => {
    const found: number[] = [];
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(at);
    return found;
  };
  if (length === 0 || end <= length) return { step, positions: round(start, end) };
  // A tick just before the origin would overlap the origin's.
  const before = round(start, length + 1 - 0.6 * step);
  const after = round(step, end - length).map((position) => position + length);
  return { step, positions: [...before, length + 1, ...after] };
}
