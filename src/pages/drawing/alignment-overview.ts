/** Blocks of an alignment along the region of one species, a row for each species. */
import type { Html } from '../html.ts';
import { positionText } from './scale.ts';
import { drawing, px, svg } from './svg.ts';
import { AXIS_HEIGHT, counted, link, positionAxis, positionScale, shortened, text, type Span } from './text.ts';

interface AlignedBlock extends Span {
  /** What each species has here. */
  rows: readonly { species: string; place: string; strand: number }[];
  /** Address of the block's letters. */
  href?: string;
}

export interface AlignmentOverview {
  label: string;
  span: Span;
  /** Name of the region, such as 'position on 2'. */
  region: string;
  blocks: readonly AlignedBlock[];
  /** Width of the drawing; default 1100. */
  width?: number;
}

const ROW = 22;
const MARGIN = 8;
const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c6)', 'var(--c7)', 'var(--c8)'];

export function alignmentOverview({ label, span, region, blocks, width = 1100 }: AlignmentOverview): Html {
  const species = [...new Set(blocks.flatMap(({ rows }) => rows.map((row) => row.species)))];
  const left = width * (width >= 700 ? 0.19 : 0.34);
  const right = width - MARGIN;
  const scale = positionScale(span, left, right);
  const bottom = species.length * ROW;
  const drawn = blocks.map((block) => {
    const [from, to] = [scale(Math.max(block.start, span.start)), scale(Math.min(block.end, span.end) + 1)];
    const cells = block.rows.map(({ species: name, place, strand }) => {
      const row = species.indexOf(name);
      const colour = COLOURS[row % COLOURS.length];
      // The reverse strand has a line through its block.
      const reverse =
        strand < 0
          ? svg`<path d="M${px(from)} ${px(row * ROW + 11)}H${px(to)}" stroke="var(--ground)" stroke-width="1.5"/>`
          : '';
      return svg`<g><title>${name} ${place}</title><rect x="${px(from)}" y="${px(row * ROW + 5)}" width="${px(
        Math.max(1, to - from),
      )}" height="12" rx="2" fill="${colour}" stroke="var(--ground)" stroke-width="0.6"/>${reverse}</g>`;
    });
    return link(block.href, svg`${cells}`);
  });
  return drawing({
    label,
    description:
      `${counted(blocks.length, 'block')} of ${species.length} species, ` +
      `${positionText(span.start)} to ${positionText(span.end)}.`,
    isImage: blocks.every(({ href }) => href === undefined),
    width,
    height: bottom + AXIS_HEIGHT + 6,
    content: svg`${species.map((name, row) => text(MARGIN, row * ROW + 15, shortened(name, left - 2 * MARGIN)))}
${species.map((_, row) => svg`<path class="grid" d="M${px(left)} ${row * ROW + 11}H${px(right)}"/>`)}
${drawn}
${positionAxis(span, left, right, bottom + 6, region)}`,
  });
}
