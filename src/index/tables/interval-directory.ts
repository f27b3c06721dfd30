/**
 * The directory entries of an interval table, and the search for the blocks that may overlap a query. An entry has
 *
 * - R, S: region and start of the first record of the block
 * - L: region of the last record
 * - M, the running maximum: greatest end of all records of region L in this block and those before
 * - E: greatest end in the block
 *
 * It is stored as differences to the entry before in its group (L = S = 0 before the first):
 *
 *   varint: 2 * (R - L of the entry before), + 1 if L is not R | varint: S, or S - S of the entry before if R is the
 * same |
 *   if L is R: varint M - S | varint M - E
 *   otherwise: varint L - R | varint M | varint E
 *
 * Blocks that may overlap (region r, s..e) are consecutive, between two bounds:
 *
 * - none after the last block with (R, S) <= (r, e): later records start after e, or in a later region
 * - none before the first block with (L, M) >= (r, s): L never decreases, and M never decreases while L stays the same,
 * so
 *   the pairs are sorted; an earlier block has L < r and no record of r, or L = r and all ends in r up to it are below
 * s
 *
 * Blocks with E < s between these bounds are skipped too: after one long record, M stays high, but E does not.
 */
import { DirectoryViews } from './directory.ts';
import type { FieldReader } from '../blocks/fields.ts';
import type { DirectoryEntry, DirectoryLayout, ListedEntry } from './packed-directory.ts';
import { at, last } from '../../checked.ts';

export const SHAPE = 'interval table';

export interface IntervalQuery {
  region: number;
  start: number;
  end: number;
}

export interface IntervalEntry extends DirectoryEntry {
  firstRegion: number;
  firstStart: number;
  lastRegion: number;
  runningMaximum: number;
  greatestEnd: number;
}

export const layout: DirectoryLayout<IntervalEntry> = {
  pack(fields, { firstRegion, firstStart, lastRegion, runningMaximum, greatestEnd }, before) {
    fields
      .number(2 * (firstRegion - (before?.lastRegion ?? 0)) + Number(lastRegion !== firstRegion))
      .number(before?.firstRegion === firstRegion ? firstStart - before.firstStart : firstStart);
    if (lastRegion === firstRegion) fields.number(runningMaximum - firstStart).number(runningMaximum - greatestEnd);
    else
      fields
        .number(lastRegion - firstRegion)
        .number(runningMaximum)
        .number(greatestEnd);
  },
  join: (entries) => ({
    ...at(entries, 0),
    lastRegion: last(entries).lastRegion,
    runningMaximum: last(entries).runningMaximum,
    greatestEnd: entries.reduce((greatest, entry) => Math.max(greatest, entry.greatestEnd), 0),
  }),
};

export type ListedInterval = IntervalEntry & ListedEntry;

export const views = new DirectoryViews<ListedInterval, IntervalQuery>(
  SHAPE,
  unpackInterval,
  (view, { region, start, end }) => {
    const found: ListedInterval[] = [];
    const endsBefore = ({ lastRegion, runningMaximum }: ListedInterval) =>
      lastRegion < region || (lastRegion === region && runningMaximum < start);
    for (const entry of view.from(Math.max(0, view.lastGroup(endsBefore)))) {
      if (entry.firstRegion > region || (entry.firstRegion === region && entry.firstStart > end)) break;
      if (!endsBefore(entry) && entry.greatestEnd >= start) found.push(entry);
    }
    return found;
  },
);

function unpackInterval(
  fields: FieldReader,
  { index, offset, length }: ListedEntry,
  before: ListedInterval | null,
): ListedInterval {
  const head = fields.number();
  const firstRegion = (before?.lastRegion ?? 0) + Math.floor(head / 2);
  const firstStart = (before?.firstRegion === firstRegion ? before.firstStart : 0) + fields.number();
  if (head % 2 === 0) {
    const runningMaximum = firstStart + fields.number();
    return {
      index,
      offset,
      length,
      firstRegion,
      firstStart,
      lastRegion: firstRegion,
      runningMaximum,
      greatestEnd: runningMaximum - fields.number(),
    };
  }
  return {
    index,
    offset,
    length,
    firstRegion,
    firstStart,
    lastRegion: firstRegion + fields.number(),
    runningMaximum: fields.number(),
    greatestEnd: fields.number(),
  };
}
