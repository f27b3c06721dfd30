import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import type { LogEntry } from '../../../src/http/observation.ts';
import type { Release } from '../../../src/release/release.ts';
import { operation } from '../../../src/operation/operation.ts';
import { ApiError } from '../../../src/api-error.ts';
import { StoreError } from '../../../src/store/store.ts';
import { toyOperations, toyRelease } from './toy-catalogue.ts';

function service() {
  const log: LogEntry[] = [];
  const asked: (string | undefined)[] = [];
  const openRelease = (name?: string): Release => {
    asked.push(name);
    if (name === '7') throw new ApiError("There is no release '7' here; there is 115", 404);
    return toyRelease;
  };
  const app = createApp({ operations: toyOperations, openRelease, log: (entry) => log.push(entry) });
  return {
    log,
    asked,
    ask: async (path: string, init: RequestInit = {}) => app.request(`http://localhost/rest${path}`, init),
  };
}

describe('a request is logged once, when its answer has ended', () => {
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

  test('refused, unknown and unchanged ones too', async () => {
    const { log, ask } = service();
    const etag = (await ask('/lookup/id/X')).headers.get('etag')!;
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

  test('pages once, with the examples that they show', async () => {
    const { log, ask } = service();
    const etag = (await ask('/')).headers.get('etag')!;
    await ask('/', { headers: { 'if-none-match': etag } });
    await ask('/documentation/GET/lookup/id/:id');
    expect(log.map(({ path, status, operation, release }) => [path, status, operation, release])).toEqual([
      ['/rest/', 200, null, '115-r1'],
      ['/rest/', 304, null, '115-r1'],
      ['/rest/documentation/GET/lookup/id/:id', 200, null, '115-r1'],
    ]);
  });

  test('a streamed one when its last byte is taken, or when its reader goes away', async () => {
    const { log, ask } = service();
    const whole = await ask('/sequence/proteome/hen');
    expect(log).toEqual([]);
    await whole.text();
    expect(log).toHaveLength(1);
    const left = await ask('/sequence/proteome/hen');
    await left.body!.cancel();
    expect(log).toHaveLength(2);
  });

  test('one that breaks off as failed, with its reason in the log; one that fails at once as rejected', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const { log, ask } = service();
      await expect((await ask('/sequence/proteome/damaged')).text()).rejects.toThrow();
      expect(said.mock.calls).toEqual([
        [
          expect.stringContaining('/sequence/proteome/damaged: error after the first byte of the answer'),
          expect.any(StoreError),
        ],
      ]);
      await ask('/sequence/proteome/nosuch');
      expect(log.map(({ status }) => status)).toEqual([500, 400]);
    } finally {
      said.mockRestore();
    }
  });
});

test('a page of a long answer that is too long for one is logged once, as refused', async () => {
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

describe('the release', () => {
  test('that answers is named, with refusals too once it is known', async () => {
    const { ask } = service();
    for (const path of ['/lookup/id/X', '/lookup/id/NOPE', '/nosuch', '/lookup/id/X?content-type=image/png', '/']) {
      const { headers } = await ask(path);
      expect([headers.get('x-data-release'), headers.get('x-data-build')]).toEqual(['115', '115-r1']);
    }
  });

  test('is left out of a refusal where none can be read', async () => {
    const app = createApp({
      operations: toyOperations,
      openRelease: () => Promise.reject(new StoreError('the store is down')),
    });
    const refused = await app.request('http://localhost/rest/nosuch');
    expect([refused.status, refused.headers.get('x-data-release')]).toEqual([404, null]);
  });

  test('is chosen by the query, else by the header', async () => {
    const { asked, ask } = service();
    await ask('/lookup/id/X');
    await ask('/lookup/id/X?release=114');
    await ask('/lookup/id/X', { headers: { 'X-Data-Release': '113' } });
    await ask('/lookup/id/X?release=114', { headers: { 'X-Data-Release': '113' } });
    await ask('/lookup/id/X?release=');
    expect(asked).toEqual([undefined, '114', '113', '114', undefined]);
  });

  test('that does not exist is refused', async () => {
    const { ask } = service();
    const refused = await ask('/lookup/id/X?release=7');
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { error: "There is no release '7' here; there is 115" },
    ]);
  });

  test('of pages is chosen likewise, and their examples keep to it', async () => {
    const { asked, ask } = service();
    for (const path of ['/', '/reference', '/openapi.json']) await ask(path, { headers: { 'X-Data-Release': '114' } });
    const page = await ask('/documentation/GET/lookup/id/:id?release=113');
    expect(asked).toEqual(['114', '114', '114', '113', '113']);
    expect(await page.text()).toContain('/rest/lookup/id/X?release=113');
    expect([page.headers.get('x-data-release'), page.headers.get('vary')]).toEqual([
      '115',
      'Accept-Encoding, X-Data-Release',
    ]);
    expect((await ask('/?release=7')).status).toBe(404);
  });

  test('whose very build is named may be kept for long', async () => {
    const { ask } = service();
    expect((await ask('/lookup/id/X?release=115')).headers.get('cache-control')).toContain('max-age=300,');
    expect((await ask('/lookup/id/X?release=115-r1')).headers.get('cache-control')).toContain('max-age=86400,');
  });
});

test('Server-Timing tells reads, bytes and whether blocks were at hand', async () => {
  const { ask } = service();
  expect((await ask('/lookup/id/X')).headers.get('server-timing')).toMatch(/^total;dur=\d+(\.\d)?, cache;desc=none$/);
});
