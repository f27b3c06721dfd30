/**
 * What a slice shows and where that stands: most regions show what stands on themselves; haplotypes, patches and
 * pseudo-autosomal stretches show another region's features; a component (contig, clone) shows what stands on the
 * chromosome it is assembled into. Circular regions are looked through twice, once beyond the origin.
 */
import { at } from '../checked.ts';
import type { Interval } from '../index/tables/interval-table.ts';
import { unbrokenSpans, type Segment, type Slice } from './seq-region.ts';

/** A record and the place where the slice's region shows it; `flipped` when that region runs the other way. */
export interface Placed<T> {
  record: T;
  start: number;
  end: number;
  flipped: boolean;
  /** The place differs from the native one. */
  projected: boolean;
  /** Of a projected record: the stretch of the slice's region through which it shows. */
  window?: { start: number; end: number };
}

/**
 * Does a stretch of the slice's region lie where the record shows? Of a gene, transcripts may that it itself does
 * not.
 */
export function isShown(
  { window }: Pick<Placed<unknown>, 'window'>,
  { start, end }: { start: number; end: number },
): boolean {
  return !window || (start >= window.start && end <= window.end);
}

/** One question for an interval table, and how its answers come back to the slice's region. */
interface SliceQuery {
  region: number;
  start: number;
  end: number;
  /** Absent: the answer stands where it is. */
  segment?: Segment;
}

/** The questions that together find every feature that a slice shows. */
export function queriesOf(slice: Slice): SliceQuery[] {
  const { region } = slice;
  const segments = [...(region.projection ?? []), ...(region.assembledInto ?? [])];
  const queries: SliceQuery[] = [];
  for (const { start, end } of unbrokenSpans(slice)) {
    queries.push({ region: region.ordinal, start, end });
    // A feature over the origin is stored with its end counted beyond the length.
    if (region.circular)
      queries.push({ region: region.ordinal, start: start + region.length, end: end + region.length });
    for (const segment of segments) {
      const from = Math.max(start, segment.start);
      const to = Math.min(end, segment.end);
      if (from > to) continue;
      const [one, other] = [onTarget(segment, from), onTarget(segment, to)];
      queries.push({ region: segment.region, start: Math.min(one, other), end: Math.max(one, other), segment });
    }
  }
  return queries;
}

/**
 * The answers of queriesOf's questions on the slice's region, each record once, in order of start. A projected feature
 * that its segment does not hold whole is left out, as Ensembl does: it cannot be placed.
 */
export function placeOnSlice(
  slice: Slice,
  queries: readonly SliceQuery[],
  found: readonly (readonly Interval[])[],
): Placed<Uint8Array>[] {
  return placeParts(slice, queries, found).filter((placed) => isShown(placed, placed));
}

/**
 * As placeOnSlice for records whose parts are features of their own: also those that reach out of their segment, with
 * the place that their segment, drawn out, would give them, and once for each segment. Ask isShown of every part.
 */
export function placeParts(
  slice: Slice,
  queries: readonly SliceQuery[],
  found: readonly (readonly Interval[])[],
): Placed<Uint8Array>[] {
  const { region } = slice;
  const placed = new Map<string, Placed<Uint8Array>>();
  found.forEach((intervals, which) => {
    const { segment } = at(queries, which);
    for (const interval of intervals) {
      const { start, end, payload } = interval;
      const key = appearance(interval, segment);
      if (placed.has(key)) continue;
      if (!segment) {
        const last = region.circular && end > region.length ? end - region.length : end;
        placed.set(key, { record: payload, start, end: last, flipped: false, projected: false });
        continue;
      }
      const [one, other] = [onSource(segment, start), onSource(segment, end)];
      placed.set(key, {
        record: payload,
        start: Math.min(one, other),
        end: Math.max(one, other),
        flipped: segment.strand === -1,
        projected: true,
        window: { start: segment.start, end: segment.end },
      });
    }
  });
  return [...placed.values()].sort((a, b) => a.start - b.start);
}

/**
 * As placeOnSlice for lists too long to hold, as they come: first what stands on the slice's region itself, in order
 * of start, then what it shows of each other region. `ask` answers one question, in order of start.
 */
export async function* placeAsFound(
  slice: Slice,
  ask: (query: SliceQuery) => AsyncIterable<Interval[]>,
): AsyncGenerator<Placed<Uint8Array>[]> {
  // Only the stretches of a circle are looked through more than once.
  const seen = slice.region.circular ? new Set<string>() : null;
  for (const query of queriesOf(slice).sort((a, b) => Number(Boolean(a.segment)) - Number(Boolean(b.segment)))) {
    for await (const found of ask(query)) {
      const unseen = seen ? found.filter((interval) => isNew(seen, appearance(interval, query.segment))) : found;
      yield placeOnSlice(slice, [query], [unseen]);
    }
  }
}

/** What tells a record that a slice shows from all others: it may show one through two segments. */
function appearance({ location }: Interval, segment?: Segment): string {
  return segment ? `${location.join()} ${segment.region} ${segment.start}` : location.join();
}

function isNew(seen: Set<string>, key: string): boolean {
  return !seen.has(key) && Boolean(seen.add(key));
}

/** Position of the segment's target for a position of its region, and back. */
function onTarget({ start, end, from, strand }: Segment, position: number): number {
  return strand === 1 ? from + (position - start) : from + (end - position);
}

function onSource({ start, end, from, strand }: Segment, position: number): number {
  return strand === 1 ? start + (position - from) : end - (position - from);
}
