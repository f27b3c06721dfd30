/**
 * Coordinates of one assembly on another: records of the interval tables that map the regions of one coordinate
 * system to those of another and back, and the projection of a slice through them. 1-based inclusive.
 */
import { at } from '../checked.ts';
import type { Interval, IntervalQuery } from '../index/tables/interval-table.ts';
import { decodeRecord, encodeRecord } from './feature-records.ts';
import { linearSpans, type Segment, type Slice } from './seq-region.ts';

/**
 * The interval of another region that corresponds to an interval of a region. `from` is a position of the region
 * `name`: that of the interval's first base on strand 1, that of its last base on strand -1.
 */
export interface AssemblyMapping {
  name: string;
  from: number;
  strand: 1 | -1;
}

/** JSON of a list: name, from, strand. */
export function encodeAssemblyMapping({ name, from, strand }: AssemblyMapping): Uint8Array {
  return encodeRecord([name, from, strand]);
}

function decodeAssemblyMapping(payload: Uint8Array): AssemblyMapping {
  const [name, from, strand] = decodeRecord<[string, number, 1 | -1]>(payload);
  return { name, from, strand };
}

/** An interval of the slice, on its region's forward strand, and the corresponding interval of another region. */
export interface ProjectedInterval {
  start: number;
  end: number;
  target: { name: string; start: number; end: number; strand: 1 | -1 };
}

/** A query of a mapping table for an interval of a slice, or for the part of another region that a segment shows. */
interface MappingQuery extends IntervalQuery {
  segment?: Segment;
}

/**
 * The queries that map a slice to another coordinate system, each base once. Parts that a patch, haplotype or
 * pseudo-autosomal region takes from another region are queried on that region only.
 */
export function mappingQueries(slice: Slice): MappingQuery[] {
  const { region } = slice;
  const queries: MappingQuery[] = [];
  const addQuery = (from: number, to: number, segment?: Segment) => {
    if (from > to) return;
    if (!segment) queries.push({ region: region.ordinal, start: from, end: to });
    else queries.push({ region: segment.region, start: toTarget(segment, from), end: toTarget(segment, to), segment });
  };
  for (const span of linearSpans(slice)) {
    let next = span.start;
    for (const segment of region.projection ?? []) {
      const [from, to] = [Math.max(next, segment.start), Math.min(span.end, segment.end)];
      if (from > to) continue;
      addQuery(next, from - 1);
      addQuery(from, to, segment);
      next = to + 1;
    }
    addQuery(next, span.end);
  }
  return queries;
}

/** Segments of a projection are on the same strand of both regions: assembly exceptions have no reversed ones. */
function toTarget({ start, from }: Segment, position: number): number {
  return from + position - start;
}

/** The results of mappingQueries, each cut to the slice, 5' to 3' along the slice. Omits parts without a mapping. */
export function projectSlice(
  slice: Slice,
  queries: readonly MappingQuery[],
  found: readonly (readonly Interval[])[],
): ProjectedInterval[] {
  const projected = queries.flatMap((query, which) =>
    at(found, which).map((interval): ProjectedInterval => {
      const { name, from, strand } = decodeAssemblyMapping(interval.payload);
      const [start, end] = [Math.max(interval.start, query.start), Math.min(interval.end, query.end)];
      const target = from + (strand === 1 ? start - interval.start : interval.end - end);
      const shift = query.segment ? query.segment.start - query.segment.from : 0;
      return {
        start: start + shift,
        end: end + shift,
        target: { name, start: target, end: target + (end - start), strand: strand === slice.strand ? 1 : -1 },
      };
    }),
  );
  return slice.strand === 1 ? projected : projected.reverse();
}
