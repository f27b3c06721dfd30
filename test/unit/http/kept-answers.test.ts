import { describe, expect, test, vi } from 'vitest';
import { createApp, type AppOptions } from '../../../src/app.ts';
import { present } from '../../../src/checked.ts';
import { InMemoryRateLimiter } from '../../../src/http/rate-limit.ts';
import type { ReadCounts } from '../../../src/index/blocks/block-reader.ts';
import type { LogEntry } from '../../../src/http/observation.ts';
import { flag, header, operation, pathText, text } from '../../../src/operation/operation.ts';
import { ApiError } from '../../../src/api-error.ts';
import type { Release } from '../../../src/release/release.ts';
import { passingError } from '../../../src/store/store.ts';
import { toyRelease } from './toy-catalogue.ts';

const KiB = 1024;

/** Entries that all operations share. */
const COMMON = { group: 'Lookup', method: 'GET', summary: 'Notes what it computes.', formats: ['json'] } as const;

/** A service whose handlers note what they compute. */
function service({ answerBytes = 1024 * KiB, ...options }: Partial<AppOptions> = {}) {
  const computed: string[] = [];
  const log: LogEntry[] = [];
  const lookup = operation({
    ...COMMON,
    path: '/lookup/id/:id',
    parameters: { id: pathText('Any text'), letters: text('Letters to add'), many: flag('A stream') },
    formats: ['json', 'xml', 'jsonp'],
    example: '/lookup/id/X',
    handler: ({ params }) => {
      computed.push(params.id);
      if (params.id === 'NOPE') throw new ApiError('not found');
      if (params.many) return { kind: 'stream', chunks: chunksOf(params.id) };
      const hint = params.id === 'HINT' ? 'Look elsewhere' : undefined;
      const headers = params.id === 'LACKS' ? { 'x-missing-data': 'some' } : undefined;
      return { kind: 'value', value: { id: params.id, letters: (params.letters ?? '').repeat(1000) }, hint, headers };
    },
  });
  const ping = operation({
    ...COMMON,
    path: '/info/ping',
    parameters: {},
    uncached: true,
    example: '/info/ping',
    handler: () => {
      computed.push('ping');
      return { kind: 'value', value: { ping: 1 } };
    },
  });
  const part = operation({
    ...COMMON,
    path: '/part/:id',
    parameters: { id: pathText('Any text'), range: header('A part') },
    example: '/part/X',
    handler: ({ params }) => {
      computed.push(`${params.id} ${params.range}`);
      return { kind: 'value', value: params };
    },
  });
  const heavy = operation({
    ...COMMON,
    path: '/heavy/:id',
    parameters: { id: pathText('Any text') },
    example: '/heavy/X',
    handler: async ({ params, memory }) => {
      computed.push(params.id);
      await memory.reserve(1_000);
      return { kind: 'value', value: params };
    },
  });
  const typed = operation({
    ...COMMON,
    path: '/typed/:id',
    parameters: { id: pathText('Any text') },
    contentTypes: { json: 'application/vnd.typed+json' },
    example: '/typed/X',
    handler: ({ params }) => ({ kind: 'value', value: params }),
  });
  const app = createApp({
    operations: [lookup, ping, part, heavy, typed],
    openRelease: () => toyRelease,
    answerBytes,
    log: (entry) => log.push(entry),
    ...options,
  });
  const ask = async (path: string, init: RequestInit = {}, client?: string) =>
    app.request(`http://localhost/rest${path}`, init, { client });
  /** Asks so often that the answer is kept, then forgets what was computed. */
  const askTwice = async (path: string, init: RequestInit = {}) => {
    await ask(path, init);
    await ask(path, init);
    computed.length = 0;
    log.length = 0;
  };
  return { ask, askTwice, computed, log };
}

async function* chunksOf(id: string): AsyncIterable<string> {
  yield '["';
  yield id;
  yield '"]';
}

/** The toy release under another id. */
function releaseNamed(id: string): Release {
  const release: Release = Object.create(toyRelease);
  Object.defineProperty(release, 'manifest', { value: { ...toyRelease.manifest, id } });
  Object.defineProperty(release, 'forRequest', { value: () => release, writable: true });
  return release;
}

const headersOf = (response: Response) => {
  const { 'server-timing': timing, ...headers } = Object.fromEntries(response.headers);
  return { timing, headers };
};

describe('an answer', () => {
  test.each(['/lookup/id/X', '/lookup/id/HINT', '/lookup/id/X?many=1', '/lookup/id/X?callback=f', '/lookup/id/X.xml'])(
    '%s is computed twice, then sent again with the same bytes and headers',
    async (path) => {
      const { ask, computed } = service();
      const init = path.includes('callback') ? { headers: { accept: 'text/javascript' } } : {};
      const responses = [];
      for (let each = 0; each < 4; each++) responses.push(await ask(path, init));
      expect(computed).toHaveLength(2);
      const [first, ...others] = responses;
      const expected = headersOf(present(first, 'the first response'));
      const body = await present(first, 'the first response').text();
      expect(body.length).toBeGreaterThan(4);
      for (const other of others) {
        expect([other.status, headersOf(other).headers]).toEqual([200, expected.headers]);
        expect(await other.text()).toBe(body);
      }
      expect(headersOf(present(others[2], 'the last response')).timing).toMatch(/^total;dur=\d[^,]*, cache;desc=kept$/);
    },
  );

  test('is one for each format', async () => {
    const { ask, askTwice, computed } = service();
    await askTwice('/lookup/id/X');
    await askTwice('/lookup/id/X', { headers: { accept: 'text/xml' } });
    await askTwice('/lookup/id/X', { headers: { 'content-type': 'text/xml', accept: 'application/json' } });
    const types = [];
    for (const headers of [
      {},
      { accept: 'text/xml' },
      { 'content-type': 'text/xml', accept: 'application/json' },
    ] as Record<string, string>[])
      types.push((await ask('/lookup/id/X', { headers })).headers.get('content-type'));
    expect(types).toEqual(['application/json', 'text/xml; charset=utf-8', 'text/xml; charset=utf-8']);
    expect(computed).toEqual([]);
  });

  test('is not kept for a named release, nor if it is an error, a page, uncached, large or by a header', async () => {
    const { ask, computed } = service();
    const requests: [path: string, init: RequestInit][] = [
      ['/lookup/id/NOPE', {}],
      ['/lookup/id/PAGE', { headers: { accept: 'text/html' } }],
      ['/info/ping', {}],
      ['/lookup/id/QUERY?release=115', {}],
      ['/lookup/id/HEADER', { headers: { 'x-data-release': '115' } }],
      ['/lookup/id/HEAD', { method: 'HEAD' }],
      ['/part/A', {}],
      ['/heavy/B', {}],
    ];
    for (let each = 0; each < 4; each++) for (const [path, init] of requests) await ask(path, init);
    expect(computed).toEqual(
      Array.from({ length: 4 }, () => ['NOPE', 'PAGE', 'ping', 'QUERY', 'HEADER', 'HEAD', 'A undefined', 'B']).flat(),
    );
  });

  test('for the current release does not answer requests for a named one, or HEAD', async () => {
    const { ask, askTwice, computed } = service();
    await askTwice('/lookup/id/X');
    await ask('/lookup/id/X', { headers: { 'x-data-release': '115' } });
    const head = await ask('/lookup/id/X', { method: 'HEAD' });
    expect([computed, head.headers.get('content-length')]).toEqual([['X', 'X'], '23']);
  });

  test('is kept for at most eight forms of the headers that choose its format', async () => {
    const { ask, computed } = service();
    const form = (each: number) => ({ headers: { accept: `application/json;q=0.${each}` } });
    // Each form is computed once: the address was asked for before.
    await ask('/lookup/id/X');
    for (let each = 1; each <= 9; each++) await ask('/lookup/id/X', form(each));
    computed.length = 0;
    for (let each = 2; each <= 9; each++) await ask('/lookup/id/X', form(each));
    expect(computed).toEqual([]);
    await ask('/lookup/id/X', form(1));
    expect(computed).toEqual(['X']);
  });

  test('of one form leaves the others, even if many compute it at the same time', async () => {
    const { ask, askTwice, computed } = service();
    const xml = { headers: { accept: 'text/xml' } };
    await askTwice('/lookup/id/X', xml);
    await Promise.all(Array.from({ length: 20 }, () => ask('/lookup/id/X')));
    computed.length = 0;
    await ask('/lookup/id/X', xml);
    await ask('/lookup/id/X');
    expect(computed).toEqual([]);
  });

  test('is sent to a client whose header for the release is empty', async () => {
    const { ask, askTwice, computed } = service();
    await askTwice('/lookup/id/X');
    await ask('/lookup/id/X', { headers: { 'x-data-release': '' } });
    expect(computed).toEqual([]);
  });

  test('is kept for its address as sent', async () => {
    const { ask, computed } = service();
    for (let each = 0; each < 4; each++) await ask(`/lookup/id/X?wibble=${each}`);
    expect(computed).toHaveLength(4);
  });

  test('is not kept by default', async () => {
    const { ask, computed } = service({ answerBytes: 0 });
    for (let each = 0; each < 4; each++) await ask('/lookup/id/X');
    expect(computed).toHaveLength(4);
  });
});

test('a kept answer is a 304 for a client that has it, with the tag as the client sent it', async () => {
  const { ask, askTwice, computed, log } = service();
  const etag = present((await ask('/lookup/id/X')).headers.get('etag'), 'the tag');
  await askTwice('/lookup/id/X');
  for (const sent of [etag, `W/${etag}`]) {
    const same = await ask('/lookup/id/X', { headers: { 'if-none-match': `"other", ${sent}` } });
    expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, sent, '']);
    // As for a 304 that was not kept.
    const { timing, headers } = headersOf(same);
    const { headers: others } = headersOf(
      await service({ answerBytes: 0 }).ask('/lookup/id/X', { headers: { 'if-none-match': sent } }),
    );
    expect([timing, headers]).toEqual([undefined, others]);
  }
  const other = await ask('/lookup/id/X', { headers: { 'if-none-match': '"other"' } });
  expect([other.status, computed, log.map(({ status }) => status)]).toEqual([200, [], [304, 304, 200]]);
});

test.each(['HINT', 'LACKS'])('a 304 of a kept answer has no header that its handler computes: %s', async (id) => {
  const { ask, askTwice } = service();
  const etag = present((await ask(`/lookup/id/${id}`)).headers.get('etag'), 'the tag');
  await askTwice(`/lookup/id/${id}`);
  const { headers: computed } = headersOf(await ask(`/lookup/id/${id}`));
  expect(computed).toMatchObject(id === 'HINT' ? { 'x-hint': 'Look elsewhere' } : { 'x-missing-data': 'some' });
  const same = await ask(`/lookup/id/${id}`, { headers: { 'if-none-match': etag } });
  expect(same.status).toBe(304);
  const { headers: others } = headersOf(
    await service({ answerBytes: 0 }).ask(`/lookup/id/${id}`, { headers: { 'if-none-match': etag } }),
  );
  expect(headersOf(same).headers).toEqual(others);
});

test.each([0, 3])('a 304 after %i answers has the media type of the answer', async (before) => {
  const { ask } = service();
  const etag = present((await service().ask('/typed/X')).headers.get('etag'), 'the tag');
  for (let each = 0; each < before; each++) await ask('/typed/X');
  const same = await ask('/typed/X', { headers: { 'if-none-match': etag } });
  expect([same.status, same.headers.get('content-type')]).toEqual([304, 'application/vnd.typed+json']);
});

test('a new release answers by itself, and its answers are kept', async () => {
  let release = releaseNamed('115-r1');
  const { ask, askTwice, computed } = service({ openRelease: () => release });
  await askTwice('/lookup/id/X');
  release = releaseNamed('116-r1');
  const builds = [];
  for (let each = 0; each < 4; each++) builds.push((await ask('/lookup/id/X')).headers.get('x-data-build'));
  expect([builds, computed]).toEqual([Array(4).fill('116-r1'), ['X', 'X']]);
});

test('a request for a kept answer waits for the pointer, and gets it if the release is the same', async () => {
  let opened: Release | Promise<Release> = releaseNamed('115-r1');
  const { ask, askTwice, computed, log } = service({ openRelease: () => opened });
  await askTwice('/lookup/id/X');
  const same = releaseNamed('115-r1');
  opened = new Promise((settle) => setTimeout(() => settle(same), 20));
  const response = await ask('/lookup/id/X');
  expect([response.status, computed]).toEqual([200, []]);
  // Timers may be a little early.
  expect(log.map(({ ms, cache }) => [ms >= 15, cache])).toEqual([[true, 'kept']]);
});

test('a request for a kept answer waits for the pointer, and gets that of a newer release', async () => {
  let opened: Release | Promise<Release> = releaseNamed('115-r1');
  const { ask, askTwice, computed } = service({ openRelease: () => opened });
  await askTwice('/lookup/id/X');
  const newer = releaseNamed('116-r1');
  opened = new Promise((settle) => setTimeout(() => settle((opened = newer)), 5));
  expect((await ask('/lookup/id/X')).headers.get('x-data-build')).toBe('116-r1');
  expect(computed).toEqual(['X']);
});

test('an answer is not kept if a read failed for it, since it may lack something', async () => {
  let failed = true;
  const release = releaseNamed('115-r1');
  release.forRequest = (counts: ReadCounts) => {
    counts.failed = failed;
    return release;
  };
  const { ask, computed } = service({ openRelease: () => release });
  for (let each = 0; each < 4; each++) await ask('/lookup/id/X');
  failed = false;
  for (let each = 0; each < 4; each++) await ask('/lookup/id/X');
  expect(computed).toHaveLength(6);
});

test('a kept answer is not sent while no release can be read', async () => {
  let away = false;
  const { ask, askTwice } = service({
    openRelease: () => (away ? Promise.reject(passingError('the store is away')) : toyRelease),
  });
  await askTwice('/lookup/id/X');
  away = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await ask('/lookup/id/X');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toEqual({ error: expect.stringContaining('cannot be read at the moment') });
  vi.restoreAllMocks();
});

test('a kept answer is logged with its operation, as kept', async () => {
  const { ask, askTwice, log } = service();
  await askTwice('/lookup/id/X?wibble=1');
  await ask('/lookup/id/X?wibble=1');
  expect(log).toEqual([
    {
      method: 'GET',
      path: '/rest/lookup/id/X?wibble=1',
      status: 200,
      operation: 'GET /lookup/id/:id',
      format: 'json',
      release: '115-r1',
      reads: 0,
      bytes: 0,
      usedBytes: 0,
      cache: 'kept',
      ms: expect.any(Number),
      storeMs: 0,
      cpuMs: expect.any(Number),
    },
  ]);
});

describe('a limit', () => {
  const limits = (response: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => response.headers.get(`x-ratelimit-${name}`));

  test.each([
    ['within the process', (limiter: InMemoryRateLimiter) => limiter],
    [
      'elsewhere',
      (limiter: InMemoryRateLimiter) => ({
        limit: 4,
        period: 60,
        behindCache: false,
        take: async (client: string, requests?: number) => limiter.take(client, requests),
      }),
    ],
  ])('that is counted %s holds for kept answers, for each client', async (_, counted) => {
    const limiter = counted(new InMemoryRateLimiter({ limit: 4, period: 60 }, { now: () => 0 }));
    const { ask, computed } = service({ limiter });
    const seen = [];
    for (let each = 0; each < 5; each++) {
      const response = await ask('/lookup/id/X', {}, 'a');
      seen.push([response.status, ...limits(response), response.headers.get('retry-after')]);
    }
    expect(seen).toEqual([
      [200, '4', '3', '60', null],
      [200, '4', '2', '60', null],
      [200, '4', '1', '60', null],
      [200, '4', '0', '60', null],
      [429, '4', '0', '60', '60'],
    ]);
    const refused = await ask('/lookup/id/X', {}, 'a');
    expect([refused.headers.get('etag'), refused.headers.get('cache-control'), await refused.json()]).toEqual([
      null,
      'no-store',
      { error: 'You have sent more than 4 requests in 60 seconds. Please wait 60 seconds' },
    ]);
    expect(limits(await ask('/lookup/id/X', {}, 'b'))).toEqual(['4', '3', '60']);
    expect(computed).toHaveLength(2);
  });

  test('is shown in full if a shared cache may send the answer to others', async () => {
    const limiter = new InMemoryRateLimiter({ limit: 9, period: 60 }, { behindCache: true, now: () => 0 });
    const { ask } = service({ limiter });
    for (let each = 0; each < 4; each++) expect(limits(await ask('/lookup/id/X', {}, 'a'))).toEqual(['9', '9', '60']);
  });
});

describe('the memory', () => {
  test('holds the answers that were used last', async () => {
    // An answer takes 3,000 bytes of text and 2,000 for the rest. Half of the budget holds 12 of them.
    const { ask, askTwice, computed } = service({ answerBytes: 128 * KiB });
    const path = (id: string) => `/lookup/id/${id}?letters=abc`;
    await askTwice(path('USED'));
    await askTwice(path('UNUSED'));
    for (let each = 0; each < 40; each++) {
      await askTwice(path(`OTHER${each}`));
      await ask(path('USED'));
      expect(computed).toEqual([]);
    }
    await ask(path('UNUSED'));
    expect(computed).toEqual(['UNUSED']);
  });

  test('does not hold an answer that would take a large part of it', async () => {
    const { ask, computed } = service({ answerBytes: 128 * KiB });
    // 6 KB are less than a sixteenth of 128 KiB, 7 KB of two bytes each are more.
    for (let each = 0; each < 4; each++) await ask('/lookup/id/SMALL?letters=abcdef');
    expect(computed).toEqual(['SMALL', 'SMALL']);
    for (let each = 0; each < 4; each++) await ask('/lookup/id/LARGE?letters=abcdefg');
    for (let each = 0; each < 4; each++) await ask(`/lookup/id/WIDE?letters=${encodeURIComponent('αβγδ')}`);
    expect(computed.slice(2)).toEqual([...Array(4).fill('LARGE'), ...Array(4).fill('WIDE')]);
  });

  test('holds answers between whose requests some thousand others came', async () => {
    const { ask, askTwice, computed } = service({ answerBytes: 16 * 1024 * KiB });
    const hot = Array.from({ length: 20 }, (_, each) => `/lookup/id/HOT${each}`);
    for (const path of hot) await ask(path);
    for (let each = 0; each < 2_000; each++) await ask(`/lookup/id/ONCE${each}`);
    for (const path of hot) await ask(path);
    computed.length = 0;
    for (const path of hot) await ask(path);
    // Some were forgotten, since others had the same last bits: about a fifth.
    expect(computed.length).toBeLessThan(10);
    await askTwice('/lookup/id/HOT0');
    await ask('/lookup/id/HOT0');
    expect(computed).toEqual([]);
  });
});
