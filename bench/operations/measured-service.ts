/** The service as it runs everywhere, but for one thing: a request may ask it to forget first all that it has read. */
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { Releases } from '../../src/release/releases.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import type { Store } from '../../src/store/store.ts';

/** Header of a request that is to find nothing at hand, as if it were the first: code stays compiled. */
export const FORGET = 'x-forget';

export function measuredService(store: Store): (request: Request) => Response | Promise<Response> {
  // As a Worker has it. What a pointer says stands for as long as a measurement takes.
  const open = () => new Releases(store, new ByteCache(), { maxAge: 3_600_000 });
  let releases = open();
  const app = createApp({ operations, openRelease: (name) => releases.open(name) });
  return (request) => {
    if (request.headers.has(FORGET)) releases = open();
    return app.fetch(request);
  };
}
