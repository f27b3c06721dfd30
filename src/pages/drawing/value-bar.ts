import type { Html } from '../html.ts';
import { px, svg } from './svg.ts';

/**
 * A short bar next to a number, which says the same to readers who do not see it. @param full the value of a full bar
 */
export function valueBar(value: number, full: number): Html {
  const length = Math.max(0, Math.min(1, value / full)) * 60;
  return svg`<svg class="value-bar" viewBox="0 0 60 8" width="60" height="8" aria-hidden="true"><rect
width="60" height="8" rx="2" fill="var(--grid)"/><rect width="${px(
    length,
  )}" height="8" rx="2" fill="var(--c1)"/></svg>`;
}
