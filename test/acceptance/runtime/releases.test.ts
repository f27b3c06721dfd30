/** Two releases in one folder, served by both runtimes: the current one answers, or the one that a request names. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listRelease } from '../../../build-index/output/listed-releases.ts';
import { serveIndex, type Runtime } from '../../../cli/serve/serve-index.ts';
import type { ServedIndex } from '../../../cli/serve/served-index.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { encodeDocument } from '../../../src/index/document.ts';
import { decodeRoot, encodeRoot, readWholeRelease } from '../../../src/release/root.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { at } from '../../../src/checked.ts';

let folder: string;
let current: string;
const older = '7-0123456789ab';
const otherFormat = '5-0123456789ab';

/** The demo index, the same data as another release that shares its objects, and a release in an older format. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genomic-edge-releases-'));
  await cp(await demoIndex(), folder, { recursive: true });
  const store = openFolder(folder);
  const { manifest, directories } = await readWholeRelease(
    decodeRoot(await readFile(join(folder, 'current'))),
    new CachedBlockReader(store, new ByteCache()),
  );
  await store.close();
  current = manifest.id;
  const root = encodeRoot({ ...manifest, id: older, version: 7 }, directories);
  await cp(join(folder, current), join(folder, older), { recursive: true });
  await writeFile(join(folder, older, 'root'), root);
  await listRelease(folder, { id: older, version: 7, rootBytes: root.length });
  const former = encodeDocument({ ...manifest, id: otherFormat, version: 5 }, directories);
  await mkdir(join(folder, otherFormat));
  await writeFile(join(folder, otherFormat, 'root'), former);
  await listRelease(folder, { id: otherFormat, version: 5, rootBytes: former.length });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each<Runtime>(['deno', 'workerd'])('%s', (runtime) => {
  let served: ServedIndex;
  const ask = (path: string, headers = {}) => fetch(served.url + path, { headers });

  beforeAll(async () => {
    served = await serveIndex({ index: folder, port: 0, host: '127.0.0.1', runtime });
  });
  afterAll(() => served?.stop());

  test('lists the releases', async () => {
    expect(await (await ask('/info/data')).json()).toEqual({ releases: [5, 7, 115] });
  });

  test('answers from the release that the request names', async () => {
    const path = '/lookup/id/DEMOAG00000000001';
    const [byDefault, byQuery, byHeader, byId] = await Promise.all([
      ask(path),
      ask(`${path}?release=7`),
      ask(path, { 'X-Data-Release': '7' }),
      ask(`${path}?release=${older}`),
    ]);
    expect([byDefault, byQuery, byHeader, byId].map(({ headers }) => headers.get('x-data-release'))).toEqual([
      '115',
      '7',
      '7',
      '7',
    ]);
    expect([byDefault, byQuery, byHeader, byId].map(({ headers }) => headers.get('x-data-build'))).toEqual([
      current,
      older,
      older,
      older,
    ]);
    const tags = [byDefault, byQuery, byHeader].map(({ headers }) => headers.get('etag'));
    expect(tags[1]).toBe(tags[2]);
    expect(tags[0]).not.toBe(tags[1]);
    const texts = await Promise.all([byDefault, byQuery, byHeader, byId].map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(at(texts, 0))).toMatchObject({ id: 'DEMOAG00000000001' });
  });

  test('rejects an unknown release', async () => {
    const refused = await ask('/info/species?release=6');
    expect([refused.status, await refused.json()]).toEqual([
      404,
      {
        error:
          `There is no release '6' here; there is 115 (${current}, the current one), 5 (${otherFormat}), 7 ` +
          `(${older})`,
      },
    ]);
  });

  test('answers 503 for a release in another format, and still serves the others', async () => {
    const path = '/lookup/id/DEMOAG00000000001';
    const refused = await ask(`${path}?release=5`);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: 'The data behind this service is missing or damaged at the moment' },
    ]);
    expect((await ask(`${path}?release=7`)).status).toBe(200);
  });

  test('reports that it is ready and alive', async () => {
    expect(await (await ask('/info/ready')).json()).toEqual({ ready: 1, release: current });
    expect(await (await ask('/info/ping')).json()).toEqual({ ping: 1 });
  });

  test('reads nothing from the store for a warm answer', async () => {
    // No other test asks for this address, so its answer is not kept yet.
    const path = '/lookup/id/DEMOAG00000000001?expand=1;warm=1';
    await (await ask(path)).text();
    expect((await ask(path)).headers.get('server-timing')).toMatch(/^total;dur=[\d.]+, cache;desc=hit$/);
  });
});
