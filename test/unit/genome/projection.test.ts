import { describe, expect, it } from 'vitest';
import { isShown, placeOnSlice, placeParts, queriesOf } from '../../../src/genome/projection.ts';
import type { SeqRegionRecord, Slice } from '../../../src/genome/seq-region.ts';
import { inventedRegion } from '../../support/invented-genes.ts';
import type { Interval } from '../../../src/index/tables/interval-table.ts';

/** A contig. Its bases 101-200 are positions 1001-1100 of region 1 on the reverse strand. */
const contig: SeqRegionRecord = {
  ...inventedRegion(5, 'ctg', { coordSystem: 'contig', version: null, rank: 2, length: 300, topLevel: false }),
  directories: [],
  assembledInto: [
    { start: 101, end: 200, region: 1, name: '1', from: 1001, strand: -1 },
    { start: 201, end: 300, region: 1, name: '1', from: 5001, strand: 1 },
  ],
};
const slice: Slice = { region: contig, start: 1, end: 300, strand: 1 };
const feature = (start: number, end: number): Interval => ({
  region: 1,
  start,
  end,
  payload: new Uint8Array(),
  location: [0, 1, start],
});

describe('a slice of a contig that is part of a chromosome', () => {
  const queries = queriesOf(slice);
  const answer = (found: Interval) =>
    queries.map(({ region, start, end }) =>
      region === found.region && found.start <= end && found.end >= start ? [found] : [],
    );

  it('queries the region of each segment', () => {
    expect(queries.map(({ region, start, end }) => [region, start, end])).toEqual([
      [5, 1, 300],
      [1, 1001, 1100],
      [1, 5001, 5100],
    ]);
  });

  it('places features inside a segment and leaves out those that extend beyond it', () => {
    expect(placeOnSlice(slice, queries, answer(feature(1001, 1010)))).toMatchObject([
      { start: 191, end: 200, flipped: true, projected: true },
    ]);
    expect(placeOnSlice(slice, queries, answer(feature(1000, 1010)))).toEqual([]);
    expect(placeOnSlice(slice, queries, answer(feature(1091, 1101)))).toEqual([]);
  });

  it('places a feature that extends beyond its segment once per segment and knows which parts are shown', () => {
    const placed = placeParts(slice, queries, answer(feature(991, 5020)));
    expect(placed.map(({ start, end, flipped }) => [start, end, flipped])).toEqual([
      [-3819, 210, true],
      [-3809, 220, false],
    ]);
    expect(placed.map((each) => isShown(each, { start: 201, end: 210 }))).toEqual([false, true]);
    expect(placed.map((each) => isShown(each, { start: 101, end: 200 }))).toEqual([true, false]);
    expect(placed.map((each) => isShown(each, { start: 150, end: 250 }))).toEqual([false, false]);
  });
});
