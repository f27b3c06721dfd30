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

/** Widths of characters in units of the font size, for wide system fonts. Text in SVG cannot be measured here. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ .,:;'|!il]/, 0.36],
  [/[A-Z]/, 0.7],
  [/[mw%]/, 0.9],
];
const OTHER_WIDTH = 0.62;

function characterWidth(character: string): number {
  return WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER_WIDTH;
}

/** Estimated width of text. @param size of the font, 12 unless the style sheet says otherwise */
export function textWidth(content: string, size = 12): number {
  return Array.from(content).reduce((sum, character) => sum + characterWidth(character), 0) * size;
}

/** Shortens text with an ellipsis to a width; '' if not even three characters have room. */
export function shortened(content: string, width: number, size = 12): string {
  if (textWidth(content, size) <= width) return content;
  let used = size;
  let shown = '';
  for (const character of content) {
    used += characterWidth(character) * size;
    if (used > width) break;
    shown += character;
  }
  return shown.length < 2 ? '' : `${shown}…`;
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

/** A shorter axis has no room for its unit. */
const MIN_AXIS_WITH_UNIT = 500;

/** A line with round positions below it. @param unit at the right end, such as 'aa' */
export function positionAxis(span: Span, left: number, right: number, y: number, unit: string): Html {
  const scale = positionScale(span, left, right);
  const space = textWidth(positionText(span.end), SMALL) + 16;
  const limit = right - left < MIN_AXIS_WITH_UNIT ? right + 8 : right - textWidth(unit, SMALL) - 8;
  const shownUnit = right - left < MIN_AXIS_WITH_UNIT ? '' : unit;
  const marks = ticks(span.start, span.end, Math.max(1, Math.floor((right - left) / space)), true).map((position) => {
    const x = (scale(position) + scale(position + 1)) / 2;
    const label = positionText(position);
    const half = textWidth(label, SMALL) / 2;
    const isCut = x - half < left - 10 || x + half > limit;
    return svg`<path class="axis" d="M${px(x)} ${px(y)}v5"/>${
      isCut ? '' : text(x, y + 17, label, 'soft small middle')
    }`;
  });
  return svg`<path class="axis" d="M${px(left)} ${px(y)}H${px(right)}"/>${marks}${text(
    right,
    y + 17,
    shownUnit,
    'soft small end',
  )}`;
}
