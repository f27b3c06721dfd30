/** Which requests are timed, and which are not: of a service that keeps what it is asked. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FORGET } from '../../bench/operations/measured-service.ts';
import { timeCold, timeWarm } from '../../bench/operations/time-requests.ts';

interface Asked {
  path: string;
  forgets: boolean;
}

let server: Server;
afterEach(() => new Promise((settle) => server.close(settle)));

async function serviceThatKeeps(asked: Asked[], milliseconds = 0) {
  server = createServer(({ url, headers }, response) => {
    asked.push({ path: url!, forgets: FORGET in headers });
    setTimeout(() => response.end(), milliseconds);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pid: process.pid, stop: async () => {} };
}

const requests = ['/one', '/two', '/three'].map((path) => ({ path }));

test('warm requests are timed after a hundred others, of which the first ten are told apart', async () => {
  const asked: Asked[] = [];
  const { first, warm } = await timeWarm(await serviceThatKeeps(asked), requests, { seconds: 60, samples: 20 });
  expect([first.samples, warm.samples, asked.length]).toEqual([10, 20, 120]);
  expect(asked.some(({ forgets }) => forgets)).toBe(false);
  expect(asked.slice(0, 4).map(({ path }) => path)).toEqual(['/rest/one', '/rest/two', '/rest/three', '/rest/one']);
});

test('each of many requests has been asked for before it is timed', async () => {
  const asked: Asked[] = [];
  const many = Array.from({ length: 150 }, (_, each) => ({ path: `/${each}` }));
  await timeWarm(await serviceThatKeeps(asked), many, { seconds: 60, samples: 3 });
  expect(asked.slice(150).map(({ path }) => path)).toEqual(['/rest/0', '/rest/1', '/rest/2']);
});

test('cold requests find nothing at hand', async () => {
  const asked: Asked[] = [];
  const { samples } = await timeCold(await serviceThatKeeps(asked), requests, { seconds: 60, samples: 20 });
  expect(samples).toBe(20);
  expect(asked.every(({ forgets }) => forgets)).toBe(true);
});

test('slow ones are fewer, but some', async () => {
  const asked: Asked[] = [];
  const { first, warm } = await timeWarm(await serviceThatKeeps(asked, 20), requests, { seconds: 0.01, samples: 500 });
  expect([first.samples, warm.samples, asked.length]).toEqual([3, 3, 9]);
});
