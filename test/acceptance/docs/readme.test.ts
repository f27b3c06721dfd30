/**
 * Runs every code block of the README. Only these differ from what a reader types: ports and folders of the test, and a
 * mirror on loopback, with the demo's mouse under the name of yeast, instead of Ensembl's site.
 */
import { spawnSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generateDemo } from '../../../data/fictional/demo.ts';
import { get, present } from '../../../src/checked.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { testFolder } from '../../support/test-folder.ts';
import { siteOf, startMirror } from '../cli/fetch/mirror-server.ts';
import { commandsOf, ended, listening, stopServices } from './run-commands.ts';

const README_PORT = 'http://127.0.0.1:8787';

const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

afterAll(stopServices);

const blocks = await commandsOf('README.md');

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
