import { beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeRoot } from '../../../src/release/root.ts';
import { ROOT_KEY, type TableEntry } from '../../../src/release/manifest.ts';
import {
  decodeReleaseList,
  encodeReleaseList,
  listedRoot,
  RELEASES_KEY,
  withRelease,
  type ListedRelease,
} from '../../../src/release/release-list.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, get } from '../../../src/checked.ts';

const entry: TableEntry = { object: 'ids', size: 1, sha256: '', directory: [0, 1] };

let memory: MemoryStore;
let store: CountingStore;
let list: ListedRelease[];
let clock: number;

/** Publishes a release and makes it current. */
function publish(version: number, build: string, attached = 0): void {
  const id = `${version}-${build}`;
  const root = encodeRoot(
    { id, version, species: [], genomes: [], ids: entry },
    attached > 0 ? { ids: new Uint8Array(attached) } : {},
  );
  memory.objects.set(`${id}/root`, root);
  list = withRelease(list, { ...listedRoot(root), published: '2026-01-01T00:00:00.000Z' });
  memory.values.set(RELEASES_KEY, encodeReleaseList(list));
  memory.values.set(ROOT_KEY, root);
}

beforeEach(() => {
  memory = new MemoryStore();
  store = new CountingStore(memory);
  [list, clock] = [[], 0];
  publish(113, 'aaa');
  publish(114, 'bbb');
  publish(114, 'ccc');
  publish(115, 'ddd');
});

const open = (options = {}, cache = new ByteCache()) =>
  new Releases(store, cache, { maxAge: 1000, now: () => clock, ...options });
const idOf = async (releases: Releases, name: string) => (await releases.named(name)).manifest.id;

describe('a release by name', () => {
  test('is found by its id, or is the last published one of a release number', async () => {
    const releases = open();
    expect(await idOf(releases, '113')).toBe('113-aaa');
    expect(await idOf(releases, '114')).toBe('114-ccc');
    expect(await idOf(releases, '114-bbb')).toBe('114-bbb');
    expect(await idOf(releases, '115')).toBe('115-ddd');
  });

  test('is the current one if the name matches it, even if another was published later', async () => {
    const back = get(memory.objects, '114-bbb/root');
    memory.values.set(ROOT_KEY, back);
    expect(await idOf(open(), '114')).toBe('114-bbb');
  });

  test.each(['116', '11', '115-', '', 'current', '__proto__', '115.0'])(
    'such as %j is rejected with a list of the available releases',
    async (name) => {
      await expect(open().named(name)).rejects.toMatchObject({
        status: 404,
        message:
          `There is no release '${name}' here; there is 115 (115-ddd, the current one), ` +
          '114 (114-ccc), 114 (114-bbb), 113 (113-aaa)',
      });
    },
  );

  test('needs reads of the list and of its root, once', async () => {
    const releases = open();
    await releases.current();
    store.reset();
    const first = await releases.named('113');
    expect([store.values, store.reads.length, store.waves]).toEqual([[RELEASES_KEY], 1, 2]);
    store.reset();
    expect(await releases.named('113')).toBe(first);
    expect(store.waves).toBe(0);
  });

  test('needs no reads if it is the current one', async () => {
    const releases = open();
    await releases.current();
    store.reset();
    await releases.named('115');
    expect(store.waves).toBe(0);
  });

  test('is closed if it was used least recently and too many are open', async () => {
    const releases = open({ openReleases: 2 });
    for (const name of ['113', '114', '113', '114-bbb']) await releases.named(name);
    store.reset();
    await releases.named('113');
    expect(store.reads).toEqual([]);
    await releases.named('114');
    expect(store.reads.map(({ object }) => object)).toEqual(['114-ccc/root']);
  });

  test('takes its memory from the block cache', async () => {
    const cache = new ByteCache(1_000_000);
    cache.set({ object: 'x', offset: 0, length: 5 }, new Uint8Array(999_700));
    const releases = new Releases(store, cache);
    await releases.current();
    expect(cache.size).toBeGreaterThan(990_000);
    await releases.named('113');
    expect(cache.size).toBe(0);
  });

  test('empties the block cache when it becomes current', async () => {
    const cache = new ByteCache(1_000_000);
    const releases = open({}, cache);
    await releases.current();
    cache.set({ object: 'x', offset: 0, length: 5 }, new Uint8Array(1000));
    clock += 1000;
    await releases.current();
    expect(cache.size).toBeGreaterThan(0);
    publish(116, 'eee');
    clock += 1000;
    expect((await releases.current()).manifest.version).toBe(116);
    expect(cache.size).toBe(0);
  });

  test('is rejected with a 429 if many are requested at once and memory does not suffice', async () => {
    const releases = open({}, new ByteCache(7 * at(list, 0).rootBytes));
    await releases.current();
    const names = ['113', '114', '114-bbb', '113', '114'];
    const all = await Promise.allSettled(names.map((name) => releases.named(name)));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(all[2]).toMatchObject({ reason: { status: 429 } });
    expect(await idOf(releases, '114-bbb')).toBe('114-bbb');
  });

  test('takes the memory of the directories in its root once, so that two concurrent reads fit', async () => {
    const attached = 100_000;
    publish(90, 'aaa', attached);
    publish(92, 'aaa');
    const cache = new ByteCache(2.5 * attached);
    const releases = open({}, cache);
    await releases.current();
    const two = await Promise.all([releases.named('90'), releases.named('90')]);
    expect(two.map(({ manifest }) => manifest.version)).toEqual([90, 90]);
    cache.set({ object: 'x', offset: 0, length: 5 }, new Uint8Array(attached));
    expect(cache.size).toBeGreaterThan(attached);
  });

  test('that a dropped request was reading stops blocking others after 30 seconds', async () => {
    const releases = new Releases(memory, new ByteCache(1), { now: () => clock });
    await releases.current();
    const read = vi.spyOn(memory, 'read').mockReturnValueOnce(new Promise(() => {}));
    void releases.named('113');
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
    await expect(releases.named('114')).rejects.toMatchObject({ status: 429 });
    clock += 30_001;
    expect(await idOf(releases, '114')).toBe('114-ccc');
  });

  test('is found after a later publication once the list is older than its limit', async () => {
    const releases = open();
    await releases.named('113');
    publish(116, 'eee');
    clock += 999;
    await expect(releases.named('116')).rejects.toMatchObject({ status: 404 });
    clock += 1;
    expect(await idOf(releases, '116')).toBe('116-eee');
  });

  test('is only the current one if there is no list', async () => {
    memory.values.delete(RELEASES_KEY);
    await expect(open().named('113')).rejects.toMatchObject({
      message: "There is no release '113' here; there is 115 (115-ddd, the current one)",
    });
    expect(await (await open().current()).versions()).toEqual([115]);
  });

  test('is a StoreError if its root is missing, damaged or of another release', async () => {
    const root = get(memory.objects, '113-aaa/root');
    memory.objects.set('113-aaa/root', get(memory.objects, '114-bbb/root'));
    await expect(open().named('113')).rejects.toMatchObject({ name: 'StoreError' });
    memory.objects.set(
      '113-aaa/root',
      root.map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
    );
    await expect(open().named('113')).rejects.toMatchObject({ name: 'StoreError' });
    memory.objects.delete('113-aaa/root');
    await expect(open().named('113')).rejects.toMatchObject({ name: 'StoreError' });
  });
});

test('a release lists the release numbers of all releases, its own first', async () => {
  const releases = open();
  expect(await (await releases.current()).versions()).toEqual([115, 113, 114]);
  expect(await (await releases.named('113')).versions()).toEqual([113, 114, 115]);
});

test('accepts a list with a byte order mark', () => {
  expect(decodeReleaseList(new TextEncoder().encode('\ufeff{"releases":[]}'))).toEqual([]);
});

test.each([
  '',
  '[]',
  '{}',
  '{"releases":[{"id":"a"}]}',
  '{"releases":[null]}',
  '{"releases":[{"id":"a","version":1,"rootBytes":0,"published":""}]}',
])('rejects %j as a list of releases', (text) => {
  expect(() => decodeReleaseList(new TextEncoder().encode(text))).toThrow('not a list of releases');
});

test('a probe reads from the store each time', async () => {
  memory.objects.set('ids', new Uint8Array(1));
  const release = (await open().current()).forRequest();
  store.reset();
  await release.probe();
  await release.probe();
  expect(store.reads).toHaveLength(2);
  memory.objects.delete('ids');
  await expect(release.probe()).rejects.toMatchObject({ name: 'StoreError' });
});
