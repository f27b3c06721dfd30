import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fictionalTaxa } from '../../build-index/demo/taxon-names.ts';
import { sqlLike } from '../../src/genome/sql-like.ts';
import { ApiError } from '../../src/api-error.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import type { RecordLocation } from '../../src/index/object-sink.ts';
import { MERGE_GAP } from '../../src/index/read-plan.ts';
import { BLOCK_BYTES } from '../../src/index/record-object-writer.ts';
import { SortedTableWriter } from '../../src/index/sorted-table.ts';
import { NameIndexWriter, TRIGRAM_DIRECTORY_BYTES } from '../../src/names/name-index-writer.ts';
import { LISTS_COMPARED, MOST_NAMES, NameIndex } from '../../src/names/name-index.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { CountingStore } from '../support/counting-store.ts';
import { MemoryStore } from '../support/memory-store.ts';
import { NO_LIMITS } from '../support/no-limits.ts';

interface Made {
  store: CountingStore;
  /** An index of which nothing has been read. */
  cold(): NameIndex;
}

async function indexOf(names: readonly string[], count?: number): Promise<Made> {
  const memory = new MemoryStore();
  const [exact, trigrams] = [collecting(memory, 'names'), collecting(memory, 'trigrams')];
  const tables = { names: new SortedTableWriter(exact.sink), trigrams: new SortedTableWriter(trigrams.sink, { directoryBytes: TRIGRAM_DIRECTORY_BYTES }) };
  const writer = new NameIndexWriter();
  names.forEach((name, index) => writer.add(name, placeOf(index)));
  const written = await writer.write(tables.names, tables.trigrams);
  const entry = {
    names: { object: 'names', directory: await tables.names.finish() }, trigrams: { object: 'trigrams', directory: await tables.trigrams.finish() },
    count: count ?? written,
  };
  exact.store();
  trigrams.store();
  const store = new CountingStore(memory);
  return { store, cold: () => new NameIndex(entry, new CachedBlockReader(store, new ByteCache())) };
}

/** A sink that does not copy all that came before at each write. */
function collecting(memory: MemoryStore, object: string) {
  const parts: Uint8Array[] = [];
  return {
    sink: { write: async (bytes: Uint8Array) => void parts.push(bytes.slice()) },
    store: () => void memory.objects.set(object, new Uint8Array(Buffer.concat(parts))),
  };
}

const placeOf = (index: number): RecordLocation => [1000 * index, 500, index % 7];
const indicesOf = (places: RecordLocation[]) => places.map(([offset]) => offset / 1000).sort((a, b) => a - b);

describe('a name index', () => {
  test('finds every record of a name in the order added, once each', async () => {
    const index = (await indexOf(['Mus', 'Rattus', 'MUS', 'mus'])).cold();
    expect(await index.named('mUs')).toEqual([placeOf(0), placeOf(2), placeOf(3)]);
    expect(await index.named('mu')).toEqual([]);
    expect(await index.like('m_s', NO_LIMITS.work)).toHaveLength(3);
    expect(await index.like('m\\_s', NO_LIMITS.work)).toEqual([]);
  });

  test('a record with several names that match is found once', async () => {
    const same = new NameIndexWriter();
    for (const name of ['Homo sapiens', 'Homo sapiens L.', 'Homo sapiens']) same.add(name, placeOf(4));
    const store = new MemoryStore();
    const [names, trigrams] = [new SortedTableWriter(store.sink('names')), new SortedTableWriter(store.sink('trigrams'))];
    expect(await same.write(names, trigrams)).toBe(2);
    const tables = { names: { object: 'names', directory: await names.finish() }, trigrams: { object: 'trigrams', directory: await trigrams.finish() }, count: 2 };
    expect(await new NameIndex(tables, new CachedBlockReader(store, new ByteCache())).like('%sapiens%', NO_LIMITS.work)).toEqual([placeOf(4)]);
  });

  test('agrees with comparing every name', async () => {
    const letter = fc.constantFrom('a', 'b', 'c', ' ', 'é', '\u{1F9EC}', 'İ', 'σ', 'Σ');
    const text = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
    const pattern = fc.array(fc.oneof({ weight: 3, arbitrary: letter }, fc.constantFrom('%', '_', '\\_')), { minLength: 1, maxLength: 9 }).map((letters) => letters.join(''));
    await fc.assert(fc.asyncProperty(fc.array(text, { maxLength: 30 }), fc.array(pattern, { maxLength: 10 }), async (names, patterns) => {
      const index = (await indexOf(names)).cold();
      for (const each of patterns) {
        if (/^[%_]*$/.test(each)) continue;
        const matches = sqlLike(each);
        const expected = names.flatMap((name, at) => (matches(name) ? [at] : []));
        expect(indicesOf(await index.like(each, NO_LIMITS.work)), each).toEqual(expected);
      }
    }), { seed: 1, numRuns: 60 });
  });

  test('a long list spans chunks', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `x${index} sapiens`);
    const index = (await indexOf(names)).cold();
    expect(await index.like('%sapiens', NO_LIMITS.work)).toHaveLength(1000);
    expect(indicesOf(await index.like('%9 sapiens', NO_LIMITS.work))).toHaveLength(100);
  });
});

describe('names like those of a taxonomy', () => {
  const names = [...fictionalTaxa(20_000)].flatMap((taxon) => taxon.names.map(([name]) => name));
  let made: Made;
  beforeAll(async () => {
    // As if there were too many to look through all.
    made = await indexOf(names, 2_500_000);
  }, 60_000);

  const PATTERNS = ['%quel%', '%oides', '%spotted%mouse', '%virus KX 1%', '%DSM 777%', '%1758%', 'Mel%', 'M_lli%', '%idae', '%sp.%', '%son, 19_5'];

  test.each(PATTERNS)('%s is found in few waves', async (pattern) => {
    const index = made.cold();
    made.store.reset();
    const found = await index.like(pattern, NO_LIMITS.work);
    const matches = sqlLike(pattern);
    expect(found).toHaveLength(names.filter(matches).length);
    // Cold: a directory, its leaves, the first chunks, the rest.
    expect(made.store.waves).toBeLessThanOrEqual(4);
    expect(made.store.bytes).toBeLessThan(2 ** 20);
  });

  test('a search over 2.5 million names stays below 2 MiB: the longest list that is read, and what stands before it', async () => {
    const index = made.cold();
    made.store.reset();
    const listed = (await index.like('%sp.%', NO_LIMITS.work)).length;
    expect(listed).toBeGreaterThan(2000);
    const longest = made.store.bytes * (MOST_NAMES / listed);
    // The root of the directory, and for each list a leaf and a block, with gaps that are read over.
    const before = (1 + LISTS_COMPARED) * TRIGRAM_DIRECTORY_BYTES + LISTS_COMPARED * BLOCK_BYTES + (LISTS_COMPARED - 1) * MERGE_GAP;
    expect(longest + before).toBeLessThan(2 * 2 ** 20);
  });

  test('a pattern that is too vague is refused, before much is read', async () => {
    for (const pattern of ['%us%', 'B_%', '%a%b%c%']) {
      made.store.reset();
      await expect(made.cold().like(pattern, NO_LIMITS.work)).rejects.toThrow(ApiError);
      expect(made.store.bytes).toBe(0);
    }
    const many = await indexOf(Array.from({ length: MOST_NAMES + 1 }, (_, index) => `${index} virus`));
    many.store.reset();
    await expect(many.cold().like('%virus', NO_LIMITS.work)).rejects.toThrow("Too many names are like '%virus'");
    expect(many.store.bytes).toBeLessThan(2 ** 20);
  }, 60_000);
});
