/**
 * Links and forms of a page that shows a release other than the current one: they lead to pages of the same release.
 */

import { html } from './html.ts';

/** The address with the parameter `release`, unless it has one. @param separator as in HTML: '&amp;' */
export function pinnedAddress(address: string, release: string, separator = '&'): string {
  if (/[?&;]release=/.test(address)) return address;
  const [path = '', fragment] = address.split('#', 2);
  const pinned = `${path}${path.includes('?') ? separator : '?'}release=${encodeURIComponent(release)}`;
  return fragment === undefined ? pinned : `${pinned}#${fragment}`;
}

/**
 * The page with the release in all its links to this service, and in its forms. Attributes of pages are in double
 * quotes, and text is escaped, so that tags can be found without parsing.
 *
 * @param release of the query of the page; undefined if it names none, and the page stays as it is
 */
export function pinnedPage(page: string, base: string, release: string | undefined): string {
  if (!release) return page;
  return page.replaceAll(
    /<(a|form)\b[^>]*?\s(?:href|action)="([^"]*)"[^>]*>/g,
    (tag, kind: string, address: string, at: number) => {
      if (!address.startsWith(`${base}/`) || address.startsWith('//')) return tag;
      if (kind === 'a') return tag.replace(`"${address}"`, () => `"${pinnedAddress(address, release, '&amp;')}"`);
      // Sending a form replaces the query of its address.
      const end = page.indexOf('</form>', at);
      const isNamed = page.slice(at, end).includes('name="release"');
      return isNamed ? tag : `${tag}${html`<input type="hidden" name="release" value="${release}">`}`;
    },
  );
}
