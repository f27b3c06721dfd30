/** src/deno.ts when a platform starts it directly, with only environment variables. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { denoBinary } from '../../../cli/serve/deno-process.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { present } from '../../../src/checked.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
let stop: (() => void) | undefined;

afterEach(() => stop?.());

/** Starts the entry point like a platform. @returns its address, or its error output when it ends */
async function start(
  permissions: string[],
  variables: Record<string, string>,
): Promise<{ url: string; log: () => string } | { refusal: string }> {
  const child = spawn(denoBinary(), ['run', '--no-prompt', ...permissions, 'src/deno.ts'], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stop = () => void child.kill();
  let [said, complaint] = ['', ''];
  child.stderr.on('data', (text) => (complaint += text));
  return new Promise((settle) => {
    child.stdout.on('data', (text) => {
      said += text;
      const url = /Listening on (\S+)/.exec(said)?.[1];
      if (url) settle({ url, log: () => said });
    });
    child.once('close', () => settle({ refusal: complaint.trim() }));
  });
}

/** The permissions of the image of deploy/, with another index folder. */
async function permissionsOfImage(index: string): Promise<string[]> {
  const [, command] = present(
    /^ENTRYPOINT (.+)$/m.exec(await readFile(join(PROJECT, 'deploy/Containerfile'), 'utf8')),
    'a match',
  );
  const permissions = parseJson<string[]>(present(command, 'command')).filter((option) =>
    option.startsWith('--allow-'),
  );
  return permissions.map((option) => option.replace('=/index', `=${index}`));
}

test('variables replace options, with no more permissions than the image gives', async () => {
  const index = await demoIndex();
  const limits = '{"POST /lookup/id": {"items": 1}}';
  const started = await start(await permissionsOfImage(index), {
    INDEX: index,
    PORT: '0',
    HOST: 'localhost',
    CACHE: '16',
    RATE_LIMIT: '2/60',
    BEHIND_PROXY: '1',
    LIMITS: limits,
    LOG: 'requests',
    EDITION: 'v1.2',
  });
  if (!('url' in started)) throw new Error(started.refusal);
  const ask = (client: string, body: object) =>
    fetch(`${started.url}/lookup/id`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    });
  expect(started.url).toMatch(/^http:\/\/localhost:\d+\/rest$/);
  const allowed = await ask('192.0.2.1', { ids: ['x'] });
  expect([allowed.status, allowed.headers.get('x-ratelimit-limit')]).toEqual([200, '2']);
  expect((await ask('192.0.2.1', { ids: ['x', 'y'] })).status).toBe(400);
  expect((await ask('192.0.2.1', { ids: ['x'] })).status).toBe(429);
  expect((await ask('192.0.2.2', { ids: ['x'] })).status).toBe(200);
  expect(
    (await fetch(`${started.url}/info/species`, { headers: { 'x-forwarded-for': '192.0.2.3' } })).headers.get('etag'),
  ).toContain('-v1.2-json-');
  await expect.poll(started.log).toContain('"operation":"POST /lookup/id"');
});

test('the variable BASE leaves one path', async () => {
  const index = await demoIndex();
  const started = await start(await permissionsOfImage(index), { INDEX: index, PORT: '0', BASE: '/' });
  if (!('url' in started)) throw new Error(started.refusal);
  expect(started.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${started.url}/info/ping`)).status).toBe(200);
  expect((await fetch(`${started.url}/rest/info/ping`)).status).toBe(404);
});

test('the image may read the variable PATIENCE', async () => {
  const index = await demoIndex();
  expect(
    await start(await permissionsOfImage(index), { INDEX: index, PORT: '0', PATIENCE: '{"attempts": 0}' }),
  ).toEqual({ refusal: 'attempts in PATIENCE must be a whole number from 1 to 10, not 0' });
});

test('bad variables are rejected in one line, and variables without permission are treated as missing', async () => {
  const index = await demoIndex();
  expect(await start(['-A'], { INDEX: index, PORT: '0', BEHIND_PROXY: 'yes' })).toEqual({
    refusal: "BEHIND_PROXY must be 1 or 0, not 'yes'",
  });
  expect(await start(['-A'], { INDEX: index, BASE: 'rest' })).toEqual({
    refusal: "Invalid base path 'rest': expected a path that begins with a slash, such as / or /rest",
  });
  expect(await start(['-A'], { INDEX: index, EDITION: 'v "1"' })).toEqual({
    refusal: `EDITION must have 1 to 64 letters, digits, _, - and dots, not 'v "1"'`,
  });
  expect(await start(['-A'], { INDEX: index, PORT: 'http' })).toEqual({
    refusal: "PORT must be a whole number from 0 to 65535, not 'http'",
  });
  expect(await start(['--allow-read', '--allow-net'], { INDEX: index })).toEqual({
    refusal: 'no index to serve: set --index DIR or the variable INDEX',
  });
});
