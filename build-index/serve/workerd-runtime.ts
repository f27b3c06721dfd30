/** Serves an index with the Worker that would be deployed, in workerd, with local R2 and KV filled from the folder. */
import { createHash } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { checkObjects } from '../../src/release/check-objects.ts';
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { checkPort } from './free-port.ts';
import { ServeError, type ServedIndex, type ServeOptions } from './served-index.ts';
import { bundleWorker } from './worker-bundle.ts';

/** Resolves when the service listens. Throws ServeError for a folder that is no index and for a port in use. */
export async function serveWithWorkerd({ index, port, host }: ServeOptions): Promise<ServedIndex> {
  if (/^https?:\/\//.test(index)) throw new ServeError('workerd serves from a folder: give --index a folder, or use --runtime deno');
  await checkIndex(resolve(index));
  await checkPort(port, host);
  const folder = await realpath(index);
  const bundle = await bundleWorker();
  const kept = join(tmpdir(), 'genomic-edge-workerd', createHash('sha256').update(folder).digest('hex').slice(0, 16));
  const miniflare = new Miniflare({
    modules: [
      { type: 'ESModule', path: 'worker.js', contents: bundle.script },
      ...bundle.wasm.map(({ name, contents }) => ({ type: 'CompiledWasm' as const, path: name, contents })),
    ],
    compatibilityDate: bundle.compatibilityDate,
    r2Buckets: [bundle.bucket], kvNamespaces: [bundle.namespace], r2Persist: join(kept, 'r2'), kvPersist: join(kept, 'kv'),
    host, port, log: new Log(LogLevel.ERROR),
  });
  let settle: (code: number) => void;
  const ended = new Promise<number>((resolved) => (settle = resolved));
  const stop = async () => {
    // One that never started complains once more when it is put away.
    await miniflare.dispose().catch(() => {});
    settle(0);
  };
  try {
    const url = await miniflare.ready;
    await upload(folder, await miniflare.getR2Bucket(bundle.bucket), await miniflare.getKVNamespace(bundle.namespace));
    return { url: `${url.href.replace(/\/$/, '')}/rest`, ended, stop };
  } catch (error) {
    await stop();
    throw new ServeError(`workerd does not start: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}

async function checkIndex(folder: string): Promise<void> {
  const store = new LocalFolder(folder);
  try {
    const { manifest } = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    await checkObjects(manifest, store);
  } catch (error) {
    throw new ServeError(`${folder} holds no genomic-edge index: ${(error as Error).message}`);
  } finally {
    await store.close();
  }
}

type Bucket = Awaited<ReturnType<Miniflare['getR2Bucket']>>;
type Namespace = Awaited<ReturnType<Miniflare['getKVNamespace']>>;

/** As a deployment does it: objects that are missing first, the pointer to the release last. */
async function upload(folder: string, bucket: Bucket, namespace: Namespace): Promise<void> {
  for (const object of await objectsOf(folder)) {
    const path = join(folder, object);
    const there = await bucket.head(object);
    // Names hold a hash of the content: an object of the right length under the name is the object.
    if (there && there.size === (await stat(path)).size) continue;
    await bucket.put(object, await readFile(path));
  }
  await namespace.put(ROOT_KEY, await readFile(join(folder, ROOT_KEY)));
}

async function objectsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((object) => object !== ROOT_KEY);
}
