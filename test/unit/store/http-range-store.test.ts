import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpRangeStore } from '../../../src/store/http-range-store.ts';
import { StoreError } from '../../../src/store/store.ts';
import { at } from '../../../src/checked.ts';

const content = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
let server: Server;
let base: string;
const paths: string[] = [];

/** A web server that answers rightly below /good, and in as many wrong ways as there are names elsewhere. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  paths.push(request.url!);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const range = { start: Number(from), end: Math.min(Number(to), content.length - 1) };
  const partial = (start: number, end: number, said = start) =>
    response
      .writeHead(206, { 'content-range': `bytes ${said}-${end}/${content.length}` })
      .end(content.subarray(start, end + 1));
  if (request.url === '/good/a%20b/object.bin' || request.url === '/good/current') {
    if (from === undefined) response.end(content);
    else if (range.start >= content.length) response.writeHead(416).end();
    else partial(range.start, range.end);
  } else if (request.url === '/whole/x') response.end(content);
  else if (request.url === '/elsewhere/x') partial(0, 9, 0);
  else if (request.url === '/longer/x') partial(range.start, range.end + 5);
  else if (request.url === '/broken/x') response.writeHead(500).end('oops');
  else if (request.url === '/cut/x')
    response.writeHead(206, { 'content-length': '10' }).write(content.subarray(0, 5), () => response.destroy());
  else response.writeHead(404).end();
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((closed) => server.close(closed)));

test('ranges and values are read, by escaped names, with or without a slash at the end of the base', async () => {
  for (const store of [new HttpRangeStore(`${base}/good`), new HttpRangeStore(new URL(`${base}/good/`))]) {
    expect(await store.read({ object: 'a b/object.bin', offset: 10, length: 20 })).toEqual(content.subarray(10, 30));
    expect(await store.value('current')).toEqual(content);
    expect(await store.value('current', { first: 10 })).toEqual(content.subarray(0, 10));
    expect(await store.value('none')).toBeNull();
  }
});

test('a server without ranges is read from all the same', async () => {
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
])('%s/%s is a StoreError that says why', async (path, object, message) => {
  const read = new HttpRangeStore(`${base}/${path}`).read({ object, offset: 100, length: 10 });
  await expect(read).rejects.toThrow(StoreError);
  await expect(read).rejects.toThrow(message);
});

test('says what may be better at the next try', async () => {
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

test('gives up when it is told to, and asks past caches for what was damaged', async () => {
  const abort = new AbortController();
  const asked: RequestInit[] = [];
  const store = new HttpRangeStore('http://host', (_, init) => {
    asked.push(init!);
    return new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)));
  });
  const reading = store.read({ object: 'x', offset: 0, length: 10 }, { signal: abort.signal, fresh: true });
  abort.abort();
  await expect(reading).rejects.toThrow(StoreError);
  expect(new Headers(at(asked, 0).headers).get('cache-control')).toBe('no-cache');
});

test('a range behind the end, and an end within it', async () => {
  const store = new HttpRangeStore(`${base}/good`);
  await expect(store.read({ object: 'a b/object.bin', offset: 5000, length: 10 })).rejects.toThrow(
    'ends before byte 5010',
  );
  await expect(store.read({ object: 'a b/object.bin', offset: 995, length: 10 })).rejects.toThrow(
    'ends before byte 1005',
  );
});

test('names never leave the folder, a server that is not there is a StoreError that says why', async () => {
  paths.length = 0;
  await expect(new HttpRangeStore(`${base}/good`).value('../whole/x')).rejects.toThrow('is not an object name');
  expect(paths).toEqual([]);
  const closed = createServer();
  await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  await expect(new HttpRangeStore(`http://127.0.0.1:${port}`).value('x')).rejects.toThrow(
    `http://127.0.0.1:${port}/x cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
  await expect(new HttpRangeStore(base.replace('http:', 'https:')).value('x')).rejects.toThrow(
    /cannot be reached: .*SSL/,
  );
});

test('as Deno tells it, the address stands there once', async () => {
  const cause = new Error(
    'error sending request for url (https://host/x): client error (Connect): ' +
      'tcp connect error: Connection refused (os error 111)',
  );
  const store = new HttpRangeStore('https://host', () => Promise.reject(new TypeError('fetch failed', { cause })));
  await expect(store.value('x')).rejects.toThrow(
    /^https:\/\/host\/x cannot be reached: client error \(Connect\): tcp connect error: Connection refused/,
  );
});
