/**
 * Features that a slice shows, and their places. Most regions show their own features. Haplotypes, patches and
 * pseudo-autosomal regions show those of another region; a component (contig, clone) shows those of the chromosome
 * that it is assembled into. Circular regions are queried twice, once beyond the origin.
 */
import { at } from '../checked.ts';
import type { Interval } from '../index/tables/interval-table.ts';
import { linearSpans, type Segment, type Slice } from './seq-region.ts';

/** A record and the place where the slice's region shows it; `flipped` if the region runs opposite to the record's. */
export interface Placed<T> {
  record: T;
  start: number;
  end: number;
  flipped: boolean;
  /** The place differs from the native one. */
  projected: boolean;
  /** For a projected record: the interval of the slice's region that shows it. */
  window?: { start: number; end: number };
}

/** What all records of features have that are found by place. */
export interface PlacedRecord {
  /**
   * The feature ends before it starts, on a region that is not circular: it is an insertion, or a fault of the
   * database. Interval tables contain it from its end to its start.
   */
  backwards?: boolean;
}

/**
 * Turns features that end before they start around, as they are in the database. Leaves out those that a slice shows
 * only in part: Ensembl finds features whose start is not after the end of the slice, and whose end is not before the
 * slice's start.
 */
export function inNativeDirection<R extends object>(slice: Slice, found: Placed<R>[]): Placed<R>[] {
  if (!found.some(({ record }) => 'backwards' in record)) return found;
  return found.flatMap((each) => {
    if (!('backwards' in each.record)) return [each];
    const { start, end } = each;
    const isWhole = slice.region.circular || (start >= slice.start && end <= slice.end);
    return isWhole ? [{ ...each, start: end, end: start }] : [];
  });
}

/** Is a span of the slice's region within the record's window? Transcripts may be while their gene is not. */
export function isShown(
  { window }: Pick<Placed<unknown>, 'window'>,
  { start, end }: { start: number; end: number },
): boolean {
  return !window || (start >= window.start && end <= window.end);
}

/** A query of an interval table, with the segment that maps its results to the slice's region. */
interface SliceQuery {
  region: number;
  start: number;
  end: number;
  /** Absent if the results are on the slice's region itself. */
  segment?: Segment;
}

/** The queries that together find every feature that a slice shows. */
export function queriesOf(slice: Slice): SliceQuery[] {
  const { region } = slice;
  const segments = [...(region.projection ?? []), ...(region.assembledInto ?? [])];
  const queries: SliceQuery[] = [];
  for (const { start, end } of linearSpans(slice)) {
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
 * Places the results of queriesOf on the slice's region, each record once, in order of start. Leaves out projected
 * features that extend beyond their segment, as Ensembl does: they have no place.
 */
export function placeOnSlice(
  slice: Slice,
  queries: readonly SliceQuery[],
  found: readonly (readonly Interval[])[],
): Placed<Uint8Array>[] {
  return placeParts(slice, queries, found).filter((placed) => isShown(placed, placed));
}

/**
 * As placeOnSlice, for records whose parts are features of their own. Includes records that extend beyond their
 * segment, once for each segment, at the place that an extended segment would give them. Call isShown for each part.
 */
export function placeParts(
  slice: Slice,
  queries: readonly SliceQuery[],
  found: readonly (readonly Interval[])[],
): Placed<Uint8Array>[] {
  const { region } = slice;
  const [only] = queries;
  const [intervals] = found;
  // The usual case needs no keys: one query finds no record twice, and in order of start.
  if (queries.length === 1 && only && !only.segment && !region.circular)
    return (intervals ?? []).map(({ start, end, payload }) => ({
      record: payload,
      start,
      end,
      flipped: false,
      projected: false,
    }));
  const placed = new Map<string, Placed<Uint8Array>>();
  found.forEach((intervals, which) => {
    const { segment } = at(queries, which);
    for (const interval of intervals) {
      const { start, end, payload } = interval;
      const key = placedKey(interval, segment);
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
 * As placeOnSlice, streamed, for lists too long for memory: first the features on the slice's region itself, in order
 * of start, then those of each other region. `ask` runs one query and returns its results in order of start.
 */
export async function* placeAsFound(
  slice: Slice,
  ask: (query: SliceQuery) => AsyncIterable<Interval[]>,
): AsyncGenerator<Placed<Uint8Array>[]> {
  // Only the queries of a circular region can find a record twice.
  const seen = slice.region.circular ? new Set<string>() : null;
  for (const query of queriesOf(slice).sort((a, b) => Number(Boolean(a.segment)) - Number(Boolean(b.segment)))) {
    for await (const found of ask(query)) {
      const unseen = seen ? found.filter((interval) => isNew(seen, placedKey(interval, query.segment))) : found;
      yield placeOnSlice(slice, [query], [unseen]);
    }
  }
}

/** Identifies a record that a slice shows, together with its segment: two segments may show the same record. */
function placedKey({ location }: Interval, segment?: Segment): string {
  return segment ? `${location.join()} ${segment.region} ${segment.start}` : location.join();
}

function isNew(seen: Set<string>, key: string): boolean {
  return !seen.has(key) && Boolean(seen.add(key));
}

/** Maps a position of the segment's region to its target. */
export function onTarget({ start, end, from, strand }: Segment, position: number): number {
  return strand === 1 ? from + (position - start) : from + (end - position);
}

/** Maps a position of the segment's target to its region. */
function onSource({ start, end, from, strand }: Segment, position: number): number {
  return strand === 1 ? start + (position - from) : end - (position - from);
}
