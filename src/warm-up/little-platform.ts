/** Cloudflare's stores as far as reading needs them, over an index in memory: what the Worker's own stores ask while the script loads. */
import type { ResponseCache } from '../store/edge-cache-store.ts';
import type { ReadableNamespace } from '../store/kv-values.ts';
import type { ReadableBucket } from '../store/r2-store.ts';
import type { Store } from '../store/store.ts';

export interface LittlePlatform {
  bucket: ReadableBucket;
  namespace: ReadableNamespace;
  /** Always empty. */
  cache: ResponseCache;
}

export function littlePlatform(index: Store): LittlePlatform {
  const get = async (object: string, { range }: { range: { offset: number; length: number } }) => {
    const bytes = await index.read({ object, ...range });
    // How long an object is nobody knows here; asked for is what it has.
    return { size: Infinity, arrayBuffer: async () => bytes.buffer };
  };
  return {
    bucket: { get } as unknown as ReadableBucket,
    // A view would bring all of the index along.
    namespace: { get: async (key: string) => (await index.value(key))?.slice().buffer ?? null } as unknown as ReadableNamespace,
    cache: { match: async () => undefined, put: async () => {} },
  };
}
