/** Projections of slices against a model that maps base by base. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeAssemblyMapping,
  mappingQueries,
  projectSlice,
  type ProjectedInterval,
} from '../../../src/genome/assembly-mapping.ts';
import type { SeqRegionRecord, Segment, Slice } from '../../../src/genome/seq-region.ts';
import { inventedRegion } from '../../support/invented-genes.ts';
import type { Interval } from '../../../src/index/tables/interval-table.ts';

const LENGTH = 120;

const region = (more: Partial<SeqRegionRecord> = {}): SeqRegionRecord => ({
  ...inventedRegion(0, '1', { length: LENGTH }),
  directories: [],
  ...more,
});

interface Row {
  region: number;
  start: number;
  end: number;
  name: string;
  from: number;
  strand: 1 | -1;
}

const anyRow: fc.Arbitrary<Row> = fc
  .record({
    region: fc.constantFrom(0, 1),
    start: fc.integer({ min: 1, max: LENGTH }),
    length: fc.integer({ min: 1, max: 40 }),
    name: fc.constantFrom('old1', 'old2'),
    from: fc.integer({ min: 1, max: 500 }),
    strand: fc.constantFrom(1 as const, -1 as const),
  })
  .map(({ length, ...row }) => ({ ...row, end: Math.min(LENGTH, row.start + length - 1) }));

function answers(slice: Slice, rows: readonly Row[]): ProjectedInterval[] {
  const queries = mappingQueries(slice);
  const sorted = rows.toSorted((a, b) => a.region - b.region || a.start - b.start);
  const found = queries.map((query) =>
    sorted
      .filter((row) => row.region === query.region && row.start <= query.end && row.end >= query.start)
      .map(
        ({ name, from, strand, ...place }, index): Interval => ({
          ...place,
          payload: encodeAssemblyMapping({ name, from, strand }),
          location: [0, 0, index],
        }),
      ),
  );
  return projectSlice(slice, queries, found);
}

/** `position on the slice's region > target region : position : strand`, one for each base and row. */
function basesOf(intervals: readonly ProjectedInterval[], strand: 1 | -1): string[] {
  return intervals
    .flatMap(({ start, end, target }) =>
      Array.from({ length: end - start + 1 }, (_, each) => {
        const along = target.strand === strand ? target.start + each : target.end - each;
        return `${start + each}>${target.name}:${along}:${target.strand}`;
      }),
    )
    .sort();
}

function expectedBases(slice: Slice, rows: readonly Row[]): string[] {
  const within = (at: number) =>
    slice.start <= slice.end ? at >= slice.start && at <= slice.end : at >= slice.start || at <= slice.end;
  const bases: string[] = [];
  for (let at = 1; at <= LENGTH; at++) {
    if (!within(at)) continue;
    const segment = slice.region.projection?.find((each) => at >= each.start && at <= each.end);
    const [onRegion, native] = segment ? [segment.region, segment.from + at - segment.start] : [0, at];
    for (const row of rows) {
      if (row.region !== onRegion || native < row.start || native > row.end) continue;
      const to = row.strand === 1 ? row.from + native - row.start : row.from + row.end - native;
      bases.push(`${at}>${row.name}:${to}:${row.strand * slice.strand}`);
    }
  }
  return bases.sort();
}

describe('the projection of a slice to another assembly', () => {
  it('equals the model on both strands, across an origin and through borrowed segments', () => {
    const borrowed: Segment = { start: 31, end: 60, region: 1, name: '2', from: 11, strand: 1 };
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 12 }),
        fc.integer({ min: 1, max: LENGTH }),
        fc.integer({ min: 1, max: LENGTH }),
        fc.constantFrom(1 as const, -1 as const),
        fc.boolean(),
        fc.boolean(),
        (rows, one, other, strand, circular, projected) => {
          const [start, end] = circular ? [one, other] : [Math.min(one, other), Math.max(one, other)];
          const slice: Slice = {
            region: region({ circular, ...(projected ? { projection: [borrowed] } : {}) }),
            start,
            end,
            strand,
          };
          expect(basesOf(answers(slice, rows), strand)).toEqual(expectedBases(slice, rows));
        },
      ),
    );
  });

  it("lists its intervals from 5' to 3' along the slice", () => {
    const rows: Row[] = [
      { region: 0, start: 1, end: 10, name: 'old', from: 101, strand: 1 },
      { region: 0, start: 21, end: 30, name: 'old', from: 201, strand: -1 },
    ];
    const whole = { region: region(), start: 5, end: 25 };
    expect(answers({ ...whole, strand: 1 }, rows)).toEqual([
      { start: 5, end: 10, target: { name: 'old', start: 105, end: 110, strand: 1 } },
      { start: 21, end: 25, target: { name: 'old', start: 206, end: 210, strand: -1 } },
    ]);
    expect(answers({ ...whole, strand: -1 }, rows)).toEqual([
      { start: 21, end: 25, target: { name: 'old', start: 206, end: 210, strand: 1 } },
      { start: 5, end: 10, target: { name: 'old', start: 105, end: 110, strand: -1 } },
    ]);
  });
});
