/** The page of VEP: a form, the effects of up to MAX_PAGE_VARIANTS variants as table and pictures, downloads. */
import { isAncestral } from '../../compara/species.ts';
import type { Release } from '../../release/release.ts';
import { htmlDocument } from '../document.ts';
import { html, type Html } from '../html.ts';
import { EffectCounts, filtered, readVariants, type Refusal, type ShownVariant } from './effect-rows.ts';
import { countBars, countText, tableHead, variantRows } from './effect-table.ts';
import { predictedEffects, type Service } from './predicted-effects.ts';
import { withGenomeBases } from './reference-alleles.ts';
import { hitPictures } from './hit-pictures.ts';
import { tsvLines, TSV_HEADER, vcfLines } from './downloads.ts';
import { filterFields, MAX_PAGE_VARIANTS, readInput, vepQuery, type VepInput } from './vep-filters.ts';
import { vepForm } from './vep-form.ts';
import { variantLines } from './variant-lines.ts';

type Query = ReadonlyMap<string, readonly string[]>;

/** A page, or a file for download. */
export interface VepPage {
  type: string;
  text: string;
  /** Name of the file. */
  file?: string;
}

const FILES = { tsv: 'text/tab-separated-values', json: 'application/json', vcf: 'text/x-vcf' } as const;

export async function vepPage(base: string, release: Release, query: Query, service: Service): Promise<VepPage> {
  const samples = release.manifest.samples ?? {};
  const species = speciesOf(release);
  const example = {
    species: samples.vep_species ?? species[0]?.[0] ?? '',
    line: samples.vep_line ?? '1 1000 1000 A/G 1',
  };
  const read = readInput(query, example.species);
  // The list of the form has each species by its production name.
  const input = { ...read, species: release.speciesNamed(read.species) ?? read.species };
  const lines = variantLines(input.text);
  const file = query.get('download')?.[0];
  const isTooLong = lines.length > MAX_PAGE_VARIANTS;
  const found =
    lines.length === 0 || isTooLong ? null : await predictedEffects(input.species, lines, vepQuery(input), service);
  if (found && (file === 'tsv' || file === 'json' || file === 'vcf'))
    return download(file, found.answers, input, service);
  const problem = isTooLong
    ? `These are ${lines.length} variants. Without scripts, this page answers at most ` +
      `${MAX_PAGE_VARIANTS}: send more ` +
      'with POST vep/:species/region (200) or vep/:species/batch (any number), or run genomic-edge annotate'
    : lines.length > 0 || !query.has('variants')
      ? null
      : input.text.trim() === ''
        ? 'There is no variant: paste at least one, or choose a file'
        : 'There are no variants, only comments';
  const results = found ? await resultSection(base, input, found, service) : html``;
  return {
    type: 'text/html; charset=utf-8',
    text: htmlDocument({
      base,
      title: 'Effects of variants',
      scripts: ['vep.js'],
      body: html`<h1>Effects of variants</h1>
<p>Predicts what variants do to genes, transcripts, proteins and regulatory features, as Ensembl's VEP does.</p>
<div class="vep-page" data-base="${base}">
${vepForm(input, species, example, `${base}/tools/vep`)}
<section id="results" aria-label="Results" tabindex="-1">
${problem === null ? '' : html`<p class="problem" role="alert">${problem}.</p>`}
${results}</section></div>
<p class="soft">For programs: <a href="${base}/documentation/POST/vep/:species/region">POST vep/:species/region</a> and
<a href="${base}/documentation/POST/vep/:species/batch">POST vep/:species/batch</a>, which annotates a VCF file of any
length.</p>`,
    }),
  };
}

/** Species with genes, by name for people. */
function speciesOf(release: Release): [name: string, label: string][] {
  return release.manifest.species
    .filter(({ name, groups }) => groups.includes('core') && !isAncestral(name))
    .map(({ name, displayName, assembly }): [string, string] => [
      name,
      `${displayName ?? name}${assembly ? ` (${assembly})` : ''}`,
    ])
    .sort(([, a], [, b]) => (a < b ? -1 : 1));
}

async function resultSection(
  base: string,
  input: VepInput,
  { variants: found, refusals }: { variants: ShownVariant[]; refusals: Refusal[] },
  service: Service,
): Promise<Html> {
  const counts = new EffectCounts();
  const variants = await withGenomeBases(found, input.species, service.ask);
  for (const variant of variants) counts.add(variant);
  const shown = variants.flatMap((variant) => filtered(variant, input.filter) ?? []);
  const shownCounts = new EffectCounts();
  for (const variant of shown) shownCounts.add(variant);
  const links = { base, species: input.species };
  const refused = refusedList(refusals);
  if (variants.length === 0) return html`${refused}`;
  return html`<h2>Results</h2>
<p id="counts" role="status">${countText(counts)}. ${downloadLinks(base, input)}</p>
${refused}
${countBars(counts)}
${await hitPictures(shown, input.species, service)}
${filterFields(input.filter, counts)}
<p class="soft" id="shown">Shown: ${countText(shownCounts)}.</p>
<table class="effects"><caption class="hidden">Effects of the variants</caption>${tableHead()}
${variantRows(shown, links)}</table>`;
}

function refusedList(refusals: readonly Refusal[]): Html | string {
  if (refusals.length === 0) return '';
  return html`<div class="problem" role="alert"><strong>No result for ${String(refusals.length)}
${refusals.length === 1 ? 'line' : 'lines'}</strong><ul>
${refusals.map(({ input, error }) => html`<li><code>${input.slice(0, 80)}</code> ${error}</li>`)}</ul></div>`;
}

function downloadLinks(base: string, { species, text, options, distance, release }: VepInput): Html {
  const address = (file: string) => {
    const query = new URLSearchParams({ species, variants: text });
    for (const name of options) query.set(name, '1');
    if (distance !== '') query.set('distance', distance);
    if (release !== '') query.set('release', release);
    query.set('download', file);
    return `${base}/tools/vep?${query}`;
  };
  return html`Download: ${['vcf', 'tsv', 'json'].map(
    (file) => html`<a href="${address(file)}" download>${file.toUpperCase()}</a> `,
  )}`;
}

async function download(
  file: keyof typeof FILES,
  answers: readonly unknown[],
  input: VepInput,
  service: Service,
): Promise<VepPage> {
  const type = `${FILES[file]}; charset=utf-8`;
  const name = `effects.${file}`;
  switch (file) {
    case 'json':
      return { type: FILES.json, text: `${JSON.stringify(answers, null, 2)}\n`, file: name };
    case 'tsv':
      return { type, text: TSV_HEADER + readVariants(answers).map(tsvLines).join(''), file: name };
    case 'vcf':
      return { type, text: await service.annotated(input.species, vcfLines(answers), vepQuery(input)), file: name };
  }
}
