/** A service whose log cannot be written answers all the same. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';

const FULL = '/dev/full';
const index = await demoIndex();

test.skipIf(!existsSync(FULL))(
  'a service whose log is on a full disk answers',
  async () => {
    const log = await open(FULL, 'w');
    const port = await freePort();
    const service = spawn(
      process.execPath,
      ['cli/genomic-edge.ts', 'serve', '--log', '--index', index, '--port', String(port)],
      { stdio: ['ignore', log.fd, log.fd] },
    );
    const ended = once(service, 'exit');
    try {
      const ping = () =>
        fetch(`http://127.0.0.1:${port}/rest/info/ping`, { headers: { accept: 'application/json' } }).then(
          (response) => response.json(),
          () => null,
        );
      await expect.poll(ping, { timeout: 60_000 }).toEqual({ ping: 1 });
      for (let request = 0; request < 20; request++) expect(await ping()).toEqual({ ping: 1 });
      expect(service.exitCode).toBeNull();
    } finally {
      service.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      await log.close();
    }
  },
  120_000,
);

/** A port that is free for now: the service cannot say which one it chose. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
