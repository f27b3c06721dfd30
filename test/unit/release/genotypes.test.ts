import { expect, test } from 'vitest';
import { encodeBlock, gzip } from '../../../src/index/blocks/block.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { encodeDocument } from '../../../src/index/document.ts';
import { GenotypeMatrixWriter } from '../../../src/index/genotypes/genotype-matrix.ts';
import { GenotypeCollection } from '../../../src/release/genotypes.ts';
import type { GenotypesEntry } from '../../../src/release/manifest.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at } from '../../../src/checked.ts';

const store = new MemoryStore();
const document = await encodeBlock(
  encodeDocument(
    [
      { name: 'FIC:all', linkage: true },
      { name: 'FIC:few', linkage: false },
    ],
    { 0: Uint8Array.of(0b1111), 1: Uint8Array.of(0b0101) },
  ),
  gzip,
);
store.objects.set('populations', document);
const matrix = {
  object: 'matrix',
  directory: await new GenotypeMatrixWriter(store.sink('matrix')).finish(),
  size: 0,
  sha256: '',
};
const entry: GenotypesEntry = {
  id: 'panel',
  samples: 4,
  variants: 0,
  matrix,
  populations: { object: 'populations', size: document.length, sha256: '' },
};

test('requests share the selection of a population and read its document once', async () => {
  const counting = new CountingStore(store);
  const reader = new CachedBlockReader(counting, new ByteCache());
  const few = async () =>
    at(await new GenotypeCollection(entry, reader.forRequest(), {}).populations(({ name }) => name === 'FIC:few'), 0);
  const first = await few();
  expect([first.name, first.linkage, first.selection.count]).toEqual(['FIC:few', false, 2]);
  counting.reset();
  expect((await few()).selection).toBe(first.selection);
  expect(counting.reads).toEqual([]);
});

test('a population is opened again if its document is not cached', async () => {
  const reader = new CachedBlockReader(store, new ByteCache(0));
  const all = async () =>
    at(await new GenotypeCollection(entry, reader.forRequest(), {}).populations(({ linkage }) => linkage), 0);
  const [one, other] = [await all(), await all()];
  expect(other.selection).not.toBe(one.selection);
  expect([one.selection.count, other.selection.count]).toEqual([4, 4]);
});

test('a collection has the names of its samples and those of each population', async () => {
  const members = (...bytes: number[]) => Uint8Array.from(bytes);
  const populations = await encodeBlock(
    encodeDocument(
      ['FIC:all', 'FIC:few', 'FIC:none'].map((name) => ({ name, linkage: false })),
      {
        0: members(0xff, 0b111),
        1: members(0b1000_0001, 0b100),
        2: members(0, 0),
        names: new TextEncoder().encode(Array.from({ length: 11 }, (_, each) => `S${each}`).join('\n')),
      },
    ),
    gzip,
  );
  store.objects.set('populations of eleven', populations);
  const eleven = {
    ...entry,
    samples: 11,
    populations: { object: 'populations of eleven', size: populations.length, sha256: '' },
  };
  const collection = new GenotypeCollection(eleven, new CachedBlockReader(store, new ByteCache()), {});
  const all = [
    { name: 'FIC:all', members: members(0xff, 0b111) },
    { name: 'FIC:few', members: members(0b1000_0001, 0b100) },
    { name: 'FIC:none', members: members(0, 0) },
  ];
  expect(await collection.samples(true)).toEqual({
    names: ['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S9', 'S10'],
    populations: all,
  });
  expect(await collection.samples(false)).toEqual({ names: [], populations: all });
  const twelve = new GenotypeCollection({ ...eleven, samples: 12 }, new CachedBlockReader(store, new ByteCache()), {});
  await expect(twelve.samples(true)).rejects.toThrow('has 11 names for 12 samples');
});
