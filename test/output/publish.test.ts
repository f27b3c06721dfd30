import { copyFile, readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IndexFolder } from '../../build-index/output/index-folder.ts';
import type { ReleaseDraft } from '../../build-index/output/publish.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { checkObjects } from '../../src/release/check-objects.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { testFolder } from '../compile/compiled-service.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A release with nothing but an id table and what else `write` makes; returns its folder still to be published. */
async function draft(folder: string, version: number): Promise<{ index: IndexFolder; draft: ReleaseDraft }> {
  const index = await IndexFolder.create(folder);
  const { writer, finish } = await index.sortedTable('ids', 'first');
  for (let id = 0; id < 5000; id++) await writer.add(`fic${String(id).padStart(6, '0')}`, bytes(`${version}`));
  return { index, draft: { version, species: [], genomes: [], ids: await finish() } };
}

async function published(folder: string, version: number): Promise<string> {
  const { index, draft: release } = await draft(folder, version);
  return index.publish(release);
}

async function served(folder: string): Promise<Release> {
  const store = new LocalFolder(folder);
  try {
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 20)));
    await checkObjects(release.manifest, store);
    return release;
  } finally {
    await store.close();
  }
}

test('releases stand side by side, and copying the root of one goes back to it', async () => {
  const folder = await testFolder();
  const first = await published(folder, 114);
  const second = await published(folder, 115);
  expect((await served(folder)).manifest).toMatchObject({ id: second, version: 115 });
  await copyFile(join(folder, first, 'root'), join(folder, 'current'));
  expect((await served(folder)).manifest).toMatchObject({ id: first, version: 114 });
  expect((await readdir(folder)).sort()).toEqual([first, second, 'current', 'releases'].sort());
});

test('publishing the same again leaves the folder that is being served as it is', async () => {
  const folder = await testFolder();
  const id = await published(folder, 115);
  const before = await stat(join(folder, id));
  expect(await published(folder, 115)).toBe(id);
  expect((await stat(join(folder, id))).ino).toBe(before.ino);
  await served(folder);
});

test('a damaged folder of the same release is replaced', async () => {
  const folder = await testFolder();
  const id = await published(folder, 115);
  const { ids } = (await served(folder)).manifest;
  await truncate(join(folder, ids.object), ids.size - 10);
  expect(await published(folder, 115)).toBe(id);
  await served(folder);
});

test('an object that is shorter than it was written is not published', async () => {
  const folder = await testFolder();
  await published(folder, 114);
  const before = await readFile(join(folder, 'current'));
  const { index, draft: release } = await draft(folder, 115);
  const building = (await readdir(folder)).find((name) => name.startsWith('.building-'))!;
  await truncate(join(folder, building, release.ids.object), 100);
  await expect(index.publish(release)).rejects.toThrow(/ids-.* should have \d+ bytes but has 100/);
  expect(await readFile(join(folder, 'current'))).toEqual(before);
});

test('everybody may read what is published', async () => {
  const folder = await testFolder();
  const id = await published(folder, 115);
  expect((await stat(join(folder, id))).mode & 0o777).toBe(0o755);
  expect((await stat(join(folder, id, 'root'))).mode & 0o444).toBe(0o444);
});

test('directories ride along only as far as a root may grow', async () => {
  const folder = await testFolder();
  const index = await IndexFolder.create(folder);
  const tables = [];
  // Each key begins a block of its own, so that a directory is about as large as its keys.
  for (const name of ['ids', 'one', 'two', 'three']) {
    const { writer, finish } = await index.sortedTable(name, name === 'ids' ? 'first' : true, { blockBytes: 1, directoryBytes: 3 << 20 });
    for (let each = 0; each < 2000; each++) await writer.add(`${String(each).padStart(5, '0')}${'x'.repeat(1400)}`, bytes(''));
    tables.push(await finish());
  }
  const [ids, ...others] = tables;
  await index.publish({ version: 115, species: [], genomes: [], ids: ids!, tables: { archive: others[0], 'genome-metadata': others[1], more: others[2] } as never });
  expect((await stat(join(folder, 'current'))).size).toBeLessThan(9 << 20);
  const { manifest } = await served(folder);
  expect(manifest.ids.attached).toBeDefined();
});
