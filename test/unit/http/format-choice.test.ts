import { describe, expect, test } from 'vitest';
import { ask, post } from './toy-catalogue.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const type = async (response: Promise<Response>) => (await response).headers.get('content-type')?.split(';')[0];

describe('the format of a GET', () => {
  test.each<[string, string, Record<string, string>, string]>([
    ['nothing', '/lookup/id/X', {}, 'application/json'],
    ['curl', '/lookup/id/X', { Accept: '*/*' }, 'application/json'],
    ['Content-Type', '/lookup/id/X', { 'Content-Type': 'text/xml' }, 'text/xml'],
    [
      'Content-Type before Accept',
      '/lookup/id/X',
      { 'Content-Type': 'text/xml', Accept: 'application/json' },
      'text/xml',
    ],
    [
      'Content-Type before the parameter',
      '/lookup/id/X?content-type=application/json',
      { 'Content-Type': 'text/xml' },
      'text/xml',
    ],
    ['with a charset', '/lookup/id/X', { 'Content-Type': 'Text/XML; charset=utf-8' }, 'text/xml'],
    ['the parameter before Accept', '/lookup/id/X?content-type=text/xml', { Accept: 'application/json' }, 'text/xml'],
    ['an escaped parameter', '/lookup/id/X?content-type=text%2Fxml', {}, 'text/xml'],
    ['a plus sign in the parameter', '/sequence/id/X?content-type=text/x-seqxml+xml', {}, 'text/x-seqxml+xml'],
    ['Accept', '/lookup/id/X', { Accept: 'text/xml' }, 'text/xml'],
    ['the best of Accept', '/lookup/id/X', { Accept: 'text/xml;q=0.5, text/x-yaml;q=0.9, image/png' }, 'text/x-yaml'],
    ['Accept without what it refuses', '/lookup/id/X', { Accept: 'text/xml;q=0, text/x-yaml;q=0.1' }, 'text/x-yaml'],
    [
      'Accept before a quality that is no number',
      '/lookup/id/X',
      { Accept: 'text/xml;q=0.5.5, text/x-yaml;q=0.1' },
      'text/x-yaml',
    ],
    ['Accept that takes anything', '/lookup/id/X', { Accept: '*/*, text/xml;q=0.5' }, 'application/json'],
    ['Accept before an extension', '/lookup/id/X.xml', { Accept: 'application/json' }, 'application/json'],
    ['an extension', '/lookup/id/X.xml', { Accept: '*/*' }, 'text/xml'],
    ['the first format where JSON is not', '/sequence/proteome/X', {}, 'text/x-fasta'],
    ['a parameter of the operation', '/sequence/id/X?format=fasta', { Accept: '*/*' }, 'text/x-fasta'],
    ['anything before that parameter', '/sequence/id/X?format=fasta', { Accept: 'text/plain' }, 'text/plain'],
    ['a browser', '/lookup/id/X', { Accept: BROWSER }, 'text/html'],
    ['an extension typed into a browser', '/lookup/id/X.xml', { Accept: BROWSER }, 'text/xml'],
    ['a browser with the parameter', '/lookup/id/X?content-type=text/xml', { Accept: BROWSER }, 'text/xml'],
    ['an operation with its own reading', '/alignment', { 'Content-Type': 'text/xml' }, 'text/x-phyloxml+xml'],
    [
      'a form, which says nothing',
      '/lookup/id/X',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'application/json',
    ],
    [
      'an unknown type beside a known one',
      '/lookup/id/X',
      { 'Content-Type': 'text/x-wibble', Accept: 'text/xml' },
      'text/xml',
    ],
  ])('%s', async (_, path, headers, expected) => {
    expect(await type(ask(path, headers))).toBe(expected);
  });

  test('gives nothing that Accept refuses alone', async () => {
    expect((await ask('/lookup/id/X', { Accept: 'text/xml;q=0' })).status).toBe(415);
  });

  test.each<[string, Record<string, string>]>([
    ['/lookup/id/X', { 'Content-Type': 'text/x-fasta' }],
    ['/lookup/id/X?content-type=text/x-fasta', {}],
    ['/lookup/id/X.fasta', {}],
    ['/lookup/id/X', { Accept: 'text/x-fasta' }],
  ])('%s %o is refused, with what there is', async (path, headers) => {
    const response = await ask(path, headers);
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      error:
        "The media type 'text/x-fasta' is not available here. Please use one of application/json, text/xml, " +
        'text/javascript, text/x-yaml',
    });
  });
});

describe('the format of a POST', () => {
  test.each<[string, string, Record<string, string>, string]>([
    [
      'Accept before Content-Type',
      '/lookup/id',
      { 'Content-Type': 'application/json', Accept: 'text/xml' },
      'text/xml',
    ],
    [
      'the parameter before Content-Type',
      '/lookup/id?content-type=text/xml',
      { 'Content-Type': 'application/json', Accept: '*/*' },
      'text/xml',
    ],
    ['Content-Type', '/lookup/id', { 'Content-Type': 'text/xml', Accept: '*/*' }, 'text/xml'],
    [
      'a form from curl -d',
      '/lookup/id',
      { 'Content-Type': 'application/x-www-form-urlencoded', Accept: '*/*' },
      'application/json',
    ],
  ])('%s', async (_, path, headers, expected) => {
    expect(await type(post(path, '{"ids":["A"]}', headers))).toBe(expected);
  });
});

describe('wrappings of JSON', () => {
  test('handlers see JSON behind a page and a script', async () => {
    const script = await (await ask('/lookup/id/X?content-type=text/javascript;callback=genes.show')).text();
    expect(script).toMatch(/^\/\*\*\/genes\.show\(\{.*"format":"json".*\}\);$/);
    const page = await (await ask('/lookup/id/X', { Accept: BROWSER })).text();
    expect(page).toContain('<span class="k">"format"</span>: <span class="s">"json"</span>');
  });

  test('a page shows nothing of what was sent as markup', async () => {
    const page = await (await ask('/lookup/id/%3Cscript%3Ealert(1)%3C%2Fscript%3E', { Accept: BROWSER })).text();
    expect(page).not.toContain('<script');
  });

  test('errors are a page for a browser', async () => {
    const response = await ask('/lookup/id/NOPE', { Accept: BROWSER });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain("ID 'NOPE' not found");
  });

  test.each([
    '',
    ';callback=',
    ';callback=a(b)',
    ';callback=1a',
    ';callback=a..b',
    ';callback=%3Cscript%3E',
    `;callback=${'a'.repeat(200)}`,
  ])('a callback that is no identifier path is refused: %s', async (callback) => {
    const response = await ask(`/lookup/id/X?content-type=text/javascript${callback}`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain("'callback'");
  });
});
