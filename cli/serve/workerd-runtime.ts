/** Serves an index in workerd with the Worker that is deployed, and local R2 and KV that are filled from the folder. */
import { rmSync } from 'node:fs';
import { mkdtemp, open, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { readBasePath } from '../../src/http/request-target.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { checkObjects } from '../../src/release/check-objects.ts';
import { objectsOf, RELEASE_ROOT, ROOT_KEY } from '../../src/release/manifest.ts';
import { encodeReleaseList, RELEASES_KEY } from '../../src/release/release-list.ts';
import { Release } from '../../src/release/release.ts';
import { decodeRoot, readWholeRelease } from '../../src/release/root.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { StoreError } from '../../src/store/store.ts';
import { listedReleases } from '../../build-index/output/listed-releases.ts';
import { ServeError, messageOf } from '../operator-error.ts';
import { isUrl } from './deno-process.ts';
import type { ServedIndex, ServeOptions } from './served-index.ts';
import { bundleWorker, type WorkerBundle } from './worker-bundle.ts';

/** Resolves when the service listens. Throws ServeError for a folder without a sound index and for a port in use. */
export async function serveWithWorkerd({
  index,
  port,
  host,
  base,
  inspectorPort,
  variables,
  wrap = async (modules) => [...modules],
  note,
}: ServeOptions): Promise<ServedIndex> {
  if (isUrl(index))
    throw new ServeError(`workerd cannot serve the URL ${index}: give --index a folder, or use --runtime deno`);
  await checkIndex(resolve(index));
  await checkPort(port, host);
  const folder = await realpath(index);
  const kept = await mkdtemp(join(tmpdir(), 'genomic-edge-workerd-'));
  // Removes the folder also if the process ends early, such as by a signal while the folder is being filled.
  const leave = () => rmSync(kept, { recursive: true, force: true });
  process.once('exit', leave);
  note?.(`Bundling the Worker, and copying all releases of ${index} to ${kept} until it stops.`);
  const bundle = await bundleWorker();
  const stores = {
    compatibilityDate: bundle.compatibilityDate,
    compatibilityFlags: bundle.compatibilityFlags,
    log: new Log(LogLevel.ERROR),
    r2Buckets: [bundle.bucket],
    kvNamespaces: [bundle.namespace],
    r2Persist: join(kept, 'r2'),
    kvPersist: join(kept, 'kv'),
  };
  await fill(stores, folder, bundle);
  const miniflare = new Miniflare({
    ...stores,
    host,
    port,
    inspectorPort,
    bindings: { ...variables, ...(base === undefined ? {} : { BASE: base }) },
    modules: await wrap(bundle.modules),
  });
  let settle: (code: number) => void;
  const ended = new Promise<number>((resolved) => (settle = resolved));
  const stop = async () => {
    // An instance that never started fails here too.
    await miniflare.dispose().catch(() => {});
    await rm(kept, { recursive: true, force: true });
    process.off('exit', leave);
    settle(0);
  };
  try {
    const url = await miniflare.ready;
    const inspector = inspectorPort === undefined ? undefined : await miniflare.getInspectorURL();
    return { url: url.origin + (base === undefined ? '/rest' : readBasePath(base)), ended, inspector, stop };
  } catch (error) {
    await stop();
    throw new ServeError(`workerd does not start: ${messageOf(error).split('\n', 1)[0]}`);
  }
}

/** Throws ServeError for a folder that contains no index or lacks objects. */
export async function checkIndex(folder: string): Promise<void> {
  const store = new LocalFolder(folder);
  try {
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    await checkObjects(await release.wholeManifest(), store);
  } catch (error) {
    throw new ServeError(`${folder} cannot be served: ${messageOf(error)}`);
  } finally {
    await store.close();
  }
}

/** Throws ServeError if the port cannot be used; workerd itself would print a stack trace. Port 0 always works. */
function checkPort(port: number, host: string): Promise<void> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ServeError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} of ${host} is in use: choose another with --port`
            : `Cannot listen on port ${port} of ${host}: ${error.message}`,
        ),
      ),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => settle()));
  });
}

/** Puts the index into local R2 and KV before the Worker listens, so that no request finds it without a release. */
async function fill(
  stores: { compatibilityDate: string } & Record<string, unknown>,
  folder: string,
  { bucket, namespace }: WorkerBundle,
): Promise<void> {
  const miniflare = new Miniflare({ ...stores, modules: true, script: 'export default {}' });
  try {
    await upload(folder, await miniflare.getR2Bucket(bucket), await miniflare.getKVNamespace(namespace));
  } finally {
    await miniflare.dispose();
  }
}

type Bucket = Awaited<ReturnType<Miniflare['getR2Bucket']>>;
type Namespace = Awaited<ReturnType<Miniflare['getKVNamespace']>>;

/** Uploads as a deployment does: the objects of all releases first, the values that point at them last. */
async function upload(folder: string, bucket: Bucket, namespace: Namespace): Promise<void> {
  const current = await readFile(join(folder, ROOT_KEY));
  const releases = await listedReleases(folder);
  const roots = await Promise.all(
    releases.map(async ({ id }) => [`${id}/${RELEASE_ROOT}`, await readFile(join(folder, id, RELEASE_ROOT))] as const),
  );
  const named = await Promise.all(
    [current, ...roots.map(([, root]) => root)].map((root) => namesOfObjects(root, folder)),
  );
  const objects = new Set(named.flat());
  for (const object of objects) await putInParts(join(folder, object), object, bucket);
  for (const [name, root] of roots) await bucket.put(name, plainBytes(root));
  await namespace.put(RELEASES_KEY, plainBytes(encodeReleaseList(releases)));
  await namespace.put(ROOT_KEY, plainBytes(current));
}

/**
 * Names of the objects of a release. Empty for an older release that is damaged or has another format version: requests
 * that name it are rejected.
 */
async function namesOfObjects(root: Uint8Array, folder: string): Promise<string[]> {
  const store = new LocalFolder(folder);
  try {
    const reader = new CachedBlockReader(store, new ByteCache(0));
    return [...objectsOf((await readWholeRelease(decodeRoot(root), reader)).manifest).keys()];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    console.error(`An older release of the folder is not served: ${error.message}`);
    return [];
  } finally {
    await store.close();
  }
}

/** Miniflare rejects subclasses of Uint8Array, such as Buffer. */
function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** R2 requires parts of equal size, except the last, of at least 5 MiB. */
const PART_BYTES = 32 * 1024 * 1024;

/** Uploads an object in parts, since a genome's sequence can exceed the largest buffer. */
async function putInParts(path: string, object: string, bucket: Bucket): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size <= PART_BYTES) {
      await bucket.put(object, plainBytes(await file.readFile()));
      return;
    }
    const whole = await bucket.createMultipartUpload(object);
    const parts: Awaited<ReturnType<typeof whole.uploadPart>>[] = [];
    for (let at = 0; at < size; at += PART_BYTES) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(PART_BYTES, size - at)), 0, undefined, at);
      parts.push(await whole.uploadPart(parts.length + 1, plainBytes(buffer.subarray(0, bytesRead))));
    }
    await whole.complete(parts);
  } finally {
    await file.close();
  }
}
