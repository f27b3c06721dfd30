import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { JointRateLimiter } from '../../../src/http/joint-rate-limit.ts';
import { clientOf, CloudflareRateLimiter, InMemoryRateLimiter, readRateLimit } from '../../../src/http/rate-limit.ts';
import { toyOperations, toyRelease } from './toy-catalogue.ts';
import { get, present } from '../../../src/checked.ts';

const service = (limiter: InMemoryRateLimiter | CloudflareRateLimiter) => {
  const app = createApp({ operations: toyOperations, openRelease: () => toyRelease, limiter });
  return async (client?: string, path = '/lookup/id/X', headers = {}) =>
    app.request(`http://localhost/rest${path}`, { headers }, { client });
};
const limits = (response: Response) =>
  ['limit', 'remaining', 'reset', 'period'].map((name) => response.headers.get(`x-ratelimit-${name}`));

test('every answer without a limit shows the whole limit of Ensembl', async () => {
  const app = createApp({ operations: toyOperations, openRelease: () => toyRelease });
  const full = ['55000', '55000', '3600', '3600'];
  for (const [method, path, status] of [
    ['GET', '/rest/lookup/id/X', 200],
    ['HEAD', '/rest/lookup/id/X', 200],
    ['GET', '/lookup/id/X', 200],
    ['GET', '/rest/lookup/id/NOPE', 400],
    ['GET', '/rest/nosuch', 404],
    ['PUT', '/rest/lookup/id', 405],
    ['OPTIONS', '/rest/lookup/id', 204],
    ['GET', '/', 200],
    ['GET', '/openapi', 301],
  ] as const) {
    const response = await app.request(`http://localhost${path}`, { method });
    expect([method, path, response.status, ...limits(response)]).toEqual([method, path, status, ...full]);
  }
  const etag = present((await app.request('http://localhost/rest/lookup/id/X')).headers.get('etag'), 'the ETag');
  const same = await app.request('http://localhost/rest/lookup/id/X', { headers: { 'if-none-match': etag } });
  expect([same.status, ...limits(same)]).toEqual([304, ...full]);
});

describe('requests that the process counts', () => {
  test("are reported in Ensembl's headers, get a 429 over the limit, and pass again in the next period", async () => {
    let now = 1_000_000;
    const ask = service(new InMemoryRateLimiter({ limit: 2, period: 60 }, { now: () => now }));
    expect(limits(await ask('a'))).toEqual(['2', '1', '60', '60']);
    now += 20_500;
    expect(limits(await ask('a'))).toEqual(['2', '0', '40', '60']);
    const rejected = await ask('a');
    expect([rejected.status, rejected.headers.get('retry-after'), limits(rejected)]).toEqual([
      429,
      '40',
      ['2', '0', '40', '60'],
    ]);
    expect(await rejected.json()).toEqual({
      error: 'You have sent more than 2 requests in 60 seconds. Please wait 40 seconds',
    });
    expect(rejected.headers.get('access-control-expose-headers')).toBe('*');
    expect((await ask('b')).status).toBe(200);
    now += 39_500;
    expect((await ask('a')).status).toBe(200);
  });

  test('include errors and answers with the status 304', async () => {
    const ask = service(new InMemoryRateLimiter({ limit: 10, period: 60 }));
    const etag = get((await ask('a')).headers, 'etag');
    expect(limits(await ask('a', '/nosuch'))[1]).toBe('8');
    const same = await ask('a', undefined, { 'if-none-match': etag });
    expect([same.status, limits(same)[1]]).toEqual([304, '7']);
  });

  test('do not include preflight requests, which show the count', async () => {
    const app = createApp({
      operations,
      openRelease: () => toyRelease,
      limiter: new InMemoryRateLimiter({ limit: 2, period: 60 }),
    });
    const ask = (method: string) => app.request('http://localhost/rest/info/ping', { method }, { client: '192.0.2.1' });
    expect(limits(await ask('OPTIONS'))).toEqual(['2', '2', '60', '60']);
    await ask('GET');
    expect(limits(await ask('OPTIONS'))).toEqual(['2', '1', '60', '60']);
  });

  test('are counted again after at most the period', () => {
    // Adding 60,000 to this time and subtracting the time again gives more than 60,000.
    const limiter = new InMemoryRateLimiter({ limit: 2, period: 60 }, { now: () => 209_513.15203514913 });
    expect(limiter.take('192.0.2.1').reset).toBe(60);
  });

  test('never include health checks', async () => {
    const app = createApp({
      operations,
      openRelease: () => toyRelease,
      limiter: new InMemoryRateLimiter({ limit: 1, period: 60 }),
    });
    for (let time = 0; time < 3; time++)
      expect((await app.request('http://localhost/rest/info/ping', {}, { client: '192.0.2.1' })).status).toBe(200);
    expect(limits(await app.request('http://localhost/rest/info/ping', {}, { client: '192.0.2.1' }))).toEqual([
      '1',
      '0',
      '60',
      '60',
    ]);
  });

  test('do not include those without a client address', async () => {
    const ask = service(new InMemoryRateLimiter({ limit: 1, period: 60 }));
    for (let time = 0; time < 3; time++) expect((await ask()).status).toBe(200);
    expect(limits(await ask())).toEqual(['1', '1', '60', '60']);
  });

  test('are counted for the most recent 100,000 clients', () => {
    const counted = new InMemoryRateLimiter({ limit: 1, period: 60 });
    counted.take('first');
    for (let each = 0; each < 99_999; each++) counted.take(`client ${each}`);
    expect(counted.take('first').allowed).toBe(false);
    counted.take('one more');
    expect(counted.take('first').allowed).toBe(true);
  });
});

test('requests from one IPv6 network count as those of one client', async () => {
  const ask = service(new InMemoryRateLimiter({ limit: 2, period: 60 }));
  const statuses = [];
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::', '2001:db8:0:1::1'])
    statuses.push((await ask(address)).status);
  expect(statuses).toEqual([200, 200, 429, 200]);
});

describe('behind a cache', () => {
  test('cacheable answers report the whole limit, because other clients get them too', async () => {
    const ask = service(new InMemoryRateLimiter({ limit: 2, period: 60 }, { behindCache: true }));
    const kept = await ask('a');
    expect(limits(kept)).toEqual(['2', '2', '60', '60']);
    const same = await ask('a', undefined, { 'if-none-match': get(kept.headers, 'etag') });
    expect([same.status, limits(same)]).toEqual([304, ['2', '2', '60', '60']]);
    expect(limits(await ask('b', '/'))).toEqual(['2', '2', '60', '60']);
    expect(limits(await ask('b', '/lookup/id/NOPE'))[1]).toBe('0');
    const rejected = await ask('b');
    expect([rejected.status, limits(rejected)[1], rejected.headers.get('cache-control')]).toEqual([
      429,
      '0',
      'no-store',
    ]);
  });
});

describe('requests that the platform counts', () => {
  test('pass if the platform does not answer', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const binding = { limit: () => Promise.reject(new Error('away')) };
    expect((await service(new CloudflareRateLimiter(binding, { limit: 1, period: 10 }))('a')).status).toBe(200);
    expect(errors).toHaveBeenCalledOnce();
    errors.mockRestore();
  });

  test('pass or fail by the count of the platform only', async () => {
    const keys: string[] = [];
    let success = true;
    const binding = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success };
      },
    };
    const ask = service(new CloudflareRateLimiter(binding, { limit: 1, period: 10 }));
    // Cacheable answers report no count, so this is an error.
    expect(limits(await ask('a', '/lookup/id/NOPE')).slice(0, 2)).toEqual(['1', '0']);
    expect((await ask('a')).status).toBe(200);
    success = false;
    const rejected = await ask('b');
    expect([rejected.status, limits(rejected)[1]]).toEqual([429, '0']);
    expect(keys).toEqual(['a', 'a', 'b']);
  });
});

test('a limit is parsed as requests and seconds', () => {
  expect(readRateLimit('55000/3600')).toEqual({ limit: 55_000, period: 3600 });
  for (const text of ['', '5', '0/60', '5/0', '5/60s', '-1/60'])
    expect(() => readRateLimit(text)).toThrow('requests/seconds');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:ffff::]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s belongs to the client %s', (text, client) => expect(clientOf(text)).toBe(client));

test.each(['', 'unknown', '_hidden', '1.2.3', '1:2:3', '::1::', '[::1', 'a'.repeat(10_000), '2001:db8::1/../x'])(
  '%j is not an address',
  (text) => expect(clientOf(text)).toBe(null),
);

test('two processes count the requests of a client together once they have reported their counts', () => {
  const rate = { limit: 5, period: 60 };
  const [one, other] = [rate, rate].map((each) => new JointRateLimiter(new InMemoryRateLimiter(each)));
  if (!one || !other) throw new Error('two limiters');
  for (let each = 0; each < 4; each++) expect(one.take('a').allowed).toBe(true);
  expect(other.take('a')).toMatchObject({ allowed: true, remaining: 4 });
  other.add(present(one.report(), 'the counts'));
  expect(one.report()).toBeNull();
  expect(other.take('a', 0).remaining).toBe(0);
  expect(other.take('a').allowed).toBe(false);
  expect(other.take('b').allowed).toBe(true);
  // What others reported is not reported again.
  expect(present(other.report(), 'the counts')).toBe('{"a":2,"b":1}');
});
