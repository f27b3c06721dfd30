/** Linkage with one variant: r² of the others by position, with the genes of the region below. */
import type { Html } from '../html.ts';
import { geneTrack, type TrackGene } from './gene-track.ts';
import { impactLegend, impactMark } from './impact-mark.ts';
import { linearScale, positionText } from './scale.ts';
import { drawing, px, svg } from './svg.ts';
import { AXIS_HEIGHT, counted, link, positionAxis, positionScale, text, textWidth, type Span } from './text.ts';

export interface PlottedVariant {
  name: string;
  position: number;
  /** From 0 to 1. */
  r2: number;
  dPrime?: number;
  /** SO term of the worst consequence; '' if it is not known. */
  consequence: string;
  href?: string;
}

export interface RegionalPlot {
  label: string;
  /** The variant with which the others are linked. */
  focus: { name: string; position: number };
  variants: readonly PlottedVariant[];
  genes: readonly TrackGene[];
  span: Span;
  /** Such as 'chromosome 9'. */
  region: string;
  /** Width of the drawing; default 1100. */
  width?: number;
}

/** More points would be neither legible nor small. */
export const MAX_POINTS = 1000;
const PLOT_HEIGHT = 220;
const AXIS_WIDTH = 38;
const MARGIN = 10;
const RADIUS = 5;
/** Most variants whose names are written. */
const MAX_NAMED = 4;
const MIN_NAMED_R2 = 0.3;

export function regionalPlot(parts: RegionalPlot): Html {
  const { label, focus, variants, genes, span, region, width = 1100 } = parts;
  const [left, right] = [AXIS_WIDTH, width - MARGIN];
  const shown = variants.toSorted((one, other) => other.r2 - one.r2).slice(0, MAX_POINTS);
  const terms = shown.map(({ consequence }) => consequence);
  const legend = impactLegend(terms, left, right, 10);
  const top = legend.height + 26;
  const x = (position: number) => positionScale(span, left, right)(position + 0.5);
  const y = linearScale([0, 1], [top + PLOT_HEIGHT, top]);
  const axis = top + PLOT_HEIGHT + 10;
  const track = geneTrack(genes, span, [left, right], axis + AXIS_HEIGHT + 6);
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (r2) =>
      svg`<path class="grid" d="M${left} ${px(y(r2))}H${right}"/>${text(
        left - 6,
        y(r2) + 4,
        String(r2),
        'soft small end',
      )}`,
  );
  // The highest points are drawn last, on top of the others.
  const points = shown.toReversed().map((variant) => drawPoint(variant, x(variant.position), y(variant.r2)));
  const best = shown[0];
  return drawing({
    label,
    description:
      `r² of ${counted(shown.length, 'variant')} with ${focus.name} by position, and ` +
      `${counted(genes.length, 'gene')}.` +
      (best ? ` The closest is ${best.name} with r² ${best.r2.toFixed(2)} at ${positionText(best.position)}.` : ''),
    isImage: [...shown, ...genes].every(({ href }) => href === undefined),
    width,
    height: axis + AXIS_HEIGHT + 6 + track.height,
    content: svg`${legend.content}${text(4, top - 10, 'r²', 'soft')}${grid}
<path d="M${px(x(focus.position))} ${px(top - 4)}V${px(axis)}" stroke="var(--accent)" stroke-dasharray="3 3"/>
${nameFocus(focus, x(focus.position), top - 10, [left, right])}
${points}
${nameBest(shown, x, y, [left, right])}
${positionAxis(span, left, right, axis, region)}${track.content}`,
  });
}

function nameFocus({ name }: { name: string }, x: number, y: number, edges: readonly [number, number]): Html {
  return text(placed(x, textWidth(name), edges), y, name, 'strong middle');
}

/** The middle of text that is at x, if it has room there. */
function placed(x: number, length: number, [left, right]: readonly [number, number]): number {
  return Math.min(Math.max(x, left + length / 2), right - length / 2);
}

function drawPoint({ name, position, r2, dPrime, consequence, href }: PlottedVariant, x: number, y: number): Html {
  const facts = [
    `${name}: r² ${r2.toFixed(3)}`,
    dPrime === undefined ? '' : `D′ ${dPrime.toFixed(3)}`,
    consequence.replaceAll('_', ' '),
    `at ${positionText(position)}`,
  ];
  const title = facts.filter((fact) => fact !== '').join(', ');
  return link(href, svg`<g><title>${title}</title>${impactMark(consequence, x, y, RADIUS)}</g>`);
}

/** Names of the variants with the highest r², where they do not cover each other. */
function nameBest(
  variants: readonly PlottedVariant[],
  x: (position: number) => number,
  y: (r2: number) => number,
  edges: readonly [number, number],
): Html[] {
  const named: { left: number; right: number; y: number }[] = [];
  const names: Html[] = [];
  for (const { name, position, r2 } of variants.slice(0, 3 * MAX_NAMED)) {
    if (r2 < MIN_NAMED_R2 || names.length === MAX_NAMED) break;
    const length = textWidth(name, 10.5);
    const middle = placed(x(position), length, edges);
    const box = { left: middle - length / 2, right: middle + length / 2, y: y(r2) + 18 };
    if (named.some((other) => Math.abs(other.y - box.y) < 13 && other.left < box.right && box.left < other.right))
      continue;
    named.push(box);
    names.push(text(middle, box.y, name, 'small middle'));
  }
  return names;
}
