/** Headers of every answer: who may read it, how long it may be kept, and what it depends on. */
import { MEDIA_TYPES, type Format } from '../formats/media-types.ts';

/** The data are public: a page of any origin may read them. */
const COMMON = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' } as const;

/**
 * An address answers the same until the release changes, which it may at any time: a copy is good for five minutes, then
 * the ETag, which names the release, tells whether it still is. Caches may show an old copy while they ask.
 */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400';

/** Charset is stated since programs guess Latin-1 for text types without. */
const CONTENT_TYPES = Object.fromEntries(
  Object.entries(MEDIA_TYPES).map(([format, type]) => [format, type === 'application/json' ? type : `${type}; charset=utf-8`]),
) as Record<Format, string>;

export function answerHeaders(format: Format, etag: string | null): Record<string, string> {
  if (etag === null) return { ...COMMON, 'content-type': CONTENT_TYPES[format], 'cache-control': 'no-store' };
  return {
    ...COMMON, 'content-type': CONTENT_TYPES[format], 'cache-control': CACHE_CONTROL, etag, vary: 'Accept, Content-Type',
  };
}

export function errorHeaders(format: 'json' | 'html'): Record<string, string> {
  return { ...COMMON, 'content-type': CONTENT_TYPES[format], 'cache-control': 'no-store', vary: 'Accept, Content-Type' };
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

/**
 * Weak, since the bytes may be compressed on the way. It is the tag of one address, all versions of which the release, the
 * software and the format tell apart.
 */
export function entityTag(releaseId: string, edition: string, format: Format): string {
  return `W/"${releaseId}-${edition}-${format}"`;
}
