import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { IntervalRuns } from '../../../../build-index/output/interval-runs.ts';
import { at } from '../../../../src/checked.ts';

type Row = [region: number, start: number, end: number, id: number, payload: string];

const folder = await mkdtemp(join(tmpdir(), 'interval-runs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let tests = 0;

/** The rows as written from runs of `runBytes` bytes. */
async function sorted(rows: readonly Row[], runBytes: number): Promise<Row[]> {
  const runs = new IntervalRuns(folder, String(tests++), runBytes);
  for (const [region, start, end, id, payload] of rows) {
    const at = runs.place(Buffer.byteLength(payload));
    runs.add(region, start, end, id, at + runs.bytes.write(payload, at));
    await runs.settle();
  }
  const written: Row[] = [];
  await runs.write({
    add: () => Promise.reject(new Error('rows come many at once')),
    async addAll(regions, starts, ends, { bytes, starts: from, ends: to }) {
      for (let row = 0; row < regions.length; row++)
        written.push([
          at(regions, row),
          at(starts, row),
          at(ends, row),
          NaN,
          Buffer.from(bytes.subarray(from[row], to[row])).toString(),
        ]);
    },
  });
  await runs.close();
  return written;
}

function inOrder(rows: readonly Row[]): Row[] {
  return rows
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[3] - b[3])
    .map(([region, start, end, , payload]) => [region, start, end, NaN, payload]);
}

test('orders rows by region, start and id, in memory and in files', async () => {
  const row = fc.tuple(fc.nat(2), fc.nat(9), fc.nat(9), fc.nat(99), fc.string({ maxLength: 6 }));
  const rows = fc.uniqueArray(row, { selector: ([, , , id]) => id, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(1, 30, 1e6), async (some, runBytes) => {
      expect(await sorted(some, runBytes)).toEqual(inOrder(some));
    }),
    { numRuns: 150 },
  );
});

test('orders more rows than fit in a batch, of consecutive regions', async () => {
  const rows = [2, 0, 1].flatMap((region) =>
    Array.from(
      { length: 3000 },
      (_, row): Row => [
        region,
        row + Number(row % 7 === 3) - Number(row % 7 === 4),
        4e9,
        2 ** 33 + region * 5000 + row,
        'x'.repeat(row % 40),
      ],
    ),
  );
  for (const runBytes of [20_000, 1e9]) expect(await sorted(rows, runBytes)).toEqual(inOrder(rows));
});

test('rejects places that exceed 32 bits, which would wrap around', () => {
  const runs = new IntervalRuns(folder, 'refused');
  for (const [start, end] of [
    [2 ** 32, 2 ** 32],
    [1, 2 ** 32],
    [-1, 5],
  ] as const)
    expect(() => runs.add(0, start, end, 1, 0), `${start}-${end}`).toThrow(RangeError);
});
