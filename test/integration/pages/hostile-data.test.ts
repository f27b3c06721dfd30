/**
 * A genome whose names, descriptions and ids are attacks: no page or download may pass them on as markup or formula.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { beforeAll, expect, test } from 'vitest';
import { readGenomeConfig } from '../../../build-index/genome-files/genome-config.ts';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { serveIndex, type RunningService } from '../../support/compiled-release.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import { testFolder } from '../../support/test-folder.ts';

const SCRIPT = '<script>alert(7301)</script>';
const IMAGE = '"><img src=x onerror=alert(7302)>';
const HANDLER = `'"onmouseover=alert(7303) x="`;
const CLOSING = '</pre></title></style></textarea></svg><b id=7306>';
const LINK = 'javascript:alert(7310)';
const FORMULA = '=HYPERLINK("https://evil.example/","x")';
const BIDI = '\u202egnp.\u2066\u200f\u{1f9ec}';
const LONG = `${'long <b id=7306> '.repeat(6_000)}end`;
const ALL = `${SCRIPT}${IMAGE}${HANDLER}${CLOSING}${BIDI}`;

const BASES = `CCCCCCCCCC${'ATGAAACCCGGGTTTTGGTAA'}CCCCCCCCC${'ATGAAACCCGGGTTTTGGTAA'}${'C'.repeat(39)}`;
const GENES = ['g<a7307>', `g'"&<7308>`, 'gp'];
const SYMBOLS = [IMAGE, FORMULA, BIDI];
const RS = `rs<svg/onload=alert(7304)>`;
const REGION = 'chr1';
/** The addresses of slices have no such names, but lines of VCF, lists and pages of regions have. */
const ODD_REGION = 'chr"<a7309>';

const gff3 = (region: string, prefix: string) =>
  GENES.map((name, at) => {
    const [start, end] = at === 0 ? [11, 31] : at === 1 ? [41, 61] : [65, 85];
    const id = encodeURIComponent(prefix + name);
    const text = (value: string) => encodeURIComponent(value);
    const place = `${start}\t${end}\t.\t+`;
    const about = `Name=${text(SYMBOLS[at] ?? '')};description=${text(at === 2 ? LONG : ALL)};gene_synonym=${text(
      SCRIPT,
    )}`;
    return (
      `${region}\t${SCRIPT}\tgene\t${place}\t.\tID=${id};${about};Dbxref=${text(LINK)},GeneID:${text(SCRIPT)}\n` +
      `${region}\tx\tmRNA\t${place}\t.\tID=${id}.1;Parent=${id};product=${text(ALL)};Note=${text(FORMULA)}\n` +
      `${region}\tx\tCDS\t${place}\t0\tID=${id}.p;Parent=${id}.1;protein_id=${id}.p\n`
    );
  }).join('');

const FILES: Record<string, string> = {
  'genomes.yaml': JSON.stringify({
    genomes: [
      {
        species: `Mus ${SCRIPT}`,
        common_name: ALL,
        assembly: `A${IMAGE}`,
        taxon: 101,
        fasta: 'a.fa',
        gff3: 'a.gff3',
        vcf: 'a.vcf',
        gaf: 'a.gaf',
        xrefs: 'x.tsv',
        phenotypes: 'p.tsv',
        chain: { [`old${SCRIPT}`]: 'o.chain' },
      },
      { species: `Rattus ${CLOSING}`, assembly: HANDLER, taxon: 102, fasta: 'b.fa', gff3: 'b.gff3' },
    ],
    ontology: 'go.obo',
    gene_trees: 'trees',
  }),
  'a.fa': `>${REGION} ${SCRIPT}\n${BASES}\n`,
  'b.fa': `>${ODD_REGION} ${SCRIPT}\n${BASES}\n`,
  'a.gff3': gff3(REGION, ''),
  'b.gff3': gff3(ODD_REGION, 'r'),
  'a.vcf':
    `##fileformat=VCFv4.2\n##source=${SCRIPT}\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n` +
    `${REGION}\t14\t${RS};${FORMULA}\tA\tG\t.\t.\tAF=0.1\n${REGION}\t45\t${SCRIPT}\tA\tT\t.\t.\t.\n`,
  'a.gaf':
    `!gaf-version: 2.2\n` +
    `X\tgp\tgp\tenables\tGO:0000001\t${SCRIPT}\tIDA\t\tF\t${SCRIPT}\t${SCRIPT}\tprotein\ttaxon:101\t20240101\t${
      SCRIPT
    }\t\t\n`,
  'x.tsv':
    `id\tdbname\tprimary_id\tdisplay_id\tsynonyms\n` +
    `gp\t${SCRIPT}\t${LINK}\t${IMAGE}\t${HANDLER}|${FORMULA}\ngp\tUniprot/SWISSPROT\t${LINK}\t${FORMULA}\t\n`,
  'p.tsv':
    `id\tdescription\taccession\tsource\tstudy\n${GENES[0]}\t${ALL}\tTO:1\t${SCRIPT}\t${LINK}\n` +
    `gp\t${FORMULA}\tTO:2\t${IMAGE}\thttps://evil.example/\n`,
  'o.chain': `chain 9 o${SCRIPT} 90 + 0 90 ${REGION} 100 - 0 90 7\n50 10 10\n30\n`,
  'go.obo':
    `ontology: go\n\n[Term]\nid: GO:0000001\nname: ${ALL}\nnamespace: ${SCRIPT}\nsynonym: ` +
    `"${SCRIPT}" RELATED []\n`,
  'trees/1.nwk': '(gp:0.1,rgp:0.2);',
};

let service: RunningService;
let species: string;
let other: string;

beforeAll(async () => {
  const folder = await testFolder();
  await mkdir(join(folder, 'trees'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  const config = await readGenomeConfig(join(folder, 'genomes.yaml'));
  await buildRelease([], join(folder, 'index'), silentProgress, config);
  service = await serveIndex(join(folder, 'index'));
  const { species: all } = (await service.get('/info/species')).json;
  const named = (start: string) => all.find(({ name }: { name: string }) => name.startsWith(start)).name;
  [species, other] = [named('mus'), named('rattus')];
});

const path = (...segments: string[]) => segments.map(encodeURIComponent).join('/');

/** Addresses below /rest, of pages and of answers that are shown as pages. */
function addresses(): string[] {
  const names = [...GENES, ...SYMBOLS, RS, ODD_REGION, SCRIPT, FORMULA, LINK, ALL.slice(0, 250)];
  const region = encodeURIComponent(`${REGION}:1-100`);
  const features = ['gene', 'transcript', 'cds', 'exon', 'variation', 'repeat']
    .map((each) => `feature=${each}`)
    .join(';');
  const lines = encodeURIComponent(
    `${REGION} 14 ${SCRIPT} A G . . .\n${REGION} 45 ${FORMULA} A T . . .\n${IMAGE}\n${RS}`,
  );
  return [
    '',
    'status',
    `status?species=${encodeURIComponent(SCRIPT)}`,
    `genome/${species}`,
    `genome/${other}`,
    path('browse', other, ODD_REGION),
    `info/assembly/${other}`,
    'lookup/id/rgp?expand=1',
    ...names.map((name) => `search?q=${encodeURIComponent(name)}`),
    ...names.map((name) => `search?q=${encodeURIComponent(name)};species=${species}`),
    ...names.map((name) => `documentation/GET/lookup/id/:id?id=${encodeURIComponent(name)}`),
    `browse/${species}/${region}`,
    `tools/vep?species=${species};variants=${lines};hgvs=1`,
    `tools/vep?species=${species};variants=${lines};gene=${encodeURIComponent(IMAGE)};consequence=${encodeURIComponent(
      SCRIPT,
    )}`,
    ...GENES.flatMap((id) => [
      `lookup/id/${encodeURIComponent(id)}?expand=1`,
      `lookup/id/${encodeURIComponent(`${id}.1`)}?expand=1`,
      `lookup/id/${encodeURIComponent(`${id}.p`)}`,
      `overlap/id/${encodeURIComponent(id)}?${features}`,
      `sequence/id/${encodeURIComponent(`${id}.p`)}`,
      `xrefs/id/${encodeURIComponent(id)}?all_levels=1`,
      `phenotype/gene/${species}/${encodeURIComponent(id)}`,
      `homology/id/${species}/${encodeURIComponent(id)}`,
      `genetree/member/id/${species}/${encodeURIComponent(id)}?aligned=1`,
    ]),
    ...SYMBOLS.flatMap((symbol) => [
      path('lookup', 'symbol', species, symbol),
      path('xrefs', 'symbol', species, symbol),
      path('xrefs', 'name', species, symbol),
    ]),
    `overlap/region/${species}/${region}?${features}`,
    `sequence/region/${species}/${region}`,
    `phenotype/region/${species}/${region}`,
    ...[RS, FORMULA, SCRIPT].flatMap((name) => [
      `${path('variation', species, name)}?phenotypes=1;pops=1`,
      path('vep', species, 'id', name),
      path('variant_recoder', species, name),
    ]),
    path('vep', species, 'region', `${REGION}:14-14:1`, 'G'),
    'info/species',
    `info/assembly/${species}?bands=1;synonyms=1`,
    `info/analysis/${species}`,
    `info/external_dbs/${species}`,
    `info/variation/${species}`,
    'ontology/id/GO:0000001',
    path('ontology', 'name', ALL.slice(0, 200)),
    path('map', species, `old${SCRIPT}`, `o${SCRIPT}:1..50`, `A${IMAGE}`),
    'info/comparas',
    'genetree/id/GT00000001',
  ];
}

/** Links within the service and to Ensembl. */
const OWN_LINK = /^(?:\/(?![/\\])|#|\?|http:\/\/localhost\/|https:\/\/www\.ensembl\.org(?:\/|$))/;

/** Elements and attributes of a page that run, load or lead elsewhere: a page should only show text. */
function faultsOf(page: string): string[] {
  const faults: string[] = [];
  new Parser({
    onopentag(name, attributes) {
      if (/^(?:iframe|object|embed|base|img|a73|b$|x:)/.test(name)) faults.push(`<${name}>`);
      if (name === 'script' && !/^\/rest\/assets\//.test(attributes.src ?? '')) faults.push('<script>');
      for (const [key, value] of Object.entries(attributes)) {
        if (/^on|^style$|^srcdoc$/.test(key)) faults.push(`${name} ${key}="${value}"`);
        const isLink = /^(?:href|src|action|formaction|xlink:href)$/.test(key);
        if (isLink && !OWN_LINK.test(value)) faults.push(`${name} ${key}="${value}"`);
      }
    },
  }).end(page);
  return [
    ...faults,
    ...[SCRIPT, IMAGE, HANDLER, CLOSING, '<a7307>', '<svg/onload'].filter((text) => page.includes(text)),
  ];
}

test('pages show hostile names as text, without elements, handlers or links of theirs', async () => {
  const found: string[] = [];
  const statuses = new Map<number, number>();
  for (const address of addresses()) {
    const response = await service.fetch(`/rest/${address}`, { headers: { accept: 'text/html' } });
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const where = `${response.status} ${address.slice(0, 120)}`;
    if (response.status >= 500) found.push(where);
    if (response.status === 302 && !/^\/rest\/(?![/\\])/.test(response.headers.get('location') ?? ''))
      found.push(where);
    if (response.status === 302) continue;
    if (!response.headers.get('content-security-policy')?.includes("default-src 'none'"))
      found.push(`${where} no policy`);
    // The longest description has 100 kB, which a page shows in a few places.
    if (text.length > 3_000_000) found.push(`${where} ${text.length} characters`);
    found.push(...faultsOf(text).map((fault) => `${where}: ${fault.slice(0, 200)}`));
  }
  expect(found).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(60);
});

test('effects are predicted on a region whose name has quotes and brackets', async () => {
  const line = `${ODD_REGION}\t14\tv\tA\tG\t.\t.\t.`;
  const region = await service.fetch(`/rest/vep/${other}/region`, {
    method: 'POST',
    body: JSON.stringify({ variants: [line, line.replace(ODD_REGION, `${ODD_REGION}:1-5`)] }),
  });
  expect(region.status).toBe(200);
  expect(await region.json()).toMatchObject([
    { seq_region_name: ODD_REGION, most_severe_consequence: expect.any(String) as string },
  ]);
  const batch = await service.fetch(`/rest/vep/${other}/batch`, {
    method: 'POST',
    body: `${line}\n${line.slice(4)}\n`,
  });
  const [first, second] = (await batch.text()).trimEnd().split('\n').slice(-2);
  expect(first).toMatch(/CSQ=G\|/);
  expect(second).toContain('CSQ_WARNING=Could_not_fetch_slice_for_chromosome');
});

test('XML, GFF3, BED and FASTA keep hostile names within their fields', async () => {
  const region = encodeURIComponent(`${REGION}:1-100`);
  const features = 'feature=gene;feature=transcript;feature=cds;feature=variation';
  for (const [type, address] of [
    ['text/xml', `overlap/region/${species}/${region}?${features}`],
    ['text/xml', 'lookup/id/gp?expand=1'],
    ['text/xml', 'xrefs/id/gp'],
    ['text/x-gff3', `overlap/region/${species}/${region}?${features}`],
    ['text/x-bed', `overlap/region/${species}/${region}?${features}`],
    ['text/x-fasta', `sequence/region/${species}/${region}`],
    ['text/x-fasta', `sequence/id/${path('g<a7307>.p')}`],
    ['text/x-phyloxml+xml', 'genetree/id/GT00000001'],
    ['text/x-orthoxml+xml', 'genetree/id/GT00000001'],
    ['text/x-nh', 'genetree/id/GT00000001'],
  ] as const) {
    const { status, headers, text } = await service.get(`/${address}`, type);
    expect([status, headers.get('x-content-type-options')], address).toEqual([200, 'nosniff']);
    if (type.includes('xml'))
      expect(
        [SCRIPT, IMAGE, CLOSING, '<a7307>'].filter((markup) => text.includes(markup)),
        address,
      ).toEqual([]);
    if (type === 'text/x-gff3')
      for (const line of text.trim().split('\n')) expect(line).toMatch(/^#|^(?:[^\t]*\t){8}[^\t]*$/);
    if (type === 'text/x-fasta') expect(text).toMatch(/^>[^\n]*\n(?:[A-Z*]+\n?)+$/);
  }
});

test('downloads of effects start no formula and have as many columns in every line', async () => {
  const variants = encodeURIComponent(`${REGION} 14 ${FORMULA} A G . . .\n${REGION} 45 @SUM(1) A T . . .\n${FORMULA}`);
  const download = async (file: string) =>
    service.fetch(`/rest/tools/vep?species=${species};variants=${variants};hgvs=1;download=${file}`);
  const tsv = await download('tsv');
  expect(tsv.headers.get('content-type')).toMatch(/^text\/tab-separated-values/);
  expect(tsv.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
  const rows = (await tsv.text())
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) {
    expect(row).toHaveLength(rows[0]?.length ?? 0);
    for (const cell of row) expect(cell).not.toMatch(/^\s*(?:[=@]|[+-](?![\d/]|$))/);
  }
  for (const line of (await (await download('vcf')).text()).trimEnd().split('\n'))
    if (!line.startsWith('#')) expect(line.split('\t').length).toBeGreaterThanOrEqual(8);
  expect(JSON.parse(await (await download('json')).text())).toBeInstanceOf(Array);
});
