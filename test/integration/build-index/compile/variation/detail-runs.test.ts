import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DetailRuns, type DetailTableOf } from '../../../../../build-index/compile/variation/detail-runs.ts';
import type { ByteSlices } from '../../../../../src/index/blocks/byte-slices.ts';

const folder = await mkdtemp(join(tmpdir(), 'detail-runs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const slice = (text: string) => ({ bytes: Buffer.from(text), start: 0, end: Buffer.byteLength(text) });

/** What `write` adds to the tables, as texts. */
async function written(
  keys: DetailRuns,
  details: DetailRuns,
): Promise<{ rows: Record<string, [key: string, record: string][]>; hasGenotypes: boolean }> {
  const rows: Record<string, [key: string, record: string][]> = { 'variant-details': [], 'variant-genotypes': [] };
  const textAt = ({ bytes, starts, ends }: ByteSlices, at: number) =>
    Buffer.from(bytes.subarray(starts[at], ends[at])).toString();
  const tableOf: DetailTableOf = (name) => ({
    add: () => Promise.reject(new Error('rows come many at once')),
    async addAll(found, records) {
      for (let at = 0; at < found.starts.length; at++) rows[name]?.push([textAt(found, at), textAt(records, at)]);
    },
  });
  const hasGenotypes = await keys.write(tableOf, details);
  await keys.clear();
  await details.clear();
  return { rows, hasGenotypes };
}

test('a key finds the details of the first variant by rank and id, or none if that variant has none', async () => {
  const [keys, details] = [new DetailRuns(folder, 'keys'), new DetailRuns(folder, 'details')];
  for (const [key, rank, id] of [
    ['rs1', 0, 7],
    ['rs1', 0, 300],
    ['rs2', 1, 7],
    ['rs2', 0, 8],
    ['rs3', 0, 9],
  ] as const)
    keys.addKey(slice(key), rank, id);
  details.add(slice('rs1'), 0, 300, slice('hidden'), slice('hidden'));
  details.add(slice('rs1'), 0, 7, slice('of 7'), null);
  details.add(slice('rs2'), 1, 7, slice('of 7'), null);
  details.add(slice('rs3'), 0, 9, null, slice('genotypes of 9'));
  details.add(slice('rs3'), 0, 9, slice('of 9'), null);
  expect(await written(keys, details)).toEqual({
    rows: {
      'variant-details': [
        ['rs1', 'of 7'],
        ['rs3', 'of 9'],
      ],
      'variant-genotypes': [['rs3', 'genotypes of 9']],
    },
    hasGenotypes: true,
  });
});

test('rows that another process has settled are merged with those in memory', async () => {
  const other = await mkdtemp(join(folder, 'other-'));
  const settled = new DetailRuns(other, 'details');
  for (let id = 1; id <= 2000; id += 2) settled.add(slice(`rs${id + 10_000}`), 0, id, slice(`of ${id}`), null);
  await settled.settle();
  await settled.clear();
  const [keys, details] = [new DetailRuns(folder, 'keys'), new DetailRuns(folder, 'details')];
  for (let id = 2; id <= 2000; id += 2) details.add(slice(`rs${id + 10_000}`), 0, id, slice(`of ${id}`), null);
  await details.adopt(other);
  expect(await written(keys, details)).toEqual({
    rows: {
      'variant-details': Array.from({ length: 2000 }, (_, at) => [`rs${at + 10_001}`, `of ${at + 1}`]),
      'variant-genotypes': [],
    },
    hasGenotypes: false,
  });
});

test('rows that were discarded are not adopted', async () => {
  const own = await mkdtemp(join(folder, 'part-'));
  const part = new DetailRuns(own, 'details');
  for (const id of [1, 2]) {
    part.add(slice('rs1'), 0, 1, slice(`discarded ${id}`), null);
    await part.settle();
  }
  await part.discard();
  part.add(slice('rs1'), 0, 1, slice('kept'), null);
  await part.settle();
  await part.clear();
  const [keys, details] = [new DetailRuns(folder, 'keys'), new DetailRuns(folder, 'details')];
  keys.addKey(slice('rs1'), 0, 1);
  await details.adopt(own);
  const { rows } = await written(keys, details);
  expect(rows['variant-details']).toEqual([['rs1', 'kept']]);
});
