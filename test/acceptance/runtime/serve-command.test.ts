/** `npm run serve`: prints its address when it listens, one line when it fails, and leaves no process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADER_LENGTH } from '../../../src/index/blocks/object-header.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { found } from '../../../src/checked.ts';

const CLI = fileURLToPath(new URL('../../../cli/genomic-edge.ts', import.meta.url));
const RUNTIMES = ['deno', 'workerd'] as const;

let index: string;
let scratch: string;

beforeAll(async () => {
  index = await demoIndex();
  scratch = await mkdtemp(join(tmpdir(), 'genomic-edge-serve-test-'));
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

function serve(args: string[]) {
  const child = spawn(process.execPath, [CLI, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '', errors: '' };
  child.stdout.on('data', (text) => (output.text += text));
  child.stderr.on('data', (text) => (output.errors += text));
  const ended = new Promise<number | null>((settle) => child.once('close', settle));
  const listening = new Promise<string>((settle, reject) => {
    child.stdout.on('data', () => {
      const url = /Serving at (\S+)\n/.exec(output.text)?.[1];
      if (url) settle(url);
    });
    void ended.then(() => reject(new Error(output.errors)));
  });
  listening.catch(() => {});
  return { child, output, ended, listening };
}

/** Runs a command that must fail. @returns its error */
async function refusal(args: string[]): Promise<string> {
  const { ended, output } = serve(args);
  expect(await ended).toBe(1);
  expect(output.text).toBe('');
  expect(output.errors.trimEnd().split('\n'), 'one line').toHaveLength(1);
  expect(output.errors).toMatch(/^genomic-edge serve: /);
  return output.errors.trimEnd().slice('genomic-edge serve: '.length);
}

describe.each(RUNTIMES)('%s', (runtime) => {
  const args = (folder: string, port = 0) => ['--index', folder, '--port', String(port), '--runtime', runtime];

  test('serves until a signal stops it and its child', async () => {
    const { child, ended, listening } = serve(args(index));
    const url = await listening;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rest$/);
    expect(await (await fetch(`${url}/info/ping`)).json()).toEqual({ ping: 1 });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expect(fetch(`${url}/info/ping`)).rejects.toThrow();
  });

  test('answers only below the path of --base', async () => {
    const { child, ended, listening } = serve([...args(index), '--base', '/']);
    const url = await listening;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${url}/info/ping`)).json()).toEqual({ ping: 1 });
    expect((await fetch(`${url}/rest/info/ping`)).status).toBe(404);
    expect(await (await fetch(`${url}/`)).text()).toContain('href="/documentation/GET/info/ping"');
    child.kill('SIGTERM');
    await ended;
  });

  test('has a different error for a missing folder, an empty one, a file and a folder without an index', async () => {
    const missing = join(scratch, 'missing');
    expect(await refusal(args(missing))).toBe(
      `${missing} cannot be served: the folder does not exist; check the path, or compile an index there: ` +
        `npm run build-index -- --dumps DIR --out ${missing}`,
    );
    const empty = await mkdtemp(join(scratch, 'empty-'));
    expect(await refusal(args(empty))).toBe(
      `${empty} cannot be served: the folder is empty; compile an index into it: ` +
        `npm run build-index -- --dumps DIR --out ${empty}`,
    );
    const file = fileURLToPath(import.meta.url);
    expect(await refusal(args(file))).toBe(
      `${file} cannot be served: it is a file; give the index folder, which contains the file 'current'`,
    );
    expect(await refusal(args(fileURLToPath(new URL('.', import.meta.url))))).toMatch(
      /cannot be served: the folder contains no index \(it has no file 'current'\)/,
    );
    const foreign = join(scratch, `foreign-${runtime}`);
    await cp(index, foreign, { recursive: true });
    await writeFile(join(foreign, 'current'), 'nothing of ours');
    expect(await refusal(args(foreign))).toMatch(/foreign-\w+ cannot be served: ./);
  });

  test('names an index or an object of another format version', async () => {
    const newer = join(scratch, `newer-${runtime}`);
    await cp(index, newer, { recursive: true });
    const changeVersion = async (file: string, version: number) => {
      const bytes = await readFile(file);
      bytes[HEADER_LENGTH - 1] = version;
      await writeFile(file, bytes);
    };
    const files = await readdir(newer, { recursive: true });
    const table = found(files, (file) => /\bids\b[^/]*$/.test(file));
    await changeVersion(join(newer, table), 99);
    expect(await refusal(args(newer))).toMatch(
      new RegExp(`newer-\\w+ cannot be served: ${table} is a sorted table of format version 99`),
    );
    await changeVersion(join(newer, 'current'), 99);
    expect(await refusal(args(newer))).toMatch(
      /cannot be served: .* format version 99; this software reads version \d/,
    );
  });

  test('names a missing object', async () => {
    const holed = join(scratch, `holed-${runtime}`);
    await cp(index, holed, { recursive: true });
    const table = found(await readdir(holed, { recursive: true }), (file) => /\bids\b[^/]*$/.test(file));
    await rm(join(holed, table));
    expect(await refusal(args(holed))).toContain(`${table} is not in`);
  });

  test('names a port in use', async () => {
    const server = createServer();
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    const { port } = server.address() as AddressInfo;
    expect(await refusal(args(index, port))).toBe(`Port ${port} of 127.0.0.1 is in use: choose another with --port`);
    server.close();
  });
});

test('a signal while Deno reads the index for the first time ends both processes', async () => {
  // This web server never answers.
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const asked = once(server, 'connection') as Promise<[Socket]>;
  const { port } = server.address() as AddressInfo;
  const { child, ended, output } = serve(['--index', `http://127.0.0.1:${port}/`, '--port', '0', '--processes', '1']);
  const [connection] = await asked;
  const closed = once(connection.resume(), 'close');
  child.kill('SIGHUP');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(output).toEqual({ text: '', errors: '' });
  await closed;
  server.close();
});

test('--limits and --patience reach Deno; workerd rejects them', async () => {
  expect(await refusal(['--index', index, '--port', '0', '--patience', '{"attempts": 0}'])).toBe(
    'attempts in --patience must be a whole number from 1 to 10, not 0',
  );
  expect(await refusal(['--index', index, '--port', '0', '--limits', 'none'])).toContain(
    'Limits must be a JSON object',
  );
  for (const setting of ['--patience', '--limits'])
    expect(await refusal(['--index', index, '--port', '0', '--runtime', 'workerd', setting, '{}'])).toContain(
      'a Worker takes its settings from wrangler.toml',
    );
});
