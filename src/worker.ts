/** The service as a Cloudflare Worker: objects in R2, the root of the current release in KV (bindings in wrangler.toml). */
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { operations } from './catalogue/catalogue.ts';
import { CachedBlockReader } from './index/block-reader.ts';
import pairScreen from './linkage/pair-screen.wasm';
import { usePairScreenModule } from './linkage/pair-screen.ts';
import { CurrentRelease } from './release/current-release.ts';
import { ByteCache } from './store/byte-cache.ts';
import { combineStores } from './store/combine-stores.ts';
import { KvValues } from './store/kv-values.ts';
import { R2Store } from './store/r2-store.ts';

export interface Env {
  /** The index objects. */
  INDEX: R2Bucket;
  /** The root document of the current release. */
  RELEASES: KVNamespace;
  /** Which upload of the script this is; Miniflare has none. */
  VERSION?: WorkerVersionMetadata;
}

// A Worker may not compile code as it runs: the module is compiled when the script is uploaded.
usePairScreenModule(pairScreen);

/** Bindings stay the same for as long as the isolate lives; what was read through them is worth keeping as long. */
let app: Hono | null = null;

export default {
  fetch(request, env) {
    app ??= createFor(env);
    return app.fetch(request);
  },
} satisfies ExportedHandler<Env>;

function createFor(env: Env): Hono {
  const store = combineStores(new R2Store(env.INDEX), new KvValues(env.RELEASES));
  const releases = new CurrentRelease(store, new CachedBlockReader(store, new ByteCache()));
  return createApp({ operations, openRelease: () => releases.get(), edition: env.VERSION?.id ?? '' });
}
