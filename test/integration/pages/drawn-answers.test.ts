import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { at } from '../../../src/checked.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { asker } from '../../../src/pages/views/draw.ts';
import { MAX_QUESTIONS } from '../../../src/pages/views/view.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { json } from '../../support/json.ts';

const SPECIES = 'fictomys_demonstrans';
const GENE = 'DEMOAG00000000001';

let visit: (path: string, headers?: Record<string, string>) => Promise<Response>;
let releases: Releases;

beforeAll(async () => {
  releases = new Releases(openFolder(await demoIndex()), new ByteCache());
  const app = createApp({ operations, openRelease: () => releases.current() });
  visit = async (path, headers = { accept: 'text/html' }) => app.request(`https://example.org${path}`, { headers });
});

const page = async (path: string) => (await visit(path)).text();
const answer = <T>(path: string) => json<T>(visit(path, { accept: 'application/json' }));

interface Gene {
  Transcript: { id: string; Exon: { id: string }[]; Translation?: { id: string } }[];
}

test('pages of a release that the address names lead to pages of that release', async () => {
  const { id } = (await releases.current()).manifest;
  for (const path of [`/rest/lookup/id/${GENE}`, `/rest/browse/${SPECIES}/1:1-50000`, '/rest/search?q=dem', '/rest/']) {
    const shown = await page(`${path}${path.includes('?') ? '&' : '?'}release=${id}`);
    const links = Array.from(shown.matchAll(/<a\b[^>]*?href="(\/rest\/[^"]*)"/g), ([, link = '']) => link);
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((link) => !link.includes(`release=${id}`))).toEqual([]);
    expect(shown).toContain(`<input type="hidden" name="release" value="${id}">`);
  }
  const found = await visit(`/rest/search?q=${GENE};release=${id}`);
  expect(found.headers.get('location')).toBe(`/rest/lookup/id/${GENE}?release=${id}`);
  const { suggestions } = await answer<{ suggestions: { href: string }[] }>(
    `/rest/search/suggest?q=${GENE};release=${id}`,
  );
  expect(suggestions.map(({ href }) => href)).toEqual([`/rest/lookup/id/${GENE}?release=${id}`]);
});

describe('the page of a gene', () => {
  test('draws every transcript with all its exons, and still contains the JSON', async () => {
    const shown = await page(`/rest/lookup/id/${GENE}`);
    const { Transcript } = await answer<Gene>(`/rest/lookup/id/${GENE}?expand=1`);
    for (const { id, Exon } of Transcript) {
      expect(shown).toContain(`href="/rest/lookup/id/${id}"`);
      expect(shown).toContain(`aria-label="${id}: ${Exon.length} exons`);
    }
    expect(shown).toContain('Canonical');
    expect(shown).toContain('MANE Select');
    expect(shown).toMatch(/Exon 2 of \d+\n\w+\n[\d,]+–[\d,]+ \([^)]+\)\nphase \d, end phase \d/);
    expect(shown).toContain('<span class="k">"object_type"</span>');
  });

  test('leads to sequences, references, relatives, variants and the region', async () => {
    const shown = await page(`/rest/lookup/symbol/${SPECIES}/DEMCHN1`);
    const chips = /<nav class="chips"[\s\S]*?<\/nav>/.exec(shown)?.[0] ?? '';
    const links = Array.from(chips.matchAll(/href="([^"]+)"/g), ([, href = '']) => href.replaceAll('&amp;', '&'));
    expect(links.length).toBeGreaterThanOrEqual(9);
    expect(chips).toContain('>Homologues</a>');
    expect(chips).toContain('>Gene tree</a>');
    for (const link of links) expect([link, (await visit(link)).status]).toEqual([link, 200]);
  });

  test('is shown for transcripts and translations too, which it marks', async () => {
    const { Transcript } = await answer<Gene>(`/rest/lookup/id/${GENE}?expand=1`);
    const { id, Translation } = at(Transcript, 0);
    for (const each of [id, Translation?.id ?? id]) {
      const shown = await page(`/rest/lookup/id/${each}`);
      expect(shown).toContain('strip-row chosen');
      expect(shown).toContain(`<code>${id}`);
    }
  });

  test('is only JSON for an exon, and for an answer in the short form', async () => {
    const { Transcript } = await answer<Gene>(`/rest/lookup/id/${GENE}?expand=1`);
    const exon = at(at(Transcript, 0).Exon, 0).id;
    expect(await page(`/rest/lookup/id/${exon}`)).not.toContain('class="strip');
    expect((await visit(`/rest/lookup/id/${GENE}?format=condensed`)).status).toBe(200);
  });
});

describe('the genome browser', () => {
  const browse = `/rest/browse/${SPECIES}`;

  test('draws genes and densities, and pans and zooms by links', async () => {
    const shown = await page(`${browse}/1:1-100000`);
    expect(shown).toContain('<h1 id="place">1:1-100,000</h1>');
    expect(shown).toContain('DEMCHN1');
    expect(shown).toContain('class="density variation"');
    for (const [action, place] of [
      ['right', '1:50001-150000'],
      ['left', '1:1-100000'],
      ['in', '1:25001-75000'],
      ['out', '1:1-200000'],
    ])
      expect(shown).toContain(`href="${browse}/${place}" data-action="${action}"`);
    const links = Array.from(shown.matchAll(/href="([^"]+)" data-action/g), ([, href = '']) => href);
    for (const link of links) expect([link, (await visit(link)).status]).toEqual([link, 200]);
  });

  test('counts what overlap/region lists', async () => {
    const places = `${SPECIES}/1:1-100000`;
    for (const feature of ['gene', 'regulatory', 'repeat']) {
      const { counts, exact } = await answer<{ counts: number[]; exact: boolean }>(
        `/rest/browse/${places}/density?feature=${feature};bins=10`,
      );
      const listed = await answer<unknown[]>(`/rest/overlap/region/${places}?feature=${feature}`);
      expect([feature, exact, counts.length]).toEqual([feature, true, 10]);
      expect([feature, counts.reduce((sum, count) => sum + count)]).toEqual([feature, listed.length]);
    }
  });

  test.each([
    ['/rest/browse/nosuch/1:1-10', "Can not find internal name for species 'nosuch'"],
    [`/rest/browse/${SPECIES}/zz:1-10`, `The genome of ${SPECIES} has no region 'zz'`],
    [`/rest/browse/${SPECIES}/1:1-x`, "'1:1-x' is not a region: expected name:start-end, such as 7:1000-2000"],
    [`/rest/browse/${SPECIES}/1:4000000000`, expect.stringContaining('is beyond the end of 1')],
    [`/rest/browse/${SPECIES}/1:1-9/density?feature=x`, expect.stringContaining('must be one of gene, variation')],
    [`/rest/browse/${SPECIES}/1:1-9/density?feature=gene;bins=1.5`, expect.stringContaining('a whole number from 1')],
  ])('rejects %s', async (path, error) => {
    const rejected = await visit(path, {});
    expect([rejected.status, await rejected.json()]).toEqual([400, { error }]);
  });

  test('has no other addresses', async () => {
    for (const path of [browse, '/rest/browse', `${browse}/1/nosuch`, `${browse}/1/density/x`])
      expect([path, (await visit(path)).status]).toEqual([path, 404]);
  });
});

describe('a view', () => {
  test('may ask a bounded number of questions, and gets null for errors', async () => {
    let sent = 0;
    let failures = 0;
    const send = async () => {
      sent++;
      return sent === 1 ? Response.json({ a: 1 }) : new Response('{"error":"x"}', { status: sent === 2 ? 400 : 503 });
    };
    const release = await releases.current();
    const ask = asker({ base: '/rest', origin: 'https://example.org', release, send, onFailure: () => failures++ });
    expect(await ask('/x')).toEqual({ a: 1 });
    expect([await ask('/x'), failures]).toEqual([null, 0]);
    expect([await ask('/x'), failures]).toEqual([null, 1]);
    for (let more = 0; more < 2 * MAX_QUESTIONS; more++) await ask('/x');
    expect(sent).toBe(MAX_QUESTIONS);
  });

  test('of a page that lacks data for the moment is not cached', async () => {
    const app = createApp({
      operations,
      openRelease: (name) => {
        if (name !== undefined) throw new Error('the release cannot be read for the moment');
        return releases.current();
      },
    });
    const fetched = await app.request(`https://example.org/rest/lookup/id/${GENE}`, {
      headers: { accept: 'text/html' },
    });
    expect([fetched.status, fetched.headers.get('cache-control'), fetched.headers.get('etag')]).toEqual([
      200,
      'no-store',
      null,
    ]);
    expect(await fetched.text()).toContain('<span class="k">"object_type"</span>');
  });
});

test('the blocks of the alignment with the most species are a track, without their letters', async () => {
  const shown = await page(`/rest/browse/${SPECIES}/1:1-20000`);
  expect(shown).toMatch(/data-tracks="[^"]*\balignment\b/);
  expect(shown).toMatch(/data-alignment="method=EPO;species_set_group=demo;compara=\w+"/);
  const { name, blocks } = await answer<{ name: string; blocks: { start: number; end: number }[] }>(
    `/rest/browse/${SPECIES}/1:1-20000/alignments`,
  );
  expect(name).toBe('4 demo vertebrates EPO');
  expect(blocks.length).toBeGreaterThan(1);
  for (const { start, end } of blocks) expect([start >= 1, end <= 20_000, end >= start]).toEqual([true, true, true]);
  const empty = await answer<{ blocks: unknown[] }>(`/rest/browse/${SPECIES}/1:90000-90100/alignments`);
  expect(empty.blocks).toEqual([]);
  const long = await visit(`/rest/browse/${SPECIES}/1:1-140000/alignments`);
  expect([long.status, await long.text()]).toEqual([400, expect.stringContaining('at most 131072 are allowed')]);
});
