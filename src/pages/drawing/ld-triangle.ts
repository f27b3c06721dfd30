/** Linkage of all pairs of some variants: a triangle of diamonds, darker for a higher r². */
import type { Html } from '../html.ts';
import { linearScale } from './scale.ts';
import { drawing, px, svg } from './svg.ts';
import { counted, link, positionScale, shortened, text, textWidth, type Span } from './text.ts';

interface LinkedVariant {
  name: string;
  /** Missing positions leave out the line that shows them. */
  position?: number;
  href?: string;
}

export interface LinkedPair {
  /** Names of two variants. */
  first: string;
  second: string;
  /** Both from 0 to 1. */
  r2: number;
  dPrime: number;
}

export interface LdTriangle {
  label: string;
  /** In order of position. */
  variants: readonly LinkedVariant[];
  /** Pairs of other variants are ignored. */
  pairs: readonly LinkedPair[];
  /** Width of the drawing; default 1100. */
  width?: number;
}

const MARGIN = 10;
const MAX_CELL = 46;
/** Names need columns of this width, and the numbers in cells these. */
const MIN_NAMED = 12;
const MIN_NUMBERED = 26;
const LEGEND_HEIGHT = 34;
const LINE_HEIGHT = 40;
const NAME_LENGTH = 92;

export function ldTriangle({ label, variants, pairs, width = 1100 }: LdTriangle): Html {
  const cell = Math.min(MAX_CELL, (width - 2 * MARGIN) / Math.max(1, variants.length));
  const left = (width - cell * variants.length) / 2;
  const columns = new Map(variants.map(({ name }, column) => [name, column]));
  const line = positionLine(variants, left, cell, width, LEGEND_HEIGHT);
  const named = cell >= MIN_NAMED;
  const longest = Math.max(0, ...variants.map(({ name }) => textWidth(name, 10.5)));
  const names = named ? Math.min(NAME_LENGTH, longest) + 6 : 4;
  const top = LEGEND_HEIGHT + line.height + names;
  const cells = pairs.map((pair) => {
    const [one, other] = [columns.get(pair.first), columns.get(pair.second)];
    if (one === undefined || other === undefined || one === other) return '';
    return drawCell(pair, Math.min(one, other), Math.max(one, other), left, top, cell);
  });
  const strongest = Math.max(0, ...pairs.map(({ r2 }) => r2));
  return drawing({
    label,
    description:
      `Triangle of ${counted(variants.length, 'variant')} with ${counted(pairs.length, 'pair')}. ` +
      `The highest r² is ${strongest.toFixed(2)}.`,
    isImage: !named || variants.every(({ href }) => href === undefined),
    width,
    height: top + ((variants.length + 1) * cell) / 2 + 4,
    content: svg`${legend(width)}${line.content}
${
  named
    ? variants.map(({ name, href }, column) => {
        const x = px(left + (column + 0.5) * cell + 3.5);
        const y = px(top - 4);
        const shown = shortened(name, NAME_LENGTH, 10.5);
        return link(
          href,
          svg`<text class="small" transform="translate(${x} ${y}) rotate(-90)"><title>${name}</title>${shown}</text>`,
        );
      })
    : ''
}
<path d="${outline(left, top, cell, variants.length)}" fill="var(--raised)" stroke="var(--line)"/>
${cells}`,
  });
}

/** The edge of all cells, behind those with a value. */
function outline(left: number, top: number, cell: number, count: number): string {
  if (count < 2) return '';
  const half = px(cell / 2);
  const teeth = `l${half} -${half}l${half} ${half}`.repeat(count - 1);
  return (
    `M${px(left + cell / 2)} ${px(top + cell / 2)}${teeth}L${px(left + (count * cell) / 2)} ` +
    `${px(top + (count * cell) / 2)}z`
  );
}

/** Above this r² the number in a cell has the colour of the ground, since the cell is dark. */
const DARK = 0.7;

function drawCell(pair: LinkedPair, column: number, other: number, left: number, top: number, cell: number): Html {
  const half = px(cell / 2);
  const x = left + ((column + other + 1) / 2) * cell;
  const y = top + ((other - column) * cell) / 2;
  const opacity = px(Math.max(0.04, pair.r2));
  const path = `M${px(x)} ${px(y - cell / 2)}l${half} ${half}l-${half} ${half}l-${half} -${half}z`;
  const title = `${pair.first} and ${pair.second}: r² ${pair.r2.toFixed(3)}, D′ ${pair.dPrime.toFixed(3)}`;
  const shape = svg`<path d="${path}" fill="var(--c5)" fill-opacity="${opacity}"><title>${title}</title></path>`;
  if (cell < MIN_NUMBERED) return shape;
  const tone = pair.r2 > DARK ? 'ground' : '';
  return svg`${shape}${text(x, y + 4, pair.r2.toFixed(2).replace(/^0/, ''), `small middle number ${tone}`)}`;
}

/** The region as a line, with a connection from the position of each variant to its column. */
function positionLine(
  variants: readonly LinkedVariant[],
  left: number,
  cell: number,
  width: number,
  top: number,
): { content: Html; height: number } {
  const positions = variants.map(({ position }) => position).filter((position) => position !== undefined);
  if (positions.length < variants.length || positions.length < 2) return { content: svg``, height: 0 };
  const span: Span = { start: Math.min(...positions), end: Math.max(...positions) };
  const [from, to] = [Math.min(left, width * 0.2), Math.max(left + cell * variants.length, width * 0.8)];
  const scale = positionScale(span, Math.max(MARGIN, from), Math.min(width - MARGIN, to));
  const lines = positions.map((position, column) => {
    const x = px(left + (column + 0.5) * cell);
    return `M${px(scale(position + 0.5))} ${top + 4}v6L${x} ${top + LINE_HEIGHT - 4}`;
  });
  return {
    height: LINE_HEIGHT,
    content: svg`<path d="M${px(scale(span.start))} ${top + 4}H${px(
      scale(span.end + 1),
    )}" stroke="var(--axis)" stroke-width="3"/><path class="axis" stroke-opacity="0.7" d="${lines.join('')}"/>`,
  };
}

/** Steps of r² with their colours. */
function legend(width: number): Html {
  const scale = linearScale([0, 1], [MARGIN + 24, MARGIN + 24 + Math.min(180, width / 2)]);
  const steps = [0, 0.2, 0.4, 0.6, 0.8].map(
    (r2) =>
      svg`<rect x="${px(scale(r2))}" y="4" width="${px(scale(0.2) - scale(0))}" height="10" fill="var(--c5)"
fill-opacity="${px(Math.max(0.04, r2 + 0.1))}" stroke="var(--line)" stroke-width="0.5"/>`,
  );
  const labels = [0, 0.2, 0.4, 0.6, 0.8, 1].map((r2) => text(scale(r2), 25, String(r2), 'soft small middle'));
  return svg`${text(MARGIN, 13, 'r²', 'soft')}${steps}${labels}`;
}
