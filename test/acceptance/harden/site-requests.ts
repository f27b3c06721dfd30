/**
 * Requests that the catalogue does not list: pages of the site, what their forms and scripts ask for, views of answers
 * for browsers, static files.
 */
import type { Random } from '../../../data/fictional/random.ts';
import { assetPath } from '../../../src/pages/assets.ts';
import { fillAddress, type ExampleValues } from '../../../src/release/example-values.ts';
import { draftOf, type Draft } from './request.ts';

/** Addresses that exist, with example values of the release. */
const PAGES = [
  '/',
  '/rest',
  '/rest/',
  '/rest/documentation',
  '/rest/documentation/GET/lookup/id/:id',
  '/rest/documentation/POST/lookup/id',
  '/rest/documentation/info/overlap_region',
  '/rest/reference',
  '/rest/openapi.json',
  '/rest/openapi',
  '/rest/status',
  '/rest/status?species={species};sort=assembly;page=2',
  '/rest/genome/{species}',
  '/rest/search',
  '/rest/search?q={symbol}',
  '/rest/search?q={gene};species={species}',
  '/rest/search?q={species}:{region}',
  '/rest/search?q={variant}',
  '/rest/search?q={vep_hgvs}',
  '/rest/search/suggest?q={symbol}',
  '/rest/search/suggest?q={gene};species={species}',
  '/rest/browse/{species}/{region}',
  '/rest/browse/{species}/{seq_region}',
  '/rest/browse/{species}/{region}/density?feature=gene;bins=64',
  '/rest/browse/{variation_species}/{seq_region}/density?feature=variation',
  '/rest/tools/vep',
  '/rest/tools/vep?species={vep_species};variants={vep_line};hgvs=1',
  '/rest/tools/vep?species={vep_species};variants={vep_variant};impact=HIGH;gene=x;canonical_only=1;distance=100',
  '/rest/tools/vep?species={vep_species};variants={vep_line};download=tsv',
  '/rest/tools/vep?species={vep_species};variants={vep_line};download=vcf',
  '/rest/tools/vep?species={vep_species};variants={vep_hgvs};download=json',
  // Forms with values in the query.
  '/rest/documentation/GET/lookup/id/:id?id={gene};expand=1',
  '/rest/documentation/POST/lookup/id?body={gene}',
  '/rest/documentation/GET/sequence/region/:species/:region?species={species};region={slice};content-type=text/x-fasta',
  '/rest/documentation/GET/overlap/region/:species/:region?species={species};region={region};feature=gene;feature=exon',
  '/rest/documentation/POST/vep/:species/batch?species={vep_species};body={vep_record}',
  '/rest/documentation/GET/ld/:species/:id/:population_name?species={ld_species};id={ld_variant};population_name=x',
] as const;

/** Answers that browsers get as pages with pictures. */
const VIEWS = [
  '/rest/lookup/id/{gene}',
  '/rest/lookup/id/{transcript}?expand=1',
  '/rest/lookup/symbol/{species}/{symbol}?expand=1',
  '/rest/variation/{variation_species}/{variant}?pops=1;genotypes=1',
  '/rest/genetree/id/{gene_tree}',
  '/rest/genetree/member/id/{tree_species}/{tree_gene}?aligned=1',
  '/rest/cafe/genetree/id/{cafe_tree}',
  '/rest/homology/id/{homology_species}/{homology_gene}',
  '/rest/ld/{ld_species}/{ld_variant}/{ld_population}?window_size=50;r2=0.1',
  '/rest/ld/{ld_species}/region/{ld_region}/{ld_population}',
  '/rest/alignment/region/{alignment_species}/{alignment_region}' +
    '?method={alignment_method};species_set_group={alignment_set}',
  '/rest/vep/{vep_species}/id/{vep_variant}',
  '/rest/overlap/region/{species}/{region}?feature=gene;feature=transcript',
  '/rest/transcript_haplotypes/{haplotype_species}/{haplotype_transcript}',
  '/rest/phenotype/gene/{phenotype_gene_species}/{phenotype_gene}',
] as const;

/** Addresses that do not exist, and files of the pages. */
const OTHERS = [
  '/rest/documentation/GET/nosuch',
  '/rest/vep/human/hgvs/x',
  '/rest/nosuch',
  '/nosuch',
  '/favicon.ico',
  '/robots.txt',
  '/current',
  '/rest/current',
  '/rest/../current',
  '/restx/info/ping',
  '/rest/assets/nosuch.js',
  '/rest/assets/../../etc/passwd',
  '/rest/assets/__proto__.js',
  '/rest/genome/nosuch',
  '/rest/browse/nosuch/1:1-2',
  '/rest/search/suggest',
];

/** A new draft of one of them, which may be changed. */
export type SiteRequests = (random: Random) => Draft;

export function siteRequests(samples: ExampleValues): SiteRequests {
  const filled = (templates: readonly string[]) =>
    templates.map((template) => fillAddress(template, samples)).filter((address) => address !== null);
  const [pages, views] = [filled(PAGES), filled(VIEWS)];
  const others = [
    ...OTHERS,
    ...(['browse.js', 'search.js', 'sort.js', 'try-request.js', 'vep.js', 'site.css', 'icon.svg'] as const).map(
      (name) => assetPath('/rest', name),
    ),
  ];
  return (random) => {
    const kind = random.next();
    if (kind < 0.55) return draftOf('GET', random.pick(pages), null);
    if (kind < 0.7 || views.length === 0) return draftOf('GET', random.pick(others), null);
    const draft = draftOf('GET', random.pick(views), null);
    draft.headers.push(['accept', 'text/html']);
    return draft;
  };
}

/** Names of the fields that pages read from the query. */
export const PAGE_FIELDS = [
  'q',
  'species',
  'variants',
  'impact',
  'consequence',
  'gene',
  'canonical_only',
  'distance',
  'download',
  'hgvs',
  'feature',
  'bins',
  'sort',
  'page',
  'body',
  'content-type',
  'id',
  'region',
  'r2',
] as const;
