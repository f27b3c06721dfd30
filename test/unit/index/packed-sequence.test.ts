import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CachedBlockReader, type BlockReader } from '../../../src/index/blocks/block-reader.ts';
import {
  directoryOfSlice,
  partOfSlice,
  storedSlice,
  type SequenceRequest,
} from '../../../src/index/sequence/chunk-directory.ts';
import { PackedSequenceWriter, readPacked } from '../../../src/index/sequence/packed-sequence.ts';
import { CHUNK_BASES, type Mask } from '../../../src/index/sequence/sequence-chunk.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { unpackedLetters } from '../../support/unpacked-letters.ts';
import { at, get, only } from '../../../src/checked.ts';

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

async function writeOne(sequence: { bases: string; masked?: Masked }) {
  const { directories, ...written } = await write([sequence]);
  return { ...written, directory: only(directories) };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The letters of a slice, computed one by one. */
function naive(bases: string, masked: Masked, start: number, end: number, mask?: 'soft' | 'hard'): string {
  const letters = [...bases.slice(start - 1, end).toUpperCase()];
  if (!mask) return letters.join('');
  for (const [from, to] of masked) {
    for (let place = Math.max(from, start) - start; place <= Math.min(to, end) - start; place++)
      letters[place] = mask === 'hard' ? 'N' : at(letters, place).toLowerCase();
  }
  return letters.join('');
}

const runs = fc
  .tuple(
    fc.constantFrom('A', 'acgt', 'N', 'GATTACA', 'r', 'Y', 'K', 'n', 'BDHVMSW', 'U'),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(([unit, length]) => unit.repeat(length).slice(0, length));
const short = fc.array(runs, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
/** Sequences that cross a chunk boundary, with varied letters near it. */
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
      const masked: Masked = [];
      for (let each = 0; each < sorted.length; each += 2)
        masked.push([at(sorted, each), sorted[each + 1] ?? at(sorted, each)]);
      return masked;
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
  return unpackedLetters(
    object,
    requests.map((request) => storedSlice(request)),
    reader,
    mask,
  );
}

test('reads every slice as written, unmasked, soft-masked and hard-masked', async () => {
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
          // Compared as booleans, because a printed difference of 262,144 letters helps nobody.
          const equal = slices.map(
            ({ bases, masked, start, end }, each) => text(at(read, each)) === naive(bases, masked, start, end, mask),
          );
          expect(equal).not.toContain(false);
        }
      },
    ),
    { numRuns: 16 },
  );
});

test('reads slices around a chunk boundary with runs across it', async () => {
  const bases = `${'ACGT'.repeat(CHUNK_BASES / 4).slice(0, -3)}NNNNNRRRR${'TTGCA'.repeat(10)}`;
  const masked: Masked = [[CHUNK_BASES - 10, CHUNK_BASES + 10]];
  const { directory, reader } = await writeOne({ bases, masked });
  for (const from of [-12, -4, -3, -1, 0, 1, 2, 5, 9]) {
    for (const length of [1, 2, 3, 4, 5, 8, 20]) {
      const start = CHUNK_BASES + from;
      const end = start + length - 1;
      const soft = at(await readRequests('s', [{ directory, start, end }], reader, 'soft'), 0);
      expect(text(soft)).toBe(naive(bases, masked, start, end, 'soft'));
    }
  }
});

test('a part of a slice equals the slice of that part, wherever the chunks end', async () => {
  const bases = 'ACCGTTTG'.repeat(CHUNK_BASES / 3);
  const masked: Masked = [
    [90, 110],
    [CHUNK_BASES - 3, CHUNK_BASES + 9],
  ];
  const { directory, reader } = await writeOne({ bases, masked });
  const whole = storedSlice({ directory, start: 100, end: bases.length - 7 });
  const packed = await readPacked('s', [whole], reader);
  for (const [start, end] of [
    [100, 100],
    [100, CHUNK_BASES],
    [CHUNK_BASES, CHUNK_BASES + 1],
    [CHUNK_BASES + 1, 2 * CHUNK_BASES + 5],
    [bases.length - 7, bases.length - 7],
  ] as const) {
    const part = partOfSlice(whole, start, end);
    expect(part).toEqual(storedSlice({ directory, start, end }));
    for (const mask of [undefined, 'soft', 'hard'] as const)
      expect(text(packed.unpack(part, mask)) === naive(bases, masked, start, end, mask)).toBe(true);
  }
});

test('ten million bases need one wave of two reads, and none when cached', async () => {
  const { store, directory } = await writeOne({ bases: 'ACCGTTTG'.repeat(1_500_000) });
  const counting = new CountingStore(store);
  const reader = new CachedBlockReader(counting, new ByteCache());
  const request = { directory, start: 1_000_001, end: 11_000_000 };
  const letters = only(await readRequests('s', [request], reader));
  expect(text(letters) === 'ACCGTTTG'.repeat(1_250_000)).toBe(true);
  expect([counting.waves, counting.reads.length]).toEqual([1, 2]);
  expect(counting.bytes).toBeLessThan(2.7e6);
  counting.reset();
  await readRequests('s', [request], reader);
  expect(counting.reads).toEqual([]);
});

test('a chunk that is all N is neither stored nor read', async () => {
  const bases = `${'N'.repeat(2 * CHUNK_BASES)}ACGT`;
  const { store, directory, reader } = await writeOne({ bases });
  expect(get(store.objects, 's').length).toBeLessThan(60);
  const letters = only(
    await readRequests('s', [{ directory, start: 2 * CHUNK_BASES - 2, end: 2 * CHUNK_BASES + 4 }], reader),
  );
  expect(text(letters)).toBe('NNNACGT');
  const none = new CachedBlockReader(new MemoryStore(), new ByteCache());
  expect(text(at(await readRequests('s', [{ directory, start: 5, end: 9 }], none), 0))).toBe('NNNNN');
});

test('an empty sequence has a directory', async () => {
  const { directory, reader } = await writeOne({ bases: '' });
  await expect(readRequests('s', [{ directory, start: 1, end: 1 }], reader)).rejects.toThrow('a sequence of 0 bases');
});

test('rejects a slice outside its sequence', async () => {
  const { directory, reader } = await writeOne({ bases: 'ACGTACGT' });
  for (const [start, end] of [
    [0, 3],
    [1, 9],
    [5, 4],
    [NaN, 3],
  ] as const) {
    await expect(readRequests('s', [{ directory, start, end }], reader)).rejects.toThrow(RangeError);
  }
});

test('the writer rejects unknown letters and masked intervals that overlap or exceed the sequence', async () => {
  for (const bases of ['AC-T', 'ACG ', 'AC\nGT', 'AC*'])
    await expect(write([{ bases }])).rejects.toThrow('not a letter of a sequence');
  await expect(write([{ bases: 'ACGT', masked: [[3, 5]] }])).rejects.toThrow('exceeds the sequence');
  await expect(write([{ bases: 'ACGT', masked: [[5, 6]] }])).rejects.toThrow('exceeds the sequence');
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
  ).rejects.toThrow('must start after 3');
  const writer = new PackedSequenceWriter(new MemoryStore().sink('s'));
  await expect(writer.append(new Uint8Array(1))).rejects.toThrow('no sequence has begun');
});

test('the directory of a part reads the same bases, and rejects chunks that it lacks', async () => {
  const bases = Array.from({ length: 3 * CHUNK_BASES + 1000 }, (_, at) => 'ACGTN'[(at * at * 7 + (at >> 3)) % 5]).join(
    '',
  );
  const { directories, reader } = await write([
    { bases: 'ACGT'.repeat(50) },
    { bases, masked: [[CHUNK_BASES - 5, 2 * CHUNK_BASES + 5]] },
  ]);
  const whole = at(directories, 1);
  for (const [start, end] of [
    [1, 10],
    [CHUNK_BASES, CHUNK_BASES + 1],
    [2 * CHUNK_BASES + 1, 2 * CHUNK_BASES + 1],
    [3 * CHUNK_BASES + 7, bases.length],
  ] as const) {
    const part = directoryOfSlice(whole, start, end);
    expect(part.length).toBeLessThan(whole.length);
    const read = async (directory: Uint8Array) =>
      text(only(await readRequests('s', [{ directory, start, end }], reader, 'soft')));
    expect(await read(part)).toBe(await read(whole));
    expect(directoryOfSlice(part, start, end)).toEqual(part);
  }
  expect(() => storedSlice({ directory: directoryOfSlice(whole, 1, 10), start: 5, end: CHUNK_BASES + 1 })).toThrow(
    RangeError,
  );
  expect(() =>
    storedSlice({ directory: directoryOfSlice(whole, CHUNK_BASES + 1, CHUNK_BASES + 2), start: 5, end: 6 }),
  ).toThrow(RangeError);
});
