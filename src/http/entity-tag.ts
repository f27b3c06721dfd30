/** ETags (RFC 9110, section 8.8.3): which answers are the same bytes. */
import type { Format } from '../formats/media-types.ts';
import type { RequestTarget } from './request-target.ts';
import type { Match } from './router.ts';

/**
 * What a GET asks, whatever its spelling: the operation and the parameters that it declares, in the order of the
 * catalogue. Aliases, slashes, extensions, the order of parameters and unknown ones make no difference. `wrapping`:
 * what else the bytes depend on.
 */
export function canonicalRequest({ operation, path }: Match, { query }: RequestTarget, wrapping: string): string {
  let text = `${operation.path}\n${wrapping}`;
  for (const name in operation.parameters) {
    const values = path[name] !== undefined ? [path[name]] : query.get(name);
    if (values) for (const value of values) text += `\n${name}=${value.length} ${value}`;
  }
  return text;
}

/**
 * Strong: release, software, format and question decide every byte. A server that compresses an answer on the way makes
 * a weak one of it.
 */
export function entityTag(releaseId: string, edition: string, format: Format, canonical: string): string {
  return `"${releaseId}-${edition}-${format}-${fingerprint(canonical)}"`;
}

/**
 * The tag as If-None-Match names it, weak or strong, compared weakly as it must be; null when it does not. A 304 says
 * it in that form: a cache may not refresh what it keeps under a weak tag by a strong one (RFC 9111, section 4.3.4).
 */
export function namedTag(header: string | null, tag: string): string | null {
  return (
    header
      ?.split(',')
      .map((each) => each.trim())
      .find((each) => each.replace(/^W\//, '') === tag) ?? null
  );
}

/** FNV-1a over the UTF-16 units of a text, from two bases. */
function fingerprint(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x050c5d1f;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x01000193);
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36);
}
