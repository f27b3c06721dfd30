/** Text, links and the axis of positions in drawings. */
import type { Html } from '../html.ts';
import { linearScale, positionText, ticks, type Scale } from './scale.ts';
import { px, svg } from './svg.ts';

/** @param classes of the style sheet: 'soft', 'small', 'strong', and 'middle' or 'end', which anchor the text */
export function text(x: number, y: number, content: string, classes = ''): Html {
  return svg`<text x="${px(x)}" y="${px(y)}" class="${classes}">${content}</text>`;
}

/** SVG within a link; as it is without an address. */
export function link(href: string | undefined, content: Html): Html {
  return href === undefined ? content : svg`<a href="${href}">${content}</a>`;
}

/** Average width of a character in units of the font size, for system fonts. Text in SVG cannot be measured here. */
const CHARACTER_WIDTH = 0.57;

/** Estimated width of text. @param size of the font, 12 unless the style sheet says otherwise */
export function textWidth(content: string, size = 12): number {
  return content.length * size * CHARACTER_WIDTH;
}

/** Shortens text with an ellipsis to a width; '' if not even three characters have room. */
export function shortened(content: string, width: number, size = 12): string {
  const characters = Math.floor(width / (size * CHARACTER_WIDTH));
  if (content.length <= characters) return content;
  return characters < 3 ? '' : `${content.slice(0, characters - 1)}…`;
}

/** '1 gene', '2,000 genes'. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Positions, 1-based and inclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Maps the left edge of each position of a span to left..right; the position after the end is at the right edge. */
export function positionScale({ start, end }: Span, left: number, right: number): Scale {
  return linearScale([start, Math.max(end, start) + 1], [left, right]);
}

/** Height of an axis of positions. */
export const AXIS_HEIGHT = 24;
const SMALL = 10.5;

/** A line with round positions below it. @param unit at the right end, such as 'aa' */
export function positionAxis(span: Span, left: number, right: number, y: number, unit: string): Html {
  const scale = positionScale(span, left, right);
  const space = textWidth(positionText(span.end), SMALL) + 24;
  const marks = ticks(span.start, span.end, Math.max(1, Math.floor((right - left) / space)), true).map((position) => {
    const x = (scale(position) + scale(position + 1)) / 2;
    const label = positionText(position);
    const half = textWidth(label, SMALL) / 2;
    const isCut = x - half < left - 10 || x + half > right - textWidth(unit, SMALL) - 8;
    return svg`<path class="axis" d="M${px(x)} ${px(y)}v5"/>${isCut ? '' : text(x, y + 17, label, 'soft small middle')}`;
  });
  return svg`<path class="axis" d="M${px(left)} ${px(y)}H${px(right)}"/>${marks}${text(right, y + 17, unit, 'soft small end')}`;
}
