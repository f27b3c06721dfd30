/** The page of a gene's homologues (homology/id, homology/symbol): a table that sorts, with the identity as bars. */
import { dataTable, type Cell } from '../data-table.ts';
import { counted } from '../drawing/text.ts';
import { valueBar } from '../drawing/value-bar.ts';
import { html } from '../html.ts';
import { isObject, numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { geneAddress, linkList, pathOf, queryOf, speciesText } from './links.ts';
import type { View, PageRequest } from './view.ts';

/** More rows are only in the data. */
const MAX_ROWS = 500;

export function homologyView(answer: unknown, request: PageRequest): View | null {
  const { base, path, query, release } = request;
  const [gene, ...others] = isObject(answer) ? objectsOf(answer.data) : [];
  if (!gene || others.length > 0) return null;
  const id = textOf(gene, 'id');
  const homologies = objectsOf(gene.homologies);
  const title = `Homologues of ${id}`;
  const isFull = homologies.some(({ target }) => isObject(target));
  const rows = homologies.slice(0, MAX_ROWS).map((homology) => rowOf(homology, request, isFull));
  const columns = [
    { name: 'Species' },
    { name: 'Gene' },
    { name: 'Type' },
    { name: 'Last common ancestor' },
    ...(isFull
      ? [
          { name: 'Gene identity', isNumber: true },
          { name: 'Homologue identity', isNumber: true },
          { name: 'dN/dS', isNumber: true },
        ]
      : []),
  ];
  const species = new Set(homologies.map(speciesOf)).size;
  const [first] = homologies;
  const source = (first && isObject(first.source) && textOf(first.source, 'species')) || path.species || '';
  const choice = queryOf(query, ['compara']);
  return {
    title,
    scripts: ['sort.js'],
    body: html`<h1>${title}</h1>
<p>${
      homologies.length === 0
        ? 'This release has none.'
        : `${counted(homologies.length, 'homologue')} in ${species} species (${typesOf(homologies)}).`
    }${
      homologies.length > rows.length ? ` The table has the first ${rows.length}; the others are in the ` + `data.` : ''
    }</p>
${linkList([
  ...(source !== '' && release.knows(source)
    ? [['About the gene', `${base}${pathOf('lookup', 'id', id)}`] satisfies [string, string]]
    : []),
  // A gene without homologues may be in no tree.
  ...(homologies.length > 0
    ? [['Gene tree', `${base}${pathOf('genetree', 'member', 'id', id)}${choice}`] satisfies [string, string]]
    : []),
])}
${rows.length === 0 ? '' : dataTable({ label: title, columns, rows })}`,
  };
}

function targetOf(homology: JsonObject): JsonObject {
  return isObject(homology.target) ? homology.target : homology;
}

function speciesOf(homology: JsonObject): string {
  return textOf(targetOf(homology), 'species');
}

/** 'ortholog_one2one' in words: '1-to-1 orthologue'. */
function typeText(type: string): string {
  const [, kind, one = '', other = ''] = /^(ortholog|homoeolog)_(one|many)2(one|many)$/.exec(type) ?? [];
  const count = (word: string) => (word === 'one' ? '1' : word);
  if (kind === undefined) return type.replaceAll('_', ' ').replace('paralog', 'paralogue');
  return `${count(one)}-to-${count(other)} ${kind}ue`;
}

function typesOf(homologies: readonly JsonObject[]): string {
  const counts = new Map<string, number>();
  for (const homology of homologies) {
    const type = typeText(textOf(homology, 'type'));
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return Array.from(counts, ([type, count]) => `${type}: ${count.toLocaleString('en')}`).join('; ');
}

function rowOf(homology: JsonObject, request: PageRequest, isFull: boolean): Cell[] {
  const target = targetOf(homology);
  const source = isObject(homology.source) ? homology.source : {};
  const id = textOf(target, 'id');
  const species = textOf(target, 'species');
  const cells: Cell[] = [
    speciesText(species),
    html`<a href="${geneAddress(request, species, id)}">${id}</a>`,
    html`<span class="whole">${typeText(textOf(homology, 'type'))}</span>`,
    textOf(homology, 'taxonomy_level'),
  ];
  if (!isFull) return cells;
  const ratio = numberOf(homology, 'dn_ds');
  return [
    ...cells,
    identityCell(source),
    identityCell(target),
    ratio === undefined ? '' : { shown: ratio.toFixed(3), value: ratio },
  ];
}

/** Nothing for products that were not aligned: as in Ensembl, their answer has the number 0. */
function identityCell(product: JsonObject): Cell {
  const percent = numberOf(product, 'perc_id');
  if (percent === undefined || (percent === 0 && product.cigar_line === null)) return '';
  return { shown: html`${valueBar(percent, 100)} ${percent.toFixed(1).replace(/\.0$/, '')} %`, value: percent };
}
