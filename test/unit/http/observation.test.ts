import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import type { LogEntry } from '../../../src/http/observation.ts';
import type { Release } from '../../../src/release/release.ts';
import { operation } from '../../../src/operation/operation.ts';
import { ApiError } from '../../../src/api-error.ts';
import { StoreError } from '../../../src/store/store.ts';
import { present } from '../../../src/checked.ts';
import { toyOperations, toyRelease } from './toy-catalogue.ts';

function service() {
  const log: LogEntry[] = [];
  const opened: (string | undefined)[] = [];
  const openRelease = (name?: string): Release => {
    opened.push(name);
    if (name === '7') throw new ApiError("There is no release '7' here; there is 115", 404);
    return toyRelease;
  };
  const app = createApp({ operations: toyOperations, openRelease, log: (entry) => log.push(entry) });
  return {
    log,
    opened,
    ask: async (path: string, init: RequestInit = {}) => app.request(`http://localhost/rest${path}`, init),
  };
}

describe('a request is logged once, when its answer ends,', () => {
  test('with operation, release, format, status and cost', async () => {
    const { log, ask } = service();
    await ask('/lookup/id/X?size=7', { headers: { accept: 'text/xml' } });
    expect(log).toEqual([
      {
        method: 'GET',
        path: '/rest/lookup/id/X?size=7',
        status: 200,
        operation: 'GET /lookup/id/:id',
        format: 'xml',
        release: '115-r1',
        reads: 0,
        bytes: 0,
        usedBytes: 0,
        cache: 'none',
        ms: expect.any(Number),
        storeMs: 0,
        cpuMs: expect.any(Number),
      },
    ]);
  });

  test('also with the status 304, 400 or 404', async () => {
    const { log, ask } = service();
    const etag = present((await ask('/lookup/id/X')).headers.get('etag'), 'the ETag');
    await ask('/lookup/id/X', { headers: { 'if-none-match': etag } });
    await ask('/lookup/id/NOPE');
    await ask('/nosuch');
    expect(log.map(({ status, operation, cache }) => [status, operation, cache])).toEqual([
      [200, 'GET /lookup/id/:id', 'none'],
      [304, 'GET /lookup/id/:id', 'same'],
      [400, 'GET /lookup/id/:id', 'none'],
      [404, null, 'none'],
    ]);
  });

  test('also if a page runs its own examples', async () => {
    const { log, ask } = service();
    const etag = present((await ask('/')).headers.get('etag'), 'the ETag');
    await ask('/', { headers: { 'if-none-match': etag } });
    await ask('/documentation/GET/lookup/id/:id');
    expect(log.map(({ path, status, operation, release }) => [path, status, operation, release])).toEqual([
      ['/rest/', 200, null, '115-r1'],
      ['/rest/', 304, null, '115-r1'],
      ['/rest/documentation/GET/lookup/id/:id', 200, null, '115-r1'],
    ]);
  });

  test('which for a stream is when its last byte is read or its reader disconnects', async () => {
    const { log, ask } = service();
    const whole = await ask('/sequence/proteome/hen');
    expect(log).toEqual([]);
    await whole.text();
    expect(log).toHaveLength(1);
    const left = await ask('/sequence/proteome/hen');
    await left.body?.cancel();
    expect(log).toHaveLength(2);
  });

  test('with the status 500 if a stream fails, but 400 if it fails before its first chunk', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const { log, ask } = service();
      await expect((await ask('/sequence/proteome/damaged')).text()).rejects.toThrow();
      expect(errors.mock.calls).toEqual([
        [
          expect.stringContaining('/sequence/proteome/damaged: error after the first byte of the answer'),
          expect.any(StoreError),
        ],
      ]);
      await ask('/sequence/proteome/nosuch');
      expect(log.map(({ status }) => status)).toEqual([500, 400]);
    } finally {
      errors.mockRestore();
    }
  });
});

test('an answer that is too long for a page is logged once, with the status 400', async () => {
  const log: LogEntry[] = [];
  const long = operation({
    group: 'Lookup',
    method: 'GET',
    path: '/long',
    summary: 'A long stream.',
    parameters: {},
    formats: ['json'],
    example: '/long',
    handler: () => ({
      kind: 'stream',
      chunks: (async function* () {
        for (let each = 0; each < 8; each++) yield 'x'.repeat(1 << 20);
      })(),
    }),
  });
  const app = createApp({ operations: [long], openRelease: () => toyRelease, log: (entry) => log.push(entry) });
  expect((await app.request('http://localhost/rest/long', { headers: { accept: 'text/html' } })).status).toBe(400);
  expect(log.map(({ status }) => status)).toEqual([400]);
});

describe('the release of an answer', () => {
  test('is named in the headers, also of errors', async () => {
    const { ask } = service();
    for (const path of ['/lookup/id/X', '/lookup/id/NOPE', '/nosuch', '/lookup/id/X?content-type=image/png', '/']) {
      const { headers } = await ask(path);
      expect([headers.get('x-data-release'), headers.get('x-data-build')]).toEqual(['115', '115-r1']);
    }
  });

  test('is not named by an error if no release can be read', async () => {
    const app = createApp({
      operations: toyOperations,
      openRelease: () => Promise.reject(new StoreError('the store is down')),
    });
    const { status, headers } = await app.request('http://localhost/rest/nosuch');
    expect([status, headers.get('x-data-release')]).toEqual([404, null]);
  });

  test('is chosen by the query, else by the header', async () => {
    const { opened, ask } = service();
    await ask('/lookup/id/X');
    await ask('/lookup/id/X?release=114');
    await ask('/lookup/id/X', { headers: { 'X-Data-Release': '113' } });
    await ask('/lookup/id/X?release=114', { headers: { 'X-Data-Release': '113' } });
    await ask('/lookup/id/X?release=');
    expect(opened).toEqual([undefined, '114', '113', '114', undefined]);
  });

  test('is a 404 if it does not exist', async () => {
    const { ask } = service();
    const response = await ask('/lookup/id/X?release=7');
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: "There is no release '7' here; there is 115" },
    ]);
  });

  test('is chosen likewise for pages and their examples', async () => {
    const { opened, ask } = service();
    for (const path of ['/', '/reference', '/openapi.json']) await ask(path, { headers: { 'X-Data-Release': '114' } });
    const page = await ask('/documentation/GET/lookup/id/:id?release=113');
    expect(opened).toEqual(['114', '114', '114', '113', '113']);
    expect(await page.text()).toContain('/rest/lookup/id/X?release=113');
    expect([page.headers.get('x-data-release'), page.headers.get('vary')]).toEqual([
      '115',
      'Accept-Encoding, X-Data-Release',
    ]);
    expect((await ask('/?release=7')).status).toBe(404);
  });

  test('allows a long cache lifetime if the request names the build', async () => {
    const { ask } = service();
    expect((await ask('/lookup/id/X?release=115')).headers.get('cache-control')).toContain('max-age=300,');
    expect((await ask('/lookup/id/X?release=115-r1')).headers.get('cache-control')).toContain('max-age=86400,');
  });
});

test('Server-Timing reports the duration and the use of the cache', async () => {
  const { ask } = service();
  expect((await ask('/lookup/id/X')).headers.get('server-timing')).toMatch(/^total;dur=\d+(\.\d)?, cache;desc=none$/);
});
