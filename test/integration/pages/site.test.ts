import { beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../support/json.ts';
import { createApp } from '../../../src/app.ts';
import { present } from '../../../src/checked.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { documentationPath, overviewPage } from '../../../src/pages/overview.ts';
import { exampleRequest, readyRequest } from '../../../src/pages/try/typed-request.ts';
import type { ReleaseManifest } from '../../../src/release/manifest.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex, demoOperations } from '../../support/demo-index.ts';

let app: ReturnType<typeof createApp>;
let visit: (path: string, headers?: Record<string, string>) => Promise<Response>;

beforeAll(async () => {
  const releases = new Releases(openFolder(await demoIndex()), new ByteCache());
  app = createApp({ operations, openRelease: () => releases.current() });
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

  test('of operations link to no host, since the client chooses it', async () => {
    const shown = await text('/rest/documentation/GET/info/ping');
    expect(shown).toContain('<a href="/rest/info/ping"><code>https://example.org/rest/info/ping</code></a>');
    expect(shown).not.toMatch(/(?:href|src|action)="[^"]*example\.org/);
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

  test('has a form whose first values answer', async () => {
    const { address, accept, body } = readyRequest(operation, exampleRequest(operation));
    const response = await app.request(`https://example.org/rest${address}`, {
      method: operation.method,
      headers: { accept, ...(body && { 'content-type': 'application/json' }) },
      body,
    });
    expect([address, response.status]).toEqual([address, 200]);
  });
});

describe('the form of an operation', () => {
  const page = (query: string, path = 'GET/lookup/id/:id') => text(`/rest/documentation/${path}?${query}`);

  test('shows the values of the address, the answer to them, and code with them', async () => {
    const shown = await page('id=ENSG90000000001&expand=1&content-type=text%2Fxml');
    expect(shown).toMatch(/<input type="text" value="ENSG90000000001"[^>]* name="id"/);
    expect(shown).toMatch(/name="expand"[^>]* checked/);
    expect(shown).toMatch(/<option value="text\/xml" selected>/);
    expect(shown).toContain(
      'rest/lookup/id/ENSG90000000001?expand=1;content-type=text%2Fxml&#39; -H &#39;Accept: text/xml',
    );
  });

  test('shows the sentence of the service for wrong values, which are escaped', async () => {
    const shown = await page('id=%3Cb%3E%22%27');
    expect(shown).toContain('role="alert"><strong>400</strong> ID &#39;&lt;b&gt;&quot;&#39;&#39; not found');
    expect(shown).toContain('value="&lt;b&gt;&quot;&#39;"');
    expect(shown).not.toContain('<b>');
    expect(await page('body=%7B%3Cb%3E', 'POST/lookup/id')).toContain('</strong> The POST body is not valid JSON');
  });

  test('keeps a value that is not among the choices', async () => {
    const shown = await page('species=x&region=1:1-2&feature=%22%3E%3Cb%3E', 'GET/overlap/region/:species/:region');
    expect(shown).toContain('value="&quot;&gt;&lt;b&gt;" checked');
    expect(shown).not.toContain('<b>');
  });

  test('asks for parameters of the path that are missing', async () => {
    const shown = await page('species=&region=', 'GET/overlap/region/:species/:region');
    expect(shown).toContain('Please fill in species and region');
    expect(shown.match(/aria-invalid="true"/g)).toHaveLength(2);
  });

  test('sends the lines of a body as a list', async () => {
    const shown = await page('body=ENSG90000000001%0D%0Anosuch', 'POST/lookup/id');
    expect(shown).toContain('{&quot;ids&quot;:[&quot;ENSG90000000001&quot;,&quot;nosuch&quot;]}');
    expect(shown).toContain('<span class="k">"nosuch"</span>: <span class="w">null</span>');
  });

  test('is sent by a page that may be cached, each address for itself', async () => {
    const tags = await Promise.all(
      ['id=ENSG90000000001', 'id=nosuch'].map(async (query) =>
        (await visit(`/rest/documentation/GET/lookup/id/:id?${query}`)).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(2);
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

  test('encode letters of the query that a header cannot hold, which Deno leaves in URLs', async () => {
    const request = new Request('https://example.org/rest/openapi');
    Object.defineProperty(request, 'url', { value: 'https://example.org/rest/openapi?hgvs=š\ud800&x=%1e' });
    const answer = await app.fetch(request);
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe('/rest/openapi.json?hgvs=%C5%A1%EF%BF%BD&x=%1e');
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
