/** The measured service as a Worker, whose objects come over HTTP. */
import { env as bindings } from 'cloudflare:workers';
import { operations } from '../../src/catalogue/catalogue.ts';
import { HttpRangeStore } from '../../src/store/http-range-store.ts';
import { warmUp } from '../../src/warm-up.ts';
import '../../src/worker-kernels.ts';
import { measuredService } from './measured-service.ts';

interface Env {
  /** URL of the index folder. */
  INDEX_URL: string;
}

// Made while the script loads, as in src/worker.ts.
const service = measuredService(new HttpRangeStore((bindings as unknown as Env).INDEX_URL));
await warmUp(operations);

export default { fetch: service } satisfies ExportedHandler<Env>;
