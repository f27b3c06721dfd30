/**
 * Runs every code block of the README. Only these differ from what a reader types: ports and folders of the test, and a
 * mirror on loopback, with the demo's mouse under the name of yeast, instead of Ensembl's site.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { generateDemo } from '../../../data/fictional/demo.ts';
import { get, present } from '../../../src/checked.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { testFolder } from '../../support/test-folder.ts';
import { siteOf, startMirror } from '../cli/fetch/mirror-server.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const README_PORT = 'http://127.0.0.1:8787';

const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

interface Ended {
  code: number | null;
  output: string;
}

const running: ChildProcess[] = [];
// npm does not forward signals, so each command leads a process group of its own.
afterAll(() => {
  for (const { pid, exitCode } of running) if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGTERM');
});

const blocks = await commandsOfReadme();

test('the README has the blocks that are tested here', () => {
  expect([...blocks.keys()]).toEqual(['Quick start', 'Mirror a release']);
});

test('npm ci, which installed this checkout, comes first', () => {
  expect(get(blocks, 'Quick start')[0]).toBe('npm ci');
});

test.skipIf(!HAS_CURL)('npm start serves the demo, and the examples answer (needs curl)', async () => {
  await demoIndex();
  const [, start, ...examples] = get(blocks, 'Quick start');
  expect(start).toBe('npm start');
  const service = await listening(`${start} -- --port 0`);
  expect(examples).toHaveLength(3);
  for (const example of examples) {
    expect(example).toContain(`${README_PORT}/rest/`);
    const { code, output } = await ended(
      example.replace('curl ', 'curl --silent --fail ').replace(README_PORT, service),
    );
    expect(code, example).toBe(0);
    expect(output.length, example).toBeGreaterThan(100);
  }
});

test('three commands mirror a release', async () => {
  const folder = await testFolder();
  const dumps = join(folder, 'demo');
  await generateDemo(dumps, { scale: 0.1 });
  await rename(join(dumps, 'fictomys_demonstrans'), join(dumps, 'saccharomyces_cerevisiae'));
  const mirror = await startMirror(await siteOf(dumps, 115));
  const [fetching, building, serving, ...others] = get(blocks, 'Mirror a release').map((command) =>
    command.replaceAll(/(?<=--(?:out|dumps|index) )(?=\w)/g, `${folder}/`),
  );
  expect(others).toEqual([]);
  try {
    const fetched = await ended(`${fetching} --mirror ${mirror.url}`);
    expect(fetched, fetched.output).toMatchObject({ code: 0 });
  } finally {
    await mirror.stop();
  }
  const built = await ended(present(building, 'the command that builds'));
  expect(built, built.output).toMatchObject({ code: 0 });
  const url = await listening(`${serving} --port 0`);
  const species = await fetch(`${url}/rest/info/species?content-type=application/json`);
  expect(await species.text()).toContain('"name":"fictomys_demonstrans"');
});

/** The commands of the README by heading, one a line. */
async function commandsOfReadme(): Promise<Map<string, string[]>> {
  const readme = await readFile(join(PROJECT, 'README.md'), 'utf8');
  const commands = new Map<string, string[]>();
  for (const section of readme.split(/^## /m).slice(1)) {
    const heading = section.slice(0, section.indexOf('\n'));
    const lines = [...section.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
    if (lines.length > 0) commands.set(heading, lines);
  }
  return commands;
}

function run(command: string): { child: ChildProcess; output: () => string } {
  const child = spawn('sh', ['-c', command], { cwd: PROJECT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { child, output: () => output };
}

async function ended(command: string): Promise<Ended> {
  const { child, output } = run(command);
  const code = await new Promise<number | null>((settle) => child.once('close', settle));
  return { code, output: output() };
}

/** Starts a service. @returns its address without a path, once it listens */
async function listening(command: string): Promise<string> {
  const { child, output } = run(command);
  return new Promise((settle, reject) => {
    child.stdout?.on('data', () => {
      const url = /(http:\/\/127\.0\.0\.1:\d+)\/rest/.exec(output())?.[1];
      if (url) settle(url);
    });
    child.once('close', () => reject(new Error(output())));
  });
}
