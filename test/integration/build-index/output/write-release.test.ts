import { RELEASE_TABLES } from '../../../../src/release/table-registry.ts';
import { createHash } from 'node:crypto';
import { mkdir, copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IndexFolder } from '../../../../build-index/output/index-folder.ts';
import type { ReleaseDraft } from '../../../../build-index/output/write-release.ts';
import { CachedBlockReader } from '../../../../src/index/blocks/block-reader.ts';
import { SortedTable } from '../../../../src/index/tables/sorted-table.ts';
import { checkObjects } from '../../../../src/release/check-objects.ts';
import type { CompiledGenome, TableEntry } from '../../../../src/release/manifest.ts';
import { Release } from '../../../../src/release/release.ts';
import { decodeRoot } from '../../../../src/release/root.ts';
import { ByteCache } from '../../../../src/store/byte-cache.ts';
import { openFolder } from '../../../support/open-folder.ts';
import { testFolder } from '../../../support/compiled-service.ts';
import { CountingStore } from '../../../support/counting-store.ts';
import { at, found, only, present } from '../../../../src/checked.ts';
import { openLocalRelease } from '../../../../cli/publish/local-release.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** An unsealed release with nothing but an id table. @returns its folder and draft */
async function draft(folder: string, version: number): Promise<{ index: IndexFolder; draft: ReleaseDraft }> {
  const index = await IndexFolder.create(folder);
  const { writer, finish } = await index.sortedTable(RELEASE_TABLES.ids);
  for (let id = 0; id < 5000; id++) await writer.add(`fic${String(id).padStart(6, '0')}`, bytes(`${version}`));
  return { index, draft: { version, species: [], genomes: [], ids: await finish() } };
}

async function written(folder: string, version: number): Promise<string> {
  const { index, draft: release } = await draft(folder, version);
  return index.writeRelease(release);
}

async function served(folder: string): Promise<Release> {
  const store = openFolder(folder);
  try {
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(1 << 20)));
    await checkObjects(await release.wholeManifest(), store);
    return release;
  } finally {
    await store.close();
  }
}

test('releases are kept next to each other, and copying the root of one makes it current again', async () => {
  const folder = await testFolder();
  const first = await written(folder, 114);
  const second = await written(folder, 115);
  expect((await served(folder)).manifest).toMatchObject({ id: second, version: 115 });
  await copyFile(join(folder, first, 'root'), join(folder, 'current'));
  expect((await served(folder)).manifest).toMatchObject({ id: first, version: 114 });
  expect((await readdir(folder)).sort()).toEqual([first, second, 'current', 'releases'].sort());
});

test('writing the same release again does not touch the folder that is served', async () => {
  const folder = await testFolder();
  const id = await written(folder, 115);
  const before = await stat(join(folder, id));
  expect(await written(folder, 115)).toBe(id);
  expect((await stat(join(folder, id))).ino).toBe(before.ino);
  await served(folder);
});

test('a damaged folder of the same release is replaced', async () => {
  const folder = await testFolder();
  const id = await written(folder, 115);
  const { ids } = (await served(folder)).manifest;
  await truncate(join(folder, ids.object), ids.size - 10);
  // From a build that was killed while it removed a damaged release.
  await mkdir(join(folder, `${id}.damaged`, 'z'), { recursive: true });
  expect(await written(folder, 115)).toBe(id);
  await served(folder);
  expect(await readdir(folder)).not.toContain(`${id}.damaged`);
});

test('a release with a truncated object is not written', async () => {
  const folder = await testFolder();
  await written(folder, 114);
  const before = await readFile(join(folder, 'current'));
  const { index, draft: release } = await draft(folder, 115);
  const building = found(await readdir(folder), (name) => name.startsWith('.building-'));
  await truncate(join(folder, building, release.ids.object), 100);
  await expect(index.writeRelease(release)).rejects.toThrow(/ids-.* should have \d+ bytes but has 100/);
  expect(await readFile(join(folder, 'current'))).toEqual(before);
});

test('a written release is readable for everybody', async () => {
  const folder = await testFolder();
  const id = await written(folder, 115);
  expect((await stat(join(folder, id))).mode & 0o777).toBe(0o755);
  expect((await stat(join(folder, id, 'root'))).mode & 0o444).toBe(0o444);
});

/** A genome whose document has at least so many bytes. */
function genomeOfBytes(species: string, bytes: number): CompiledGenome {
  const nowhere = { object: `info-${species}`, size: 4, sha256: '' };
  return {
    species,
    group: 'core',
    speciesId: 1,
    aliases: [species],
    assembly: 'x'.repeat(bytes),
    coordSystems: [],
    sequence: null,
    longest: [],
    tables: {},
    info: nowhere,
  };
}

test.each([
  ['in the root', [200_000, 30_000, 30_000]],
  ['in an object of their own', [200_000, 40_000, 40_000]],
])('writes the genomes %s if their documents have %j bytes', async (where, sizes) => {
  const folder = await testFolder();
  const { index, draft: release } = await draft(folder, 115);
  const building = found(await readdir(folder), (name) => name.startsWith('.building-'));
  const genomes = sizes.map((bytes, each) => genomeOfBytes(`fictus_${each}`, bytes));
  for (const { info } of genomes) await writeFile(join(folder, building, info.object), 'info');
  const id = await index.writeRelease({ ...release, genomes });
  const { manifest } = await served(folder);
  const root = await readFile(join(folder, 'current'));
  const files = (await readdir(join(folder, id))).filter((name) => name.startsWith('genomes-'));
  if (where === 'in the root') {
    expect([files, manifest.genomeDocuments]).toEqual([[], undefined]);
    expect(root.length).toBeGreaterThan(260_000);
  } else {
    const object = `${id}/${only(files)}`;
    const bytes = await readFile(join(folder, object));
    expect(manifest.genomeDocuments).toEqual({
      object,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(root.length).toBeLessThan(10_000);
  }
  const { objects } = await openLocalRelease(folder);
  expect(objects.map(({ name }) => name)).toEqual(
    expect.arrayContaining([manifest.genomeDocuments?.object ?? manifest.ids.object]),
  );
  const store = openFolder(folder);
  const opened = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  expect((await opened.genome('fictus_2')).entry.assembly).toHaveLength(at(sizes, 2));
});

/** Waves of reads for a key of each table, if only the root has been read. */
async function wavesOf(folder: string, names: readonly string[], keys: readonly string[]): Promise<number[]> {
  const index = await IndexFolder.create(folder);
  const tables: Record<string, TableEntry> = {};
  for (const name of names) {
    // Each key begins a new block, as if there were thousands of blocks.
    const { writer, finish } = await index.sortedTable({
      ...RELEASE_TABLES.ids,
      ...(name === 'ids' ? {} : { attach: 'among', directoryBytes: undefined }),
      path: name,
      blockBytes: 1,
    });
    for (const key of keys) await writer.add(key, bytes(name));
    tables[name] = await finish();
  }
  const { ids, ...others } = tables;
  await index.writeRelease({
    version: 115,
    species: [],
    genomes: [],
    ids: present(ids, 'ids'),
    tables: others as never,
  });
  const local = openFolder(folder);
  const store = new CountingStore(local);
  const waves: number[] = [];
  try {
    for (const name of names) {
      const reader = new CachedBlockReader(store, new ByteCache(1 << 20));
      const release = await Release.open(store, reader);
      store.reset();
      const entry =
        name === 'ids'
          ? release.manifest.ids
          : present((release.manifest.tables as Record<string, TableEntry>)[name], name);
      const { attachments } = decodeRoot(await readFile(join(folder, 'current')));
      const [found] = await new SortedTable(entry, reader, attachments[present(entry.attached, 'attached')]).find([
        present(keys.at(-7), 'an item'),
      ]);
      expect(found).toEqual([bytes(name)]);
      waves.push(store.waves);
    }
  } finally {
    await local.close();
  }
  return waves;
}

test('a lookup takes one wave as long as the whole directory fits into the root', async () => {
  const keys = (count: number) =>
    Array.from({ length: count }, (_, each) => `demors${String(each * 7).padStart(8, '0')}`);
  expect(await wavesOf(await testFolder(), ['ids', 'variants'], keys(20))).toEqual([1, 1]);
  expect(await wavesOf(await testFolder(), ['ids', 'variants'], keys(20_000))).toEqual([1, 1]);
});

test('if the root is full, small directories stay in it and the others take a second wave', async () => {
  // Pairs of keys share a long prefix, so that directory entries are long.
  const long = Array.from(
    { length: 2000 },
    (_, each) => `${String(each >> 1).padStart(5, '0')}${'x'.repeat(1200)}${each & 1}`,
  );
  const folder = await testFolder();
  expect((await wavesOf(folder, ['ids', 'a', 'b', 'c', 'd'], long)).toSorted()).toEqual([1, 1, 1, 2, 2]);
  expect((await stat(join(folder, 'current'))).size).toBeLessThan(4.5 * 2 ** 20);
});
