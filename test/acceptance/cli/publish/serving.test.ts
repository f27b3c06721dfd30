/**
 * From a built index to a service, and from one release to another and back while clients send requests: no request
 * fails, and every answer is that of one of the releases.
 */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildRelease } from '../../../../build-index/units/build-release.ts';
import { generateDemo } from '../../../../data/fictional/demo.ts';
import { openLocalRelease } from '../../../../cli/publish/local-release.ts';
import { openTarget } from '../../../../cli/publish/target-address.ts';
import { publishRelease } from '../../../../cli/publish/publish-release.ts';
import { rollBack } from '../../../../cli/publish/releases.ts';
import type { Target } from '../../../../cli/publish/target.ts';
import { serveIndex } from '../../../../cli/serve/serve-index.ts';
import { bundleWorker } from '../../../../cli/serve/worker-bundle.ts';
import { silentProgress } from '../../../support/silent-progress.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { inventRelease, options } from './invented-release.ts';
import { answersOf, startLoad, type Answers } from './load.ts';
import { startProxy } from './faulty-proxy.ts';
import { R2Gateway, TOKEN } from './r2-gateway.ts';
import { BUCKET, KEYS, startS3Server, type S3Server } from './s3-server.ts';
import { get, only, present } from '../../../../src/checked.ts';

const SPECIES = 'fictomys_demonstrans';
const PATHS = [
  '/lookup/id/DEMOAG00000000001?expand=1;utr=1',
  '/sequence/id/DEMOAG00000000001',
  '/sequence/region/fictomys_demonstrans/1:1-50000',
  '/info/assembly/fictomys_demonstrans',
  '/overlap/region/fictomys_demonstrans/1:1-50000?feature=gene;feature=transcript;feature=exon;feature=repeat',
  '/xrefs/id/DEMOAG00000000001?all_levels=1',
];

let folder: string;
let ids: [first: string, second: string];
let releases: Map<string, Answers>;
let server: S3Server;

beforeAll(async () => {
  for (const [name, value] of Object.entries({ ...KEYS, CLOUDFLARE_API_TOKEN: TOKEN })) vi.stubEnv(name, value);
  folder = await testFolder();
  ids = [await buildOneGenome(1), await buildOneGenome(2)];
  releases = new Map(
    await Promise.all(ids.map(async (id) => [id, await answersOf(join(folder, 'index'), id, PATHS)] as const)),
  );
  for (const path of PATHS) expect(get(releases, ids[0]).get(path), path).not.toBe(get(releases, ids[1]).get(path));
  server = await startS3Server();
});

afterAll(async () => {
  await server.stop();
  vi.unstubAllEnvs();
});

/** Builds one genome of the demo data with a seed, as a release of the folder. @returns its id */
async function buildOneGenome(seed: number): Promise<string> {
  const dumps = join(folder, `dumps-${seed}`);
  await generateDemo(dumps, { scale: 0.1, seed });
  const only = join(dumps, 'only');
  await mkdir(only);
  await rename(join(dumps, SPECIES), join(only, SPECIES));
  return (await buildRelease([only], join(folder, 'index'), silentProgress)).id;
}

const publish = async (target: Target, id: string) =>
  publishRelease(await openLocalRelease(join(folder, 'index'), id), target, options());

/** Publishes the second release and rolls back while clients send requests. `url` serves the first release. */
async function flipUnderLoad(url: string, target: Target): Promise<void> {
  const [first, second] = ids;
  const load = startLoad(url, releases);
  await load.settledOn(first);
  await publish(target, second);
  await load.settledOn(second);
  await rollBack(target, first, () => {});
  await load.settledOn(first);
  const { counts, wrong } = await load.end();
  expect(wrong).toEqual([]);
  expect(Math.min(...counts.values())).toBeGreaterThan(PATHS.length);
}

test('Deno serves a bucket as a mirror, from one release to the next and back', {
  timeout: 120_000,
}, async () => {
  const target = await openTarget(`s3://${BUCKET}/mirror?endpoint=${server.endpoint}`, 4);
  await publish(target, ids[0]);
  const served = await serveIndex({
    index: `${server.endpoint}/${BUCKET}/mirror`,
    port: 0,
    host: '127.0.0.1',
    runtime: 'deno',
  });
  try {
    await flipUnderLoad(served.url, target);
  } finally {
    await served.stop();
  }
});

test('a Worker serves R2 and KV, from one release to the next and back', { timeout: 120_000 }, async () => {
  const { modules, compatibilityDate, compatibilityFlags, bucket, namespace } = await bundleWorker();
  const miniflare = new Miniflare({
    compatibilityDate,
    compatibilityFlags,
    r2Buckets: [bucket],
    kvNamespaces: [namespace],
    bindings: { POINTER_SECONDS: '1' },
    modules,
  });
  const gateway = new R2Gateway(await miniflare.getR2Bucket(bucket), await miniflare.getKVNamespace(namespace));
  try {
    const endpoint = await gateway.start();
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', endpoint);
    const target = await openTarget(`r2://genomes?account=a&kv=releases&endpoint=${endpoint}`, 4);
    await publish(target, ids[0]);
    await flipUnderLoad(`${(await miniflare.ready).origin}/rest`, target);
  } finally {
    await gateway.stop();
    await miniflare.dispose();
  }
});

test('R2 continues a multipart upload, excludes a second publisher and reports a wrong token', {
  timeout: 120_000,
}, async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: 'export default {}',
    r2Buckets: ['INDEX'],
    kvNamespaces: ['RELEASES'],
  });
  const gateway = new R2Gateway(await miniflare.getR2Bucket('INDEX'), await miniflare.getKVNamespace('RELEASES'));
  const proxy = await startProxy(await gateway.start());
  try {
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', proxy.endpoint);
    // One body at a time, so that the first part has arrived when the second one fails.
    const open = () => openTarget(`r2://genomes?account=a&kv=releases&endpoint=${proxy.endpoint}`, 1);
    const large = await testFolder();
    await inventRelease(large, 115, 17_000_000);
    const release = await openLocalRelease(large);
    proxy.fate = ({ url }) =>
      present(url, 'url').includes('partNumber=2') ? { status: 403, code: 'AccessDenied' } : 'pass';
    await expect(publishRelease(release, await open(), options())).rejects.toThrow(
      'rejects the credentials for the bucket genomes (AccessDenied',
    );
    proxy.fate = () => 'pass';
    proxy.seen.length = 0;
    const both = await Promise.allSettled([
      publishRelease(release, await open(), options({ lockTimes: TIMES })),
      publishRelease(release, await open(), options({ lockTimes: TIMES })),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const errors = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(only(errors)).toMatch(/another publisher (is at work on this target|has just started on this target)/);
    expect(
      proxy.seen
        .filter((each) => each.includes('partNumber='))
        .map((each) => present(/partNumber=(\d)/.exec(each), 'a match')[1]),
    ).toEqual(['2']);
    proxy.seen.length = 0;
    expect(await publishRelease(release, await open(), options())).toMatchObject({ uploaded: 0, flipped: false });
    expect(
      proxy.seen.filter((each) => each.startsWith('GET') && each.includes('.bin')),
      "R2's ETag of parts proves it",
    ).toEqual([]);

    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'another');
    await expect(publishRelease(release, await open(), options())).rejects.toThrow(
      'Workers KV rejects CLOUDFLARE_API_TOKEN; it must be allowed to edit KV (status 401: Authentication error)',
    );
  } finally {
    await proxy.stop();
    await gateway.stop();
    await miniflare.dispose();
  }
});

const TIMES = { renewal: 200, patience: 5000 };
