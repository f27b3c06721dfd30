/** Parts of drawings on pages: SVG as text, which both a service and a test can render. */
import { html, type Html } from '../html.ts';

/** SVG markup, whose values are escaped like those of `html`. */
export const svg = html;

/** A number as short text for an attribute: at most two decimals. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

interface DrawingParts {
  /** Size of the coordinate system; the drawing fills the width of its container. */
  width: number;
  height: number;
  /** What the drawing shows, for readers who do not see it. */
  label: string;
  content: Html | readonly Html[];
  /** Further classes of the element. */
  classes?: string;
}

/** A drawing with a name. Its parts may contain `<title>` elements, which browsers show as hints, and links. */
export function drawing({ width, height, label, content, classes = '' }: DrawingParts): Html {
  return svg`<svg class="drawing ${classes}" viewBox="0 0 ${px(width)} ${px(height)}" role="group" aria-label="${label}">
${content}</svg>`;
}
