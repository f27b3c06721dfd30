/** The service as a Cloudflare Worker: objects in R2, the root of the current release in KV (bindings in wrangler.toml). */
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
let releases: CurrentRelease | null = null;
let edition = '';

// Made while the script loads, which counts towards no request: some 2 ms of CPU that the first one, who has 10, does not spend.
const app = createApp({
  operations,
  openRelease: () => releases!.get(),
  get edition() {
    return edition;
  },
});

export default {
  fetch(request, env) {
    releases ??= open(env);
    return app.fetch(request);
  },
} satisfies ExportedHandler<Env>;

function open(env: Env): CurrentRelease {
  const store = combineStores(new R2Store(env.INDEX), new KvValues(env.RELEASES));
  edition = env.VERSION?.id ?? '';
  return new CurrentRelease(store, new CachedBlockReader(store, new ByteCache()));
}
