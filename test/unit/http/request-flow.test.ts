import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/api-error.ts';
import { createApp } from '../../../src/app.ts';
import { present } from '../../../src/checked.ts';
import { originOf } from '../../../src/http/request-target.ts';
import { ask, ended, post, toyApp, toyOperations, toyRelease } from './toy-catalogue.ts';

const json = async (response: Response | Promise<Response>): Promise<any> => (await response).json();

describe('a URL', () => {
  test.each([
    ['/lookup/id/X?expand=1;size=7', 'semicolons between parameters'],
    ['/lookup/id/X?expand=1&size=7', 'ampersands between parameters'],
    ['//lookup//id/X/?expand=1;size=7', 'doubled and trailing slashes'],
    ['/lookup/X?expand=1;size=7', 'an alias'],
    ['/lookup/id/X.json?expand=1;size=7', 'an extension'],
    ['/lookup/id/X?;expand=1;;size=7;', 'empty parameters'],
    ['/lookup/id/%58?%65xpand=1;size=%37', 'percent escapes'],
    ['/lookup/id/X?expand=1;size=7;wibble=2', 'an unknown parameter'],
    ['/lookup/id/X?expand=1;size=7;size=8', 'a repeated parameter that is not a list'],
  ])('such as %s may have %s', async (path) => {
    const answer = await json(ask(path));
    expect(answer).toEqual({ id: 'X', expand: true, feature: [], size: 7, format: 'json' });
  });

  test('may end with a ?', async () => {
    expect(await json(ask('/lookup/id/X?'))).toMatchObject({ id: 'X', expand: false, size: 5 });
  });

  test('keeps an escaped slash and a dot inside a segment', async () => {
    expect(await json(ask('/lookup/id/A%2FB.7'))).toMatchObject({ id: 'A/B.7' });
  });

  test('keeps a percent sign that starts no escape', async () => {
    expect(await json(ask('/lookup/id/100%?name=5%25+x'))).toMatchObject({ id: '100%', name: '5% x' });
  });

  test('keeps the order of a repeated list parameter', async () => {
    expect(await json(ask('/lookup/id/X?feature=gene;feature=exon&feature=cds'))).toMatchObject({
      feature: ['gene', 'exon', 'cds'],
    });
  });

  test('has false flags as "0" and "", and true flags as any other text', async () => {
    const truth = async (text: string) => (await json(ask(`/lookup/id/X?expand=${text}`))).expand;
    expect(await Promise.all(['0', '', '1', 'true', 'false', '0.0'].map(truth))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('pages and methods', () => {
  test('a page is not shown for an invalid host', () => {
    expect(originOf('http://[::1]:80/rest')).toBe('http://[::1]');
    for (const url of ['http://[::1/', 'http://127.0.0.1:99999999/rest']) expect(() => originOf(url)).toThrow(ApiError);
  });

  test('the page of an answer links to this service even if the request had doubled slashes', async () => {
    const page = await (
      await toyApp.request('http://localhost//rest/lookup/id/X', { headers: { Accept: 'text/html' } })
    ).text();
    expect(page).toContain('href="/rest/lookup/id/X?content-type=application%2Fjson"');
  });

  test('the page of an error links to the documentation of its operation', async () => {
    const page = async (path: string) =>
      (await toyApp.request(`http://localhost/rest${path}`, { headers: { Accept: 'text/html' } })).text();
    expect(await page('/lookup/id/NOPE')).toContain(
      '<p><a href="/rest/documentation/GET/lookup/id/:id">About this operation</a></p>',
    );
    expect(await page('/nosuch')).not.toContain('About this operation');
  });

  test.each(['/nosuch', '/lookup', '/lookup/id/a/b', '/openapi.xml', '/reference/x'])(
    '%s is not found',
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect((await json(response)).error).toMatch(/^Page not found: .* \/rest lists all operations/);
    },
  );

  test('a wrong method is a 405 that names it and the allowed methods', async () => {
    const response = await ask('/lookup/id/X', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await json(response)).error).toBe('The method DELETE is not available here. Please use GET');
  });

  test('the allowed methods of a path include those of a less specific path', async () => {
    const response = await ask('/lookup/id', { method: 'PUT' });
    expect((await json(response)).error).toBe('The method PUT is not available here. Please use GET or POST');
  });

  test.each([
    '/lookup/id/X',
    '/lookup/id/NOPE',
    '/nosuch',
    '/',
    '/reference',
    '/sequence/proteome/nosuch',
    '/lookup/id',
  ])('HEAD of %s has the status, headers and length of GET', async (path) => {
    const [head, whole] = await Promise.all([ask(path, { method: 'HEAD' }), ask(path)]);
    const { 'content-length': length, 'server-timing': _, ...others } = Object.fromEntries(head.headers);
    const { 'server-timing': __, ...expected } = Object.fromEntries(whole.headers);
    expect([head.status, others]).toEqual([whole.status, expected]);
    expect(length).toBe(String((await whole.arrayBuffer()).byteLength));
  });

  test('HEAD of a stream has no length and ends the stream', async () => {
    const streamed = await ask('/sequence/proteome/headed', { method: 'HEAD' });
    expect([streamed.status, streamed.headers.get('content-length'), await streamed.text()]).toEqual([200, null, '']);
    expect(ended).toContain('headed');
  });

  test('pages of other origins may send requests and read answers', async () => {
    const preflight = await ask('/lookup/id', {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Headers': 'content-type' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    for (const path of ['/lookup/id/X', '/lookup/id/NOPE', '/nosuch']) {
      expect((await ask(path)).headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

describe('caching', () => {
  test('of an unchanged answer gives a 304 without a body', async () => {
    const etag = present((await ask('/lookup/id/X')).headers.get('etag'), 'the ETag');
    const again = await ask('/lookup/id/X', { headers: { 'If-None-Match': `"other", ${etag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test('ends with a new version of the software', async () => {
    const newer = createApp({ operations: toyOperations, openRelease: () => toyRelease, edition: 'v2' });
    const etag = present((await ask('/lookup/id/X')).headers.get('etag'), 'the ETag');
    expect(
      (await newer.request('http://localhost/rest/lookup/id/X', { headers: { 'If-None-Match': etag } })).status,
    ).toBe(200);
  });

  test('distinguishes formats by ETag and Vary', async () => {
    const [asJson, asXml] = await Promise.all([
      ask('/lookup/id/X'),
      ask('/lookup/id/X', { headers: { 'Content-Type': 'text/xml' } }),
    ]);
    expect(asJson.headers.get('etag')).not.toBe(asXml.headers.get('etag'));
    expect(asJson.headers.get('vary')).toBe('Accept-Encoding, Accept, Content-Type, X-Data-Release');
  });

  test('is forbidden for errors and answers to POST', async () => {
    expect((await ask('/lookup/id/NOPE')).headers.get('cache-control')).toBe('no-store');
    expect((await post('/lookup/id', '{"ids":[]}')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('an error', () => {
  test('of the client is a 400 with a message as JSON, whichever format was requested', async () => {
    for (const type of ['application/json', 'text/xml', 'text/x-yaml']) {
      const response = await ask('/lookup/id/NOPE', { headers: { 'Content-Type': type } });
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
        400,
        'application/json',
        `{"error":"ID 'NOPE' not found"}`,
      ]);
    }
  });

  test('of the server is logged, and its details are hidden from the client', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const [id, status] of [
      ['BROKEN', 503],
      ['FULL', 503],
      ['BUG', 500],
    ] as const) {
      const response = await ask(`/lookup/id/${id}`);
      const body = await response.text();
      expect(response.status).toBe(status);
      expect(Object.keys(JSON.parse(body))).toEqual(['error']);
      expect(body).not.toMatch(/genes-1234|secret|at .*\.ts/);
    }
    // Only a bug needs its stack.
    expect(log.mock.calls.map(([, shown]) => shown instanceof Error)).toEqual([false, false, true]);
    log.mockRestore();
  });

  test.each([
    ['JSON', '/lookup/id/ID', {}, /^\{"error":"[^"]+"\}$/, 'application/json'],
    [
      'JSON if another format was requested',
      '/lookup/id/ID',
      { 'content-type': 'text/xml' },
      /^\{"error":"[^"]+"\}$/,
      'application/json',
    ],
    [
      'JSON if a script was requested',
      '/lookup/id/ID?content-type=text/javascript;callback=show',
      {},
      /^\{"error":"[^"]+"\}$/,
      'application/json',
    ],
    [
      'a page in a browser',
      '/lookup/id/ID',
      { accept: 'text/html,*/*' },
      /^<!DOCTYPE html>[\s\S]*error/,
      'text/html; charset=utf-8',
    ],
  ])('of any kind is %s, readable from all origins and not cacheable', async (_, path, headers, body, type) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const [id, status, wait] of [
      ['NOPE', 400, null],
      ['BROKEN', 503, '60'],
      ['AWAY', 503, '5'],
      ['FULL', 503, '1'],
      ['MUCH', 400, null],
      ['BUG', 500, null],
    ] as const) {
      const response = await ask(path.replace('ID', id), { headers });
      const sent = Object.fromEntries(
        [
          'content-type',
          'cache-control',
          'etag',
          'access-control-allow-origin',
          'x-content-type-options',
          'retry-after',
        ].map((name) => [name, response.headers.get(name)]),
      );
      expect([id, response.status, sent]).toEqual([
        id,
        status,
        {
          'content-type': type,
          'cache-control': 'no-store',
          etag: null,
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
          'retry-after': wait,
        },
      ]);
      expect(await response.text()).toMatch(body);
    }
    log.mockRestore();
  });

  test('names the parameter and value of an invalid number', async () => {
    expect(await json(ask('/lookup/id/X?size=many'))).toEqual({
      error: "The value 'many' of size is not a whole number",
    });
  });
});

describe('a stream', () => {
  test('is sent to its end', async () => {
    const text = await (await ask('/sequence/proteome/human')).text();
    expect(text.match(/^>/gm)).toHaveLength(1000);
    expect(text.endsWith('A\n')).toBe(true);
  });

  test('that is rejected before its first chunk is an ordinary error', async () => {
    const response = await ask('/sequence/proteome/nosuch');
    expect([response.status, await json(response)]).toEqual([
      400,
      { error: "Can not find internal name for species 'nosuch'" },
    ]);
  });

  test('that fails inside its first chunk is an ordinary error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const response = await ask('/sequence/proteome/soon%20damaged');
    expect([response.status, Object.keys(JSON.parse(await response.text()))]).toEqual([503, ['error']]);
    log.mockRestore();
  });

  test('breaks off if the rest cannot be read, so that clients notice', async () => {
    const response = await ask('/sequence/proteome/damaged');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test('ends when the client disconnects', async () => {
    const reader = present((await ask('/sequence/proteome/impatient')).body, 'the body').getReader();
    await reader.read();
    expect(ended).not.toContain('impatient');
    await reader.cancel();
    expect(ended).toContain('impatient');
  });
});
