import { EdgeCacheStore, type ResponseCache } from './edge-cache-store.ts';
import { KvValues, type ReadableNamespace } from './kv-values.ts';
import { R2Store, type ReadableBucket } from './r2-store.ts';
import type { Store } from './store.ts';

/**
 * The stores of a Worker: objects in an R2 bucket behind the edge cache, values in a KV namespace.
 *
 * @param later receives work that may finish after the answer (waitUntil)
 */
export function cloudflareStores(
  bucket: ReadableBucket,
  namespace: ReadableNamespace,
  cache: ResponseCache,
  later: (work: Promise<unknown>) => void,
): Store {
  const objects = new EdgeCacheStore(new R2Store(bucket), cache, later);
  const values = new KvValues(namespace);
  return {
    read: (range, options) => objects.read(range, options),
    value: (key, options) => values.value(key, options),
  };
}
