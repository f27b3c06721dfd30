/** Requests to every operation of the catalogue: its examples, filled with example values drawn from the index. */
import { at } from '../../src/checked.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { type ExampleValues, fillAddress, fillText } from '../../src/release/example-values.ts';
import { ServeError } from '../../cli/operator-error.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { createApp } from '../../src/app.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { objectsOf } from '../../src/release/manifest.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { drawExamples } from './draw-examples.ts';

/** Items of a POST; many clients send a few. */
export const ITEMS = 10;

export interface MeasuredRequest {
  /** Path and query below /rest. */
  path: string;
  /** JSON of a POST. */
  body?: string;
}

export interface OperationRequests {
  /** As in the catalogue: 'GET /lookup/id/:id'. */
  operation: string;
  requests: MeasuredRequest[];
}

/** Sends a request; returns the status. */
type Ask = (request: MeasuredRequest) => Promise<number>;

/** For each operation its distinct requests with status 200; none if the index has no data for the operation. */
async function requestsOf(
  operations: readonly Operation[],
  drawn: readonly ExampleValues[],
  ask: Ask,
): Promise<OperationRequests[]> {
  const found: OperationRequests[] = [];
  for (const operation of operations) {
    const requests: MeasuredRequest[] = [];
    for (const request of distinct(drawn.flatMap((_, each) => filled(operation, drawn, each) ?? []))) {
      if ((await ask(request)) === 200) requests.push(request);
    }
    found.push({ operation: `${operation.method} ${operation.path}`, requests });
  }
  return found;
}

export function requestInit({ body }: MeasuredRequest): {
  method: string;
  body?: string;
  headers: Record<string, string>;
} {
  return {
    method: body === undefined ? 'GET' : 'POST',
    body,
    // Few operations have no JSON.
    headers: {
      accept: 'application/json, text/plain;q=0.5',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    },
  };
}

/** The request with one set of example values; the items of a POST come from this set and the following ones. */
function filled({ example, body }: Operation, drawn: readonly ExampleValues[], each: number): MeasuredRequest | null {
  const path = fillAddress(example, at(drawn, each));
  if (path === null) return null;
  if (!body) return { path };
  const sets = Array.from({ length: ITEMS }, (_, further) => at(drawn, (each + further) % drawn.length));
  const items = new Set(
    sets.flatMap((samples) => (body.example ?? []).flatMap((item) => fillText(item, samples) ?? [])),
  );
  return { path, body: JSON.stringify({ [body.key]: [...items].slice(0, ITEMS) }) };
}

function distinct(requests: readonly MeasuredRequest[]): MeasuredRequest[] {
  return [...new Map(requests.map((request) => [`${request.path} ${request.body ?? ''}`, request])).values()];
}

/** Operations whose method and path contain a text. Throws ServeError if there are none. */
export function chosenOperations(text: string): Operation[] {
  const chosen = operations.filter(({ method, path }) => `${method} ${path}`.includes(text));
  if (chosen.length === 0) throw new ServeError(`No operation of the catalogue contains '${text}'`);
  return chosen;
}

/** Up to `count` requests of each operation that return 200, and the bytes of all objects of the index. */
export async function drawRequests(
  folder: string,
  operations: readonly Operation[],
  count: number,
): Promise<{ bytes: number; requests: OperationRequests[] }> {
  const store = new LocalFolder(folder);
  try {
    const reader = new CachedBlockReader(store, new ByteCache());
    const release = await Release.open(store, reader);
    const app = createApp({ operations, openRelease: () => release });
    const requests = await requestsOf(operations, await drawExamples(release, reader, count), async (request) => {
      const response = await app.request(`/rest${request.path}`, requestInit(request));
      // The status is enough.
      await response.body?.cancel();
      return response.status;
    });
    const bytes = [...objectsOf(await release.wholeManifest()).values()].reduce((sum, { size }) => sum + size, 0);
    return { bytes, requests };
  } finally {
    await store.close();
  }
}
