import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { present } from '../../../src/checked.ts';
import { Releases } from '../../../src/release/releases.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';

let releases: Releases;
let visit: (query: Record<string, string>) => Promise<Response>;
/** A line with a variant in a transcript, and its species. */
let line: string;
let species: string;

beforeAll(async () => {
  releases = new Releases(openFolder(await demoIndex()), new ByteCache());
  const app = createApp({ operations, openRelease: () => releases.current() });
  visit = async (query) => app.request(`https://example.org/rest/tools/vep?${new URLSearchParams(query)}`);
  const { samples = {} } = (await releases.current()).manifest;
  line = present(samples.vep_line, 'vep_line');
  species = present(samples.vep_species, 'vep_species');
});

const page = async (query: Record<string, string>) => (await visit(query)).text();

describe('the page of VEP', () => {
  test('begins with a form for the species of the release', async () => {
    const shown = await page({});
    expect(shown).toContain('<textarea id="vep-variants" name="variants"');
    expect(shown).toContain(`<option value="${species}" selected>`);
    expect(shown).not.toContain('<table');
  });

  test('shows effects as a table, with a picture of the transcript', async () => {
    const shown = await page({ species, variants: line, hgvs: '1' });
    expect(shown).toContain('1 variant,');
    expect(shown).toMatch(/<table class="effects">[\s\S]*<a href="\/rest\/lookup\/id\/\w+\?species=/);
    expect(shown).toMatch(/<svg class="drawing [\s\S]* aria-label="[^"]+ with /);
    expect(shown).toContain('<a href="/rest/tools/vep?species=');
  });

  test('answers formats in any order, and names lines without a result', async () => {
    const shown = await page({ species, variants: `rs0nosuch\n${line}\n<b>1</b> x\n# comment\n99:5-5:1/A` });
    expect(shown).toContain('1 variant,');
    expect(shown).toContain('No result for 3\nlines');
    expect(shown).toContain('<code>&lt;b&gt;1&lt;/b&gt; x</code> is in none of the formats');
    expect(shown).not.toContain('<b>');
  });

  test('says what is missing in an empty form that was sent', async () => {
    const missing = 'There is no variant: paste at least one, or choose a file.';
    expect(await page({ species, variants: ' \n' })).toContain(missing);
    expect(await page({ species })).not.toContain(missing);
  });

  test('warns next to a line whose reference allele is not that of the genome', async () => {
    const [region, start, end, alleles = ''] = line.split(' ');
    const [reference = '', alternative] = alleles.split('/');
    const wrong = Array.from('ACGT').find((base) => base !== reference && base !== alternative);
    expect(reference).toMatch(/^[ACGT]$/);
    const notice = `Reference allele ${wrong} does not match the genome, which has ${reference}`;
    expect(await page({ species, variants: `${region} ${start} ${end} ${wrong}/${alternative}` })).toContain(notice);
    expect(await page({ species, variants: line })).not.toContain('does not match');
  });

  test('filters by impact, consequence, gene and canonical transcript', async () => {
    const base = { species, variants: line };
    const all = await page(base);
    const [, effects] = /variant, (\d+) effect/.exec(all) ?? [];
    const shownEffects = async (filter: Record<string, string>) =>
      Number(/Shown: \d+ variants?, (\d+) effect/.exec(await page({ ...base, ...filter }))?.[1]);
    expect(await shownEffects({})).toBe(Number(effects));
    expect(await shownEffects({ gene: 'nosuch' })).toBe(0);
    expect(await shownEffects({ consequence: 'stop_lost' })).toBe(0);
    expect(await shownEffects({ canonical_only: '1' })).toBeLessThanOrEqual(Number(effects));
    const impacts = await Promise.all(
      ['HIGH', 'MODERATE', 'LOW', 'MODIFIER'].map((impact) => shownEffects({ impact })),
    );
    expect(impacts.reduce((sum, each) => sum + each)).toBe(Number(effects));
  });

  test('keeps the release that it was requested with', async () => {
    const shown = await page({ species, variants: line, release: '115' });
    expect(shown).toContain('<input type="hidden" name="release" value="115">');
    expect(shown).toMatch(/download=tsv"/);
    expect(shown).toMatch(/release=115&amp;download=vcf/);
  });

  test('says how to annotate more than 20 variants', async () => {
    const shown = await page({ species, variants: `${line}\n`.repeat(21) });
    expect(shown).toContain('These are 21 variants. Without scripts, this page answers at most 20');
    expect(await page({ species, variants: '# only this' })).toContain('There are no variants, only comments.');
  });

  test('shows the sentence of the service for an unknown species and a wrong distance', async () => {
    expect(await page({ species: '"><b>', variants: line })).toContain(
      'Can not find internal name for species &#39;&quot;&gt;&lt;b&gt;&#39;',
    );
    const wrong = await page({ species, variants: line, distance: '99999999999' });
    expect(wrong).toContain('No result for 1');
  });
});

describe('a download', () => {
  const download = async (file: string) => {
    const response = await visit({ species, variants: line, download: file });
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="effects.${file}"`);
    return { type: response.headers.get('content-type'), text: await response.text() };
  };

  test('is tab-separated text, one effect a line', async () => {
    const { type, text } = await download('tsv');
    expect(type).toBe('text/tab-separated-values; charset=utf-8');
    expect(text).toMatch(/^Input\tLocation\t/);
    expect(text.split('\n')[1]).toContain(line);
  });

  test('is the JSON of the operation', async () => {
    const { type, text } = await download('json');
    expect([type, JSON.parse(text)[0].input]).toEqual(['application/json', line]);
  });

  test('is VCF with the field CSQ', async () => {
    const { type, text } = await download('vcf');
    expect(type).toBe('text/x-vcf; charset=utf-8');
    expect(text).toMatch(/^##fileformat=VCF[\s\S]*\n#CHROM\t[\s\S]*\n\S+\t\d+\t[\s\S]*CSQ=/);
  });

  test('has the variant, whatever the format of its line', async () => {
    const { samples = {} } = (await releases.current()).manifest;
    const [region, start, , alleles = ''] = line.split(' ');
    const [reference, alternative] = alleles.split('/');
    const kinds = {
      vcf: `${region} ${start} . ${reference} ${alternative} . . .`,
      region: `${region}:${start}-${start}/${alternative}`,
      hgvs: `${region}:g.${start}${reference}>${alternative}`,
      spdi: `${region}:${Number(start) - 1}:${reference}:${alternative}`,
      name: present(samples.variant, 'a variant'),
      deletion: `${region} ${start} ${Number(start) + 99} DEL`,
    };
    for (const [kind, variants] of Object.entries(kinds)) {
      const text = async (download: string) => (await visit({ species, variants, download })).text();
      expect([kind, JSON.parse(await text('json')).length]).toEqual([kind, 1]);
      expect([kind, (await text('tsv')).split('\n').length]).not.toEqual([kind, 2]);
      const records = (await text('vcf')).split('\n').filter((record) => record !== '' && !record.startsWith('#'));
      expect([kind, records.length > 0, records.every((record) => record.includes('CSQ='))]).toEqual([
        kind,
        true,
        true,
      ]);
    }
  });

  test('of another kind, or without variants, is the page', async () => {
    expect(await page({ species, variants: line, download: 'exe' })).toContain('<table class="effects">');
    expect(await page({ species, variants: '', download: 'tsv' })).toContain('<form');
  });
});
