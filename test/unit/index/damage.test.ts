/** Damaged objects and objects of another format give a StoreError, never wrong data. */
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { encodePlainBlock, decodePlainBlock } from '../../../src/index/blocks/block.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { IntervalTable, IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import { FORMAT_VERSIONS, objectHeader, type IndexShape } from '../../../src/index/blocks/object-header.ts';
import type { DirectoryPlace, RecordLocation, TableWriterOptions } from '../../../src/index/blocks/object-sink.ts';
import { storedSlice } from '../../../src/index/sequence/chunk-directory.ts';
import { PackedSequenceWriter } from '../../../src/index/sequence/packed-sequence.ts';
import { SortedTable, SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError } from '../../../src/store/store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { unpackedLetters } from '../../support/unpacked-letters.ts';
import { at, get, present } from '../../../src/checked.ts';

interface Sample {
  object: Uint8Array;
  directory: DirectoryPlace;
  locations: RecordLocation[];
  /** Runs all kinds of queries. @param attach whether the root contains the directory */
  ask(object: Uint8Array, directory?: DirectoryPlace, attach?: boolean, attached?: Uint8Array): Promise<unknown>;
}

// Tables log each time they read the directory of the object instead of the one in the root.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const HEADER = 8;
const zlib = async (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes, { level: 9 }));
const plain = async (bytes: Uint8Array) => bytes;
const keys = Array.from({ length: 24 }, (_, each) => `key${100 + Math.floor(each / 2)}`);
const payload = (each: number) => new TextEncoder().encode(`value ${each * each} value ${each}`);

function readerOf(object: Uint8Array): CachedBlockReader {
  const store = new MemoryStore();
  store.objects.set('t', object);
  return new CachedBlockReader(store, new ByteCache());
}

function attachedOf(object: Uint8Array, [offset, length]: DirectoryPlace, attach: boolean): Uint8Array | undefined {
  return attach ? object.slice(offset, offset + length) : undefined;
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function sortedSample(options: TableWriterOptions): Promise<Sample> {
  const store = new MemoryStore();
  const writer = new SortedTableWriter(store.sink('t'), options);
  for (const [each, key] of keys.entries()) await writer.add(key, payload(each));
  const place = await writer.finish();
  const locations = keys.map((_, each) => writer.locate(each));
  return {
    object: get(store.objects, 't'),
    directory: place,
    locations,
    async ask(object, directory = place, attach = false, attached = attachedOf(object, directory, attach)) {
      const table = new SortedTable({ object: 't', directory }, readerOf(object), attached);
      return [
        await table.find([...keys, 'a', 'key1005', 'z']),
        await table.at(locations),
        await listed(table.entries()),
      ];
    },
  };
}

async function intervalSample(options: TableWriterOptions): Promise<Sample> {
  const store = new MemoryStore();
  const writer = new IntervalTableWriter(store.sink('t'), options);
  for (const each of keys.keys())
    await writer.add(each >> 4, 1 + (each & 15) * 10, 8 + (each & 15) * 10 + (each % 3) * 40, payload(each));
  const place = await writer.finish();
  const locations = keys.map((_, each) => writer.locate(each));
  const queries = [0, 1, 2, 3].flatMap((region) =>
    [1, 30, 60, 90, 120, 150].map((start) => ({ region, start, end: start + 5 })),
  );
  return {
    object: get(store.objects, 't'),
    directory: place,
    locations,
    async ask(object, directory = place, attach = false, attached = attachedOf(object, directory, attach)) {
      const table = new IntervalTable({ object: 't', directory }, readerOf(object), attached);
      return [await table.overlapping(queries), await table.at(locations), await listed(table.scan())];
    },
  };
}

const samples: [IndexShape, string, (options: TableWriterOptions) => Promise<Sample>, TableWriterOptions][] = [
  ['sorted table', 'compressed', sortedSample, { blockBytes: 400, compress: zlib }],
  ['sorted table', 'uncompressed', sortedSample, { blockBytes: 400, compress: plain }],
  ['sorted table', 'with two levels', sortedSample, { blockBytes: 200, compress: plain, directoryBytes: 100 }],
  ['interval table', 'compressed', intervalSample, { blockBytes: 400, compress: zlib }],
  ['interval table', 'uncompressed', intervalSample, { blockBytes: 400, compress: plain }],
  ['interval table', 'with two levels', intervalSample, { blockBytes: 200, compress: plain, directoryBytes: 100 }],
];

describe.each(samples)('a %s, %s,', (shape, kind, make, options) => {
  test('rejects every changed byte, except for bytes without meaning', async () => {
    const { object, ask, directory } = await make(options);
    const right = await ask(object);
    for (const attach of [false, true]) {
      for (const [place, byte] of object.entries()) {
        // A directory in memory changes nothing about damaged blocks.
        if (attach && place % 5 > 0) continue;
        const answer = await ask(object.with(place, byte ^ (1 << (place % 8))), directory, attach).catch(
          (error: unknown) => error,
        );
        // Readers ignore the header of the object, and gzip's header has bytes without meaning.
        if (place < HEADER || (kind === 'compressed' && !(answer instanceof Error))) expect(answer).toEqual(right);
        else expect(answer, `byte ${place}`).toBeInstanceOf(StoreError);
      }
    }
  });

  test('uses the directory of the object if the one in the root is damaged, and logs it', async () => {
    const { object, ask, directory } = await make(options);
    const right = await ask(object);
    const attached = present(attachedOf(object, directory, true), 'the result of attachedOf');
    for (const damaged of [...attached.entries()]
      .filter(([place]) => place % 7 === 0)
      .map(([place, byte]) => attached.with(place, byte ^ (1 << (place % 8))))
      .concat(attached.slice(1), attached.slice(0, -1), new Uint8Array())) {
      vi.mocked(console.error).mockClear();
      expect(await ask(object, directory, true, damaged)).toEqual(right);
      expect(vi.mocked(console.error).mock.calls).toEqual([
        [expect.stringContaining('the copy of the directory of t in the root')],
      ]);
    }
  });

  test('rejects a truncated object', async () => {
    const { object, ask } = await make(options);
    for (const length of [0, HEADER, object.length >> 1, object.length - 1])
      await expect(ask(object.subarray(0, length))).rejects.toThrow(StoreError);
  });

  test.each([false, true])(
    'names another version or shape in the error (directory in the root: %s)',
    async (attach) => {
      const {
        object,
        directory: [offset, length],
        ask,
      } = await make(options);
      const article = shape === 'interval table' ? 'an' : 'a';
      const changed = (change: (content: Uint8Array) => void) => {
        const content = decodePlainBlock(object.subarray(offset, offset + length), { object: 't', offset }).slice();
        change(content);
        const damaged = object.slice();
        damaged.set(encodePlainBlock(content), offset);
        return ask(damaged, [offset, length], attach);
      };
      await expect(changed((content) => (content[7] = 9))).rejects.toThrow(
        `the directory of t is ${article} ${shape} of format version 9; ` +
          `this software reads version ${FORMAT_VERSIONS[shape]}`,
      );
      await expect(changed((content) => content.set(objectHeader('packed sequence')))).rejects.toThrow(
        `is a packed sequence; expected ${article} ${shape}`,
      );
      await expect(changed((content) => (content[6] = 0x58))).rejects.toThrow('of an unknown index shape');
      await expect(changed((content) => content.fill(0x20, 0, 4))).rejects.toThrow(`is not ${article} ${shape}`);
      await expect(changed((content) => (content[12] = at(content, 12) + 1))).rejects.toThrow(StoreError);
    },
  );
});

test('reading a record by location rejects a block of another shape or version', async () => {
  const sorted = await sortedSample({ compress: plain });
  const table = new IntervalTable({ object: 't', directory: sorted.directory }, readerOf(sorted.object));
  await expect(table.at([at(sorted.locations, 0)])).rejects.toThrow(
    't at byte 8 is a sorted table; expected an interval table',
  );
  const [offset, length] = at(sorted.locations, 0);
  const content = decodePlainBlock(sorted.object.subarray(offset, offset + length), { object: 't', offset }).slice();
  content[1] = 9;
  const later = sorted.object.slice();
  later.set(encodePlainBlock(content), offset);
  const again = new SortedTable({ object: 't', directory: sorted.directory }, readerOf(later));
  await expect(again.at([at(sorted.locations, 0)])).rejects.toThrow(
    `is a sorted table of format version 9; this software reads version ${FORMAT_VERSIONS['sorted table']}`,
  );
});

describe('a packed sequence', () => {
  const bases = 'ACGTTGCANNNNRYACGT'.repeat(20);
  const make = async () => {
    const store = new MemoryStore();
    const writer = new PackedSequenceWriter(store.sink('t'));
    const directories: Uint8Array[] = [];
    for (const each of [bases, bases.replaceAll('G', 'C')]) {
      writer.begin([
        [3, 20],
        [100, 180],
      ]);
      await writer.append(new TextEncoder().encode(each));
      directories.push(await writer.end());
    }
    return { object: get(store.objects, 't'), directories };
  };
  const ask = async (object: Uint8Array, directories: Uint8Array[]) =>
    unpackedLetters(
      't',
      directories.map((directory) => storedSlice({ directory, start: 2, end: bases.length })),
      readerOf(object),
      'soft',
    );

  test('rejects every changed byte of its chunks and of its directory', async () => {
    const { object, directories } = await make();
    const right = await ask(object, directories);
    for (const [place, byte] of object.entries()) {
      const damaged = object.with(place, byte ^ (1 << (place % 8)));
      if (place < HEADER) expect(await ask(damaged, directories)).toEqual(right);
      else await expect(ask(damaged, directories), `byte ${place}`).rejects.toThrow(StoreError);
    }
    const [first, second] = [at(directories, 0), at(directories, 1)];
    for (const [place, byte] of first.entries()) {
      const damaged = first.with(place, byte ^ (1 << (place % 8)));
      await expect(ask(object, [damaged, second]), `byte ${place}`).rejects.toThrow(StoreError);
    }
  });

  test('names another version or shape in the error', async () => {
    const { object, directories } = await make();
    const directory = at(directories, 0);
    await expect(ask(object, [directory.with(7, 3)])).rejects.toThrow(
      'is a packed sequence of format version 3; this software reads version 2',
    );
    await expect(ask(object, [directory.with(6, 'D'.charCodeAt(0))])).rejects.toThrow(
      'is a document; expected a packed sequence',
    );
    await expect(ask(object, [new Uint8Array()])).rejects.toThrow('is not a packed sequence');
  });
});
