/** Entity tags (RFC 9110, section 8.8.3): equal tags mean equal bytes. */
import type { Format } from '../formats/media-types.ts';
import type { RequestTarget } from './request-target.ts';
import type { Match } from './router.ts';

/**
 * A GET in canonical form: the operation and its declared parameters in the order of the catalogue. Aliases, slashes,
 * extensions, unknown parameters and their order make no difference.
 *
 * @param wrapping what else the bytes depend on: the address of a page, or the callback of JSONP
 */
export function canonicalRequest({ operation, path }: Match, { query }: RequestTarget, wrapping: string): string {
  let text = `${operation.path}\n${wrapping}`;
  for (const name in operation.parameters) {
    // A header such as Range selects a part of the bytes that the tag is for.
    if (operation.parameters[name]?.in === 'header') continue;
    const values = path[name] !== undefined ? [path[name]] : query.get(name);
    if (values) for (const value of values) text += `\n${name}=${value.length} ${value}`;
  }
  return text;
}

/**
 * A strong tag: release, software version, format and request determine every byte. A proxy that compresses the answer
 * makes the tag weak.
 */
export function entityTag(releaseId: string, edition: string, format: Format, canonical: string): string {
  return `"${releaseId}-${edition}-${format}-${fingerprint(canonical)}"`;
}

/**
 * The tag in the form that If-None-Match contains, weak or strong (weak comparison, RFC 9110, section 13.1.2); null if
 * it is not there. A 304 repeats that form, since a strong tag does not refresh a copy that a cache stored under the
 * weak tag (RFC 9111, section 4.3.4).
 */
export function matchingTag(header: string | null, tag: string): string | null {
  return (
    header
      ?.split(',')
      .map((each) => each.trim())
      .find((each) => each.replace(/^W\//, '') === tag) ?? null
  );
}

/** Two FNV-1a hashes of a text, from different bases: up to 14 digits and lower-case letters. */
export function fingerprint(text: string): string {
  return fnv1a(text).toString(36) + fnv1a(text, 0x050c5d1f).toString(36);
}

/** FNV-1a of the UTF-16 units of a text: an unsigned number of 32 bits. */
export function fnv1a(text: string, base = 0x811c9dc5): number {
  let hash = base;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
