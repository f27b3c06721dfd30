/**
 * Answers a few requests while a Worker's script loads. The engine compiles a function when it is first called, and
 * that took half of the CPU time of an isolate's first request, which has 10 ms on Cloudflare's free plan. Loading has
 * a limit of its own (docs/decisions/0032-warm-up.md).
 *
 * While a script loads, Workers may not make a response with a body, read a store, decompress or set a timer. So the
 * data are a release of one gene in this bundle, without compression, and every request fails when it creates its
 * response.
 */
import { createApp } from '../app.ts';
import { answer } from '../http/answer.ts';
import { Observation } from '../http/observation.ts';
import { readTarget } from '../http/request-target.ts';
import { Router } from '../http/router.ts';
import { decodeDocument } from '../index/document.ts';
import { MemoryBudget } from '../operation/memory-reservation.ts';
import type { Operation } from '../operation/operation.ts';
import { ROOT_KEY } from '../release/manifest.ts';
import { Releases } from '../release/releases.ts';
import { ByteCache } from '../store/byte-cache.ts';
import { StoreError, type Store } from '../store/store.ts';
import { WARM_UP_RELEASE } from './warm-up-release-module.ts';

const BASE = '/rest';
const ORIGIN = 'https://localhost';

/** Requests for the invented gene whose functions many other requests need too. VEP is the most used operation. */
export const WARM_UP_PATHS = [
  '/lookup/id/FICG1?expand=1',
  '/sequence/id/FICG1',
  '/vep/homo_fictus/region/1:20-20:1/C',
  '/variant_recoder/homo_fictus/1:g.20T>C',
];

/**
 * Answers the requests with operations of the catalogue, and collects young objects. Returns the outcomes: in a Worker,
 * the error of each attempt to create a response. Throws Error for a request that no operation answers.
 */
export async function warmUp(operations: readonly Operation[]): Promise<PromiseSettledResult<Response>[]> {
  const releases = new Releases(warmUpStore(), new ByteCache());
  const openRelease = (name?: string) => releases.open(name);
  // The app logs errors, so only a preflight, which has no body, goes through it.
  await createApp({ operations: [], openRelease }).fetch(new Request(ORIGIN + BASE, { method: 'OPTIONS' }));
  const router = new Router(operations);
  const outcomes: PromiseSettledResult<Response>[] = [];
  // One after the other: the first opens the release.
  for (const path of WARM_UP_PATHS) {
    const request = new Request(ORIGIN + BASE + path, { headers: { accept: 'application/json' } });
    const target = readTarget(request.url, BASE);
    const match = target && router.match('GET', target.segments);
    if (!match || !('operation' in match)) throw new Error(`No operation answers ${path}`);
    const answering = answer({
      request,
      target,
      match,
      openRelease,
      edition: '',
      base: BASE,
      observation: new Observation(),
      memory: new MemoryBudget(Infinity),
      extraHeaders: {},
      sharedHeaders: () => null,
      send: () => Promise.reject(new StoreError('the warm-up sends no requests')),
      onEnd: () => {},
      keptAnswers: null,
    });
    outcomes.push(...(await Promise.allSettled([answering])));
  }
  forceYoungCollection();
  return outcomes;
}

/** Elements of 4 or 8 bytes. Arrays of more than 128 KB would not be among the young objects. */
const ELEMENTS = 16_000;
const ARRAYS = 16;

/**
 * Fills the space of young objects, 1 MB at first, so that V8 collects it now. Most of what the script has created
 * stays, so that this takes over a millisecond, which the first request would take otherwise.
 */
function forceYoungCollection(): void {
  for (let each = 0; each < ARRAYS; each++) new Array(ELEMENTS).fill(each);
}

/** The release of the bundle, in memory. */
function warmUpStore(): Store {
  const bytes = Uint8Array.from(atob(WARM_UP_RELEASE), (letter) => letter.charCodeAt(0));
  const { attachments } = decodeDocument(bytes);
  return {
    read({ object, offset, length }) {
      const found = attachments[object]?.slice(offset, offset + length);
      return found ? Promise.resolve(found) : Promise.reject(new StoreError(`${object} is missing`));
    },
    value: () => Promise.resolve(attachments[ROOT_KEY] ?? null),
  };
}
