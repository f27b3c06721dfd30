import { beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../support/json.ts';
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

describe('the documentation pages', () => {
  test.each(['/', '/rest', '/rest/', '/rest/documentation'])(
    'at %s list every operation, with a link to its page',
    async (path) => {
      const page = await visit(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const shown = await page.text();
      for (const operation of operations) expect(shown).toContain(`href="${documentationPath('/rest', operation)}"`);
    },
  );

  test('count only species that info/species lists, without ancestors', () => {
    const manifest = {
      version: 115,
      species: [{ name: 'homo_sapiens' }, { name: 'ancestral_sequences' }],
    } as ReleaseManifest;
    expect(overviewPage('/rest', 'https://example.org/rest', operations, manifest)).toContain('>1 species</a>');
  });

  test('load only files of this service, and contain no script, style or handler of their own', async () => {
    for (const path of [
      '/rest',
      '/rest/reference',
      '/rest/info/ping?content-type=text/html',
      '/rest/nosuch',
      '/rest/lookup/id/DEMOAG00000000001?content-type=text/html',
    ]) {
      const page = await visit(path, { accept: 'text/html' });
      const policy = present(page.headers.get('content-security-policy'), 'the policy');
      expect(policy, path).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).not.toContain('unsafe');
      const shown = await page.text();
      expect(shown).not.toMatch(
        /<style|<script(?! type="module" src="\/rest\/assets\/)|<img|\sstyle=|\son\w+=|javascript:/i,
      );
      for (const [, address] of shown.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]*)"/g))
        expect(address).toMatch(/^\/rest\/assets\/[a-z-]+-\w{8,14}\.(?:js|css|svg)$/);
    }
  });

  test('name files that browsers may keep forever; an older name gets the present file', async () => {
    const shown = await text('/rest');
    const addresses = Array.from(shown.matchAll(/"(\/rest\/assets\/[^"]+)"/g), ([, address = '']) => address);
    expect(addresses.length).toBeGreaterThanOrEqual(3);
    for (const address of addresses) {
      const file = await visit(address);
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      const older = await visit(address.replace(/-\w+\./, '-0old0old00.'));
      expect([older.status, older.headers.get('cache-control')]).toEqual([200, expect.stringContaining('max-age=300')]);
      expect(await older.text()).toBe(await file.text());
    }
    for (const path of [
      '/rest/assets',
      '/rest/assets/nosuch.js',
      '/rest/assets/__proto__.js',
      '/rest/assets/x/site.css',
    ])
      expect((await visit(path)).status, path).toBe(404);
  });

  test('are not sent again if they have not changed', async () => {
    const etag = present((await visit('/rest')).headers.get('etag'), 'etag');
    expect((await visit('/rest', { 'if-none-match': etag })).status).toBe(304);
  });
});

describe.each(
  (await demoOperations()).map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)('the page of %s', (_, operation) => {
  test('shows each parameter and format, and the answer to its example', async () => {
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

test('the page of an unknown operation is not found', async () => {
  for (const path of [
    '/rest/documentation/GET/nosuch',
    '/rest/documentation/DELETE/lookup/id/:id',
    '/rest/documentation/GET',
    '/rest/documentation/__proto__/x',
  ])
    expect((await visit(path)).status).toBe(404);
});

describe("addresses of Ensembl's documentation", () => {
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
  ])('redirect %s to the page %s', async (name, page) => {
    for (const base of ['', '/rest']) {
      const answer = await visit(`${base}/documentation/info/${name}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, `/rest/documentation${page}`]);
    }
    expect((await visit(`/rest/documentation${page}`)).status).toBe(200);
  });

  test('redirect unknown names to the overview, and keep the requested release', async () => {
    for (const name of ['ga4gh_callsets_get', 'nosuch', '%3Cb%3E', '__proto__'])
      expect((await visit(`/documentation/info/${name}`)).headers.get('location')).toBe('/rest/');
    expect((await visit('/documentation/info/species?release=115#x')).headers.get('location')).toBe(
      '/rest/documentation/GET/info/species?release=115',
    );
  });

  test('can be cached like pages', async () => {
    const [moved, page] = await Promise.all([visit('/documentation/info/lookup'), visit('/rest/documentation')]);
    for (const name of ['cache-control', 'vary', 'x-data-release'])
      expect(moved.headers.get(name)).toBe(page.headers.get(name));
    expect(moved.headers.has('etag')).toBe(false);
  });
});

describe('an answer as a page', () => {
  test('escapes markup from requests', async () => {
    const page = await (await visit('/rest/lookup/id/%3Cb%3E', { accept: 'text/html' })).text();
    expect(page).not.toContain('<b>');
    const reflected = await (await visit('/rest/info/ping?x=%22%3E%3Cb%3E&content-type=text/html')).text();
    expect(reflected).not.toContain('<b>');
  });

  test('links to the other formats of the same answer, and to the operation', async () => {
    const page = await (await visit('/rest/info/species?division=x;content-type=text/html')).text();
    expect(page).toContain('href="/rest/info/species?division=x&amp;content-type=application%2Fjson"');
    expect(page).toContain('href="/rest/documentation/GET/info/species"');
  });
});

describe('the OpenAPI document', () => {
  test('is at the addresses that clients guess', async () => {
    expect(await text('/openapi.json')).toBe(await text('/rest/openapi.json'));
    for (const path of ['/openapi', '/rest/openapi'])
      expect((await visit(path)).headers.get('location')).toBe('/rest/openapi.json');
    expect((await visit('/openapi.xml')).status).toBe(404);
  });

  test('names the requested server and its release', async () => {
    const document = await json<any>(visit('/rest/openapi.json'));
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://example.org/rest' }]);
    expect(document.info.version).toMatch(/^115-/);
  });

  test('is completely on the reference page', async () => {
    const document = await json<any>(visit('/rest/openapi.json'));
    const shown = await text('/rest/reference');
    for (const path of Object.keys(document.paths))
      expect(shown.replace(/<\/?(wbr|span)[^>]*>/g, '')).toContain(`<code>${path}</code>`);
  });
});
