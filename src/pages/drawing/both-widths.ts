import { html, type Html } from '../html.ts';

/** Widths of drawings, at which their text has about the size of the page's. */
const BROAD = 1100;
const NARROW = 360;

/** A drawing for wide and one for narrow windows; the style sheet hides one of them. */
export function bothWidths(draw: (width: number) => Html): Html {
  return html`<div class="broad">${draw(BROAD)}</div><div class="narrow">${draw(NARROW)}</div>`;
}
