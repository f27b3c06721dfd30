import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpRangeStore } from '../../../src/store/http-range-store.ts';
import { StoreError } from '../../../src/store/store.ts';
import { only } from '../../../src/checked.ts';

const content = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
let server: Server;
let base: string;
const paths: string[] = [];

/** A web server with correct answers below /good and one kind of wrong answer below each other folder. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  paths.push(request.url ?? '');
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const range = { start: Number(from), end: Math.min(Number(to), content.length - 1) };
  const partial = (start: number, end: number) =>
    response
      .writeHead(206, { 'content-range': `bytes ${start}-${end}/${content.length}` })
      .end(content.subarray(start, end + 1));
  if (request.url === '/good/a%20b/object.bin' || request.url === '/good/current') {
    if (from === undefined) response.end(content);
    else if (range.start >= content.length) response.writeHead(416).end();
    else partial(range.start, range.end);
  } else if (request.url === '/whole/x') response.end(content);
  else if (request.url === '/elsewhere/x') partial(0, 9);
  else if (request.url === '/longer/x') partial(range.start, range.end + 5);
  else if (request.url === '/broken/x') response.writeHead(500).end('oops');
  else if (request.url === '/cut/x')
    response.writeHead(206, { 'content-length': '10' }).write(content.subarray(0, 5), () => response.destroy());
  else response.writeHead(404).end();
}

async function listen(started: Server): Promise<number> {
  await new Promise<void>((listening) => started.listen(0, '127.0.0.1', listening));
  const address = started.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

beforeAll(async () => {
  server = createServer(answer);
  base = `http://127.0.0.1:${await listen(server)}`;
});

afterAll(() => new Promise((closed) => server.close(closed)));

test('reads ranges and values by escaped names, with or without a slash at the end of the base', async () => {
  for (const store of [new HttpRangeStore(`${base}/good`), new HttpRangeStore(new URL(`${base}/good/`))]) {
    expect(await store.read({ object: 'a b/object.bin', offset: 10, length: 20 })).toEqual(content.subarray(10, 30));
    expect(await store.value('current')).toEqual(content);
    expect(await store.value('current', { first: 10 })).toEqual(content.subarray(0, 10));
    expect(await store.value('none')).toBeNull();
  }
});

test('reads from a server that does not support ranges', async () => {
  const store = new HttpRangeStore(`${base}/whole`);
  expect(await store.read({ object: 'x', offset: 990, length: 10 })).toEqual(content.subarray(990));
  await expect(store.read({ object: 'x', offset: 990, length: 11 })).rejects.toThrow('x ends before byte 1001');
});

test.each([
  ['good', 'missing', /^missing is not at http:/],
  ['elsewhere', 'x', 'asked for bytes 100-109, the server sent bytes 0-9/1000'],
  ['longer', 'x', 'asked for 10 bytes, the server sent 15'],
  ['broken', 'x', 'x: the server answered 500'],
  ['cut', 'x', 'x: the server closed the connection within its answer'],
])('rejects %s/%s with a StoreError that names the reason', async (path, object, message) => {
  const read = new HttpRangeStore(`${base}/${path}`).read({ object, offset: 100, length: 10 });
  await expect(read).rejects.toThrow(StoreError);
  await expect(read).rejects.toThrow(message);
});

test('marks errors that a retry may fix as passing', async () => {
  const answers = (status: number, headers: Record<string, string> = {}, body = 'short') =>
    new HttpRangeStore('http://host', async () => new Response(body, { status, headers }));
  const failure = (store: HttpRangeStore) =>
    store.read({ object: 'x', offset: 0, length: 10 }).catch((error: StoreError) => error.passing);
  for (const status of [408, 429, 500, 502, 503, 504])
    expect(await failure(answers(status)), String(status)).toBe(true);
  for (const status of [400, 401, 403, 404, 410, 416])
    expect(await failure(answers(status)), String(status)).toBe(false);
  expect(await failure(answers(206, { 'content-range': 'bytes 0-4/100' }))).toBe(true);
  expect(await failure(answers(206, { 'content-range': 'bytes 0-4/5' }))).toBe(false);
  expect(await failure(answers(200))).toBe(false);
  expect(await failure(new HttpRangeStore('http://host', async () => Promise.reject(new TypeError('network'))))).toBe(
    true,
  );
});

test('stops at an abort signal, and bypasses caches for a fresh read', async () => {
  const abort = new AbortController();
  const requests: RequestInit[] = [];
  const store = new HttpRangeStore('http://host', (_, init = {}) => {
    requests.push(init);
    const { signal } = init;
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  const reading = store.read({ object: 'x', offset: 0, length: 10 }, { signal: abort.signal, fresh: true });
  abort.abort();
  await expect(reading).rejects.toThrow(StoreError);
  expect(new Headers(only(requests).headers).get('cache-control')).toBe('no-cache');
});

test('rejects a range that starts or ends after the end of the object', async () => {
  const store = new HttpRangeStore(`${base}/good`);
  await expect(store.read({ object: 'a b/object.bin', offset: 5000, length: 10 })).rejects.toThrow(
    'ends before byte 5010',
  );
  await expect(store.read({ object: 'a b/object.bin', offset: 995, length: 10 })).rejects.toThrow(
    'ends before byte 1005',
  );
});

test('rejects names that leave the folder, and names the reason if the server cannot be reached', async () => {
  paths.length = 0;
  await expect(new HttpRangeStore(`${base}/good`).value('../whole/x')).rejects.toThrow('is not an object name');
  expect(paths).toEqual([]);
  const closed = createServer();
  const port = await listen(closed);
  await new Promise((done) => closed.close(done));
  await expect(new HttpRangeStore(`http://127.0.0.1:${port}`).value('x')).rejects.toThrow(
    `http://127.0.0.1:${port}/x cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
  await expect(new HttpRangeStore(base.replace('http:', 'https:')).value('x')).rejects.toThrow(
    /cannot be reached: .*SSL/,
  );
});

test('shows the URL once in errors of Deno', async () => {
  const cause = new Error(
    'error sending request for url (https://host/x): client error (Connect): ' +
      'tcp connect error: Connection refused (os error 111)',
  );
  const store = new HttpRangeStore('https://host', () => Promise.reject(new TypeError('fetch failed', { cause })));
  await expect(store.value('x')).rejects.toThrow(
    /^https:\/\/host\/x cannot be reached: client error \(Connect\): tcp connect error: Connection refused/,
  );
});
