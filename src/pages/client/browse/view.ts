/**
 * The span of a region that the browser shows. Positions are 1-based; `start` may lie between two bases while it moves.
 */
export interface View {
  start: number;
  /** Bases. */
  span: number;
}

const SHORTEST = 40;

/** The view within the region and not shorter than SHORTEST. */
export function clamped({ start, span }: View, length: number): View {
  const bounded = Math.min(Math.max(span, Math.min(SHORTEST, length)), length);
  return { start: Math.max(1, Math.min(start, length - bounded + 1)), span: bounded };
}

/** The view after zooming about a point. @param at the point, as a fraction of the width */
export function zoomed({ start, span }: View, factor: number, at: number, length: number): View {
  const wanted = Math.min(Math.max(span * factor, Math.min(SHORTEST, length)), length);
  return clamped({ start: start + (span - wanted) * at, span: wanted }, length);
}

/** First and last base of the view as whole numbers. */
export function bounds({ start, span }: View, length: number): { start: number; end: number } {
  const first = Math.max(1, Math.round(start));
  return { start: first, end: Math.min(length, Math.max(first, Math.round(start + span - 1))) };
}
