/** A gene tree as a cladogram: events and support at its nodes, species colours and the alignment at its leaves. */
import { raw } from 'hono/html';
import type { Html } from '../html.ts';
import { alignedLength, alignmentThumbnail } from './alignment-thumbnail.ts';
import { placeClades, type Clade, type PlacedClade } from './cladogram.ts';
import { OTHERS, speciesGroups, type SpeciesGroup } from './species-groups.ts';
import { drawing, px, svg } from './svg.ts';
import { counted, link, shortened, text, textWidth } from './text.ts';

export type TreeEvent = 'speciation' | 'duplication' | 'dubious' | 'gene_split';

export interface TreeNode {
  /** Taxon of an inner node, species of a leaf. */
  taxon: string;
  /** The same in a word that people know, such as 'Mouse'. */
  commonName?: string;
  event?: TreeEvent;
  /** Bootstrap, from 0 to 100. */
  support?: number;
  /** Name of the gene of a leaf. */
  gene?: string;
  /** Page of the gene, or of the clade. */
  href?: string;
  /** Row of the leaf in the alignment. */
  cigarLine?: string;
  /** Whether this is the gene that was asked for. */
  isFocus?: boolean;
}

export interface GeneTreeDrawing {
  label: string;
  root: Clade<TreeNode>;
  /** More leaves are drawn as clades; default 120. */
  maxRows?: number;
  /** Width of the drawing; default 1100. */
  width?: number;
}

const ROW = 20;
const MARGIN = 8;
/** Narrower drawings have no room for the alignment. */
const MIN_WITH_ALIGNMENT = 700;
/** Shorter steps between nodes have no room for the support. */
const MIN_STEP_WITH_SUPPORT = 20;
const COLOURS = [
  'var(--c1)',
  'var(--c2)',
  'var(--c3)',
  'var(--c4)',
  'var(--c6)',
  'var(--c7)',
  'var(--c8)',
  'var(--c0)',
];
const DEFAULT_ROWS = 120;

export function geneTree({ label, root, maxRows = DEFAULT_ROWS, width = 1100 }: GeneTreeDrawing): Html {
  const { nodes, rows } = placeClades(root, { maxRows, isKept: ({ isFocus }) => isFocus ?? false });
  const groups = speciesGroups(root, ({ taxon }) => taxon, COLOURS.length);
  const colours = coloursOf(groups);
  const hasAlignment = width >= MIN_WITH_ALIGNMENT && nodes.some(({ value }) => value.cigarLine !== undefined);
  const legend = legendOf(groups, nodes, width);
  const top = legend.height + 4;
  const treeWidth = width * (width >= MIN_WITH_ALIGNMENT ? 0.4 : 0.27);
  const stripWidth = hasAlignment ? width * 0.24 : 0;
  const labelLeft = MARGIN + treeWidth + 8;
  const layout: Layout = {
    x: (node) => MARGIN + 4 + node.x * (treeWidth - 4),
    y: (node) => top + (node.row + 0.5) * ROW,
    labelLeft,
    labelWidth: width - stripWidth - labelLeft - MARGIN,
    stripLeft: width - stripWidth - MARGIN,
    stripWidth,
    columns: Math.max(0, ...nodes.map(({ value }) => alignedLength(value.cigarLine ?? ''))),
    width,
    hasSupport: (treeWidth - 4) * shortestStep(nodes) >= MIN_STEP_WITH_SUPPORT,
    colourOf: ({ taxon }) => colours.get(taxon) ?? 'var(--c0)',
  };
  const leaves = nodes[0]?.leaves ?? 0;
  const events = nodes.filter(({ value }) => value.event === 'duplication').length;
  return drawing({
    label,
    description:
      `Cladogram of ${counted(leaves, 'gene')} in ${colours.size} species, with ` +
      `${counted(events, 'duplication')}.${rows < leaves ? ' Clades without room are single rows.' : ''}`,
    isImage: nodes.every(({ value }) => value.href === undefined),
    width,
    height: top + rows * ROW + 6,
    content: svg`${legend.content}
${nodes.filter(({ value }) => value.isFocus).map((node) => band(node, layout))}
<path class="branch" fill="none" stroke="var(--axis)" d="${nodes.map((node) => branch(node, layout)).join('')}"/>
${nodes.map((node) => {
  if (node.isCollapsed) return drawClade(node, layout);
  return node.isLeaf ? drawLeaf(node, layout) : drawNode(node, layout);
})}`,
  });
}

type Node = PlacedClade<TreeNode>;

interface Layout {
  x: (node: Node) => number;
  y: (node: Node) => number;
  labelLeft: number;
  labelWidth: number;
  stripLeft: number;
  stripWidth: number;
  /** Columns of the alignment. */
  columns: number;
  width: number;
  hasSupport: boolean;
  colourOf: (leaf: TreeNode) => string;
}

function colourOf({ name }: SpeciesGroup, at: number): string {
  return name === OTHERS ? 'var(--c0)' : (COLOURS[at % COLOURS.length] ?? 'var(--c0)');
}

function coloursOf(groups: readonly SpeciesGroup[]): Map<string, string> {
  return new Map(
    groups.flatMap((group, at) => Array.from(group.species, (each): [string, string] => [each, colourOf(group, at)])),
  );
}

/** The smallest horizontal distance of a node and its parent, as a part of the width. */
function shortestStep(nodes: readonly Node[]): number {
  return Math.min(1, ...nodes.flatMap((node) => (node.parent && !node.isLeaf ? [node.x - node.parent.x] : [])));
}

function branch(node: Node, { x, y }: Layout): string {
  if (!node.parent) return '';
  return `M${px(x(node.parent))} ${px(y(node.parent))}V${px(y(node))}H${px(x(node))}`;
}

function band(node: Node, { y, width }: Layout): Html {
  return svg`<rect x="0" y="${px(y(node) - ROW / 2)}" width="${width}" height="${ROW}" rx="4" fill="var(--band-2)"/>`;
}

const EVENTS: Readonly<Record<TreeEvent, string>> = {
  speciation: 'speciation',
  duplication: 'duplication',
  dubious: 'dubious duplication',
  gene_split: 'split gene',
};

function eventMark(event: TreeEvent | undefined, x: number, y: number): Html {
  switch (event) {
    case 'duplication':
      return svg`<rect x="${px(x - 4.5)}" y="${px(y - 4.5)}" width="9" height="9" fill="var(--c5)"/>`;
    case 'dubious':
      return svg`<rect x="${px(x - 4)}" y="${px(y - 4)}" width="8" height="8" fill="var(--ground)" stroke="var(--c5)"
stroke-width="1.6"/>`;
    case 'gene_split':
      return svg`<path d="M${px(x)} ${px(y - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z" fill="var(--c2)"/>`;
    default:
      return svg`<circle cx="${px(x)}" cy="${px(y)}" r="3.2" fill="var(--c1)"/>`;
  }
}

function drawNode(node: Node, layout: Layout): Html {
  const { event, support } = node.value;
  const [x, y] = [layout.x(node), layout.y(node)];
  const number =
    layout.hasSupport && support !== undefined ? text(x - 5, y - 4, String(Math.round(support)), 'soft small end') : '';
  return svg`<g><title>${described(node)}</title>${eventMark(event, x, y)}</g>${number}`;
}

function described({ value, leaves }: Node): string {
  const { event, support, taxon, commonName } = value;
  const facts = [
    commonName ? `${taxon} (${commonName})` : taxon,
    event ? EVENTS[event] : '',
    support === undefined ? '' : `support ${Math.round(support)}`,
    counted(leaves, 'gene'),
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

function drawLeaf(node: Node, layout: Layout): Html {
  const { gene = '', taxon, commonName, href, cigarLine, isFocus } = node.value;
  const { labelLeft, labelWidth, stripLeft, stripWidth, columns } = layout;
  const y = layout.y(node);
  const colour = layout.colourOf(node.value);
  const name = shortened(gene, labelWidth * 0.5);
  const species = shortened(commonName || taxon, labelWidth - textWidth(name) - 26);
  const strip =
    stripWidth > 0 && cigarLine !== undefined
      ? alignmentThumbnail(cigarLine, { columns, left: stripLeft, width: stripWidth, y: y - 5, height: 10, colour })
      : '';
  const shown = link(href, svg`<tspan${isFocus ? raw(' class="strong"') : ''}>${name}</tspan>`);
  return svg`<rect x="${px(labelLeft)}" y="${px(y - 4.5)}" width="9" height="9" rx="2" fill="${colour}"/><text x="${px(
    labelLeft + 14,
  )}" y="${px(y + 4)}"><title>${gene}, ${taxon}${commonName ? ` (${commonName})` : ''}</title>${shown}<tspan
class="soft" dx="8">${species}</tspan></text>${strip}
`;
}

/** A clade as a triangle in one row. */
function drawClade(node: Node, layout: Layout): Html {
  const { taxon, commonName, href } = node.value;
  const [x, y] = [layout.x(node), layout.y(node)];
  const right = layout.labelLeft - 6;
  const name = shortened(`${counted(node.leaves, 'gene')} of ${commonName || taxon}`, layout.labelWidth - 16);
  const triangle = `M${px(x)} ${px(y)}L${px(right)} ${px(y - 7)}V${px(y + 7)}z`;
  return svg`<g><title>${described(node)}</title><path d="${triangle}" fill="var(--band-2)"
stroke="var(--axis)"/>${link(href, text(layout.labelLeft + 14, y + 4, name))}</g>
`;
}

const LEGEND_LINE = 20;

/** Meaning of the colours and marks. */
function legendOf(groups: readonly SpeciesGroup[], nodes: readonly Node[], width: number) {
  const shown = new Set(nodes.flatMap(({ value, isLeaf }) => (isLeaf || !value.event ? [] : [value.event])));
  const events = (['speciation', 'duplication', 'dubious', 'gene_split'] as const).filter((event) => shown.has(event));
  const commonNames = uniqueCommonNames(nodes, groups);
  const entries = [
    ...events.map((event) => ({
      name: EVENTS[event],
      mark: (x: number, y: number) => eventMark(event, x + 5, y),
    })),
    ...groups.map((group, at) => ({
      name: commonNames.get(group.name) ?? group.name,
      mark: (x: number, y: number) =>
        svg`<rect x="${px(x)}" y="${px(y - 4.5)}" width="9" height="9" rx="2" fill="${colourOf(group, at)}"/>`,
    })),
  ];
  let [x, line] = [MARGIN, 0];
  const content = entries.map(({ name, mark }, at) => {
    const space = 30 + textWidth(name);
    // Species begin a line of their own.
    if (x > MARGIN && (x + space > width || at === events.length)) [x, line] = [MARGIN, line + 1];
    const y = 10 + line * LEGEND_LINE;
    const entry = svg`${mark(x, y)}${text(x + 14, y + 4, name, 'soft')}`;
    x += space;
    return entry;
  });
  return { content: svg`${content}`, height: entries.length === 0 ? 0 : (line + 1) * LEGEND_LINE + 6 };
}

/** Common names of groups by their scientific name, without those that several groups share. */
function uniqueCommonNames(nodes: readonly Node[], groups: readonly SpeciesGroup[]): Map<string, string> {
  const named = new Set(groups.map(({ name }) => name));
  const names = new Map<string, string>();
  for (const { value } of nodes)
    if (value.commonName !== undefined && named.has(value.taxon)) names.set(value.taxon, value.commonName);
  const shared = Array.from(names.values()).filter((name, at, all) => all.indexOf(name) !== at);
  return new Map(Array.from(names).filter(([, name]) => !shared.includes(name)));
}
