/**
 * Runs every line of docs/gff3-to-workers.md except `wrangler login`. Only these differ from what a reader types: ports
 * and folders of the test, the texts in <>, and an account on loopback instead of Cloudflare's.
 */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get, present } from '../../../src/checked.ts';
import { startIndex } from '../../support/demo-index.ts';
import { parseJson } from '../../support/json.ts';
import { testFolder } from '../../support/test-folder.ts';
import { TOKEN } from '../cli/publish/r2-gateway.ts';
import { CloudflareAccount, NAMESPACE } from './cloudflare-account.ts';
import { commandsOf, ended, listening, PROJECT, stopServices } from './run-commands.ts';

const PAGE = 'docs/gff3-to-workers.md';
const PORT = 'http://127.0.0.1:8787';
const WORKER = 'https://genomic-edge.<your-subdomain>.workers.dev';

const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

const steps = await commandsOf(PAGE);
let folder: string;
let account: CloudflareAccount;
let urls: { api: string; stores: string };

beforeAll(async () => {
  await startIndex();
  folder = await testFolder();
  account = new CloudflareAccount(folder);
  urls = await account.start();
});

afterAll(async () => {
  await stopServices();
  await account.stop();
});

/** A command with the files and folders of the test. */
const placed = (command: string) =>
  command.replaceAll(/(?<=(?:--(?:out|index|to|fasta|gff3)|-o) )(?=\w+(?:[ .]|$))/g, `${folder}/`);

/** Runs a command that must succeed. @returns its output */
async function run(command: string, env: Record<string, string> = {}, cwd?: string): Promise<string> {
  const { code, output } = await ended(placed(command), { env, cwd });
  expect(code, `${command}\n${output}`).toBe(0);
  return output;
}

/** Runs a curl command of the page. @returns the JSON */
async function ask<T>(command: string, page: string, service: string): Promise<T> {
  expect(command).toContain(page);
  return parseJson<T>(await run(command.replace('curl ', 'curl --silent --fail ').replace(page, service)));
}

const step = (name: string) => get(steps, name);

test('the page has the steps that are tested here', () => {
  expect([...steps.keys()]).toEqual([
    '1. Files',
    '2. Build',
    '3. Look at it',
    '4. Costs',
    '5. The account',
    '6. Publish',
    '7. Deploy',
  ]);
});

test('the steps that need an account say so', async () => {
  const page = await readFile(join(PROJECT, PAGE), 'utf8');
  const marked = page.split(/^## /m).filter((section) => section.includes('**Needs an account**'));
  expect(marked.map((section) => section.slice(0, 2))).toEqual(['5.', '6.', '7.']);
});

test.skipIf(!HAS_CURL).sequential('files, build, look at it, costs (needs curl)', { timeout: 180_000 }, async () => {
  const [start, ...downloads] = step('1. Files');
  const demo = await listening(`${start} -- --port 0`);
  expect(downloads).toHaveLength(2);
  for (const download of downloads) {
    expect(download).toContain(PORT);
    await run(download.replace('curl ', 'curl --silent --fail ').replace(PORT, demo));
  }
  await stopServices();

  const [build, ...noMore] = step('2. Build');
  expect(noMore).toEqual([]);
  expect(await run(present(build, 'build'))).toContain('with 1 genome is ready in');

  const [serve, gene, serveWorker, assembly, ...others] = step('3. Look at it');
  expect(others).toEqual([]);
  const served = await listening(placed(`${serve} --port 0`));
  const found = await ask<{ object_type: string; Transcript: object[] }>(present(gene, 'gene'), PORT, served);
  expect([found.object_type, found.Transcript.length]).toEqual(['Gene', 1]);
  await stopServices();
  const worker = await listening(placed(`${serveWorker} --port 0`));
  const described = await ask<{ top_level_region: object[] }>(present(assembly, 'assembly'), PORT, worker);
  expect(described.top_level_region).toMatchObject([{ name: 'NC_000932.1', length: 154_478 }]);
  await stopServices();

  const [costs, settings] = step('4. Costs');
  expect(await run(present(costs, 'costs'))).toMatch(/objects would be sent.* USD {2}total/s);
  expect(await run(present(settings, 'settings'))).toContain('genomic-edge-index');
});

test.skipIf(!HAS_CURL).sequential('account, publish, deploy (needs curl)', { timeout: 180_000 }, async () => {
  const [login, bucket, namespace, edit] = step('5. The account');
  expect(login).toBe('npx wrangler login');
  // wrangler reads and changes the file in its folder: the test has a copy.
  const settings = await readFile(join(PROJECT, 'wrangler.toml'), 'utf8');
  const copy = join(folder, 'wrangler.toml');
  await writeFile(copy, settings.replace('main = "', `main = "${PROJECT}`));
  const cloudflare = {
    CLOUDFLARE_API_TOKEN: TOKEN,
    CLOUDFLARE_ACCOUNT_ID: 'lab',
    CLOUDFLARE_API_BASE_URL: urls.api,
    WRANGLER_SEND_METRICS: 'false',
  };
  const wrangler = (command = '') =>
    run(command.replace('npx wrangler', join(PROJECT, 'node_modules/.bin/wrangler')), cloudflare, folder);
  await wrangler(bucket);
  const id = present(/id = "(\w+)"/.exec(await wrangler(namespace)), 'id')[1];
  expect(id).toBe(NAMESPACE);
  expect(account.created.map((body) => parseJson(body))).toEqual([
    { name: 'genomic-edge-index' },
    { title: 'RELEASES' },
  ]);
  await run(present(edit, 'sed').replace('<id>', NAMESPACE), {}, folder);
  expect(await readFile(copy, 'utf8')).toContain(`\nid = "${NAMESPACE}"\n`);

  const [keys, token, publish, list] = step('6. Publish');
  const names = [...`${keys} ${token}`.matchAll(/(\w+)=</g)].map(([, name]) => name);
  expect(names).toEqual([
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID'],
  ]);
  const target = `'r2://genomic-edge-index?kv=${NAMESPACE}&endpoint=${urls.stores}'`;
  const tokens = {
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    CLOUDFLARE_API_TOKEN: TOKEN,
    CLOUDFLARE_ACCOUNT_ID: 'lab',
    CLOUDFLARE_API_BASE_URL: urls.stores,
  };
  await run(present(publish, 'publish').replace('r2://genomic-edge-index', target), tokens);
  const listed = await run(present(list, 'list').replace('r2://genomic-edge-index', target), tokens);
  expect(listed).toMatch(/^\* \S+/m);

  const [deploy, ...answers] = step('7. Deploy');
  expect(await wrangler(deploy)).toContain('https://genomic-edge.lab.workers.dev');
  expect(answers).toHaveLength(2);
  const [ready = '', gene = ''] = answers;
  expect(
    await run(`${ready.replace('curl ', 'curl --silent --fail ').replace(WORKER, await account.worker())}`),
  ).toContain('ready');
  expect(await ask(gene, WORKER, await account.worker())).toMatchObject({ display_name: 'rbcL', object_type: 'Gene' });
});
