/** Reading an alignment block reads the bases of its rows ahead. */
import { expect, test } from 'vitest';
import { type AlignmentRecord, encodeAlignmentBlock } from '../../../src/compara/alignment-record.ts';
import { type BlockReader, CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { Alignments } from '../../../src/release/alignments.ts';
import type { GenomeEntry, TableEntry } from '../../../src/release/manifest.ts';
import type { ByteRange } from '../../../src/store/store.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at } from '../../../src/checked.ts';

const CHUNK = 66 * 1024;
const GENOMES = Array.from(
  { length: 200 },
  (_, each) =>
    ({
      species: `ficta_${each}`,
      group: 'core',
      sequence: { object: `sequence ${each}`, bytes: CHUNK },
    }) as unknown as GenomeEntry,
);

/** Reads a block with the bases of some records, and returns the ranges that were read ahead. */
async function readAhead(bases: number[][], shown: ReadonlySet<string> | null = null): Promise<ByteRange[]> {
  const store = new MemoryStore();
  const writer = new SortedTableWriter(store.sink('blocks'));
  await writer.add('0', encodeAlignmentBlock({ intervals: [], tree: [] }, new FieldWriter()));
  const directory = await writer.finish();
  const found: ByteRange[] = [];
  const inner = new CachedBlockReader(store, new ByteCache()).forRequest();
  const reader: BlockReader = {
    blocks: (ranges) => inner.blocks(ranges),
    cachedBlocks: (ranges) => inner.cachedBlocks(ranges),
    forRequest: () => reader,
    withoutCaching: () => reader,
    readAhead: async (ranges) => void found.push(...ranges),
  };
  const blocks: TableEntry = { object: 'blocks', size: 0, sha256: '', directory };
  const entry = { name: 'multi', release: 115, methods: blocks, alignments: { references: blocks, blocks } };
  const records = bases.map((its): AlignmentRecord => ({ key: '', reference: 1, block: writer.locate(0), bases: its }));
  const genomes = {
    listedGenome: (index: number) => at(GENOMES, index),
    genomesAt: async (indices: readonly number[]) => indices.map((index) => ({ index, entry: at(GENOMES, index) })),
  };
  await new Alignments(entry, genomes, reader, {}).blocks(records, shown);
  return found;
}

test('reads bases that several records share once, over the longest range', async () => {
  expect(
    await readAhead([
      [0, 8, 100, 1, 8, 100],
      [0, 8, 100, 1, 8, 250],
      [0, 108, 50],
    ]),
  ).toEqual([
    { object: 'sequence 0', offset: 8, length: 100 },
    { object: 'sequence 1', offset: 8, length: 250 },
    { object: 'sequence 0', offset: 108, length: 50 },
  ]);
});

test('reads bases only of the shown genomes', async () => {
  expect(await readAhead([[0, 8, 100, 1, 8, 100]], new Set(['ficta_1']))).toEqual([
    { object: 'sequence 1', offset: 8, length: 100 },
  ]);
});

test('reads chunks of at least 90 genomes ahead, but at most 6 MiB', async () => {
  const read = await readAhead([GENOMES.flatMap((_, genome) => [genome, 8, CHUNK])]);
  expect(read.length).toBeGreaterThanOrEqual(90);
  expect(read.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(6 * 1024 * 1024);
});
