import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { at } from '../../../src/checked.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';

let visit: (path: string) => Promise<Response>;
let species: string[];

beforeAll(async () => {
  const releases = new Releases(openFolder(await demoIndex()), new ByteCache());
  const app = createApp({ operations, openRelease: () => releases.current(), edition: 'v1' });
  visit = async (path) => app.request(`https://example.org/rest${path}`, { headers: { accept: 'text/html' } });
  const { manifest } = await releases.current();
  species = manifest.species
    .filter(({ name, groups }) => name !== 'ancestral_sequences' && groups.includes('core'))
    .map(({ name }) => name);
});

const text = async (path: string) => (await visit(path)).text();

describe('the page of the data', () => {
  test('lists the release, each species and the build report, and is not cached', async () => {
    const response = await visit('/status');
    expect([response.status, response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([
      200,
      'no-store',
      null,
    ]);
    const shown = await response.text();
    for (const name of species) expect(shown).toContain(`href="/rest/genome/${name}"`);
    expect(shown).toMatch(/<strong>115<\/strong> <code>115-/);
    expect(shown).toContain('genomic-edge v1');
    expect(shown).toContain('The input had no faults.');
  });

  test('finds species by a part of their name, and escapes it', async () => {
    const [name] = species;
    expect(await text(`/status?species=${name}`)).toContain(`<code>${name}</code>`);
    expect(await text('/status?species=%3Cb%3E&page=99&sort=nosuch')).toContain(
      'No species contains &ldquo;&lt;b&gt;&rdquo;',
    );
  });

  test('counts requests with their status, but not those that pages send', async () => {
    await visit('/lookup/id/nosuch');
    await visit('/info/ping');
    await visit('/documentation/GET/info/species');
    const shown = await text('/status');
    const row = shown.slice(shown.indexOf('<code>GET /lookup/id/:id</code></th>'));
    expect(row).toMatch(/^.*?<td class="number">1<\/td>.*?<td class="number">1<\/td><td class="number">0<\/td><\/tr>/s);
    expect(shown).toContain('<code>GET /info/ping</code>');
    expect(shown).not.toContain('<code>GET /info/species</code>');
  });
});

describe('the page of a genome', () => {
  test('draws its chromosomes with genes, which link to the browser', async () => {
    const name = at(species, 0);
    const shown = await text(`/genome/${name}`);
    expect(shown).toMatch(new RegExp(`<a href="/rest/browse/${name}/[^"]+:1-\\d+"><span>`));
    expect(shown).toContain('<svg class="chromosome"');
    expect(shown).toContain('<path class="density"');
    expect(shown).not.toContain('NaN');
  });

  test('is there for every genome', async () => {
    for (const name of species) expect([name, (await visit(`/genome/${name}`)).status]).toEqual([name, 200]);
  });

  test('of an unknown species is a sentence', async () => {
    const response = await visit('/genome/%3Cb%3E');
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Can not find internal name for species '&lt;b&gt;'");
  });
});
