/**
 * Requests to every operation of the catalogue that an index answers: its examples, filled with samples drawn from the
 * index.
 */
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

/** Items of a POST, of which many clients send a few. */
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

/** Who answers, and with what status. */
type Ask = (request: MeasuredRequest) => Promise<number>;

/**
 * For each operation those of its requests that are answered with 200, each once; none where the index has no data for
 * it.
 */
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
    headers: { accept: 'application/json', 'content-type': 'application/json', 'accept-encoding': 'identity' },
  };
}

/** The request with one set of samples; a list is made of several sets from there on. */
function filled({ example, body }: Operation, drawn: readonly ExampleValues[], each: number): MeasuredRequest | null {
  const path = fillAddress(example, drawn[each]!);
  if (path === null) return null;
  if (!body) return { path };
  const sets = Array.from({ length: ITEMS }, (_, further) => drawn[(each + further) % drawn.length]!);
  const items = new Set(
    sets.flatMap((samples) => (body.example ?? []).flatMap((item) => fillText(item, samples) ?? [])),
  );
  return { path, body: JSON.stringify({ [body.key]: [...items].slice(0, ITEMS) }) };
}

function distinct(requests: readonly MeasuredRequest[]): MeasuredRequest[] {
  return [...new Map(requests.map((request) => [`${request.path} ${request.body ?? ''}`, request])).values()];
}

/** Operations whose method and path hold a text. Throws ServeError where there are none. */
export function chosenOperations(text: string): Operation[] {
  const chosen = operations.filter(({ method, path }) => `${method} ${path}`.includes(text));
  if (chosen.length === 0) throw new ServeError(`No operation of the catalogue holds '${text}'`);
  return chosen;
}

/** Up to so many requests of each operation that an index answers with 200, and the bytes of all its objects. */
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
      // The beginning tells: a long answer is not read for that.
      await response.body?.cancel();
      return response.status;
    });
    const bytes = [...objectsOf(release.wholeManifest()).values()].reduce((sum, { size }) => sum + size, 0);
    return { bytes, requests };
  } finally {
    await store.close();
  }
}
