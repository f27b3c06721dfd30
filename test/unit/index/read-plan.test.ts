import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MERGE_GAP, planReads, MAX_READ_BYTES } from '../../../src/index/blocks/read-plan.ts';
import { at } from '../../../src/checked.ts';

const range = (offset: number, length: number, object = 'a') => ({ object, offset, length });

test('merges ranges of an object that are less than 256 KiB apart', () => {
  expect(planReads([range(0, 10), range(10 + MERGE_GAP - 1, 10)])).toEqual([
    { range: range(0, MERGE_GAP + 19), covers: [0, 1] },
  ]);
  expect(planReads([range(0, 10), range(10 + MERGE_GAP, 10)])).toHaveLength(2);
});

test('never merges ranges of two objects', () => {
  expect(planReads([range(0, 10, 'a'), range(10, 10, 'b'), range(20, 10, 'a')])).toEqual([
    { range: range(0, 30, 'a'), covers: [0, 2] },
    { range: range(10, 10, 'b'), covers: [1] },
  ]);
});

test('limits the length of merged reads, but reads a longer single range in one piece', () => {
  const half = MAX_READ_BYTES / 2;
  expect(planReads([range(0, half), range(half, half), range(2 * half, 1)])).toHaveLength(2);
  expect(planReads([range(0, 3 * half), range(10, 20)])).toEqual([{ range: range(0, 3 * half), covers: [0, 1] }]);
});

const ranges = fc.array(
  fc.record({ object: fc.constantFrom('a', 'b'), offset: fc.nat(5000), length: fc.integer({ min: 1, max: 400 }) }),
  { maxLength: 30 },
);

test('covers each range once, with reads that have no gap as long as the limit', () => {
  fc.assert(
    fc.property(ranges, fc.nat(300), (requested, gap) => {
      const reads = planReads(requested, gap, 2000);
      expect(reads.flatMap(({ covers }) => covers).sort((a, b) => a - b)).toEqual(requested.map((_, index) => index));
      for (const { range: read, covers } of reads) {
        expect(read.length).toBeLessThanOrEqual(2000);
        let reached = read.offset;
        for (const each of covers.map((index) => at(requested, index))) {
          expect(each.object).toBe(read.object);
          expect(each.offset).toBeGreaterThanOrEqual(read.offset);
          expect(each.offset + each.length).toBeLessThanOrEqual(read.offset + read.length);
          expect(each.offset - reached).toBeLessThan(Math.max(gap, 1));
          reached = Math.max(reached, each.offset + each.length);
        }
        expect(reached).toBe(read.offset + read.length);
      }
    }),
  );
});
