/** A row of an alignment as a strip: letters are filled, gaps are not. */
import { cigarRuns } from '../../compara/cigar-line.ts';
import type { Html } from '../html.ts';
import { px, svg } from './svg.ts';

/** Number of columns of a cigar line, letters and gaps. */
export function alignedLength(cigarLine: string): number {
  return cigarRuns(cigarLine).reduce((sum, { length, operation }) => sum + (operation === 'I' ? 0 : length), 0);
}

/** Gaps narrower than this are not drawn, which limits the size of the strip. */
const MIN_GAP = 0.7;

/** @param columns length of the longest row */
export function alignmentThumbnail(
  cigarLine: string,
  {
    columns,
    left,
    width,
    y,
    height,
    colour,
  }: Record<'columns' | 'left' | 'width' | 'y' | 'height', number> & { colour: string },
): Html {
  const scale = width / Math.max(1, columns);
  const spans: { from: number; to: number }[] = [];
  let column = 0;
  for (const { length, operation } of cigarRuns(cigarLine)) {
    if (operation === 'I') continue;
    const [from, to] = [column * scale, (column + length) * scale];
    column += length;
    if (operation === 'D') continue;
    const last = spans.at(-1);
    if (last && from - last.to < MIN_GAP) last.to = to;
    else spans.push({ from, to });
  }
  const path = spans.map(
    ({ from, to }) =>
      `M${px(left + from)} ${px(y)}h${px(Math.max(0.4, to - from))}v${height}h-${px(Math.max(0.4, to - from))}z`,
  );
  return svg`<path d="M${px(left)} ${px(y + height / 2)}h${px(width)}" stroke="var(--grid)"/>
<path d="${path.join('')}" fill="${colour}"/>`;
}
