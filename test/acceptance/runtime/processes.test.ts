/** `serve --processes`: several processes of Deno on one port. */
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { at, present } from '../../../src/checked.ts';
import { serveWithDeno } from '../../../cli/serve/deno-runtime.ts';
import type { ServedIndex, ServeOptions } from '../../../cli/serve/served-index.ts';
import { demoIndex } from '../../support/demo-index.ts';

const running: ServedIndex[] = [];

afterEach(async () => {
  for (const served of running.splice(0)) await served.stop();
});

async function serve(options: Partial<ServeOptions> = {}): Promise<ServedIndex> {
  const index = await demoIndex();
  const served = await serveWithDeno({ index, port: 0, host: '127.0.0.1', processes: 2, ...options });
  running.push(served);
  return served;
}

/** Status and ETag of an answer over a connection of its own. */
function get(url: string): Promise<{ status: number; etag: string | undefined }> {
  return new Promise((settle, reject) => {
    const sent = request(url, { agent: false, headers: { connection: 'close' } }, (response) => {
      response.resume();
      const { statusCode = 0, headers } = response;
      response.once('end', () => settle({ status: statusCode, etag: headers.etag }));
    });
    sent.once('error', reject);
    sent.end();
  });
}

const pids = (served: ServedIndex) => present(served.pids, 'the processes')();

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error('the condition did not become true in 10 seconds');
}

describe.runIf(process.platform === 'linux')('two processes on one port', () => {
  test('both answer, with the same ETag', async () => {
    const served = await serve();
    expect(new Set(pids(served)).size).toBe(2);
    const answers = await Promise.all(Array.from({ length: 40 }, () => get(`${served.url}/info/species`)));
    expect(new Set(answers.map(({ status, etag }) => `${status} ${etag}`)).size).toBe(1);
    expect(at(answers, 0).status).toBe(200);
  });

  test('a process that is killed is replaced, and the other one answers meanwhile', async () => {
    const served = await serve();
    const before = pids(served);
    process.kill(at(before, 0), 'SIGKILL');
    await until(() => pids(served).length === 1);
    for (let each = 0; each < 20; each++) expect((await get(`${served.url}/info/ping`)).status).toBe(200);
    await until(() => pids(served).length === 2);
    expect(pids(served)).toContain(at(before, 1));
    expect(pids(served)).not.toContain(at(before, 0));
  });

  test('a restart replaces both and ends running requests first', async () => {
    const served = await serve();
    const before = pids(served);
    const long = Promise.all(
      Array.from({ length: 4 }, () => get(`${served.url}/overlap/region/demo_mouse/1:1-30000?feature=gene`)),
    );
    const restarted = present(served.restart, 'the restart')();
    expect((await long).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await restarted;
    expect(pids(served)).toHaveLength(2);
    for (const pid of before) expect(pids(served)).not.toContain(pid);
    expect((await get(`${served.url}/info/ping`)).status).toBe(200);
  });

  test('count the requests of a client together', async () => {
    const served = await serve({ rateLimit: '20/3600' });
    const path = `${served.url}/info/species`;
    for (let each = 0; each < 20; each++) await get(path);
    await until(async () => (await get(path)).status === 429);
    await sleep(500);
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await get(path)).status));
    expect(new Set(statuses)).toEqual(new Set([429]));
  });

  test('a port that another service listens on is refused', async () => {
    const other = createServer();
    await new Promise<void>((settle) => other.listen(0, '127.0.0.1', settle));
    const { port } = other.address() as AddressInfo;
    await expect(serve({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use: choose another with --port`);
    const served = await serve();
    await expect(serve({ port: Number(new URL(served.url).port) })).rejects.toThrow('is in use');
    other.close();
  });
});
