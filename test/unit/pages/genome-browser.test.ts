import fc from 'fast-check';
import { expect, test } from 'vitest';
import { impactColour } from '../../../src/pages/client/browse/impact-colour.ts';
import { layLanes } from '../../../src/pages/client/browse/lanes.ts';
import { Tiles, tileSize } from '../../../src/pages/client/browse/tiles.ts';
import { bounds, clamped, zoomed } from '../../../src/pages/client/browse/view.ts';
import { partsOf, placesIn, ticksOver, wrapped } from '../../../src/pages/drawing/origin.ts';
import { tickStep, ticks } from '../../../src/pages/drawing/scale.ts';
import { CONSEQUENCE_TYPES, impactOf } from '../../../src/variants/consequences.ts';

const views = fc.record({
  start: fc.double({ min: -1e6, max: 2e6, noNaN: true }),
  span: fc.double({ min: 1, max: 3e6, noNaN: true }),
});
const lengths = fc.integer({ min: 1, max: 2_000_000 });

test('a view stays within its region, whatever moves it', () => {
  fc.assert(
    fc.property(
      views,
      lengths,
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (view, length, factor, at) => {
        const region = { length, circularLength: 0 };
        for (const moved of [clamped(view, region), zoomed(clamped(view, region), factor, at, region)]) {
          const { start, end } = bounds(moved, region);
          expect(start).toBeGreaterThanOrEqual(1);
          expect(end).toBeLessThanOrEqual(length);
          expect(end).toBeGreaterThanOrEqual(start);
        }
      },
    ),
  );
});

test('a view of a circular region begins within it, and is never longer', () => {
  fc.assert(
    fc.property(views, lengths, (view, length) => {
      const region = { length, circularLength: length };
      const { start, end } = bounds(clamped(view, region), region);
      expect([start >= 1, start <= length, end >= start, end - start < length]).toEqual([true, true, true, true]);
    }),
  );
});

test('a view over the origin of a circular region gets the tiles of both ends', async () => {
  const region = { length: 5000, circularLength: 5000 };
  const load = async (start: number, end: number) => ({ start, end });
  const tiles = new Tiles(
    region,
    load,
    () => {},
    ({ start, end }, by) => ({ start: start + by, end: end + by }),
  );
  tiles.within(4500, 5600, 1024);
  await new Promise((settle) => setTimeout(settle));
  expect(tiles.within(4500, 5600, 1024)).toEqual([
    { start: 4097, end: 5000, data: { start: 4097, end: 5000 } },
    { start: 5001, end: 6024, data: { start: 5001, end: 6024 } },
  ]);
});

test('positions over the origin of a circular region are wrapped, and a span has a place on each turn', () => {
  expect([-1, 0, 1, 10, 11, 25].map((position) => wrapped(position, 10))).toEqual([9, 10, 1, 10, 1, 5]);
  expect(wrapped(-3, 0)).toBe(-3);
  expect(partsOf({ start: 8, end: 12 }, 10)).toEqual([
    { start: 8, end: 10 },
    { start: 1, end: 2 },
  ]);
  expect(placesIn({ start: 8, end: 2 }, { start: 1, end: 10 }, 10)).toEqual([
    { start: -2, end: 2 },
    { start: 8, end: 12 },
  ]);
  expect(placesIn({ start: 8, end: 9 }, { start: 1, end: 5 }, 0)).toEqual([]);
  const { positions } = ticksOver({ start: 3981, end: 5522 }, 6, 5386);
  expect(positions).toEqual([4000, 4500, 5000, 5387]);
});

test('zooming keeps the base below the pointer', () => {
  const view = { start: 500_000, span: 10_000 };
  const closer = zoomed(view, 0.5, 0.3, { length: 1_000_000, circularLength: 0 });
  expect(closer.start + 0.3 * closer.span).toBeCloseTo(view.start + 0.3 * view.span);
});

test('ticks are round, within the range and not too many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e8 }),
      fc.integer({ min: 1, max: 1e8 }),
      fc.integer({ min: 1, max: 12 }),
      (from, length, count) => {
        const found = ticks(from, from + length, count, true);
        const step = tickStep(length, count, true);
        expect(found.length).toBeLessThanOrEqual(count + 1);
        for (const tick of found) expect([tick % step, tick >= from && tick <= from + length]).toEqual([0, true]);
      },
    ),
  );
});

test('spans on a lane never overlap; those without a lane share the last, without names', () => {
  const spans = fc.array(
    fc.tuple(fc.nat(1000), fc.nat(100)).map(([start, length]): [number, number] => [start, start + length]),
  );
  fc.assert(
    fc.property(spans, (list) => {
      const sorted = [...list].sort((a, b) => a[0] - b[0]);
      const laid = layLanes(sorted, (span) => span, 4);
      expect(laid).toHaveLength(sorted.length);
      for (const [, lane] of Map.groupBy(
        laid.filter(({ isNamed }) => isNamed),
        ({ lane }) => lane,
      ))
        for (const [index, { item }] of lane.entries())
          if (index > 0) expect(item[0]).toBeGreaterThan(lane[index - 1]!.item[1]);
    }),
  );
});

test('tiles are requested once, and others take the place of those that load', async () => {
  const requests: string[] = [];
  let release = () => {};
  const load = async (start: number, end: number) => {
    requests.push(`${start}-${end}`);
    if (start === 1 && end === 1024) await new Promise<void>((settle) => (release = settle));
    return `${start}-${end}`;
  };
  let changes = 0;
  const tiles = new Tiles({ length: 5000, circularLength: 0 }, load, () => changes++);
  expect(tiles.within(1, 5000, 8192)).toEqual([]);
  await new Promise((settle) => setTimeout(settle));
  expect(tiles.within(1, 5000, 8192).map(({ data }) => data)).toEqual(['1-5000']);
  expect(tiles.within(10, 500, 1024).map(({ data }) => data)).toEqual(['1-5000']);
  expect([tiles.isLoading, changes]).toEqual([true, 1]);
  release();
  await new Promise((settle) => setTimeout(settle));
  expect(tiles.within(10, 500, 1024).map(({ data }) => data)).toEqual(['1-1024']);
  expect(requests).toEqual(['1-5000', '1-1024']);
});

test('the size of a tile is a power of two of at least the view, within bounds', () => {
  expect([
    tileSize(1000, 16, 4096),
    tileSize(1024, 16, 4096),
    tileSize(1025, 16, 4096),
    tileSize(1e6, 16, 4096),
  ]).toEqual([1024, 1024, 2048, 4096]);
  expect(tileSize(3, 16, 4096)).toBe(16);
});

test('variants have the colour of their impact, as the rest of the service counts it', () => {
  for (const { term } of CONSEQUENCE_TYPES)
    expect([term, impactColour(term)]).toEqual([term, `impact-${impactOf(term).toLowerCase()}`]);
});
