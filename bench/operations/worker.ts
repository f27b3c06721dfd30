/** The measured service as a Worker, whose objects come over HTTP. */
import { env as bindings } from 'cloudflare:workers';
import { operations } from '../../src/catalogue/catalogue.ts';
import { HttpRangeStore } from '../../src/store/http-range-store.ts';
import type { Store } from '../../src/store/store.ts';
import { openLittleIndex } from '../../src/warm-up/little-index.ts';
import littleIndex from '../../src/warm-up/little-index.bin';
import { warmUp } from '../../src/warm-up/warm-up.ts';
import '../../src/worker-kernels.ts';
import { measuredService } from './measured-service.ts';

interface Env {
  /** URL of the index folder. */
  INDEX_URL: string;
}

// Made while the script loads, as in src/worker.ts.
const service = measuredService(new HttpRangeStore((bindings as unknown as Env).INDEX_URL));
await warmUp(operations, () => littleServer(openLittleIndex(new Uint8Array(littleIndex))));

export default { fetch: service } satisfies ExportedHandler<Env>;

/** The store of this Worker, with a server that answers at once. */
function littleServer(index: Store): Store {
  const answer = async (url: string, { headers: { range } }: { headers: Record<string, string> }) => {
    const name = decodeURIComponent(new URL(url).pathname.slice(1));
    const [first, last] = (/(\d+)-(\d+)/.exec(range ?? '') ?? []).slice(1).map(Number) as [number, number];
    const bytes = range ? await index.read({ object: name, offset: first, length: last - first + 1 }) : (await index.value(name))?.slice();
    if (!bytes) return { status: 404, body: null };
    return { status: range ? 206 : 200, headers: new Headers(range ? { 'content-range': `bytes ${first}-${last}/*` } : {}), arrayBuffer: async () => bytes.buffer };
  };
  return new HttpRangeStore('https://localhost', answer as unknown as typeof fetch);
}
