/** The mark of a consequence: each impact has a shape and a colour, since not everybody sees colours. */
import { impactOf } from '../../variants/consequences.ts';
import type { Html } from '../html.ts';
import { px, svg } from './svg.ts';
import { text, textWidth } from './text.ts';

type Impact = ReturnType<typeof impactOf>;

interface Look {
  label: string;
  /** CSS colour. */
  colour: string;
  /** Path of the shape around a point, for a radius. */
  shape: (x: number, y: number, radius: number) => string;
}

/** In order of severity. */
const IMPACTS: readonly Impact[] = ['HIGH', 'MODERATE', 'LOW', 'MODIFIER'];

const LOOKS: Readonly<Record<Impact, Look>> = {
  HIGH: { label: 'high impact', colour: 'var(--c2)', shape: triangle },
  MODERATE: { label: 'moderate impact', colour: 'var(--c5)', shape: disc },
  LOW: { label: 'low impact', colour: 'var(--c3)', shape: square },
  MODIFIER: { label: 'modifier', colour: 'var(--c0)', shape: diamond },
};

/** @param term SO term of a consequence */
export function impactMark(term: string, x: number, y: number, radius: number): Html {
  return markOfImpact(impactOf(term), x, y, radius);
}

function markOfImpact(impact: Impact, x: number, y: number, radius: number): Html {
  const { colour, shape } = LOOKS[impact];
  return svg`<path d="${shape(x, y, radius)}" fill="${colour}" stroke="var(--ground)"/>`;
}

/** The mark of a consequence in a line of text, which names it. */
export function impactSwatch(term: string): Html {
  return svg`<svg class="mark" viewBox="0 0 10 10" aria-hidden="true">${impactMark(term, 5, 5, 4.4)}</svg>`;
}

const LINE_HEIGHT = 18;

/** The marks of some consequences with their meaning. What has no room in a line goes into the next. */
export function impactLegend(terms: Iterable<string>, left: number, right: number, y: number) {
  const shown = new Set(Array.from(terms, impactOf));
  let x = left;
  let line = 0;
  const marks = IMPACTS.filter((impact) => shown.has(impact)).map((impact) => {
    const { label } = LOOKS[impact];
    const width = 16 + textWidth(label);
    if (x > left && x + width > right) [x, line] = [left, line + 1];
    const middle = y + line * LINE_HEIGHT;
    const mark = svg`${markOfImpact(impact, x + 5, middle, 5)}${text(x + 14, middle + 4, label, 'soft')}`;
    x += width + 14;
    return mark;
  });
  return { content: svg`${marks}`, height: marks.length === 0 ? 0 : (line + 1) * LINE_HEIGHT };
}

function disc(x: number, y: number, radius: number): string {
  const [r, d] = [px(radius), px(2 * radius)];
  return `M${px(x - radius)} ${px(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0z`;
}

function square(x: number, y: number, radius: number): string {
  const half = radius * 0.85;
  const side = px(2 * half);
  return `M${px(x - half)} ${px(y - half)}h${side}v${side}h-${side}z`;
}

function diamond(x: number, y: number, radius: number): string {
  const r = px(radius);
  return `M${px(x)} ${px(y - radius)}l${r} ${r}l-${r} ${r}l-${r} -${r}z`;
}

function triangle(x: number, y: number, radius: number): string {
  const half = radius * 1.1;
  return `M${px(x)} ${px(y - half)}L${px(x + half)} ${px(y + half * 0.8)}H${px(x - half)}z`;
}
