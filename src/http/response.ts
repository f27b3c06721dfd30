/** Headers of answers: CORS, caching, content type; and responses to HEAD. */
import { MEDIA_TYPES, type Format } from '../formats/media-types.ts';
import type { ReleaseManifest } from '../release/manifest.ts';

/** The data are public: pages of any origin may read them. */
const COMMON = {
  'access-control-allow-origin': '*',
  // Requests have no credentials, so `*` covers all headers; a list would lengthen every answer.
  'access-control-expose-headers': '*',
  'x-content-type-options': 'nosniff',
} as const;

/** Response header with the release of the answer; in a request, the release to use. */
export const RELEASE_HEADER = 'x-data-release';

/** Release number and release id of the answer: '115', '115-573e7b4c2d1a'. RELEASE_HEADER accepts both. */
export function releaseHeaders({ id, version }: Pick<ReleaseManifest, 'id' | 'version'>): Record<string, string> {
  return { [RELEASE_HEADER]: String(version), 'x-data-build': id };
}

/** Request headers that the answer depends on; a runtime may compress the answer. */
const VARY = 'Accept-Encoding, Accept, Content-Type, X-Data-Release';

/**
 * An answer is valid until the current release changes, which can happen at any time. Copies are fresh for 5 minutes;
 * then caches revalidate them by ETag and may serve the old copy meanwhile.
 */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400';
/** A release with an id never changes; only the software may. */
const PINNED_CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

/** Media type with charset: some programs assume Latin-1 for text types without it. */
function contentType(format: Format): string {
  return format === 'json' ? MEDIA_TYPES.json : `${MEDIA_TYPES[format]}; charset=utf-8`;
}

/** Pages show data from third parties: they may load, run and send to nothing but this service, and nothing inline. */
const PAGE_POLICY = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // Only src/pages/client/shared/markup.ts turns text into elements.
    "require-trusted-types-for 'script'",
    'trusted-types genomic-edge',
  ].join('; '),
} as const;

/** Headers of a page that lacks a part which could not be read for the moment. It has no ETag. */
export const NOT_CACHED = { 'cache-control': 'no-store' } as const;

/** Headers of a static file of the pages. Its address names its version, so a copy is valid forever. */
export function assetHeaders({ type, immutable }: { type: string; immutable: boolean }): Record<string, string> {
  return {
    ...COMMON,
    'content-type': type,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : CACHE_CONTROL,
    vary: 'Accept-Encoding',
  };
}

/** @param etag null for answers that must not be cached @param pinned the request named the release by its id */
export function answerHeaders(format: Format, etag: string | null, pinned = false): Record<string, string> {
  const headers: Record<string, string> = {
    ...COMMON,
    'content-type': contentType(format),
    vary: VARY,
    'cache-control': etag === null ? 'no-store' : pinned ? PINNED_CACHE_CONTROL : CACHE_CONTROL,
  };
  if (etag !== null) headers.etag = etag;
  if (format === 'html') Object.assign(headers, PAGE_POLICY);
  return headers;
}

/** Headers of a page of the site, except content type and ETag. */
export function siteHeaders(manifest: ReleaseManifest): Record<string, string> {
  return {
    ...COMMON,
    ...PAGE_POLICY,
    'cache-control': CACHE_CONTROL,
    vary: 'Accept-Encoding, X-Data-Release',
    ...releaseHeaders(manifest),
  };
}

/** The answer to a CORS preflight: allows all request headers that it names. */
export function preflightHeaders(request: Request): Record<string, string> {
  return {
    ...COMMON,
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? 'Accept, Content-Type',
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  };
}

/**
 * The response to GET, POST or HEAD. For HEAD, runtimes do not send the body but derive headers from it: length,
 * compression, weak ETag. Streams are replaced by an empty one, since some runtimes would read them to the end.
 */
export function respond(
  request: Request,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  init: { status?: number; headers: Record<string, string> },
): Response {
  if (request.method !== 'HEAD') return typeof body === 'string' ? textResponse(body, init) : new Response(body, init);
  if (body instanceof ReadableStream) {
    // Errors of pending reads of the store no longer matter.
    body.cancel().catch(() => {});
    return new Response(new ReadableStream({ start: (controller) => controller.close() }), init);
  }
  // workerd does not set the length; proxies that compress remove it.
  return new Response(body, { ...init, headers: { ...init.headers, 'content-length': String(byteLength(body)) } });
}

/**
 * The same as `new Response(text, init)`, with headers set one by one. On Deno that takes 0.85 of the time of a short
 * answer: its constructor compares each name with all earlier ones in lower case, and has the response finalized by the
 * garbage collector. In workerd, requests take the same time.
 */
function textResponse(
  text: string,
  { status = 200, headers }: { status?: number; headers: Record<string, string> },
): Response {
  const response = status === 200 ? new Response(text) : new Response(text, { status });
  const target = response.headers;
  for (const name in headers) target.set(name, headers[name] ?? '');
  return response;
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body.byteLength;
}
