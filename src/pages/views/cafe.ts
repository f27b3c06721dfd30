/** The page of a gene family's sizes on the tree of species (cafe/genetree). */
import { dataTable } from '../data-table.ts';
import { bothWidths } from '../drawing/both-widths.ts';
import { cafeTree, type FamilyNode } from '../drawing/cafe-tree.ts';
import type { Clade } from '../drawing/cladogram.ts';
import { counted } from '../drawing/text.ts';
import { html } from '../html.ts';
import { flagOf, isObject, numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { linkList, pathOf, queryOf, treeSegments } from './links.ts';
import type { View, PageRequest } from './view.ts';

/** More species are drawn as clades. */
const MAX_ROWS = 150;

export function cafeView(answer: unknown, request: PageRequest): View | null {
  return familyView(answer, request, false);
}

/** The family of a gene. */
export function memberCafeView(answer: unknown, request: PageRequest): View | null {
  return familyView(answer, request, true);
}

function familyView(answer: unknown, { base, path, query }: PageRequest, isMember: boolean): View | null {
  if (!isObject(answer) || !isObject(answer.tree)) return null;
  const root = familyOf(answer.tree);
  const name = path.id ?? path.symbol ?? '';
  const title = `Gene family of ${name}`;
  const pValue = numberOf(answer, 'pvalue_avg');
  const nodes = allOf(root);
  const changed = nodes.filter(({ change }) => change !== undefined);
  const tree = `${pathOf('genetree', ...treeSegments(path, isMember))}${queryOf(query, ['compara'])}`;
  return {
    title,
    scripts: ['sort.js'],
    body: html`<h1>${title}</h1>
<p>Its number of genes changed on ${counted(changed.length, 'branch').replace(/branchs$/, 'branches')} of the tree of
species${pValue === undefined ? '' : `; the average p-value is ${pValue}`}.</p>
${linkList([['Gene tree', `${base}${tree}`]])}
<figure>${bothWidths((width) => cafeTree({ label: title, root, maxRows: MAX_ROWS, width }))}
<figcaption>Circles contain the number of genes of the family, as CAFE estimates it for ancestors.</figcaption></figure>
${
  changed.length === 0
    ? ''
    : html`<h2>Changes</h2>
${dataTable({
  label: 'Branches on which the family changed',
  columns: [{ name: 'Clade' }, { name: 'Change' }, { name: 'Genes', isNumber: true }, { name: 'p', isNumber: true }],
  rows: changed.map(({ taxon, commonName, change = '', members, pValue: p }) => [
    commonName ? `${taxon} (${commonName})` : taxon,
    change,
    members,
    p === undefined ? '' : { shown: String(p), value: p },
  ]),
})}`
}
<p class="soft">${countLeaves(root).toLocaleString('en')} species in all.</p>`,
  };
}

function familyOf(node: JsonObject): Clade<FamilyNode> {
  const children = objectsOf(node.children).map(familyOf);
  const tax = isObject(node.tax) ? node.tax : {};
  const expands = flagOf(node, 'is_expansion');
  return {
    children,
    value: {
      taxon: textOf(tax, 'scientific_name') || textOf(node, 'name'),
      commonName: textOf(tax, 'common_name') || undefined,
      members: numberOf(node, 'n_members') ?? 0,
      pValue: numberOf(node, 'pvalue'),
      pValueLimit: numberOf(node, 'p_value_lim'),
      change: expands ? 'expansion' : flagOf(node, 'is_contraction') ? 'contraction' : undefined,
      age: children.length === 0 ? 0 : numberOf(tax, 'timetree_mya'),
    },
  };
}

function countLeaves({ children }: Clade<FamilyNode>): number {
  return children.length === 0 ? 1 : children.reduce((sum, child) => sum + countLeaves(child), 0);
}

function allOf(clade: Clade<FamilyNode>): FamilyNode[] {
  return [clade.value, ...clade.children.flatMap(allOf)];
}
