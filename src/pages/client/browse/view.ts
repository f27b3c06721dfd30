import { wrapped } from '../../drawing/origin.ts';

/**
 * The span of a region that the browser shows. Positions are 1-based; `start` may lie between two bases while it moves.
 */
export interface View {
  start: number;
  /** Bases. */
  span: number;
}

const SHORTEST = 40;

/** The part of a place that views need. */
export interface Region {
  length: number;
  /** The length again, if the region is circular: views may then continue beyond it. Else 0. */
  circularLength: number;
}

/** The view within the region and not shorter than SHORTEST. On a circular region, it begins within the region. */
export function clamped({ start, span }: View, { length, circularLength }: Region): View {
  const bounded = Math.min(Math.max(span, Math.min(SHORTEST, length)), length);
  if (circularLength > 0) return { start: wrapped(start, circularLength), span: bounded };
  return { start: Math.max(1, Math.min(start, length - bounded + 1)), span: bounded };
}

/** The view after zooming about a point. @param at the point, as a fraction of the width */
export function zoomed({ start, span }: View, factor: number, at: number, region: Region): View {
  const { length } = region;
  const wanted = Math.min(Math.max(span * factor, Math.min(SHORTEST, length)), length);
  return clamped({ start: start + (span - wanted) * at, span: wanted }, region);
}

/** First and last base of the view as whole numbers. Over the origin, the end exceeds the length of the region. */
export function bounds({ start, span }: View, { length, circularLength }: Region): { start: number; end: number } {
  const first = Math.max(1, Math.round(start));
  const last = Math.max(first, Math.round(start + span - 1));
  if (circularLength === 0) return { start: first, end: Math.min(length, last) };
  return first > length ? { start: 1, end: last - length } : { start: first, end: last };
}
