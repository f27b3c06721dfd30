/**
 * Strips: drawings that are as wide as their container, with horizontal positions in per cent and heights in pixels.
 * Text keeps its size, so that they are legible on phones and on wide screens.
 */
import type { Html } from '../html.ts';
import { ticksOver, wrapped } from './origin.ts';
import { basesText, positionText } from './scale.ts';
import { svg } from './svg.ts';

/** Maps a position of a span of bases, or residues, to per cent of the strip. */
type Percent = (position: number) => string;

/** The left edge of `start` is at 0 %, the right edge of `end` at 100 %. */
function percentScale(start: number, end: number): Percent {
  const length = end - start + 1;
  return (position) => `${(Math.round((100_000 * (position - start)) / length) / 1000).toString()}%`;
}

/** Position and width of a span of bases, both ends included, cut at the edges of the strip. */
export function spanOn(
  { start, end }: { start: number; end: number },
  view: { start: number; end: number },
): { x: string; width: string } {
  const [from, to] = [Math.max(start, view.start), Math.min(end, view.end)];
  const length = view.end - view.start + 1;
  const percent = (bases: number) => `${Math.round((100_000 * bases) / length) / 1000}%`;
  return { x: percent(from - view.start), width: percent(to - from + 1) };
}

/** @param label what the strip shows; '' for one that only repeats text next to it */
export function strip(height: number, label: string, content: Html | readonly Html[]): Html {
  const named = label === '' ? svg`aria-hidden="true"` : svg`role="img" aria-label="${label}"`;
  return svg`<svg class="strip" width="100%" height="${String(height)}" ${named}>${content}</svg>`;
}

/** Definitions that strips of the page refer to: arrows along introns. They must be on the page once. */
export function stripDefinitions(): Html {
  return svg`<svg class="definitions" width="0" height="0" aria-hidden="true"><defs>
<pattern id="forward" width="26" height="24" patternUnits="userSpaceOnUse">
<path class="chevron" d="M11 8.5l3.5 3.5l-3.5 3.5"/></pattern>
<pattern id="reverse" width="26" height="24" patternUnits="userSpaceOnUse">
<path class="chevron" d="M14.5 8.5l-3.5 3.5l3.5 3.5"/></pattern>
</defs></svg>`;
}

/**
 * An axis with round positions. On phones, every second label is hidden.
 * @param circularLength of a region whose origin the view spans; else 0
 */
export function axis(view: { start: number; end: number }, count = 6, circularLength = 0): Html {
  const x = percentScale(view.start, view.end);
  const { step, positions } = ticksOver(view, count, circularLength);
  const inMegabases = step >= 100_000;
  const labels = positions.map((position, which) => {
    const shown = wrapped(position, circularLength);
    const near = (position - view.start) / (view.end - view.start + 1);
    const anchor = near < 0.06 ? 'start' : near > 0.94 ? 'end' : 'middle';
    const text = inMegabases ? `${(shown / 1_000_000).toLocaleString('en')} Mb` : positionText(shown);
    return svg`<line class="axis" x1="${x(position)}" x2="${x(position)}" y1="0" y2="5"/>
<text class="soft ${which % 2 ? 'minor' : ''}" x="${x(position)}" y="17" text-anchor="${anchor}">${text}</text>
`;
  });
  const [first, last] = [view.start, view.end].map((position) => positionText(wrapped(position, circularLength)));
  const name = `Positions ${first} to ${last}, ${basesText(view.end - view.start + 1)}`;
  return strip(22, name, svg`<line class="axis" x1="0" x2="100%" y1="0.5" y2="0.5"/>${labels}`);
}
