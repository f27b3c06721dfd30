/**
 * Objects of every shape with marks, as builds write them. Readers reject changed bytes, truncation, a block of another
 * place, and an object of another release with the same size and name.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeBlock, gzip, markBlock, numberInName } from '../../../src/index/blocks/block.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { encodeDocument } from '../../../src/index/document.ts';
import { GenotypeMatrix, GenotypeMatrixWriter } from '../../../src/index/genotypes/genotype-matrix.ts';
import { IntervalTable, IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import { storedSlice } from '../../../src/index/sequence/chunk-directory.ts';
import { PackedSequenceWriter } from '../../../src/index/sequence/packed-sequence.ts';
import { SortedTable, SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { readDocument } from '../../../src/release/documents.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError } from '../../../src/store/store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { unpackedLetters } from '../../support/unpacked-letters.ts';
import { at, get } from '../../../src/checked.ts';

type Range = [offset: number, length: number];

interface Sample {
  bytes: Uint8Array;
  /** Two blocks of the same length; null if there are none. */
  alike: [Range, Range] | null;
  /** Runs all queries on other bytes under the name and with the locations of this object. */
  ask(bytes: Uint8Array): Promise<unknown>;
}

/** Makes an object whose values contain `letter`, so that objects of two releases differ but have the same size. */
type Maker = (letter: string, number: number) => Promise<Sample>;

const OURS = 0x89abcdef;
const THEIRS = 0x01234567;
// Tables log each time they read the directory of the object instead of the one in the root.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

/** Bytes of the header of an object, which readers ignore. */
const HEADER = 8;
const count = Array.from({ length: 12 }, (_, each) => each);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const nameOf = (number: number) => `115/t-0123456789abcdef${numberInName(number)}`;
const plain = { blockBytes: 90, compress: async (bytes: Uint8Array) => bytes };

function readerOf(object: string, bytes: Uint8Array): CachedBlockReader {
  const store = new MemoryStore();
  store.objects.set(object, bytes);
  return new CachedBlockReader(store, new ByteCache());
}

function alikeOf(blocks: readonly Range[]): [Range, Range] {
  for (const one of blocks) {
    const other = blocks.find(([offset, length]) => offset > one[0] && length === one[1]);
    if (other) return [one, other];
  }
  throw new Error('the sample has no two blocks of the same length');
}

const sorted =
  (options: object): Maker =>
  async (letter, number) => {
    const store = new MemoryStore();
    const object = nameOf(number);
    const writer = new SortedTableWriter(store.sink(object), options);
    const keys = count.map((each) => `key${100 + each}`);
    for (const key of keys) await writer.add(key, bytesOf(`${key} is ${letter}`));
    const directory = await writer.finish();
    const locations = keys.map((_, each) => writer.locate(each));
    return {
      bytes: get(store.objects, object),
      alike: 'compress' in options ? alikeOf(locations.map(([offset, length]) => [offset, length])) : null,
      async ask(bytes) {
        const table = new SortedTable({ object, directory }, readerOf(object, bytes));
        return [await table.find([...keys, 'a', 'z']), await table.at(locations)];
      },
    };
  };

const intervals: Maker = async (letter, number) => {
  const store = new MemoryStore();
  const object = nameOf(number);
  const writer = new IntervalTableWriter(store.sink(object), plain);
  for (const each of count) await writer.add(1, each * 10, each * 10 + 5, bytesOf(letter));
  const directory = await writer.finish();
  const locations = count.map((each) => writer.locate(each));
  return {
    bytes: get(store.objects, object),
    alike: alikeOf(locations.map(([offset, length]) => [offset, length])),
    ask: async (bytes) => {
      const reader = readerOf(object, bytes);
      // The directory that the root would contain.
      const attached = bytes.slice(directory[0], directory[0] + directory[1]);
      return [
        await new IntervalTable({ object, directory }, reader, attached).overlapping([
          { region: 1, start: 0, end: 500 },
        ]),
        await new IntervalTable({ object, directory }, reader).at(locations),
      ];
    },
  };
};

const matrix: Maker = async (letter, number) => {
  const store = new MemoryStore();
  const object = nameOf(number);
  const writer = new GenotypeMatrixWriter(store.sink(object), { blockBytes: 60, directoryBytes: 150 });
  for (const each of count) await writer.add(1, 10 + each, letter, Uint8Array.of(0, 1, each % 3, 2));
  const place = { object, directory: await writer.finish() };
  const query = { region: 1, start: 1, end: 100 };
  const blocks = at(await new GenotypeMatrix(place, readerOf(object, get(store.objects, object))).plan([query]), 0);
  return {
    bytes: get(store.objects, object),
    alike: alikeOf(blocks.map(({ offset, length }) => [offset, length])),
    async ask(bytes) {
      const variants = at(await new GenotypeMatrix(place, readerOf(object, bytes)).variants([query]), 0);
      return variants.map(({ position, name, block, genotypesAt }) => [
        position,
        name,
        block.slice(genotypesAt, genotypesAt + 3),
      ]);
    },
  };
};

const sequences: Maker = async (letter, number) => {
  const store = new MemoryStore();
  const object = nameOf(number);
  const writer = new PackedSequenceWriter(store.sink(object));
  const directories: Uint8Array[] = [];
  for (const bases of ['ACGT', 'TTTT']) {
    writer.begin([[3, 20]]);
    await writer.append(bytesOf((bases + letter).repeat(20)));
    directories.push(await writer.end());
  }
  const bytes = get(store.objects, object);
  const length = (bytes.length - HEADER) / 2;
  return {
    bytes,
    alike: [
      [HEADER, length],
      [HEADER + length, length],
    ],
    ask: (changed) =>
      unpackedLetters(
        object,
        directories.map((directory) => storedSlice({ directory, start: 1, end: 100 })),
        readerOf(object, changed),
        'soft',
      ),
  };
};

const document =
  (value: (letter: string) => unknown): Maker =>
  async (letter, number) => {
    const bytes = markBlock(await encodeBlock(encodeDocument(value(letter)), gzip), number, 0);
    const object = nameOf(number);
    return {
      bytes,
      alike: null,
      ask: (changed) => readDocument(readerOf(object, changed), { object, size: bytes.length, sha256: '' }),
    };
  };

const samples: [string, Maker, harmless: number | null][] = [
  ['sorted table', sorted(plain), HEADER],
  ['sorted table of two levels', sorted({ ...plain, directoryBytes: 100 }), HEADER],
  // How many bytes of gzip's header have no meaning differs between compressors.
  ['sorted table, compressed', sorted({}), null],
  ['interval table', intervals, HEADER],
  ['genotype matrix', matrix, HEADER],
  ['packed sequence', sequences, HEADER],
  ['document', document((letter) => ({ letter })), 0],
  ['document, compressed', document((letter) => letter.repeat(300)), null],
];

describe.each(samples)('a reader of a %s', (_, make, harmless) => {
  test('rejects every changed byte, except for bytes without meaning', async () => {
    const { bytes, ask } = await make('A', OURS);
    const right = await ask(bytes);
    const unnoticed = new Set<number>();
    for (const [place, byte] of bytes.entries()) {
      for (const change of [1 << (place % 8), 0xff]) {
        const answer = await ask(bytes.with(place, byte ^ change)).catch((error: unknown) => error);
        if (answer instanceof Error) expect(answer, `byte ${place}`).toBeInstanceOf(StoreError);
        else expect(answer, `byte ${place}`).toEqual(right);
        if (!(answer instanceof Error)) unnoticed.add(place);
      }
    }
    if (harmless === null) expect(unnoticed.size).toBeLessThanOrEqual(HEADER + 10);
    else expect(unnoticed.size).toBe(harmless);
  });

  test('rejects a truncated object', async () => {
    const { bytes, ask } = await make('A', OURS);
    for (let length = 0; length < bytes.length; length += 7)
      await expect(ask(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow(StoreError);
  });

  test('rejects the object of another release with the same size', async () => {
    const [ours, theirs] = [await make('A', OURS), await make('C', THEIRS)];
    // Compressed sizes may differ by a byte.
    if (harmless !== null) expect(theirs.bytes.length).toBe(ours.bytes.length);
    expect(await theirs.ask(theirs.bytes)).not.toEqual(await ours.ask(ours.bytes));
    await expect(ours.ask(theirs.bytes)).rejects.toThrow(
      harmless === null ? StoreError : 'is the block of another object or place',
    );
  });

  test('rejects a block of another place in the same object', async () => {
    const { bytes, alike, ask } = await make('A', OURS);
    if (!alike) return;
    const [[one, length], [other]] = alike;
    const swapped = bytes.slice();
    swapped.set(bytes.subarray(one, one + length), other);
    await expect(ask(swapped)).rejects.toThrow('is the block of another object or place');
  });
});

test('a reader rejects blocks without marks in an object with marks, and the reverse', async () => {
  const table = async (object: string, stored: string) => {
    const store = new MemoryStore();
    const writer = new SortedTableWriter(store.sink(stored));
    await writer.add('a', bytesOf('b'));
    const directory = await writer.finish();
    return new SortedTable({ object, directory }, readerOf(object, get(store.objects, stored))).find(['a']);
  };
  const marked = nameOf(OURS);
  for (const name of ['115/t-0123456789abcdef.bin', marked]) expect(await table(name, name)).toEqual([[bytesOf('b')]]);
  await expect(table(marked, 't')).rejects.toThrow('is the block of another object or place');
  await expect(table('t', marked)).rejects.toThrow('is the block of another object or place');
});
