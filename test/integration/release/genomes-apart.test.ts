/** Releases of many genomes, whose documents are in an object of their own instead of the root. */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestInit } from '../../../bench/operations/requests.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { at, get, present } from '../../../src/checked.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { checkObjects } from '../../../src/release/check-objects.ts';
import { objectsOf, ROOT_KEY } from '../../../src/release/manifest.ts';
import { Release } from '../../../src/release/release.ts';
import { Releases } from '../../../src/release/releases.ts';
import { decodeRoot, encodeRoot, readWholeRelease, type WholeRelease } from '../../../src/release/root.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { LocalFolder } from '../../../src/store/local-folder.ts';
import { StoreError, type Store } from '../../../src/store/store.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { demoIndex, demoOperations } from '../../support/demo-index.ts';
import { ReleaseOverStore, repeated, storeApart, wholeReleaseOf } from '../../support/many-genomes.ts';
import { openFolder } from '../../support/open-folder.ts';

let demo: LocalFolder;
let whole: WholeRelease;
/** The demo release with its genomes apart. */
let apart: ReleaseOverStore;
/** The object of its genomes. */
let object: string;

beforeAll(async () => {
  demo = openFolder(await demoIndex());
  whole = await wholeReleaseOf(demo);
});

beforeEach(async () => {
  apart = new ReleaseOverStore(demo);
  object = await storeApart(whole, apart);
});

function serve(store: Store) {
  const releases = new Releases(store, new ByteCache());
  return createApp({ operations, openRelease: (name) => releases.open(name) });
}

const examples = (await demoOperations()).flatMap(({ method, path, example, body }) =>
  example
    ? [
        {
          name: `${method} ${path}`,
          path: example,
          ...(body ? { body: JSON.stringify({ [body.key]: body.example }) } : {}),
        },
      ]
    : [],
);

describe('a release with its genomes apart', () => {
  test.each(examples)('answers $name like one with its genomes in the root', async (request) => {
    const [inRoot, answer] = await Promise.all(
      [demo, apart].map(async (store) => {
        const response = await serve(store).request(`/rest${request.path}`, requestInit(request));
        return { status: response.status, body: await response.text() };
      }),
    );
    expect(answer).toEqual(inRoot);
  });

  test('has the same manifest, and the object of the genomes', async () => {
    const { manifest, directories } = await wholeReleaseOf(apart);
    const { genomeDocuments, ...others } = manifest;
    expect(others).toEqual(whole.manifest);
    expect(directories).toEqual(whole.directories);
    expect(genomeDocuments?.object).toBe(object);
    expect([...objectsOf(manifest).keys()]).toContain(object);
    await checkObjects(manifest, apart);
    expect(decodeRoot(encodeRoot(manifest, directories)).manifest.genomeDocuments).toBeUndefined();
  });

  test('reads the genome of a request once, and none for a species that it only names', async () => {
    const store = new CountingStore(apart);
    const app = serve(store);
    const genomeReads = () => store.reads.filter((read) => read.object === object).length;
    const { species } = at(whole.manifest.genomes, 0);
    await app.request(`/rest/info/species`);
    await app.request(`/rest/info/compara/species_sets/EPO`);
    expect(genomeReads()).toBe(0);
    for (let each = 0; each < 3; each++) expect((await app.request(`/rest/info/assembly/${species}`)).status).toBe(200);
    expect(genomeReads()).toBe(1);
    // A second genome of the same release.
    const other = present(
      whole.manifest.genomes.find((genome) => genome.species !== species),
      'another genome',
    ).species;
    await app.request(`/rest/info/assembly/${other}`);
    expect(genomeReads()).toBe(2);
  });

  test('reads several genomes in one wave', async () => {
    const store = new CountingStore(apart);
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    store.reset();
    const all = [...whole.manifest.genomes.keys()];
    const genomes = await release.forRequest().genomesAt([...all, ...all]);
    expect(genomes.map(({ index }) => index)).toEqual([...all, ...all]);
    expect(store.waves).toBe(1);
    // The genomes are next to each other.
    expect(store.reads).toHaveLength(1);
    expect(release.forRequest().genomeAt(1)).not.toBeInstanceOf(Promise);
  });

  test('answers 503 for a genome with a damaged block until it is repaired, and answers for others', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const sound = get(apart.objects, object);
    const { genomeEnds } = decodeRoot(get(apart.values, ROOT_KEY));
    const broken = sound.slice();
    const place = at(genomeEnds, 0) - 20;
    broken[place] = at(broken, place) ^ 0x40;
    apart.objects.set(object, broken);
    const [first, second] = whole.manifest.genomes.filter(({ group }) => group === 'core');
    const app = serve(apart);
    const status = async (species = '') => (await app.request(`/rest/info/assembly/${species}`)).status;
    expect([first?.species === at(whole.manifest.genomes, 0).species, await status(first?.species)]).toEqual([
      true,
      503,
    ]);
    expect(await status(second?.species)).toBe(200);
    await expect(
      readWholeRelease(decodeRoot(get(apart.values, ROOT_KEY)), new CachedBlockReader(apart, new ByteCache())),
    ).rejects.toThrow(StoreError);
    apart.objects.set(object, sound);
    expect(await status(first?.species)).toBe(200);
    vi.restoreAllMocks();
  });

  test('throws a StoreError for a genome that the release lacks', async () => {
    const release = await Release.open(apart, new CachedBlockReader(apart, new ByteCache()));
    const count = whole.manifest.genomes.length;
    expect(() => release.genomeAt(count)).toThrow(new StoreError(`the index refers to genome ${count} of ${count}`));
  });
});

describe('a release of 320 genomes', () => {
  let many: ReleaseOverStore;

  beforeAll(async () => {
    many = new ReleaseOverStore(demo);
    await storeApart({ ...whole, manifest: repeated(whole.manifest, 320) }, many);
  });

  test.each([
    ['/info/ping', 0],
    ['/info/software', 1],
    ['/lookup/id/DEMOAG00000000001', 4],
    ['/overlap/id/DEMOAG00000000001?feature=gene', 4],
    ['/xrefs/id/DEMOAG00000000001', 4],
    ['/sequence/id/DEMOAG00000000001?type=genomic', 5],
  ])('the first request %s takes %i waves and reads at most 256 KiB', async (path, waves) => {
    const store = new CountingStore(many);
    const response = await serve(store).request(`/rest${path}`, requestInit({ path }));
    expect(response.status).toBe(200);
    await response.text();
    const root = get(many.values, ROOT_KEY).length * store.values.length;
    expect(root + store.bytes).toBeLessThanOrEqual(256 * 1024);
    expect(store.waves).toBe(waves);
  });
});
