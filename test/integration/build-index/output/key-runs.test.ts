import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { KeyRuns } from '../../../../build-index/output/key-runs.ts';

type Row = [key: string, rank: number, id: number, record: string];

const folder = await mkdtemp(join(tmpdir(), 'key-runs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let tests = 0;

const sliceOf = (text: string) => {
  const bytes = Buffer.from(`,${text},`, 'latin1');
  return { bytes, start: 1, end: bytes.length - 1 };
};

/** Keys and records as written from runs of `runBytes` bytes. */
async function sorted(rows: readonly Row[], runBytes: number): Promise<[key: string, record: string][]> {
  const runs = new KeyRuns(folder, String(tests++), runBytes);
  for (const [key, rank, id, record] of rows) {
    runs.add(sliceOf(key), rank, id, sliceOf(record));
    if (runs.isFull) await runs.settle();
  }
  const written: [string, string][] = [];
  await runs.write({
    add: () => Promise.reject(new Error('rows come many at once')),
    async addAll(keys, records) {
      expect(keys.starts.length).toBeGreaterThan(0);
      for (const [row, start] of keys.starts.entries())
        written.push([
          Buffer.from(keys.bytes.subarray(start, keys.ends[row])).toString('latin1'),
          Buffer.from(records.bytes.subarray(records.starts[row], records.ends[row])).toString('latin1'),
        ]);
    },
  });
  await runs.clear();
  return written;
}

function inOrder(rows: readonly Row[]): [key: string, record: string][] {
  return rows
    .toSorted(
      (a, b) => Buffer.compare(Buffer.from(a[0], 'latin1'), Buffer.from(b[0], 'latin1')) || a[1] - b[1] || a[2] - b[2],
    )
    .map(([key, , , record]) => [key, record]);
}

test('orders rows by the bytes of their keys, rank and id, in memory and in files', async () => {
  // NUL and the last byte are at the ends of the order; keys may begin alike, end early and repeat.
  const key = fc
    .tuple(fc.constantFrom('', 'rs', 'rs12345678'), fc.array(fc.constantFrom('\0', '0', '9', 'a', '\xff')))
    .map(([start, rest]) => start + rest.join(''));
  const row: fc.Arbitrary<Row> = fc.tuple(
    key,
    fc.nat(3),
    fc.nat(2 ** 40),
    fc.string({ maxLength: 6, unit: 'binary-ascii' }),
  );
  const rows = fc.uniqueArray(row, { selector: ([, , id]) => id, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(1, 30, 1e6), async (some, runBytes) => {
      expect(await sorted(some, runBytes)).toEqual(inOrder(some));
    }),
    { numRuns: 150 },
  );
});

test('orders more rows than a page has, of several runs', async () => {
  const rows = Array.from({ length: 3000 }, (_, id): Row => [`rs${(id * 7919) % 1009}`, id % 2, id, `record ${id}`]);
  for (const runBytes of [20_000, 1e9]) expect(await sorted(rows, runBytes)).toEqual(inOrder(rows));
});

test('forgets all rows when it is cleared', async () => {
  const runs = new KeyRuns(folder, 'cleared', 1);
  for (const name of ['b', 'a']) {
    runs.add(sliceOf(name), 0, 1, sliceOf('old'));
    await runs.settle();
  }
  await runs.clear();
  runs.add(sliceOf('c'), 0, 1, sliceOf('new'));
  await runs.settle();
  const keys: string[] = [];
  await runs.write({
    add: () => Promise.reject(new Error('rows come many at once')),
    addAll: async ({ bytes }) => void keys.push(Buffer.from(bytes.subarray(0, 1)).toString()),
  });
  expect(keys).toEqual(['c']);
  await runs.clear();
});
