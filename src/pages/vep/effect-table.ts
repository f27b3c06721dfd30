/** The table of effects, and the counts above it. The page and its script render them with the same functions. */
import { impactOf, severityOf } from '../../variants/consequences.ts';
import { html, type Html } from '../html.ts';
import { impactMark } from '../drawing/impact-mark.ts';
import { px, svg } from '../drawing/svg.ts';
import { isHit, type Effect, type EffectCounts, type ShownVariant } from './effect-rows.ts';

/** Where the links of a table lead. */
export interface TableLinks {
  base: string;
  /** Production name or alias. */
  species: string;
}

/** Most known variants that a cell names. */
const MAX_KNOWN = 3;
/** Longest input that a cell shows. */
const MAX_INPUT = 60;

/** Groups of rows, one for each variant. */
export function variantRows(variants: readonly ShownVariant[], links: TableLinks): Html {
  return html`${variants.map(
    (variant) => html`<tbody>
${variant.effects.map((effect, which) => effectRow(variant, effect, which, links))}</tbody>
`,
  )}`;
}

export function tableHead(): Html {
  return html`<thead><tr><th scope="col">Variant</th><th scope="col">Consequence</th><th scope="col">Gene</th>
<th scope="col">Transcript or feature</th><th scope="col">Change</th><th scope="col">Known</th></tr></thead>`;
}

function effectRow(variant: ShownVariant, effect: Effect, which: number, links: TableLinks): Html {
  const { base, species } = links;
  const { terms, gene, geneId, impact } = effect;
  return html`<tr>${which === 0 ? variantCell(variant, links) : ''}
<td data-label="Consequence"><span class="impact ${impact.toLowerCase()}">${markOf(terms[0] ?? '')}${terms
    .map((term) => term.replaceAll('_', ' '))
    .join(', ')}</span></td>
<td data-label="Gene">${
    geneId ? html`<a href="${base}/lookup/id/${encodeURIComponent(geneId)}?species=${species}">${gene}</a>` : ''
  }</td>
<td data-label="Feature">${featureCell(effect, links)}</td>
<td data-label="Change">${changeCell(effect)}</td>
<td data-label="Known">${which === 0 ? knownCell(variant, links) : ''}</td></tr>
`;
}

function variantCell(
  { region, start, end, alleles, genomeBases, input, effects }: ShownVariant,
  { base, species }: TableLinks,
): Html {
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const place = `${region}:${low}${high === low ? '' : `-${high}`}`;
  const shownAlleles = alleles.length > 30 ? `${alleles.slice(0, 29)}…` : alleles;
  const shownInput = input.length > MAX_INPUT ? `${input.slice(0, MAX_INPUT - 1)}…` : input;
  const around = `${region}:${Math.max(1, low - 50)}-${high + 50}`;
  const picture = `${base}/tools/vep?${new URLSearchParams({ species, variants: input })}`;
  return html`<th scope="rowgroup" rowspan="${String(effects.length)}">
<a href="${base}/browse/${encodeURIComponent(species)}/${around}">${place}</a> <span
class="alleles">${shownAlleles}</span>
<span class="soft line">${shownInput}</span>
${genomeBases === undefined ? '' : html`<span class="notice line">${referenceNotice(alleles, genomeBases)}</span>`}
${
  effects.some(isHit)
    ? html`<a class="picture" href="${picture}">Picture<span
class="hidden"> of ${place}</span></a>`
    : ''
}</th>
`;
}

/** In the words of Ensembl's VEP with check_ref. */
function referenceNotice(alleles: string, genomeBases: string): string {
  const [reference = ''] = alleles.split('/', 1);
  const [given, found] = [reference, genomeBases].map((bases) =>
    bases.length > 20 ? `${bases.slice(0, 19)}…` : bases,
  );
  return `Reference allele ${given} does not match the genome, which has ${found}`;
}

function featureCell(effect: Effect, { base, species }: TableLinks): Html {
  const { feature, kind, biotype, isCanonical, mane, exon, intron } = effect;
  if (kind !== 'transcript')
    return html`${feature} <span class="soft line">${kind === 'intergenic' ? '' : kind}</span>`;
  const part = exon ? `exon ${exon}` : intron ? `intron ${intron}` : '';
  return html`<a href="${base}/lookup/id/${encodeURIComponent(feature)}?species=${species}">${feature}</a>
${isCanonical ? html`<span class="badge">canonical</span>` : ''}${mane ? html` <span class="badge">${mane}</span>` : ''}
<span class="soft line">${[biotype.replaceAll('_', ' '), part].filter(Boolean).join(' · ')}</span>`;
}

function changeCell({ protein, aminoAcids, codons, hgvsc, hgvsp, cds, sift, polyphen }: Effect): Html {
  const residue = protein && `${aminoAcids || 'residue'} at ${protein}`;
  const coding = codons || (cds && `coding base ${cds}`);
  const changes = [residue, coding].filter(Boolean).join(' · ');
  const names = [hgvsc, hgvsp].filter(Boolean);
  const scores = [sift && `SIFT ${sift}`, polyphen && `PolyPhen ${polyphen}`].filter(Boolean).join(' · ');
  return html`${changes}${names.map((name) => html` <code class="line">${name}</code>`)}${
    scores ? html` <span class="soft line">${scores}</span>` : ''
  }`;
}

function knownCell({ known }: ShownVariant, { base, species }: TableLinks): Html {
  const more = known.length - MAX_KNOWN;
  return html`${known
    .slice(0, MAX_KNOWN)
    .map(
      (id) => html`<a href="${base}/variation/${encodeURIComponent(species)}/${encodeURIComponent(id)}">${id}</a> `,
    )}${more > 0 ? html`<span class="soft">and ${String(more)} more</span>` : ''}`;
}

/** The mark of a consequence, within text. */
function markOf(term: string): Html {
  return svg`<svg class="mark" viewBox="0 0 12 12" aria-hidden="true">${impactMark(term, 6, 6, 5)}</svg>`;
}

/** Bars of the consequences of variants, most severe first. */
export function countBars({ variants, worst }: EffectCounts): Html {
  const sorted = [...worst].sort(([a], [b]) => severityOf(a) - severityOf(b));
  const most = Math.max(1, ...worst.values());
  return html`<div class="bars" role="list">
${sorted.map(
  ([term, count]) => html`<div role="listitem"><span>${markOf(term)}${term.replaceAll('_', ' ')}</span>
<svg class="bar ${impactOf(term).toLowerCase()}" viewBox="0 0 100 10" preserveAspectRatio="none"
aria-hidden="true"><rect
 width="${px((100 * count) / most)}" height="10"/></svg>
<span class="count">${count.toLocaleString('en')} <span class="soft">${share(count, variants)}</span></span></div>
`,
)}</div>`;
}

function share(count: number, all: number): string {
  const percent = (100 * count) / Math.max(all, 1);
  return percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
}

/** '3 variants, 12 effects'. */
export function countText({ variants, effects }: Pick<EffectCounts, 'variants' | 'effects'>): string {
  const number = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
  return `${number(variants, 'variant')}, ${number(effects, 'effect')}`;
}
