/** The effects of a variant on transcripts and regulatory features, from an answer of VEP. */
import { dataTable, type Cell, type Column } from '../data-table.ts';
import { impactSwatch } from '../drawing/impact-mark.ts';
import { positionText } from '../drawing/scale.ts';
import { counted } from '../drawing/text.ts';
import { html, type Html } from '../html.ts';
import { mostSevere, severityOf } from '../../variants/consequences.ts';
import { flagOf, numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { pathOf } from './links.ts';

/** The most severe consequences; the rest is in the data. */
const MAX_ROWS = 100;

/** @param effects the object of the variant in the answer */
export function consequenceTables(effects: JsonObject, base: string): Html | '' {
  const transcripts = sorted(objectsOf(effects.transcript_consequences));
  const others = sorted([
    ...objectsOf(effects.regulatory_feature_consequences),
    ...objectsOf(effects.motif_feature_consequences),
  ]);
  const intergenic = objectsOf(effects.intergenic_consequences);
  return html`${
    transcripts.length === 0
      ? ''
      : html`<h2>Effects on transcripts</h2>
${limited(transcripts)}${dataTable({
  label: 'Effects on transcripts',
  ...withoutEmptyColumns(COLUMNS, shownRows(transcripts, base)),
})}`
  }${
    transcripts.length === 0 && intergenic.length > 0
      ? html`<p>The variant is between genes, with no transcript within 5,000 bases.</p>`
      : ''
  }${
    others.length === 0
      ? ''
      : html`<h2>Effects on regulatory features</h2>
${limited(others)}${dataTable({
  label: 'Effects on regulatory features',
  columns: [{ name: 'Feature' }, { name: 'Consequence' }, { name: 'Type' }, { name: 'Allele' }],
  rows: others
    .slice(0, MAX_ROWS)
    .map((effect) => [
      textOf(effect, 'regulatory_feature_id') || textOf(effect, 'motif_feature_id'),
      consequenceCell(effect),
      textOf(effect, 'biotype').replaceAll('_', ' ') || textOf(effect, 'motif_name'),
      textOf(effect, 'variant_allele'),
    ]),
})}`
  }`;
}

/** The most important come first, since a phone shows about two. */
const COLUMNS = [
  { name: 'Transcript' },
  { name: 'Consequence' },
  { name: 'Part' },
  { name: 'Residue', isNumber: true },
  { name: 'Change' },
  { name: 'Gene' },
  { name: 'Allele' },
  { name: 'SIFT' },
  { name: 'PolyPhen' },
];

function worstOf(effect: JsonObject): string {
  const terms = Array.isArray(effect.consequence_terms) ? effect.consequence_terms : [];
  return mostSevere(terms.filter((term): term is string => typeof term === 'string')) ?? '';
}

function sorted(effects: readonly JsonObject[]): JsonObject[] {
  const rank = (effect: JsonObject) => severityOf(worstOf(effect)) * 2 - Number(flagOf(effect, 'canonical'));
  return effects.toSorted((one, other) => rank(one) - rank(other));
}

function limited(effects: readonly JsonObject[]): Html | '' {
  return effects.length > MAX_ROWS
    ? html`<p class="soft">The ${MAX_ROWS} most severe of ${counted(effects.length, 'effect')}.</p>`
    : '';
}

function shownRows(effects: readonly JsonObject[], base: string): Cell[][] {
  return effects.slice(0, MAX_ROWS).map((effect) => {
    const transcript = textOf(effect, 'transcript_id');
    const gene = textOf(effect, 'gene_id');
    const residue = numberOf(effect, 'protein_start');
    const labels = [
      flagOf(effect, 'canonical') ? 'canonical' : '',
      textOf(effect, 'mane_select') ? 'MANE Select' : '',
      textOf(effect, 'biotype') === 'protein_coding' ? '' : textOf(effect, 'biotype').replaceAll('_', ' '),
    ].filter((label) => label !== '');
    return [
      html`<a href="${base}${pathOf('lookup', 'id', transcript)}">${transcript}</a>${
        labels.length === 0 ? '' : html` <span class="soft">${labels.join(', ')}</span>`
      }`,
      consequenceCell(effect),
      partCell(effect),
      residue === undefined ? '' : { shown: positionText(residue), value: residue },
      changeCell(effect),
      html`<a href="${base}${pathOf('lookup', 'id', gene)}">${textOf(effect, 'gene_symbol') || gene}</a>`,
      textOf(effect, 'variant_allele'),
      prediction(effect, 'sift'),
      prediction(effect, 'polyphen'),
    ];
  });
}

/** The exons and introns of the transcript that the variant hits: 'exon 2 of 5'. */
function partCell(effect: JsonObject): Cell {
  const parts = (['exon', 'intron'] as const).flatMap((part) => {
    const [, which, all] = /^(.+)\/(\d+)$/.exec(textOf(effect, part)) ?? [];
    return which === undefined ? [] : [`${part}${which.includes('-') ? 's' : ''} ${which} of ${all}`];
  });
  return parts.length === 0 ? '' : html`<span class="whole">${parts.join(', ')}</span>`;
}

/** Amino acids and codons, before and after: 'D/E, gaC/gaG'. */
function changeCell(effect: JsonObject): Cell {
  const changes = [textOf(effect, 'amino_acids'), textOf(effect, 'codons')].filter((change) => change !== '');
  return changes.length === 0 ? '' : html`<span class="whole">${changes.join(', ')}</span>`;
}

/** All terms, the worst first, with the mark of its impact. Sorted by severity. */
function consequenceCell(effect: JsonObject): Cell {
  const terms = Array.isArray(effect.consequence_terms) ? effect.consequence_terms : [];
  const worst = worstOf(effect);
  return {
    shown: html`${impactSwatch(worst)} ${terms.join(', ').replaceAll('_', ' ')}`,
    value: severityOf(worst),
  };
}

/** Leaves out columns without a value in any row, such as predictions that a species does not have. */
function withoutEmptyColumns(columns: readonly Column[], rows: readonly Cell[][]) {
  const used = columns.map((_, at) => rows.some((cells) => cells[at] !== ''));
  return { columns: columns.filter((_, at) => used[at]), rows: rows.map((cells) => cells.filter((_, at) => used[at])) };
}

function prediction(effect: JsonObject, tool: 'sift' | 'polyphen'): Cell {
  const score = numberOf(effect, `${tool}_score`);
  if (score === undefined) return '';
  return { shown: `${textOf(effect, `${tool}_prediction`).replaceAll('_', ' ')} (${score})`, value: score };
}
