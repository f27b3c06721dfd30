import { describe, expect, test } from 'vitest';
import { ask, post } from './toy-catalogue.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const type = async (response: Promise<Response>) => (await response).headers.get('content-type')?.split(';')[0];

describe('the format of a GET', () => {
  test.each<[string, string, Record<string, string>, string]>([
    ['JSON by default', '/lookup/id/X', {}, 'application/json'],
    ['JSON for curl', '/lookup/id/X', { Accept: '*/*' }, 'application/json'],
    ['chosen by Content-Type', '/lookup/id/X', { 'Content-Type': 'text/xml' }, 'text/xml'],
    [
      'chosen by Content-Type rather than Accept',
      '/lookup/id/X',
      { 'Content-Type': 'text/xml', Accept: 'application/json' },
      'text/xml',
    ],
    [
      'chosen by Content-Type rather than the parameter',
      '/lookup/id/X?content-type=application/json',
      { 'Content-Type': 'text/xml' },
      'text/xml',
    ],
    [
      'chosen by Content-Type with a charset',
      '/lookup/id/X',
      { 'Content-Type': 'Text/XML; charset=utf-8' },
      'text/xml',
    ],
    [
      'chosen by the parameter rather than Accept',
      '/lookup/id/X?content-type=text/xml',
      { Accept: 'application/json' },
      'text/xml',
    ],
    ['chosen by an escaped parameter', '/lookup/id/X?content-type=text%2Fxml', {}, 'text/xml'],
    [
      'chosen by a parameter with a plus sign',
      '/sequence/id/X?content-type=text/x-seqxml+xml',
      {},
      'text/x-seqxml+xml',
    ],
    ['chosen by Accept', '/lookup/id/X', { Accept: 'text/xml' }, 'text/xml'],
    [
      'the available one of Accept with the highest quality',
      '/lookup/id/X',
      { Accept: 'text/xml;q=0.5, text/x-yaml;q=0.9, image/png' },
      'text/x-yaml',
    ],
    ['not one of quality 0 in Accept', '/lookup/id/X', { Accept: 'text/xml;q=0, text/x-yaml;q=0.1' }, 'text/x-yaml'],
    [
      'not one of an invalid quality in Accept',
      '/lookup/id/X',
      { Accept: 'text/xml;q=0.5.5, text/x-yaml;q=0.1' },
      'text/x-yaml',
    ],
    ['JSON for an Accept that prefers */*', '/lookup/id/X', { Accept: '*/*, text/xml;q=0.5' }, 'application/json'],
    [
      'chosen by Accept rather than the extension',
      '/lookup/id/X.xml',
      { Accept: 'application/json' },
      'application/json',
    ],
    ['chosen by the extension', '/lookup/id/X.xml', { Accept: '*/*' }, 'text/xml'],
    ['the first of an operation without JSON', '/sequence/proteome/X', {}, 'text/x-fasta'],
    ['chosen by a parameter of the operation', '/sequence/id/X?format=fasta', { Accept: '*/*' }, 'text/x-fasta'],
    [
      'chosen by Accept rather than a parameter of the operation',
      '/sequence/id/X?format=fasta',
      { Accept: 'text/plain' },
      'text/plain',
    ],
    ['HTML in a browser', '/lookup/id/X', { Accept: BROWSER }, 'text/html'],
    ['chosen by the extension in a browser', '/lookup/id/X.xml', { Accept: BROWSER }, 'text/xml'],
    ['chosen by the parameter in a browser', '/lookup/id/X?content-type=text/xml', { Accept: BROWSER }, 'text/xml'],
    ["the operation's own for text/xml", '/alignment', { 'Content-Type': 'text/xml' }, 'text/x-phyloxml+xml'],
    [
      'JSON for the Content-Type of forms',
      '/lookup/id/X',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'application/json',
    ],
    ['JSON for the Content-Type */*', '/lookup/id/X', { 'Content-Type': '*/*' }, 'application/json'],
    ['JSON for the parameter */*', '/lookup/id/X?content-type=*/*', {}, 'application/json'],
    [
      'chosen by Accept if Content-Type is */*',
      '/lookup/id/X',
      { 'Content-Type': '*/*', Accept: 'text/xml' },
      'text/xml',
    ],
    ['PhyloXML for text/x-phyloxml', '/alignment', { 'Content-Type': 'text/x-phyloxml' }, 'text/x-phyloxml+xml'],
    [
      'chosen by Accept if Content-Type is unknown',
      '/lookup/id/X',
      { 'Content-Type': 'text/x-wibble', Accept: 'text/xml' },
      'text/xml',
    ],
  ])('is %s', async (_, path, headers, expected) => {
    expect(await type(ask(path, { headers }))).toBe(expected);
  });

  test('is a 415 if Accept excludes its only format', async () => {
    expect((await ask('/lookup/id/X', { headers: { Accept: 'text/xml;q=0' } })).status).toBe(415);
  });

  test.each<[string, Record<string, string>]>([
    ['/lookup/id/X', { 'Content-Type': 'text/x-fasta' }],
    ['/lookup/id/X?content-type=text/x-fasta', {}],
    ['/lookup/id/X.fasta', {}],
    ['/lookup/id/X', { Accept: 'text/x-fasta' }],
  ])('is a 415 that lists the available ones for %s %o', async (path, headers) => {
    const response = await ask(path, { headers });
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
      'Accept rather than Content-Type',
      '/lookup/id',
      { 'Content-Type': 'application/json', Accept: 'text/xml' },
      'text/xml',
    ],
    [
      'the parameter rather than Content-Type',
      '/lookup/id?content-type=text/xml',
      { 'Content-Type': 'application/json', Accept: '*/*' },
      'text/xml',
    ],
    ['Content-Type if Accept is */*', '/lookup/id', { 'Content-Type': 'text/xml', Accept: '*/*' }, 'text/xml'],
    [
      'neither for a form from curl -d',
      '/lookup/id',
      { 'Content-Type': 'application/x-www-form-urlencoded', Accept: '*/*' },
      'application/json',
    ],
  ])('is chosen by %s', async (_, path, headers, expected) => {
    expect(await type(post(path, '{"ids":["A"]}', headers))).toBe(expected);
  });
});

describe('a page or a script', () => {
  test('is JSON for the handler', async () => {
    const script = await (await ask('/lookup/id/X?content-type=text/javascript;callback=genes.show')).text();
    expect(script).toMatch(/^\/\*\*\/genes\.show\(\{.*"format":"json".*\}\);$/);
    const page = await (await ask('/lookup/id/X', { headers: { Accept: BROWSER } })).text();
    expect(page).toContain('<span class="k">"format"</span>: <span class="s">"json"</span>');
  });

  test('escapes markup in the request', async () => {
    const page = await (
      await ask('/lookup/id/%3Cscript%3Ealert(1)%3C%2Fscript%3E', { headers: { Accept: BROWSER } })
    ).text();
    expect(page).not.toContain('<script>alert');
  });

  test('contains errors, as a page for a browser', async () => {
    const response = await ask('/lookup/id/NOPE', { headers: { Accept: BROWSER } });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain("ID 'NOPE' not found");
  });

  test.each(['', ';callback='])('is plain JSON without a callback: "%s"', async (callback) => {
    const response = await ask(`/lookup/id/X?content-type=text/javascript${callback}`);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(await response.json()).toMatchObject({ format: 'json' });
  });

  test.each([
    ';callback=a(b)',
    ';callback=1a',
    ';callback=a..b',
    ';callback=%3Cscript%3E',
    `;callback=${'a'.repeat(200)}`,
  ])('is a 400 for a callback that is not a path of identifiers: "%s"', async (callback) => {
    const response = await ask(`/lookup/id/X?content-type=text/javascript${callback}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringContaining("'callback'") });
  });
});
