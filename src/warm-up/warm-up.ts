/**
 * Calls, while the script of a Worker loads, what requests call. An engine compiles a function when it is first called: that was half of what the
 * first request of an isolate took, which has 10 ms of CPU, while a script has a second to load (docs/decisions/0017).
 *
 * Every operation answers the catalogue's example, from a little index. At that time a Worker can neither wait for a store, nor set a
 * timer, nor decompress, nor make a request or a response with a body; every answer ends where it would make its own.
 */
import { createApp } from '../app.ts';
import { answer } from '../http/answer.ts';
import { canonicalRequest, entityTag } from '../http/entity-tag.ts';
import { Observation } from '../http/observation.ts';
import { readTarget, type RequestTarget } from '../http/request-target.ts';
import { Router, type Match } from '../http/router.ts';
import { decodeBlock, encodeBlockOfRecords } from '../index/block.ts';
import { encodeRecordBlock } from '../index/record-block.ts';
import { recordUnpacker } from '../index/unpacking.ts';
import { packRecords } from '../index/packed-records.ts';
import { exampleRequest } from '../operation/example-request.ts';
import { MemoryRoom } from '../operation/memory-room.ts';
import type { Operation } from '../operation/operation.ts';
import type { Samples } from '../operation/samples.ts';
import { Releases } from '../release/releases.ts';
import { ByteCache } from '../store/byte-cache.ts';
import type { Store } from '../store/store.ts';

const BASE = '/rest';

/** Of a block as tables have them: region, start and end of each, and nothing else. */
const [RECORDS, RECORD_BYTES] = [2000, 12] as const;

/**
 * Resolves when all has been called, or the little index does not fit: a Worker answers without this, too, if later at first, so that nothing else would
 * tell. It is said once, with the first reason. @param open the store of a little index
 */
export async function warmUp(operations: readonly Operation[], open: () => Store): Promise<void> {
  const reasons: string[] = [];
  const failed = (what: string, error: unknown) => void (isNews(error) && reasons.push(`${what}: ${String(error)}`));
  await rehearse(operations, open, failed).catch((error: unknown) => failed('the little index', error));
  if (reasons.length > 0) console.warn(`The first requests will take longer, since not everything could be called before (${reasons.length} failed): ${reasons[0]}`);
}

/** That there can be no response, nor anything else of the platform's, while a script loads, is none. */
function isNews(error: unknown): boolean {
  return !(error instanceof Error && /\bglobal scope\b/.test(error.message));
}

async function rehearse(operations: readonly Operation[], open: () => Store, failed: (what: string, error: unknown) => void): Promise<void> {
  const cache = new ByteCache();
  const releases = new Releases(open(), cache);
  const router = new Router(operations);
  const { manifest } = await releases.current();
  for (const operation of operations) {
    const request = exampleOf(operation, manifest.samples ?? {});
    const target = request && readTarget(request.url, BASE);
    const match = target && router.match(operation.method, target.segments);
    if (!match || !('operation' in match)) continue;
    if (operation === operations[0]) await answerFromCache(operations, releases, target, match, request);
    // As for a first request, no block is at hand.
    cache.reserve(cache.whole);
    cache.reserve(0);
    await answer({
      request, target, match, openRelease: (name) => releases.open(name), edition: '', base: BASE, seen: new Observation(), room: new MemoryRoom(Infinity), extra: {}, shared: () => null, ended: undefined,
    }).catch((error: unknown) => failed(`${operation.method} ${operation.path}`, error));
  }
  await decodeCompressed();
}

/** An example of the catalogue as a request; null where the release has no data for it. */
function exampleOf(operation: Operation, samples: Samples): Request | null {
  const example = exampleRequest(operation, samples);
  if (!example) return null;
  const request = new Request(`https://localhost${BASE}${example.address}`, { method: operation.method, headers: example.headers });
  if (example.body === null) return request;
  const bytes = new TextEncoder().encode(example.body);
  // One that is made here can have no body.
  return { method: operation.method, url: request.url, headers: request.headers, body: (async function* () {
    yield bytes;
  })() } as unknown as Request;
}

/**
 * The whole way of a request, from the app to the answer: one whose client has the answer is answered without a body. Programs that take anything
 * say so in one of two ways, with nothing or with this.
 */
async function answerFromCache(operations: readonly Operation[], releases: Releases, target: RequestTarget, match: Match, { url, headers }: Request): Promise<void> {
  const { manifest } = await releases.current();
  const tag = entityTag(manifest.id, '', 'json', canonicalRequest(match, target, ''));
  const app = createApp({ operations, openRelease: (name) => releases.open(name), log: () => {} });
  for (const accepted of [Object.fromEntries(headers), { accept: '*/*' }]) await app.fetch(new Request(url, { headers: { ...accepted, 'if-none-match': tag } }));
}

/**
 * Blocks of the little index are neither compressed nor packed: what others go through, up to the platform's part of it, which fails of these bytes. So
 * many records as a block has, that the kernel which unpacks them is compiled, and has touched its memory.
 */
async function decodeCompressed(): Promise<void> {
  const block = encodeRecordBlock('interval table', new Uint8Array(RECORD_BYTES * RECORDS), Array.from({ length: RECORDS }, (_, before) => RECORD_BYTES * (before + 1)));
  recordUnpacker.unpack(packRecords(block), 'a block');
  const compressed = await encodeBlockOfRecords(block, async () => new Uint8Array(20));
  await Promise.resolve(decodeBlock(compressed, { object: 'a table', offset: 0 })).catch(() => {});
}
