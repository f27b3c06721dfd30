/** Genes of a region on lanes, with their strand and name. */
import type { Html } from '../html.ts';
import { laneCount, packLanes } from './lanes.ts';
import { positionText } from './scale.ts';
import { px, svg } from './svg.ts';
import { counted, link, positionScale, shortened, text, textWidth, type Span } from './text.ts';

export interface TrackGene extends Span {
  name: string;
  /** 1 or -1. */
  strand: number;
  /** Whether it codes for a protein. */
  isCoding: boolean;
  href?: string;
}

const LANE_HEIGHT = 28;
const MAX_LANES = 6;

/** @param top y of the upper edge. The height includes a line about genes that have no lane. */
export function geneTrack(
  genes: readonly TrackGene[],
  span: Span,
  [left, right]: readonly [number, number],
  top: number,
): { content: Html; height: number } {
  const scale = positionScale(span, left, right);
  const edges = ({ start, end }: Span): [number, number] => [
    scale(Math.max(start, span.start)),
    Math.max(scale(Math.min(end, span.end) + 1), scale(Math.max(start, span.start)) + 3),
  ];
  const within = genes.filter(({ start, end }) => end >= span.start && start <= span.end);
  const packed = packLanes(within, (gene) => extent(gene.name, edges(gene), right), 8);
  const shown = packed.filter(({ lane }) => lane < MAX_LANES);
  const omitted = packed.length - shown.length;
  const height = laneCount(shown) * LANE_HEIGHT;
  const drawn = shown.map(({ item, lane }) => drawGene(item, edges(item), [left, right], top + lane * LANE_HEIGHT));
  const note = omitted > 0 ? text(left, top + height + 10, `${counted(omitted, 'gene')} not drawn`, 'soft small') : '';
  return { content: svg`${drawn}${note}`, height: height + (omitted > 0 ? 16 : 0) };
}

const SMALL = 10.5;

/** A name is as long as it is, but never crosses the right edge. */
function extent(name: string, [from, to]: [number, number], right: number): [number, number] {
  const length = textWidth(name, SMALL) + 12;
  const start = Math.min(from, right - length);
  return [start, Math.max(to, start + length)];
}

function drawGene(
  { name, strand, isCoding, start, end, href }: TrackGene,
  [from, to]: [number, number],
  [left, right]: readonly [number, number],
  y: number,
): Html {
  const colour = isCoding ? 'var(--coding)' : 'var(--noncoding)';
  const kind = isCoding ? 'protein-coding gene' : 'other gene';
  const title =
    `${name}, ${kind}, ${positionText(start)} to ${positionText(end)}, ` +
    `${strand < 0 ? 'reverse' : 'forward'} strand`;
  const label = shortened(strand < 0 ? `← ${name}` : `${name} →`, right - left, SMALL);
  const x = Math.max(left, Math.min(from, right - textWidth(label, SMALL)));
  return link(
    href,
    svg`<g><title>${title}</title><rect x="${px(from)}" y="${px(y + 14)}" width="${px(to - from)}" height="8" rx="2"
fill="${colour}"/>${text(x, y + 10, label, 'small')}</g>`,
  );
}
