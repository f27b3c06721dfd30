import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { present } from '../../../src/checked.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { readRegion } from '../../../src/pages/search/search-query.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { json } from '../../support/json.ts';

const SPECIES = 'fictomys_demonstrans';
const GENE = 'DEMOAG00000000001';

let visit: (path: string, headers?: Record<string, string>) => Promise<Response>;
let store: CountingStore;

beforeAll(async () => {
  store = new CountingStore(openFolder(await demoIndex()));
  const releases = new Releases(store, new ByteCache());
  const app = createApp({ operations, openRelease: () => releases.current() });
  visit = async (path, headers = {}) => app.request(`https://example.org${path}`, { headers });
});

const search = (text: string, more = '') => visit(`/rest/search?q=${encodeURIComponent(text)}${more}`);

describe('a search', () => {
  test.each([
    [GENE, `/rest/lookup/id/${GENE}`],
    [GENE.toLowerCase(), `/rest/lookup/id/${GENE.toLowerCase()}`],
    ['DEMOAT00000000001', '/rest/lookup/id/DEMOAT00000000001'],
    ['demo mouse DEMCHN1', `/rest/lookup/symbol/${SPECIES}/DEMCHN1`],
    ['demchn1 fictomys_demonstrans', `/rest/lookup/symbol/${SPECIES}/DEMCHN1`],
    [`${SPECIES}:1:1,000-20,000`, `/rest/browse/${SPECIES}/1:1000-20000`],
    ['demo_mouse:chr1:1000..20000', `/rest/browse/${SPECIES}/1:1000-20000`],
    ['DEMOAT00000000001:c.10A>G', `/rest/vep/${SPECIES}/hgvs/DEMOAT00000000001%3Ac.10A%3EG`],
    ['DEMOGT00000000001', '/rest/genetree/id/DEMOGT00000000001'],
  ])('for %s leads to %s', async (text, location) => {
    const answer = await search(text);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
    const shown = await visit(location, { accept: 'text/html' });
    if (!location.includes('/vep/')) expect([location, shown.status]).toEqual([location, 200]);
  });

  test('for the name of a variant leads to its page', async () => {
    const features = await json<{ id: string }[]>(
      visit(`/rest/overlap/region/${SPECIES}/1:1-60000?feature=variation`, { accept: 'application/json' }),
    );
    const { id } = present(features[0], 'a variant');
    expect((await search(id)).headers.get('location')).toBe(`/rest/variation/${SPECIES}/${id}`);
  });

  test('that several species answer shows choices, unless one is chosen', async () => {
    const several = await search('1:1000-2000');
    expect(several.status).toBe(200);
    const page = await several.text();
    expect(page).toContain(`href="/rest/browse/${SPECIES}/1:1000-2000"`);
    expect(page).toContain('href="/rest/browse/fictornis_volans/1:1000-2000"');
    const chosen = await search('1:1000-2000', `&species=${SPECIES}`);
    expect(chosen.headers.get('location')).toBe(`/rest/browse/${SPECIES}/1:1000-2000`);
  });

  test('without a result says so and gives examples that work', async () => {
    const answer = await search('nosuchgene<b>');
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain('Nothing found for');
    expect(page).not.toContain('<b>');
    const examples = Array.from(page.matchAll(/href="(\/rest\/search\?q=[^"]+)"/g), ([, address = '']) => address);
    expect(examples.length).toBeGreaterThanOrEqual(3);
    for (const address of examples) expect(await (await visit(address)).text(), address).not.toContain('Nothing found');
  });

  test('rejects a text that is too long, and accepts none', async () => {
    expect((await search('')).status).toBe(200);
    const long = await search('a'.repeat(301));
    expect([long.status, await long.json()]).toEqual([
      400,
      { error: 'The search has 301 characters; at most 300 are allowed' },
    ]);
  });
});

describe('suggestions', () => {
  const suggest = (text: string) =>
    json<{ suggestions: { name: string; href: string; kind: string }[] }>(
      visit(`/rest/search/suggest?q=${encodeURIComponent(text)}`),
    );

  test('are genes whose names begin with the text, in any case', async () => {
    const { suggestions } = await suggest('demch');
    expect(suggestions.length).toBeGreaterThan(0);
    for (const { name, kind } of suggestions) expect([kind, name.slice(0, 5).toUpperCase()]).toEqual(['Gene', 'DEMCH']);
    for (const { href } of suggestions) expect((await visit(href)).status).toBe(200);
  });

  test('include what the whole text means, and are few', async () => {
    expect((await suggest(GENE)).suggestions.map(({ name }) => name)).toEqual([GENE]);
    expect((await suggest(`${SPECIES}:1:1-100`)).suggestions).toHaveLength(1);
    expect((await suggest('d')).suggestions).toEqual([]);
    expect((await suggest('de')).suggestions.length).toBeLessThanOrEqual(10);
  });

  test('include genomes, and variants whose names begin with the text', async () => {
    expect((await suggest('demo mou')).suggestions[0]).toMatchObject({
      kind: 'Genome',
      href: `/rest/genome/${SPECIES}`,
    });
    const features = await json<{ id: string }[]>(
      visit(`/rest/overlap/region/${SPECIES}/1:1-60000?feature=variation`, { accept: 'application/json' }),
    );
    const { id } = present(features[0], 'a variant');
    const { suggestions } = await suggest(id);
    expect(suggestions.length).toBeGreaterThan(1);
    for (const { kind, name } of suggestions) expect([kind, name.startsWith(id)]).toEqual(['Variant', true]);
    for (const { href } of suggestions) expect([href, (await visit(href)).status]).toEqual([href, 200]);
  });

  test('read at most one block of each table of a genome', async () => {
    await suggest('demtf');
    for (const text of ['demk', 'demchn', 'DEMOAG0000000', 'rs12']) {
      const before = store.reads.length;
      await suggest(text);
      // Four genomes: symbols, regions and variants by the name, variants that begin with it; and the stable ids.
      expect([text, store.reads.length - before <= 12]).toEqual([text, true]);
    }
  });
});

test('regions are read in the spellings that people use', () => {
  expect(readRegion('7:140,424,943-140,624,564')).toEqual({ name: '7', start: 140_424_943, end: 140_624_564 });
  expect(readRegion('chr7:20..10')).toEqual({ name: 'chr7', start: 20, end: 10 });
  expect(readRegion('KI270757.1:500')).toEqual({ name: 'KI270757.1', start: 400, end: 600 });
  expect(readRegion('7:1-10:-1')).toEqual({ name: '7', start: 1, end: 10 });
  for (const text of ['7', '7:x-y', 'ENST1:c.10A>G', '7:0-5', '7:1-99999999999999999999', ''])
    expect(readRegion(text), text).toBeNull();
});
