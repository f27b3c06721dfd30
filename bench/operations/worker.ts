/** The measured service as a Worker that reads its index over HTTP. */
import { env as bindings } from 'cloudflare:workers';
import { HttpRangeStore } from '../../src/store/http-range-store.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { warmUp } from '../../src/warm-up/warm-up.ts';
import '../../src/worker-kernels.ts';
import { measuredService } from './measured-service.ts';

interface Env {
  /** URL of the index folder. */
  INDEX_URL: string;
}

// Created while the script loads, as in src/worker.ts.
const service = measuredService(new HttpRangeStore((bindings as unknown as Env).INDEX_URL));

await warmUp(operations);

export default { fetch: service } satisfies ExportedHandler<Env>;
