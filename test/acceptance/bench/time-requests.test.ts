/** Which requests are timed, tested with instances that record their requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { askAll, timeOperation } from '../../../bench/operations/time-requests.ts';
import { at, present } from '../../../src/checked.ts';

/** A process without load, so that no test waits for it to become idle. */
const idle = spawn('sleep', ['600']);
afterAll(() => idle.kill());

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((settle) => server.close(settle));
});

/** @param asked receives the paths that the instance is asked for */
async function recordingInstance(asked: string[], milliseconds = 0) {
  const server = createServer(({ url }, response) => {
    asked.push(present(url, 'url').replace('/rest/', ''));
    setTimeout(() => response.end(), milliseconds);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pid: present(idle.pid, 'pid') };
}

const requests = ['/one', '/two', '/three'].map((path) => ({ path }));

test('each instance gets a different first request, and the last instance gets the rest', async () => {
  const asked: string[][] = [[], [], [], []];
  const instances = [];
  for (const some of asked) instances.push(await recordingInstance(some));
  const { cold, onward, warm } = await timeOperation(instances, requests, { seconds: 60, samples: 120 });
  expect([cold.samples, onward.samples, warm.samples]).toEqual([4, 220, 120]);
  expect(asked.map(({ length }) => length)).toEqual([1, 1, 1, 220]);
  expect(asked.map(([first]) => first)).toEqual(['one', 'two', 'three', 'one']);
  expect(at(asked, 3).slice(0, 4)).toEqual(['one', 'two', 'three', 'one']);
});

test('each of many requests is sent once before it counts as warm', async () => {
  const asked: string[] = [];
  const many = Array.from({ length: 150 }, (_, each) => ({ path: `/${each}` }));
  await timeOperation([await recordingInstance(asked)], many, { seconds: 60, samples: 3 });
  expect(asked.slice(150)).toEqual(['0', '1', '2']);
});

test('slow requests are timed less often, but each at least once', async () => {
  const asked: string[] = [];
  const { cold, onward, warm } = await timeOperation([await recordingInstance(asked, 20)], requests, {
    seconds: 0.01,
    samples: 500,
  });
  expect([cold.samples, onward.samples, warm.samples]).toEqual([1, 6, 3]);
  expect(asked).toEqual(['one', 'two', 'three', 'one', 'two', 'three']);
});

test('the CPU time of a process after its first answer counts for that answer', async () => {
  // Uses 100 ms of CPU after its first answer, and as much in another thread, which does not end.
  const script = `
    let first = true;
    const used = () => process.threadCpuUsage().user;
    const work = () => { for (const end = used() + 100_000; used() < end;); };
    const further = \`const used = \${used}; (\${work})(); setTimeout(() => {}, 1e9);\`;
    const answered = () => {
      if (first) setImmediate(() => { work(); new (require('node:worker_threads').Worker)(further, { eval: true }); });
      first = false;
    };
    require('node:http').createServer((_, response) => response.end(answered))
      .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = await once(child.stdout, 'data');
    const { first, cold, warm } = await timeOperation(
      [{ url: `http://127.0.0.1:${String(port).trim()}`, pid: present(child.pid, 'pid') }],
      requests,
      { seconds: 60, samples: 20 },
    );
    expect(cold.cpu.p50).toBeGreaterThan(100);
    expect(warm.cpu.mean).toBeLessThan(cold.cpu.p50 / 2);
    expect(first).toEqual([{ cpu: cold.cpu.p50, thread: expect.any(Number) }]);
    const { cpu, thread } = at(first, 0);
    expect(thread).toBeGreaterThan(100);
    expect(thread).toBeLessThan(cpu - 30);
  } finally {
    child.kill();
  }
});

test('askAll sends each request once', async () => {
  const asked: string[] = [];
  await askAll(await recordingInstance(asked), requests);
  expect(asked).toEqual(['one', 'two', 'three']);
});
