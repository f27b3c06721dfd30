/** The page of a genome: assembly, figures, chromosomes with gene density, databases, sources of variants. */
import type { Genome } from '../../release/genome.ts';
import type { GenomeInfo, SpeciesEntry } from '../../release/manifest.ts';
import type { Release } from '../../release/release.ts';
import { htmlDocument } from '../document.ts';
import { chromosomeBar } from '../drawing/chromosome.ts';
import { basesText } from '../drawing/scale.ts';
import { counted } from '../drawing/text.ts';
import { html, type Html } from '../html.ts';
import { objectsOf, textOf } from '../views/json-fields.ts';
import { htmlList } from '../views/parts.ts';
import { readKaryotype, type Karyotype } from './karyotype.ts';

/** Throws ApiError (400) for a species that the release lacks. @param ask the JSON of a GET of this service, or null */
export async function genomePage(
  base: string,
  release: Release,
  name: string,
  ask: (address: string) => Promise<unknown>,
): Promise<string> {
  const genome = await release.genome(name);
  const { species } = genome;
  const entry = release.manifest.species.find((each) => each.name === species);
  const [info, karyotype, sources] = await Promise.all([
    genome.info(),
    readKaryotype(genome),
    entry?.groups.includes('variation') ? ask(`/info/variation/${species}`) : null,
  ]);
  const title = entry?.displayName ?? species.replaceAll('_', ' ');
  return htmlDocument({
    base,
    title,
    body: html`<p class="soft"><a href="${base}/status">Data</a> &rsaquo; ${title}</p>
<h1>${title} <span class="soft">${info.meta['species.scientific_name']?.[0] ?? ''}</span></h1>
${facts(base, genome, info, entry)}
${chromosomes(base, species, karyotype)}
${sourceList(objectsOf(sources))}`,
  });
}

/** Figures of Ensembl's table genome_statistics with their names for people. */
const FIGURES: readonly (readonly [key: string, label: string])[] = [
  ['coding_cnt', 'Coding genes'],
  ['noncoding_cnt', 'Non-coding genes'],
  ['pseudogene_cnt', 'Pseudogenes'],
  ['transcript', 'Transcripts'],
  ['ref_length', 'Length of the reference'],
  ['SNPCount', 'Short variants'],
  ['StructuralVariation', 'Structural variants'],
];

function facts(base: string, { species }: Genome, { meta, statistics }: GenomeInfo, entry?: SpeciesEntry): Html {
  const first = (key: string) => meta[key]?.[0] ?? '';
  const accession = entry?.accession ?? first('assembly.accession');
  return html`${htmlList([
    ['Assembly', [first('assembly.name') || entry?.assembly, accession].filter(Boolean).join(' · ')],
    [
      'Annotation',
      [first('genebuild.method').replaceAll('_', ' '), first('genebuild.last_geneset_update')]
        .filter(Boolean)
        .join(', '),
    ],
    ['Source', entry?.isOfFiles ? 'files of the operator of this server' : ''],
    ['Databases', (entry?.groups ?? []).join(', ')],
    ['Taxon', entry?.taxonId ?? ''],
    ...FIGURES.map(([key, label]): [string, string] => [label, statistics[key]?.toLocaleString('en') ?? '']),
  ])}
<ul class="formats">
<li><a href="${base}/tools/vep?species=${species}">Effects of variants</a></li>
<li><a href="${base}/info/assembly/${species}?content-type=text/html">All regions</a></li>
<li><a href="${base}/info/biotypes/${species}?content-type=text/html">Biotypes</a></li>
<li><a href="${base}/info/analysis/${species}?content-type=text/html">Analyses</a></li>
</ul>`;
}

function chromosomes(
  base: string,
  species: string,
  { chromosomes: all, isKaryotype, isEstimated, others, partLength }: Karyotype,
): Html {
  if (all.length === 0) return html``;
  const longest = Math.max(...all.map(({ length }) => length));
  // Small chromosomes, such as that of mitochondria, are much denser: the scale is that of the others.
  const large = all.filter(({ length }) => length >= longest / 10);
  const most = Math.max(...large.flatMap(({ density }) => density));
  return html`<h2 id="chromosomes">${isKaryotype ? 'Chromosomes' : 'Longest regions'}</h2>
<p class="soft">Bars show bands; the area above shows how many genes begin in each part of about
${basesText(Math.round(partLength))}${isEstimated ? ', estimated for large chromosomes' : ''}.${
    others > 0 ? ` ${counted(others, 'other region')} ${others === 1 ? 'is' : 'are'} not drawn.` : ''
  }</p>
<ul class="karyotype">
${all.map((chromosome) => {
  const { name, length, density } = chromosome;
  const genes = density.reduce((sum, count) => sum + count, 0);
  const view = `${encodeURIComponent(name)}:1-${Math.min(length, 1_000_000)}`;
  return html`<li><a href="${base}/browse/${species}/${view}"><span>${name}</span>
${chromosomeBar(chromosome, longest, most)}</a>
<span class="soft">${basesText(length)}${
    genes > 0 ? ` · ` + `${isEstimated ? 'about ' : ''}${counted(genes, 'gene')}` : ''
  }</span></li>
`;
})}</ul>`;
}

function sourceList(sources: ReturnType<typeof objectsOf>): Html {
  if (sources.length === 0) return html``;
  return html`<h2>Sources of variants</h2>
<ul>${sources.map((source) => {
    const [name, version, url] = [textOf(source, 'name'), textOf(source, 'version'), textOf(source, 'url')];
    const label = version && version !== '0' ? `${name} ${version}` : name;
    return html`<li>${/^https?:\/\//.test(url) ? html`<a href="${url}" rel="external">${label}</a>` : label}
<span class="soft">${textOf(source, 'description')}</span></li>
`;
  })}</ul>`;
}
