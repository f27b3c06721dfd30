import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CachedBlockReader, type BlockReader } from '../../../src/index/blocks/block-reader.ts';
import {
  directoryOfSlice,
  partOfSlice,
  storedSlice,
  type SequenceRequest,
} from '../../../src/index/sequence/chunk-directory.ts';
import { PackedSequenceWriter, readSequences } from '../../../src/index/sequence/packed-sequence.ts';
import { CHUNK_BASES, type Mask } from '../../../src/index/sequence/sequence-chunk.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, get } from '../../../src/checked.ts';

type Masked = [start: number, end: number][];

async function write(sequences: readonly { bases: string; masked?: Masked }[], partBytes = 100_000) {
  const store = new MemoryStore();
  const writer = new PackedSequenceWriter(store.sink('s'));
  const directories: Uint8Array[] = [];
  for (const { bases, masked } of sequences) {
    const ascii = new TextEncoder().encode(bases);
    writer.begin(masked ?? []);
    for (let at = 0; at < ascii.length; at += partBytes) await writer.append(ascii.subarray(at, at + partBytes));
    directories.push(await writer.end());
  }
  return { store, directories, reader: new CachedBlockReader(store, new ByteCache()) };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** What a slice must read as, letter by letter. */
function naive(bases: string, masked: Masked, start: number, end: number, mask?: 'soft' | 'hard'): string {
  const letters = [...bases.slice(start - 1, end).toUpperCase()];
  if (!mask) return letters.join('');
  for (const [from, to] of masked) {
    for (let at = Math.max(from, start); at <= Math.min(to, end); at++)
      letters[at - start] = mask === 'hard' ? 'N' : letters[at - start]!.toLowerCase();
  }
  return letters.join('');
}

const stretches = fc
  .tuple(
    fc.constantFrom('A', 'acgt', 'N', 'GATTACA', 'r', 'Y', 'K', 'n', 'BDHVMSW', 'U'),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(([unit, length]) => unit.repeat(length).slice(0, length));
const short = fc.array(stretches, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
/** Long enough to cross chunk boundaries, with the interesting letters near them. */
const long = fc
  .tuple(short, short, fc.constantFrom('A', 'N', 'CAT'), fc.integer({ min: -40, max: 40 }))
  .map(
    ([before, after, filler, shift]) =>
      before + filler.repeat(CHUNK_BASES).slice(0, CHUNK_BASES - before.length + shift) + after,
  );
const sequence = fc.oneof({ weight: 4, arbitrary: short }, { weight: 1, arbitrary: long }).chain((bases) =>
  fc.record({
    bases: fc.constant(bases),
    masked: fc.uniqueArray(fc.integer({ min: 1, max: bases.length }), { maxLength: 12 }).map((ends): Masked => {
      const sorted = ends.sort((a, b) => a - b);
      return sorted.flatMap((start, index) =>
        index % 2 === 0 ? [[start, sorted[index + 1] ?? start] as [number, number]] : [],
      );
    }),
    slices: fc.array(fc.tuple(fc.integer({ min: 1, max: bases.length }), fc.integer({ min: 1, max: bases.length })), {
      maxLength: 4,
    }),
  }),
);

async function readRequests(
  object: string,
  requests: readonly SequenceRequest[],
  reader: BlockReader,
  mask?: Mask,
): Promise<Uint8Array[]> {
  return readSequences(
    object,
    requests.map((request) => storedSlice(request)),
    reader,
    mask,
  );
}

test('every slice reads as it was written, plain, soft- and hard-masked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sequence, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(7, 1000, 300_000),
      async (sequences, partBytes) => {
        const { directories, reader } = await write(sequences, partBytes);
        const slices = sequences.flatMap(({ bases, masked, slices }, each) =>
          [...slices.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const), [1, bases.length] as const].map(
            ([start, end]) => ({ bases, masked, start, end, directory: at(directories, each) }),
          ),
        );
        for (const mask of [undefined, 'soft', 'hard'] as const) {
          const read = await readRequests('s', slices, reader, mask);
          // Compared as booleans: a difference of 262,144 letters is nothing that a person reads.
          expect(
            read.map(
              (letters, each) =>
                text(letters) ===
                naive(
                  at(slices, each).bases,
                  at(slices, each).masked,
                  at(slices, each).start,
                  at(slices, each).end,
                  mask,
                ),
            ),
          ).toEqual(slices.map(() => true));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('slices around a chunk boundary, with runs across it', async () => {
  const bases = `${'ACGT'.repeat(CHUNK_BASES / 4).slice(0, -3)}NNNNNRRRR${'TTGCA'.repeat(10)}`;
  const masked: Masked = [[CHUNK_BASES - 10, CHUNK_BASES + 10]];
  const {
    directories: [directory],
    reader,
  } = await write([{ bases, masked }]);
  for (const from of [-12, -4, -3, -1, 0, 1, 2, 5, 9]) {
    for (const length of [1, 2, 3, 4, 5, 8, 20]) {
      const start = CHUNK_BASES + from;
      const end = start + length - 1;
      const soft = at(await readRequests('s', [{ directory: directory!, start, end }], reader, 'soft'), 0);
      expect(text(soft)).toBe(naive(bases, masked, start, end, 'soft'));
    }
  }
});

test('a part of a slice is that slice, wherever the chunks end', async () => {
  const bases = 'ACCGTTTG'.repeat(CHUNK_BASES / 3);
  const {
    directories: [directory],
    reader,
  } = await write([{ bases }]);
  const whole = storedSlice({ directory: directory!, start: 100, end: bases.length - 7 });
  for (const [start, end] of [
    [100, 100],
    [100, CHUNK_BASES],
    [CHUNK_BASES, CHUNK_BASES + 1],
    [CHUNK_BASES + 1, 2 * CHUNK_BASES + 5],
    [bases.length - 7, bases.length - 7],
  ] as const) {
    const part = partOfSlice(whole, start, end);
    expect(part).toEqual(storedSlice({ directory: directory!, start, end }));
    expect(text(at(await readSequences('s', [part], reader), 0)) === bases.slice(start - 1, end)).toBe(true);
  }
});

test('ten million bases of any place are one wave of two reads, and nothing when they are warm', async () => {
  const {
    store,
    directories: [directory],
  } = await write([{ bases: 'ACCGTTTG'.repeat(1_500_000) }]);
  const counting = new CountingStore(store);
  const reader = new CachedBlockReader(counting, new ByteCache());
  const request = { directory: directory!, start: 1_000_001, end: 11_000_000 };
  const [letters] = await readRequests('s', [request], reader);
  expect(text(letters!) === 'ACCGTTTG'.repeat(1_250_000)).toBe(true);
  expect([counting.waves, counting.reads.length]).toEqual([1, 2]);
  expect(counting.bytes).toBeLessThan(2.7e6);
  counting.reset();
  await readRequests('s', [request], reader);
  expect(counting.reads).toEqual([]);
});

test('a chunk of N alone stores nothing and is not read', async () => {
  const bases = `${'N'.repeat(2 * CHUNK_BASES)}ACGT`;
  const {
    store,
    directories: [directory],
    reader,
  } = await write([{ bases }]);
  expect(get(store.objects, 's').length).toBeLessThan(60);
  const [letters] = await readRequests(
    's',
    [{ directory: directory!, start: 2 * CHUNK_BASES - 2, end: 2 * CHUNK_BASES + 4 }],
    reader,
  );
  expect(text(letters!)).toBe('NNNACGT');
  const none = new CachedBlockReader(new MemoryStore(), new ByteCache());
  expect(text(at(await readRequests('s', [{ directory: directory!, start: 5, end: 9 }], none), 0))).toBe('NNNNN');
});

test('an empty sequence has a directory too', async () => {
  const {
    directories: [directory],
    reader,
  } = await write([{ bases: '' }]);
  await expect(readRequests('s', [{ directory: directory!, start: 1, end: 1 }], reader)).rejects.toThrow(
    'a sequence of 0 bases',
  );
});

test('a slice outside its sequence is refused', async () => {
  const {
    directories: [directory],
    reader,
  } = await write([{ bases: 'ACGTACGT' }]);
  for (const [start, end] of [
    [0, 3],
    [1, 9],
    [5, 4],
    [NaN, 3],
  ] as const) {
    await expect(readRequests('s', [{ directory: directory!, start, end }], reader)).rejects.toThrow(RangeError);
  }
});

test('what cannot be written is refused', async () => {
  for (const bases of ['AC-T', 'ACG ', 'AC\nGT', 'AC*'])
    await expect(write([{ bases }])).rejects.toThrow('no letter of a sequence');
  await expect(write([{ bases: 'ACGT', masked: [[3, 5]] }])).rejects.toThrow('reaches behind');
  await expect(write([{ bases: 'ACGT', masked: [[5, 6]] }])).rejects.toThrow('reaches behind');
  await expect(
    write([
      {
        bases: 'ACGT',
        masked: [
          [2, 3],
          [3, 4],
        ],
      },
    ]),
  ).rejects.toThrow('does not come after 3');
  const writer = new PackedSequenceWriter(new MemoryStore().sink('s'));
  await expect(writer.append(new Uint8Array(1))).rejects.toThrow('no sequence has begun');
});

test('the directory of a part reads what the whole one does, and refuses what it does not list', async () => {
  const bases = Array.from({ length: 3 * CHUNK_BASES + 1000 }, (_, at) => 'ACGTN'[(at * at * 7 + (at >> 3)) % 5]!).join(
    '',
  );
  const {
    directories: [, whole],
    reader,
  } = await write([{ bases: 'ACGT'.repeat(50) }, { bases, masked: [[CHUNK_BASES - 5, 2 * CHUNK_BASES + 5]] }]);
  for (const [start, end] of [
    [1, 10],
    [CHUNK_BASES, CHUNK_BASES + 1],
    [2 * CHUNK_BASES + 1, 2 * CHUNK_BASES + 1],
    [3 * CHUNK_BASES + 7, bases.length],
  ] as const) {
    const part = directoryOfSlice(whole!, start, end);
    expect(part.length).toBeLessThan(whole!.length);
    const [[fromWhole], [fromPart]] = [
      await readRequests('s', [{ directory: whole!, start, end }], reader, 'soft'),
      await readRequests('s', [{ directory: part, start, end }], reader, 'soft'),
    ];
    expect(text(fromPart!)).toBe(text(fromWhole!));
    expect(directoryOfSlice(part, start, end)).toEqual(part);
  }
  expect(() => storedSlice({ directory: directoryOfSlice(whole!, 1, 10), start: 5, end: CHUNK_BASES + 1 })).toThrow(
    RangeError,
  );
  expect(() =>
    storedSlice({ directory: directoryOfSlice(whole!, CHUNK_BASES + 1, CHUNK_BASES + 2), start: 5, end: 6 }),
  ).toThrow(RangeError);
});
