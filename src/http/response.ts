/** Headers of every answer: who may read it, how long it may be kept, and what it depends on. */
import { MEDIA_TYPES, type Format } from '../formats/media-types.ts';
import type { ReleaseManifest } from '../release/manifest.ts';

/** The data are public: a page of any origin may read them. */
const COMMON = {
  'access-control-allow-origin': '*',
  // No request comes with credentials, so that this means every header; each one named would cost every answer.
  'access-control-expose-headers': '*',
  'x-content-type-options': 'nosniff',
} as const;

/** Names the release that answers, and, in a request, the one that should. */
export const RELEASE_HEADER = 'x-data-release';

/**
 * The number of the release that answers, and the id of its build: '115', '115-573e7b4c2d1a'. Either may be asked for
 * in RELEASE_HEADER.
 */
export function releaseHeaders({ id, version }: Pick<ReleaseManifest, 'id' | 'version'>): Record<string, string> {
  return { [RELEASE_HEADER]: String(version), 'x-data-build': id };
}

/** What a request asks for beside its address; a runtime may compress the answer. */
const VARY = 'Accept-Encoding, Accept, Content-Type, X-Data-Release';

/**
 * An address answers the same until the release changes, which it may at any time: a copy is good for five minutes,
 * then the ETag, which names the release, tells whether it still is. Caches may show an old copy while they ask.
 */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400';
/** A build of a release never changes: only the software that reads it may. */
const PINNED_CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

/** Charset is stated since programs guess Latin-1 for text types without. */
const CONTENT_TYPES = Object.fromEntries(
  Object.entries(MEDIA_TYPES).map(([format, type]) => [
    format,
    type === 'application/json' ? type : `${type}; charset=utf-8`,
  ]),
) as Record<Format, string>;

/** A page shows data of anybody's making: nothing in it may run, load or be sent anywhere. */
const PAGE_POLICY = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
} as const;

/** `etag`: null for an answer that may not be kept. `pinned`: the request named this very build of a release. */
export function answerHeaders(format: Format, etag: string | null, pinned = false): Record<string, string> {
  const headers: Record<string, string> = {
    ...COMMON,
    'content-type': CONTENT_TYPES[format],
    vary: VARY,
    'cache-control': etag === null ? 'no-store' : pinned ? PINNED_CACHE_CONTROL : CACHE_CONTROL,
  };
  if (etag !== null) headers.etag = etag;
  if (format === 'html') Object.assign(headers, PAGE_POLICY);
  return headers;
}

/** Of a page of the site, beside its type and its tag. */
export function siteHeaders(manifest: ReleaseManifest): Record<string, string> {
  return {
    ...COMMON,
    ...PAGE_POLICY,
    'cache-control': CACHE_CONTROL,
    vary: 'Accept-Encoding, X-Data-Release',
    ...releaseHeaders(manifest),
  };
}

/** A page of another origin asks before it sends JSON: whatever headers it names are welcome. */
export function preflightHeaders(request: Request): Record<string, string> {
  return {
    ...COMMON,
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? 'Accept, Content-Type',
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  };
}

/** The response to a request whose answer is known: to HEAD as to GET, for who only wants to know what there is. */

/**
 * A runtime sends nothing of a body that answers HEAD, but reads from it what it tells: length, compression, a weak
 * ETag with it. A stream, which some would read to its end for that, is left.
 */
export function respond(
  request: Request,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  init: { status?: number; headers: Record<string, string> },
): Response {
  if (request.method !== 'HEAD') return new Response(body, init);
  if (body instanceof ReadableStream) {
    // Its reader may wait for the store, whose failure concerns nobody any more.
    body.cancel().catch(() => {});
    return new Response(new ReadableStream({ start: (controller) => controller.close() }), init);
  }
  // workerd tells no length by itself; who compresses takes it away.
  return new Response(body, { ...init, headers: { ...init.headers, 'content-length': String(byteLength(body)) } });
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body.byteLength;
}
