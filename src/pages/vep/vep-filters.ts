/** The fields of the VEP page: variants, options and filters. The page and its script use them. */
import { raw } from 'hono/html';
import { severityOf } from '../../variants/consequences.ts';
import { html, type Html } from '../html.ts';
import type { EffectCounts, EffectFilter } from './effect-rows.ts';

/** Most variants that the page answers without a script. */
export const MAX_PAGE_VARIANTS = 20;
/** Longest text of the form, which is a part of the address. */
export const MAX_PAGE_TEXT = 6000;

/** Options of VEP that the page offers. */
export const OPTIONS = [
  'hgvs',
  'pick',
  'gencode_basic',
  'refseq',
  'merged',
  'failed',
  'minimal',
  'shift_3prime',
] as const;
/** Options that the table needs. */
const ALWAYS = ['canonical', 'mane', 'numbers', 'vcf_string'];

const IMPACTS = ['HIGH', 'MODERATE', 'LOW', 'MODIFIER'];

/** Values of the fields. */
export interface VepInput {
  species: string;
  text: string;
  options: ReadonlySet<string>;
  distance: string;
  /** A release that the page was requested with; '' for the current one. */
  release: string;
  filter: EffectFilter;
}

type Query = ReadonlyMap<string, readonly string[]>;

/** @param species the species of an empty form */
export function readInput(query: Query, species: string): VepInput {
  const first = (name: string) => query.get(name)?.[0]?.trim() ?? '';
  const isSent = query.has('variants');
  return {
    species: first('species') || species,
    text: query.get('variants')?.[0] ?? '',
    // An empty form begins with HGVS, which most people want.
    options: new Set(isSent ? OPTIONS.filter((name) => /[^0]/.test(first(name))) : ['hgvs']),
    distance: first('distance'),
    release: first('release'),
    filter: {
      impacts: (query.get('impact') ?? []).filter((impact) => IMPACTS.includes(impact)),
      consequence: first('consequence'),
      gene: first('gene'),
      canonicalOnly: first('canonical_only') !== '',
    },
  };
}

/** Parameters of VEP for the options of a form: 'canonical=1;hgvs=1'. */
export function vepQuery({ options, distance, release }: Pick<VepInput, 'options' | 'distance' | 'release'>): string {
  const flags = [...ALWAYS, ...OPTIONS.filter((name) => options.has(name))].map((name) => `${name}=1`);
  const texts = Object.entries({ distance, release }).filter(([, text]) => text !== '');
  return [...flags, ...texts.map(([name, text]) => `${name}=${encodeURIComponent(text)}`)].join(';');
}

/** Filters of the table; they belong to the form above, so that they work without a script. */
export function filterFields({ impacts, consequence, gene, canonicalOnly }: EffectFilter, counts: EffectCounts): Html {
  return html`<fieldset class="filters entry" id="filters"><legend>Filter</legend>
<div class="values">${IMPACTS.map(
    (impact) => html`<label><input type="checkbox" form="vep" name="impact" value="${impact}"${raw(
      impacts.includes(impact) ? ' checked' : '',
    )}> ${impact.toLowerCase()}</label>
`,
  )}</div>
<label>Consequence <select form="vep" name="consequence"
id="filter-consequence">${consequenceOptions(counts, consequence)}</select></label>
<label>Gene <input type="text" form="vep" name="gene" value="${gene}" list="filter-genes" autocomplete="off"></label>
<datalist id="filter-genes">${geneOptions(counts)}</datalist>
<label class="check"><input type="checkbox" form="vep" name="canonical_only" value="1"${raw(
    canonicalOnly ? ' checked' : '',
  )}> canonical only</label>
<button class="quiet" type="submit" form="vep">Apply</button></fieldset>`;
}

export function consequenceOptions({ terms }: EffectCounts, chosen: string): Html {
  const sorted = [...terms].sort(([a], [b]) => severityOf(a) - severityOf(b));
  const all = sorted.some(([term]) => term === chosen) || chosen === '' ? sorted : [[chosen, 0] as const, ...sorted];
  return html`<option value="">all</option>${all.map(
    ([
      term,
      count,
    ]) => html`<option value="${term}"${raw(term === chosen ? ' selected' : '')}>${term.replaceAll('_', ' ')}
(${count.toLocaleString('en')})</option>`,
  )}`;
}

export function geneOptions({ genes }: EffectCounts): Html {
  return html`${[...genes.keys()].sort().map((gene) => html`<option value="${gene}">`)}`;
}
