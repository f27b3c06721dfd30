/** Publishing to an S3-compatible store and its failures, after which the current release is always complete. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { digestFile, partSize, sha256Of } from '../../../../cli/publish/digest.ts';
import { openLocalRelease, type LocalRelease } from '../../../../cli/publish/local-release.ts';
import { openTarget } from '../../../../cli/publish/target-address.ts';
import { publishRelease } from '../../../../cli/publish/publish-release.ts';
import { listReleases, rollBack } from '../../../../cli/publish/releases.ts';
import type { Target } from '../../../../cli/publish/target.ts';
import { objectsOf, ROOT_KEY } from '../../../../src/release/manifest.ts';
import { CachedBlockReader } from '../../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../../src/release/release.ts';
import { ByteCache } from '../../../../src/store/byte-cache.ts';
import { HttpRangeStore } from '../../../../src/store/http-range-store.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { startProxy, type FaultyProxy } from './faulty-proxy.ts';
import { inventRelease, OBJECTS, options } from './invented-release.ts';
import { BUCKET, KEYS, startS3Server, type S3Server } from './s3-server.ts';
import { at, present } from '../../../../src/checked.ts';

let server: S3Server;
let proxy: FaultyProxy;
let folder: string;
let first: LocalRelease;
let second: LocalRelease;
let place = 0;
let target: Target;

beforeAll(async () => {
  for (const [name, value] of Object.entries(KEYS)) vi.stubEnv(name, value);
  server = await startS3Server();
  proxy = await startProxy(server.endpoint);
  folder = await testFolder();
  const ids = [await inventRelease(folder, 114), await inventRelease(folder, 115)];
  [first, second] = [await openLocalRelease(folder, ids[0]), await openLocalRelease(folder, ids[1])];
});

beforeEach(async () => {
  proxy.fate = () => 'pass';
  target = await openTarget(`s3://${BUCKET}/place-${++place}?endpoint=${proxy.endpoint}`, 4);
  proxy.seen.length = 0;
});

afterAll(async () => {
  await proxy.stop();
  await server.stop();
  vi.unstubAllEnvs();
});

const puts = () => proxy.seen.filter((each) => each.startsWith('PUT') && each.includes('.bin'));
const base = () => `${server.endpoint}/${BUCKET}/place-${place}`;

/** Reads the current release by HTTP and compares every object with its checksum. @returns the id of the release */
async function served(): Promise<string> {
  const store = new HttpRangeStore(base());
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 20)));
  for (const { object, size, sha256 } of objectsOf(await release.wholeManifest()).values()) {
    const bytes = await store.read({ object, offset: 0, length: size });
    expect(await sha256Of([bytes] as never), object).toBe(sha256);
  }
  return release.manifest.id;
}

test('a release is uploaded once and read by HTTP, and publishing it again sends nothing', async () => {
  expect(await publishRelease(first, target, options())).toMatchObject({
    uploaded: OBJECTS,
    present: 0,
    flipped: true,
  });
  expect(await served()).toBe(first.id);
  proxy.seen.length = 0;
  expect(await publishRelease(first, target, options())).toMatchObject({
    uploaded: 0,
    present: OBJECTS,
    flipped: false,
  });
  expect(puts()).toEqual([]);
  expect(
    proxy.seen.filter((each) => each.startsWith('GET') && each.includes('.bin')),
    'ETags prove what is there',
  ).toEqual([]);
});

test('releases are kept next to each other, listed, and rolled back and forward', async () => {
  await publishRelease(first, target, options());
  await new Promise((later) => setTimeout(later, 1100));
  await publishRelease(second, target, options());
  expect(await served()).toBe(second.id);
  const { releases, current } = await listReleases(target);
  expect(current).toBe(second.id);
  expect(releases).toMatchObject([
    { id: second.id, objects: OBJECTS },
    { id: first.id, objects: OBJECTS },
  ]);
  expect(await rollBack(target, undefined, () => {})).toEqual({ from: second.id, to: first.id });
  expect(await served()).toBe(first.id);
  await rollBack(target, second.id, () => {});
  expect(await served()).toBe(second.id);
  await expect(rollBack(target, '115-nosuch', () => {})).rejects.toThrow(
    /has no complete release '115-nosuch'; its complete releases are 115-\w+, 114-\w+/,
  );
});

test('broken connections and lost answers are retried', async () => {
  const tried = new Set<string>();
  proxy.fate = ({ method, url }) => {
    const isFirst = !tried.has(`${method} ${url}`);
    tried.add(`${method} ${url}`);
    return isFirst ? at(['break', 'lose-answer', { status: 503, code: 'SlowDown' }] as const, tried.size % 3) : 'pass';
  };
  await publishRelease(first, target, options());
  expect(await served()).toBe(first.id);
});

test('reports an upload that cannot continue; the old release answers, the next run sends the rest', async () => {
  await publishRelease(first, target, options());
  let sent = 0;
  proxy.fate = ({ method, url }) =>
    method === 'PUT' && present(url, 'url').includes('.bin') && ++sent > 5
      ? { status: 507, code: 'InsufficientStorage' }
      : 'pass';
  await expect(publishRelease(second, target, options())).rejects.toThrow(
    /has no space left for the bucket mirror \(InsufficientStorage: /,
  );
  expect(await served()).toBe(first.id);
  expect(
    (await listReleases(target)).releases.find(({ id }) => id === second.id)?.completed,
    'a release without a root is not complete',
  ).toBeNull();
  await expect(
    rollBack(target, second.id, () => {}),
    'half a release',
  ).rejects.toThrow('has no complete release');
  proxy.fate = () => 'pass';
  const { uploaded, present: kept } = await publishRelease(second, target, options());
  expect([uploaded + kept, kept]).toEqual([OBJECTS, 5]);
  expect(await served()).toBe(second.id);
});

test('an interruption stops the upload and releases the lock, and the next run continues', async () => {
  await publishRelease(first, target, options());
  const interrupted = new AbortController();
  let sent = 0;
  proxy.fate = ({ method, url }) => {
    if (method === 'PUT' && present(url, 'url').includes('.bin') && ++sent === 4) interrupted.abort();
    return 'pass';
  };
  await expect(publishRelease(second, target, options({ signal: interrupted.signal }))).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(await target.lock.read()).toBeNull();
  expect(await served()).toBe(first.id);
  proxy.fate = () => 'pass';
  expect((await publishRelease(second, target, options())).present).toBeGreaterThan(2);
  expect(await served()).toBe(second.id);
});

test('an object that is damaged in the store is sent again', async () => {
  await publishRelease(first, target, options());
  const { name, path } = at(first.objects, 3);
  const content = await readFile(path);
  content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1);
  const keys = { signal: new AbortController().signal, sent() {} };
  const damaged = join(folder, 'damaged');
  await writeFile(damaged, content);
  await target.put(
    { name, path: damaged, size: content.length },
    await digestFile(damaged, partSize(content.length)),
    keys,
  );
  await expect(served()).rejects.toThrow();
  expect(await publishRelease(first, target, options())).toMatchObject({ uploaded: 1, present: OBJECTS - 1 });
  expect(await served()).toBe(first.id);
});

test('a damaged index is noticed before it is published', async () => {
  const damaged = await testFolder();
  await cp(folder, damaged, { recursive: true });
  const { name, path } = at(first.objects, 0);
  const content = await readFile(path);
  content.writeUInt8(content.readUInt8(40) ^ 1, 40);
  await writeFile(join(damaged, name), content);
  await expect(publishRelease(await openLocalRelease(damaged, first.id), target, options())).rejects.toThrow(
    /info-[\w.]+\.bin is damaged: its SHA-256 is not what/,
  );
  await rm(join(damaged, name));
  await expect(openLocalRelease(damaged, first.id)).rejects.toThrow(
    /info-[\w.]+\.bin is missing: build the index again/,
  );
  expect(await target.value(ROOT_KEY).read()).toBeNull();
});

test('--read-back reads every object and compares its SHA-256', async () => {
  await publishRelease(first, target, options({ readBack: true }));
  const reads = proxy.seen.filter((each) => each.startsWith('GET') && each.includes('.bin'));
  expect(reads).toHaveLength(OBJECTS);
});

test('a pointer to a release without root is noticed, and a rollback repairs it', async () => {
  await publishRelease(second, target, options());
  const pointer = target.value(ROOT_KEY);
  await pointer.write(first.root, present(await pointer.read(), 'the pointer').version);
  const { releases, current } = await listReleases(target);
  expect([current, releases.map(({ id }) => id)]).toEqual([first.id, [second.id]]);
  await expect(rollBack(target, undefined, () => {})).rejects.toThrow(
    'has no release from before the current one: choose one of --list',
  );
  await rollBack(target, second.id, () => {});
  expect(await served()).toBe(second.id);
});
