/** The service over one store, the same in all runtimes. */
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { Releases } from '../../src/release/releases.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import type { Store } from '../../src/store/store.ts';

export function measuredService(store: Store): (request: Request) => Response | Promise<Response> {
  // As in a Worker, but every answer is computed, and the pointer to the current release is not read again.
  const releases = new Releases(store, new ByteCache(), { maxAge: 3_600_000 });
  const app = createApp({ operations, openRelease: (name) => releases.open(name) });
  return (request) => app.fetch(request);
}
