/** The service as it runs everywhere, over one store. */
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { Releases } from '../../src/release/releases.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import type { Store } from '../../src/store/store.ts';

export function measuredService(store: Store): (request: Request) => Response | Promise<Response> {
  // As a Worker has it. What a pointer says stands for as long as a measurement takes.
  const releases = new Releases(store, new ByteCache(), { maxAge: 3_600_000 });
  const app = createApp({ operations, openRelease: (name) => releases.open(name) });
  return (request) => app.fetch(request);
}
