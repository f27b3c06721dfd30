import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { present } from '../../../src/checked.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { documentationPath, overviewPage } from '../../../src/pages/overview.ts';
import type { ReleaseManifest } from '../../../src/release/manifest.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { demoIndex, demoOperations } from '../../support/demo-index.ts';

let visit: (path: string, headers?: Record<string, string>) => Promise<Response>;

beforeAll(async () => {
  const releases = new Releases(new LocalFolder(await demoIndex()), new ByteCache());
  const app = createApp({ operations, openRelease: () => releases.current() });
  visit = async (path, headers = {}) => app.request(`https://example.org${path}`, { headers });
});

const text = async (path: string) => (await visit(path)).text();

describe('the pages for people', () => {
  test.each(['/', '/rest', '/rest/', '/rest/documentation'])(
    '%s lists every operation, with a link to its page',
    async (path) => {
      const page = await visit(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const shown = await page.text();
      for (const operation of operations) expect(shown).toContain(`href="${documentationPath('/rest', operation)}"`);
    },
  );

  test('the first one counts as many species as info/species lists: ancestors are none', () => {
    const manifest = {
      version: 115,
      species: [{ name: 'homo_sapiens' }, { name: 'ancestral_sequences' }],
    } as ReleaseManifest;
    expect(overviewPage('/rest', 'https://example.org/rest', operations, manifest)).toContain('>1 species</a>');
  });

  test('nothing in them may run or load', async () => {
    for (const path of ['/rest', '/rest/reference', '/rest/info/ping?content-type=text/html', '/rest/nosuch']) {
      const page = await visit(path, { accept: 'text/html' });
      expect(page.headers.get('content-security-policy'), path).toContain("default-src 'none'");
      expect(await page.text()).not.toMatch(/<script|<img|<link|javascript:/i);
    }
  });

  test('a page that has not changed is not sent again', async () => {
    const etag = (await visit('/rest')).headers.get('etag')!;
    expect((await visit('/rest', { 'if-none-match': etag })).status).toBe(304);
  });
});

describe.each(
  (await demoOperations()).map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)('the page of %s', (_, operation) => {
  test('shows each parameter, format and the answer of its example', async () => {
    const shown = await text(documentationPath('/rest', operation));
    for (const name of Object.keys(operation.parameters)) expect(shown).toContain(`<code>${name}</code>`);
    const example = present(operation.example, 'the example')
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
      .replaceAll('>', '&gt;');
    expect(shown).toContain(`https://example.org/rest${example}`);
    expect(shown).not.toContain('<span class="k">&quot;error&quot;</span>');
    expect(shown).not.toContain('<span class="k">"error"</span>');
    for (const language of ['curl', 'Python', 'R', 'JavaScript'])
      expect(shown).toContain(`<summary>${language}</summary>`);
  });
});

test('the page of an operation that is none is not found', async () => {
  for (const path of [
    '/rest/documentation/GET/nosuch',
    '/rest/documentation/DELETE/lookup/id/:id',
    '/rest/documentation/GET',
    '/rest/documentation/__proto__/x',
  ])
    expect((await visit(path)).status).toBe(404);
});

describe("addresses of Ensembl's own documentation", () => {
  test.each([
    ['lookup', '/GET/lookup/id/:id'],
    ['lookup_post', '/POST/lookup/id'],
    ['symbol_lookup', '/GET/lookup/symbol/:species/:symbol'],
    ['overlap_region', '/GET/overlap/region/:species/:region'],
    ['sequence_id_post', '/POST/sequence/id'],
    ['archive_id_get', '/GET/archive/id/:id'],
    ['xref_id', '/GET/xrefs/id/:id'],
    ['compara_methods', '/GET/info/compara/methods'],
    ['assembly_info', '/GET/info/assembly/:species'],
    ['variation_id', '/GET/variation/:species/:id'],
    ['ld_pairwise_get', '/GET/ld/:species/pairwise/:id1/:id2'],
    ['ontology_ancestors_chart', '/GET/ontology/ancestors/chart/:id'],
    ['species', '/GET/info/species'],
  ])('%s leads to the page %s', async (name, page) => {
    for (const base of ['', '/rest']) {
      const answer = await visit(`${base}/documentation/info/${name}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, `/rest/documentation${page}`]);
    }
    expect((await visit(`/rest/documentation${page}`)).status).toBe(200);
  });

  test('lead to the overview where the name is not known, and keep to the release that was asked for', async () => {
    for (const name of ['vep_id_get', 'nosuch', '%3Cb%3E', '__proto__'])
      expect((await visit(`/documentation/info/${name}`)).headers.get('location')).toBe('/rest/');
    expect((await visit('/documentation/info/species?release=115#x')).headers.get('location')).toBe(
      '/rest/documentation/GET/info/species?release=115',
    );
  });

  test('may be kept as pages may', async () => {
    const [moved, page] = await Promise.all([visit('/documentation/info/lookup'), visit('/rest/documentation')]);
    for (const name of ['cache-control', 'vary', 'x-data-release'])
      expect(moved.headers.get(name)).toBe(page.headers.get(name));
    expect(moved.headers.has('etag')).toBe(false);
  });
});

describe('an answer as a page', () => {
  test("shows markup of anybody's making as text", async () => {
    const page = await (await visit('/rest/lookup/id/%3Cb%3E', { accept: 'text/html' })).text();
    expect(page).not.toContain('<b>');
    const reflected = await (await visit('/rest/info/ping?x=%22%3E%3Cb%3E&content-type=text/html')).text();
    expect(reflected).not.toContain('<b>');
  });

  test('leads to the other formats of the same answer, and to the operation', async () => {
    const page = await (await visit('/rest/info/species?division=x;content-type=text/html')).text();
    expect(page).toContain('href="/rest/info/species?division=x&amp;content-type=application%2Fjson"');
    expect(page).toContain('href="/rest/documentation/GET/info/species"');
  });
});

describe('the OpenAPI document', () => {
  test('is found where its address is guessed', async () => {
    expect(await text('/openapi.json')).toBe(await text('/rest/openapi.json'));
    for (const path of ['/openapi', '/rest/openapi'])
      expect((await visit(path)).headers.get('location')).toBe('/rest/openapi.json');
    expect((await visit('/openapi.xml')).status).toBe(404);
  });

  test('names the server that was asked and the release that it serves', async () => {
    const document = (await (await visit('/rest/openapi.json')).json()) as any;
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://example.org/rest' }]);
    expect(document.info.version).toMatch(/^115-/);
  });

  test('is on the reference page, whole', async () => {
    const document = (await (await visit('/rest/openapi.json')).json()) as any;
    const shown = await text('/rest/reference');
    for (const path of Object.keys(document.paths))
      expect(shown.replace(/<\/?(wbr|span)[^>]*>/g, '')).toContain(`<code>${path}</code>`);
  });
});
