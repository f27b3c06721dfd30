/** Releases of many genomes, whose documents are in an object of their own instead of the root. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { at, get, present } from '../../../src/checked.ts';
import { Releases } from '../../../src/release/releases.ts';
import { decodeRoot, type WholeRelease } from '../../../src/release/root.ts';
import { ROOT_KEY } from '../../../src/release/manifest.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { LocalFolder } from '../../../src/store/local-folder.ts';
import type { Store } from '../../../src/store/store.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { demoIndex, demoOperations } from '../../support/demo-index.ts';
import { repeated, ReleaseOverStore, storeApart, wholeReleaseOf } from '../../support/many-genomes.ts';
import { openFolder } from '../../support/open-folder.ts';

const GENOMES = 320;

let demo: LocalFolder;
let whole: WholeRelease;
/** The demo release with its genomes apart. */
let apart: ReleaseOverStore;
let object: string;

beforeAll(async () => {
  demo = openFolder(await demoIndex());
  whole = await wholeReleaseOf(demo);
  apart = new ReleaseOverStore(demo);
  object = await storeApart(whole, apart);
});

function serve(store: Store) {
  const releases = new Releases(store, new ByteCache());
  return createApp({ operations, openRelease: (name) => releases.open(name) });
}

const examples = (await demoOperations()).flatMap(({ method, path, example }) =>
  example ? [{ name: `${method} ${path}`, example }] : [],
);

describe('a release with its genomes apart', () => {
  test.each(examples)('answers $name as one with its genomes in the root', async ({ example }) => {
    const answers = await Promise.all(
      [demo, apart].map(async (store) => {
        const response = await serve(store).request(`/rest${example.path}`, requestInit(example));
        return { status: response.status, body: await response.text() };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
  });
});
