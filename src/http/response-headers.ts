/** Headers of every answer: who may read it, how long it may be kept, and what it depends on. */
import { MEDIA_TYPES, type Format } from '../formats/media-types.ts';

/** The data are public: a page of any origin may read them. */
const COMMON = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' } as const;

/** What a request asks for beside its address; a runtime may compress the answer. */
const VARY = 'Accept-Encoding, Accept, Content-Type';

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
  if (etag === null) return { ...COMMON, 'content-type': CONTENT_TYPES[format], 'cache-control': 'no-store', vary: VARY };
  return {
    ...COMMON, 'content-type': CONTENT_TYPES[format], 'cache-control': CACHE_CONTROL, etag, vary: VARY,
  };
}

export function errorHeaders(format: 'json' | 'html'): Record<string, string> {
  return { ...COMMON, 'content-type': CONTENT_TYPES[format], 'cache-control': 'no-store', vary: VARY };
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
 * Weak, since the bytes may be compressed on the way. It names what the answer depends on: release, software, format and
 * address, so that a tag that a client has was given with a good answer to the very same question.
 */
export function entityTag(releaseId: string, edition: string, format: Format, url: string): string {
  return `W/"${releaseId}-${edition}-${format}-${fingerprint(url).toString(36)}"`;
}

/** FNV-1a over the UTF-16 units of a text. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
