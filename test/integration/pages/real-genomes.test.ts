/** Pages of real genomes: genes over the origin of circular regions, and searches as people type them. */
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_FILES } from '../../../build-index/genome-files/genome-spec.ts';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { json } from '../../support/json.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import { testFolder } from '../../support/test-folder.ts';

const PHAGE = 'coliphage_phix174';
const FILES = ['NC_000932.gb.gz', 'NC_001422.gb.gz', 'NC_005816.gb.gz'];

let visit: (path: string, headers?: Record<string, string>) => Promise<Response>;
let store: CountingStore;

beforeAll(async () => {
  const genomes = FILES.map((name) => ({
    ...NO_FILES,
    flat: [resolve('data/genomes', name)],
    ...(name.startsWith('NC_000932') && { sample: { gene: 'ArthCp030', name: 'rbcL' } }),
  }));
  const index = join(await testFolder(), 'index');
  await buildRelease([], index, silentProgress, { genomes });
  store = new CountingStore(new LocalFolder(index));
  const releases = new Releases(store, new ByteCache());
  const app = createApp({ operations, openRelease: () => releases.current() });
  visit = async (path, headers = {}) => app.request(`https://example.org${path}`, { headers });
});

const page = async (path: string) => (await visit(path, { accept: 'text/html' })).text();

describe('a gene over the origin of a circular region', () => {
  test('is drawn on its page, which leads to its place', async () => {
    const shown = await page('/rest/lookup/id/gene-NP_040703');
    expect(shown).toContain('aria-label="Positions 3,981 to 136, 1.54 kb"');
    expect(shown).toContain('Exon 1 of 1\ngene-NP_040703.t1.exon1\n3,981–136 (1.54 kb)');
    expect(shown).toContain(`href="/rest/browse/${PHAGE}/NC_001422.1:3981-136"`);
    expect(shown).toContain('Protein of 513 residues from 1 coding exons');
  });

  test('is on both sides of a view of the whole region, and once in the list', async () => {
    const shown = await page(`/rest/browse/${PHAGE}/NC_001422.1:1-5386`);
    expect(shown.match(/<title>gene-NP_040703, protein coding, 3,981 to 136</g)).toHaveLength(2);
    expect(shown.match(/lookup\/id\/gene-NP_040703\?/g)).toHaveLength(1);
  });

  test('is in a view over the origin, which pans further round', async () => {
    const shown = await page(`/rest/browse/${PHAGE}/NC_001422.1:3981-136`);
    expect(shown).toContain('<h1 id="place">NC_001422.1:3,981-136</h1>');
    expect(shown.match(/<title>gene-NP_040703, protein coding, 3,981 to 136</g)).toHaveLength(1);
    expect(shown).toContain(`/browse/${PHAGE}/NC_001422.1:4752-907" data-action="right"`);
    expect(shown).toContain('data-start="3981" data-end="5522"');
    const region = await page(`/rest/overlap/region/${PHAGE}/NC_001422.1:3981-136?feature=gene`);
    expect(region).toContain('<title>gene-NP_040703, protein coding, 3,981 to 136</title>');
  });

  test('counts in the densities of a view over the origin', async () => {
    const { start, end, counts } = await json<{ start: number; end: number; counts: number[] }>(
      visit(`/rest/browse/${PHAGE}/NC_001422.1:3981-136/density?feature=gene;bins=10`),
    );
    expect([start, end, counts.length]).toEqual([3981, 136, 10]);
    // gene-NP_040703, -4, -5, then after the origin -6 and -7.
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
  });
});

test('the start page leads to the sample gene of a genome, or to the genome, and so does an empty search', async () => {
  const shown = await page('/rest/');
  expect(shown).toContain('href="/rest/lookup/id/ArthCp030">Gene rbcL <span class="soft">Arabidopsis thaliana</span>');
  expect(shown).toContain(`href="/rest/genome/${PHAGE}">Genome coliphage phiX174</a>`);
  expect(shown).not.toContain('fictional');
  const search = await page('/rest/search?q=');
  expect(search.indexOf('<strong>rbcL</strong>')).toBeGreaterThan(0);
});

test('a gene that no compara database has leads to no homologues and no gene tree', async () => {
  const shown = await page('/rest/lookup/id/ArthCp030');
  const chips = /<nav class="chips"[\s\S]*?<\/nav>/.exec(shown)?.[0] ?? '';
  expect(chips).toContain('>Protein sequence</a>');
  expect(chips).not.toMatch(/Homologues|Gene tree|Gene family/);
});

test('the sequence of a protein is a page with its length', async () => {
  const shown = await page('/rest/sequence/id/NP_051067');
  expect(shown).toContain('<strong>479 residues</strong>');
  expect(shown).toContain('<h1>Protein sequence of NP_051067</h1>');
});

test('a trans-spliced gene is drawn with all its exons, and says that it has both strands', async () => {
  const shown = await page('/rest/lookup/id/ArthCp047');
  expect(shown).toContain('<dd>both (trans-spliced)</dd>');
  expect(shown).toContain('ArthCp047.t1: 3 exons, codes for 123 residues');
  expect(shown).toContain('Protein of 123 residues from 3 coding exons');
  expect(shown).toMatch(/139,856–140,087 \(232 bp\)\non the forward strand/);
});

test('a search for a region over the origin leads there', async () => {
  const search = await visit(`/rest/search?q=${encodeURIComponent(`${PHAGE}:NC_001422.1:3981-136`)}`);
  expect(search.headers.get('location')).toBe(`/rest/browse/${PHAGE}/NC_001422.1:3981-136`);
});

describe('a search of real genomes', () => {
  const PLANT = 'arabidopsis_thaliana';
  const search = (text: string) => visit(`/rest/search?q=${encodeURIComponent(text)}`);

  test.each([
    ['Arabidopsis thaliana', `/rest/genome/${PLANT}`],
    ['arabidopsis rbcL', `/rest/lookup/symbol/${PLANT}/rbcL`],
    ['rbcl thaliana', `/rest/lookup/symbol/${PLANT}/rbcL`],
    ['NC_000932', `/rest/browse/${PLANT}/NC_000932.1`],
    ['NC_000932.1', `/rest/browse/${PLANT}/NC_000932.1`],
    ['arabidopsis NC_000932.1:3000-4000', `/rest/browse/${PLANT}/NC_000932.1:3000-4000`],
  ])('for %s leads to %s', async (text, location) => {
    expect((await search(text)).headers.get('location')).toBe(location);
    expect((await visit(location, { accept: 'text/html' })).status).toBe(200);
  });

  test.each([
    ['rbc', `/rest/lookup/symbol/${PLANT}/rbcL`],
    ['arabidopsis', `/rest/genome/${PLANT}`],
    ['yersinia', '/rest/genome/yersinia_pestis_biovar_microtus_str_91001'],
    ['phix', `/rest/genome/${PHAGE}`],
    ['NC_0014', `/rest/browse/${PHAGE}/NC_001422.1`],
    ['NP_04070', '/rest/lookup/id/NP_040703'],
    ['thaliana rbc', `/rest/lookup/symbol/${PLANT}/rbcL`],
  ])('for the beginning of a name, %s, lists and suggests what begins with it', async (text, href) => {
    const answer = await search(text);
    expect(answer.status).toBe(200);
    const shown = await answer.text();
    expect(shown).toContain('Nothing has exactly this name');
    expect(shown).toContain(`href="${href}"`);
    const before = store.reads.length;
    const { suggestions } = await json<{ suggestions: { href: string }[] }>(
      visit(`/rest/search/suggest?q=${encodeURIComponent(text)}`),
    );
    expect(suggestions.map((each) => each.href)).toContain(href);
    // The page has read the same blocks.
    expect(store.reads.length - before).toBe(0);
  });

  test('without a result says what to write', async () => {
    const shown = await (await search('photosynthesis protein')).text();
    expect(shown).toContain('Words of descriptions\ncannot be searched');
  });
});
