import { describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { readBasePath } from '../../../src/http/request-target.ts';
import { json } from '../../support/json.ts';
import { toyOperations, toyRelease } from './toy-catalogue.ts';

const service =
  (basePath?: string) =>
  async (path: string, init: RequestInit = {}, caller = {}) =>
    createApp({ operations: toyOperations, openRelease: () => toyRelease, basePath }).request(
      `http://localhost${path}`,
      init,
      caller,
    );
const HTML = { headers: { Accept: 'text/html' } };

describe('by default', () => {
  const ask = service();

  test('operations answer below /rest and at the root with the same bytes and ETag', async () => {
    const seen = async (path: string) => {
      const response = await ask(path);
      return [response.status, response.headers.get('etag'), await response.text()];
    };
    const below = await seen('/rest/lookup/id/X.json?expand=1');
    expect(below[0]).toBe(200);
    for (const path of ['/lookup/id/X.json?expand=1', '//lookup/id/X.json?expand=1', '/lookup/X?expand=1'])
      expect(await seen(path)).toEqual(below);
  });

  test('lists of ids may be posted to the root', async () => {
    const response = await ask('/lookup/id', { method: 'POST', body: '{"ids":["B"]}' });
    expect([response.status, await json(response)]).toMatchObject([200, { items: ['B'] }]);
  });

  test('pages at the root link to /rest', async () => {
    for (const path of ['/', '/documentation', '/rest', '/rest/']) {
      const response = await ask(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).toContain('<a href="/rest/documentation/GET/lookup/id/:id">');
    }
    expect(await (await ask('/openapi.json')).json()).toMatchObject({ servers: [{ url: 'http://localhost/rest' }] });
    expect((await ask('/documentation/info/lookup')).headers.get('location')).toBe(
      '/rest/documentation/GET/lookup/id/:id',
    );
  });

  test('the page of an answer at the root links to its own address and to the documentation below /rest', async () => {
    const page = await (await ask('/lookup/id/X', HTML)).text();
    expect(page).toContain('href="/lookup/id/X?content-type=application%2Fjson"');
    expect(page).toContain('href="/rest/documentation/GET/lookup/id/:id"');
  });

  test('errors at the root are those below /rest', async () => {
    for (const [path, status] of [
      ['/nosuch', 404],
      ['/lookup/id/NOPE', 400],
      ['/rest/rest/lookup/id/X', 404],
    ] as const)
      expect([path, (await ask(path)).status]).toEqual([path, status]);
    expect((await ask('/lookup/id/X', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('with a base path', () => {
  test.each([
    ['', ['/lookup/id/X', '/', '/reference', '/openapi.json'], ['/rest/lookup/id/X', '/rest', '/rest/openapi.json']],
    ['/rest', ['/rest/lookup/id/X', '/rest', '/', '/openapi.json', '/documentation'], ['/lookup/id/X', '/reference']],
    ['/a/b', ['/a/b/lookup/id/X', '/a/b', '/a/b/reference', '/'], ['/a/lookup/id/X', '/lookup/id/X', '/a', '/rest']],
  ])('%j operations answer only there', async (basePath, answered, missing) => {
    const ask = service(basePath);
    for (const path of answered) expect([path, (await ask(path)).status]).toEqual([path, 200]);
    for (const path of missing) {
      const response = await ask(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect((await json<{ error: string }>(response)).error).toContain(` ${basePath || '/'} lists all operations`);
    }
  });

  test('the root, links and addresses have no prefix', async () => {
    const ask = service('');
    expect(await (await ask('/')).text()).toContain('<a href="/documentation/GET/lookup/id/:id">');
    expect(await (await ask('/documentation/GET/lookup/id/:id')).text()).toContain('http://localhost/lookup/id/X');
    expect(await (await ask('/openapi.json')).json()).toMatchObject({ servers: [{ url: 'http://localhost' }] });
  });
});

test('no operation has a path that begins like a page or the default base path', () => {
  const first = ({ path, aliases = [] }: { path: string; aliases?: readonly string[] }) =>
    [path, ...aliases].map((each) => each.split('/')[1]);
  const names = new Set(operations.flatMap(first));
  for (const name of ['documentation', 'reference', 'openapi', 'rest']) expect([...names]).not.toContain(name);
});

test('pages show the scheme that a proxy reports, and their ETag differs with it', async () => {
  const ask = service();
  const https = await ask('/rest', {}, { scheme: 'https' });
  expect(https.headers.get('etag')).not.toBe((await ask('/rest')).headers.get('etag'));
  expect(await https.text()).toContain('<code>https://localhost/rest</code>');
  expect(await (await ask('/rest/openapi.json', {}, { scheme: 'https' })).json()).toMatchObject({
    servers: [{ url: 'https://localhost/rest' }],
  });
});

describe('the setting', () => {
  test.each([
    ['/', ''],
    ['/rest', '/rest'],
    ['/a/b-1.c', '/a/b-1.c'],
  ])('%s is read', (text, path) => expect(readBasePath(text)).toBe(path));

  test.each(['', 'rest', '/rest/', '//', '/a?b', '/a%20b', 'http://x/rest'])('%j is rejected', (text) => {
    expect(() => readBasePath(text)).toThrow(`Invalid base path '${text}'`);
  });
});
