/** The sizes of a gene family on the tree of species (CAFE), with the branches on which it grew or shrank. */
import type { Html } from '../html.ts';
import { placeClades, type Clade, type PlacedClade } from './cladogram.ts';
import { linearScale, ticks } from './scale.ts';
import { drawing, px, svg } from './svg.ts';
import { counted, link, shortened, text, textWidth } from './text.ts';

export interface FamilyNode {
  /** Taxon, or species of a leaf. */
  taxon: string;
  commonName?: string;
  /** Number of genes of the family. */
  members: number;
  /** Of the change since the ancestor. */
  pValue?: number;
  /** Largest p-value that counts as significant. */
  pValueLimit?: number;
  change?: 'expansion' | 'contraction';
  /** Million years since the clade's last common ancestor; 0 for a species. */
  age?: number;
  href?: string;
}

export interface CafeTree {
  label: string;
  root: Clade<FamilyNode>;
  /** More species are drawn as clades; default 150. */
  maxRows?: number;
  /** Width of the drawing; default 1100. */
  width?: number;
}

const ROW = 22;
const MARGIN = 8;
const DEFAULT_ROWS = 150;
const LEGEND_HEIGHT = 26;
const MIN_STEP = 20;
const NODE_HEIGHT = 16;
/** Least space between two nodes with numbers. */
const NODE_GAP = 1;
/** Radius of a node without number. */
const DOT = 2.5;

type Node = PlacedClade<FamilyNode>;

export function cafeTree({ label, root, maxRows = DEFAULT_ROWS, width = 1100 }: CafeTree): Html {
  const { nodes, rows } = placeClades(root, { maxRows });
  const isWide = width >= 700;
  const treeLeft = MARGIN + 8;
  const treeRight = width * (isWide ? 0.52 : 0.42);
  const nameLeft = treeRight + 18;
  const nameWidth = width * (isWide ? 0.22 : 0.34);
  const barLeft = nameLeft + nameWidth + 8;
  const most = Math.max(1, ...nodes.filter(({ isLeaf }) => isLeaf).map(({ value }) => value.members));
  const barScale = linearScale([0, most], [0, width - barLeft - MARGIN - 24]);
  const oldest = root.value.age ?? 0;
  const byAge = linearScale([Math.max(oldest, 1), 0], [treeLeft, treeRight]);
  // Ages place the nodes only if each is known, and each node has room for its circle next to its parent.
  const isDated = nodes.every(({ value: { age }, parent, isLeaf }) => {
    if (age === undefined || isLeaf !== (age === 0)) return false;
    return !parent || byAge(age) - byAge(parent.value.age ?? 0) >= MIN_STEP;
  });
  const x = ({ value, x: rank }: Node) => (isDated ? byAge(value.age ?? 0) : treeLeft + rank * (treeRight - treeLeft));
  const y = ({ row }: Node) => LEGEND_HEIGHT + (row + 0.5) * ROW;
  const numbered = nodesWithNumbers(nodes, x, y);
  const bottom = LEGEND_HEIGHT + rows * ROW;
  const changes = nodes.filter(({ value }) => value.change !== undefined);
  const nameOf = (node: Node) => {
    const { taxon, commonName } = node.value;
    return node.isCollapsed
      ? `${counted(node.leaves, 'species').replace(/s$/, '')} of ${commonName ?? taxon}`
      : (commonName ?? taxon);
  };
  return drawing({
    label,
    description:
      `Tree of ${nodes[0]?.leaves ?? 0} species with ${root.value.members} genes at the root. ` +
      `The family changes on ${changes.length} of ${nodes.length - 1} branches.`,
    isImage: nodes.every(({ value }) => value.href === undefined),
    width,
    height: bottom + (isDated ? 40 : 8),
    content: svg`${legend()}
${nodes.map((node) => drawBranch(node, x, y))}
${nodes.map((node) => drawNode(node, x(node), y(node), numbered.has(node)))}
${nodes
  .filter(({ isLeaf, isCollapsed }) => isLeaf || isCollapsed)
  .map((node) => {
    const { members, href, taxon } = node.value;
    const length = barScale(members);
    const name = shortened(nameOf(node), nameWidth);
    return svg`${link(href, svg`<g><title>${taxon}</title>${text(nameLeft, y(node) + 4, name)}</g>`)}${
      node.isLeaf
        ? svg`<rect x="${px(barLeft)}" y="${px(y(node) - 6)}" width="${px(length)}" height="12" rx="2" fill="${colourOf(
            node,
            'var(--c1)',
          )}"/>${text(barLeft + length + 6, y(node) + 4, String(members))}`
        : ''
    }
`;
  })}${isDated ? timeAxis(oldest, byAge, bottom + 6, treeLeft, treeRight) : ''}`,
  });
}

/** Colour of a branch and its node: by the change, which the mark at the node also shows. */
function colourOf({ value }: Node, unchanged: string): string {
  if (value.change === undefined) return unchanged;
  return value.change === 'expansion' ? 'var(--c3)' : 'var(--c5)';
}

function drawBranch(node: Node, x: (node: Node) => number, y: (node: Node) => number): Html | '' {
  if (!node.parent) return '';
  const strokeWidth = node.value.change ? (isSignificant(node) ? 4 : 2.5) : 1.2;
  return svg`<path fill="none" stroke="${colourOf(node, 'var(--axis)')}" stroke-width="${strokeWidth}" d="M${px(
    x(node.parent),
  )} ${px(y(node.parent))}V${px(y(node))}H${px(x(node))}"/>`;
}

function isSignificant({ value: { pValue, pValueLimit } }: Node): boolean {
  return pValue !== undefined && pValueLimit !== undefined && pValue <= pValueLimit;
}

/**
 * The nodes whose numbers have room. Nodes with a change come first, then those nearest to the root: leaves have their
 * number at the bar too.
 */
function nodesWithNumbers(nodes: readonly Node[], x: (node: Node) => number, y: (node: Node) => number): Set<Node> {
  const numbered = new Set<Node>();
  const rank = ({ value, isLeaf }: Node) => (value.change ? 0 : isLeaf ? 2 : 1);
  for (const node of nodes.toSorted((one, other) => rank(one) - rank(other) || one.x - other.x)) {
    const collides = Array.from(numbered).some(
      (other) =>
        Math.abs(y(node) - y(other)) < NODE_HEIGHT + NODE_GAP &&
        Math.abs(x(node) - x(other)) < halfWidth(node) + halfWidth(other) + NODE_GAP,
    );
    if (!collides) numbered.add(node);
  }
  // Some leaves with a number and some without would look like a difference between them.
  const plain = nodes.filter((node) => node.isLeaf && rank(node) > 0);
  if (plain.some((node) => !numbered.has(node))) for (const node of plain) numbered.delete(node);
  return numbered;
}

/** Half the width of a node with its number. */
function halfWidth({ value }: Node): number {
  return Math.max(NODE_HEIGHT / 2, textWidth(String(value.members), 10.5) / 2 + 4);
}

/** The number of genes in a circle, or a dot where it has no room; an arrow shows a change. */
function drawNode(node: Node, x: number, y: number, isNumbered: boolean): Html {
  const { taxon, commonName, members, pValue, change } = node.value;
  const facts = [
    commonName ? `${taxon} (${commonName})` : taxon,
    counted(members, 'gene'),
    change ? `${change}${isSignificant(node) ? ', significant' : ''}` : '',
    pValue === undefined ? '' : `p = ${pValue}`,
  ];
  const shown = String(members);
  const half = isNumbered ? halfWidth(node) : DOT;
  const colour = colourOf(node, 'var(--axis)');
  const arrow = change ? arrowMark(change, x - half - 7, y, colour) : '';
  const mark = isNumbered
    ? svg`<rect x="${px(x - half)}" y="${px(y - NODE_HEIGHT / 2)}" width="${px(2 * half)}" height="${NODE_HEIGHT}"
rx="8" fill="var(--ground)" stroke="${colour}" stroke-width="1.4"/>${text(x, y + 3.7, shown, 'small middle')}`
    : svg`<circle cx="${px(x)}" cy="${px(y)}" r="${DOT}" fill="${colour}"/>`;
  return svg`<g><title>${facts.filter((fact) => fact !== '').join(', ')}</title>${mark}${arrow}</g>
`;
}

function arrowMark(change: 'expansion' | 'contraction', x: number, y: number, colour: string): Html {
  const path = change === 'expansion' ? `M${px(x)} ${px(y - 5.5)}l5 9h-10z` : `M${px(x)} ${px(y + 5.5)}l5 -9h-10z`;
  return svg`<path d="${path}" fill="${colour}" stroke="var(--ground)"/>`;
}

function legend(): Html {
  return svg`${arrowMark('expansion', MARGIN + 6, 9, 'var(--c3)')}
${text(MARGIN + 16, 13, 'expansion', 'soft')}${arrowMark(
  'contraction',
  MARGIN + 96,
  9,
  'var(--c5)',
)}${text(MARGIN + 106, 13, 'contraction', 'soft')}${text(MARGIN + 194, 13, 'thick: significant', 'soft')}`;
}

function timeAxis(oldest: number, scale: (age: number) => number, y: number, left: number, right: number): Html {
  const marks = ticks(0, oldest, Math.max(2, Math.floor((right - left) / 60))).map(
    (age) =>
      svg`<path class="axis" d="M${px(scale(age))} ${px(y)}v5"/>${text(
        scale(age),
        y + 17,
        String(age),
        'soft small middle',
      )}`,
  );
  return svg`<path class="axis" d="M${px(left)} ${px(y)}H${px(right)}"/>${marks}${text(
    left,
    y + 31,
    'million years ago',
    'soft small',
  )}`;
}
