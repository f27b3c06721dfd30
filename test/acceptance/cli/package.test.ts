/** The npm package: packed, installed into an empty folder, and run there with npx like a user. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { present } from '../../../src/checked.ts';
import { startIndex } from '../../support/demo-index.ts';
import { testFolder } from '../../support/test-folder.ts';

const PROJECT = resolve('.');
const MINUTES = 60_000;

/** The environment of a user's shell, without the variables that `npm test` adds. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
env.PATH = present(process.env.PATH, 'PATH')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(PROJECT))
  .join(delimiter);

const registryAnswers =
  spawnSync('npm', ['view', 'commander', 'version', '--fetch-retries=0'], { env, timeout: 30_000 }).status === 0;

const folder = await testFolder();
const running: ChildProcess[] = [];

afterAll(() => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) killGroup(child, 'SIGKILL');
});

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(-present(pid, 'a process'), signal);
}

/** Runs a command of the package that serves. Resolves with the first address that it prints. */
async function served(...args: string[]): Promise<{ url: string; stop: () => Promise<void> }> {
  // npm does not forward signals, so they go to the whole process group.
  const child = spawn('npx', ['genomic-edge', ...args], { cwd: folder, env, detached: true });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const stop = () => {
    killGroup(child, 'SIGTERM');
    return ended;
  };
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+\/rest/.exec(output)?.[0];
    if (url) return { url, stop };
    expect(child.exitCode, output).toBeNull();
    await sleep(100);
  }
}

/** SHA-256 of the files below a folder, by path. */
async function digests(of: string): Promise<Map<string, string>> {
  const files = (await readdir(of, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const hash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  return new Map(await Promise.all(paths.map(async (path) => [path.slice(of.length), await hash(path)] as const)));
}

describe.skipIf(!registryAnswers)('the npm package (skipped where the npm registry does not answer)', () => {
  const installed = join(folder, 'node_modules/genomic-edge');
  const cache = join(folder, 'cache');
  env.XDG_CACHE_HOME = cache;

  test('is packed and installed into an empty folder', { timeout: 10 * MINUTES }, async () => {
    const packing = spawnSync('npm', ['pack', '--pack-destination', folder], { cwd: PROJECT, env, encoding: 'utf8' });
    expect(packing.status, packing.stderr).toBe(0);
    const archive = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    expect(archive).toEqual([expect.stringMatching(/^genomic-edge-\d+\.\d+\.\d+\.tgz$/)]);
    run('npm', 'install', '--no-audit', '--no-fund', `./${archive[0]}`);
    const files = await readdir(installed, { recursive: true });
    expect(files.filter((name) => /\.tsx?$|^(?:test|tools|bench)\b/.test(name))).toEqual([]);
  });

  test('`genomic-edge start` answers, and writes its demo index to the cache folder', {
    timeout: 3 * MINUTES,
  }, async () => {
    const before = await digests(installed);
    const { url, stop } = await served('start', '--port', '0');
    const response = await fetch(`${url}/lookup/id/DEMOAG00000000033?content-type=application/json`);
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ id: 'DEMOAG00000000033' }),
    ]);
    await stop();
    await expect(fetch(`${url}/info/ping`)).rejects.toThrow();
    expect(await digests(installed)).toEqual(before);
    const [made, expected] = [await digests(join(cache, 'genomic-edge/demo/start')), await digests(await startIndex())];
    // These contain times, versions of the compiler's files, and paths.
    for (const each of [made, expected])
      for (const name of [...each.keys()])
        if (/^\/(releases|built-from|\.sealed)$|\/build-report\.json$/.test(name)) each.delete(name);
    expect(made).toEqual(expected);
  });

  test('`genomic-edge data` and `build` make an index that workerd serves', { timeout: 5 * MINUTES }, async () => {
    run('npx', 'genomic-edge', 'data', '--scale', '0.1', '--only', 'core,taxonomy', '--out', 'dumps');
    expect(run('npx', 'genomic-edge', 'build', '--dumps', 'dumps', '--out', 'index', '--processes', '2')).toMatch(
      /^Release 115-\w+ with \d+ genomes? is ready in index/m,
    );
    const { url, stop } = await served('serve', '--index', 'index', '--runtime', 'workerd', '--port', '0');
    const address = `${url}/overlap/region/fictomys_demonstrans/1:20001-60000?feature=gene`;
    expect((await fetch(address, { headers: { accept: 'application/json' } })).status).toBe(200);
    await stop();
  });

  test('an unknown command is named', () => {
    const { status, stderr } = spawnSync('npx', ['genomic-edge', 'srve'], { cwd: folder, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining("error: unknown command 'srve'")]);
  });
});
