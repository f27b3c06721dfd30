import { expect, test } from 'vitest';
import { pinnedAddress, pinnedPage } from '../../../src/pages/pinned-links.ts';

test.each([
  ['/rest/a', '/rest/a?release=115-x'],
  ['/rest/a?b=1', '/rest/a?b=1&release=115-x'],
  ['/rest/a?b=1#c', '/rest/a?b=1&release=115-x#c'],
  ['/rest/a?release=114', '/rest/a?release=114'],
  ['/rest/a?b=1;release=114', '/rest/a?b=1;release=114'],
])('%s gets the release unless it names one', (address, pinned) => {
  expect(pinnedAddress(address, '115-x')).toBe(pinned);
});

test('links to this service keep the release, others stay as they are', () => {
  const page = `<a href="/rest/a?b=1&amp;c=2">1</a><a class="x" href="/rest/" title="t">2</a>
<a href="#d">3</a><a href="https://example.org/rest/">4</a><link href="/rest/assets/site.css">
<pre>&lt;a href="/rest/"></pre>`;
  const second = '<a class="x" href="/rest/?release=115%20%22x%22" title="t">2</a>';
  expect(pinnedPage(page, '/rest', '115 "x"')).toBe(
    `<a href="/rest/a?b=1&amp;c=2&amp;release=115%20%22x%22">1</a>${second}
<a href="#d">3</a><a href="https://example.org/rest/">4</a><link href="/rest/assets/site.css">
<pre>&lt;a href="/rest/"></pre>`,
  );
  expect(pinnedPage(page, '/rest', undefined)).toBe(page);
  expect(pinnedPage('<a href="//other/">', '', '1')).toBe('<a href="//other/">');
});

test('forms send the release once', () => {
  const forms =
    '<form action="/rest/search"><input name="q"></form><form action="/rest/b"><input name="release"></form>';
  expect(pinnedPage(forms, '/rest', '1"')).toBe(
    '<form action="/rest/search"><input type="hidden" name="release" value="1&quot;"><input name="q"></form>' +
      '<form action="/rest/b"><input name="release"></form>',
  );
});
