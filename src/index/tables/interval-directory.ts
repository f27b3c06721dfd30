/**
 * What the directory of an interval table tells of a block, and which blocks may overlap a query: region and start of
 * its first record (R, S), region of its last record (L), the greatest end among all records of region L up to the end
 * of the block, this block's and those before (M, the running maximum), the greatest end within the block (E). An entry
 * is, beside the one before it in its group (L = S = 0 before the first),
 *
 *   varint: twice R less L of that, and 1 more when L is not R | varint: S, less S of that when R is the same |
 *   varint M less S | varint M less E; when L is not R instead of both: varint L less R | varint M | varint E
 *
 * Blocks that may overlap (region r, s..e) are neighbours, between two bounds:
 * - none after the last block with (R, S) <= (r, e): records from there on start behind e, or in a later region;
 * - none before the first block with (L, M) >= (r, s). L never falls, and M never falls while L stays, so the pairs are
 *   sorted; a block before has L < r and no record of r, or L = r and all ends of r up to it before s.
 * Between those two, a block with E < s is left out as well: M stays high behind one long record, E does not.
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
