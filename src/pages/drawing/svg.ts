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
  /** Name of the drawing, for readers who do not see it. */
  label: string;
  /** Figures and facts for readers who do not see it. */
  description?: string;
  /**
   * Whether the drawing contains no links. Browsers offer the parts of an image neither to the keyboard nor to readers.
   */
  isImage?: boolean;
  content: Html | readonly Html[];
  /** Further classes of the element. */
  classes?: string;
}

/** A drawing with a name. Its parts may contain `<title>` elements, which browsers show as hints, and links. */
export function drawing(parts: DrawingParts): Html {
  const { width, height, label, description, isImage = false, content, classes = '' } = parts;
  return svg`<svg class="drawing ${classes}" viewBox="0 0 ${px(width)} ${px(height)}" role="${
    isImage ? 'img' : 'group'
  }" aria-label="${label}">${description ? svg`<desc>${description}</desc>` : ''}
${content}</svg>`;
}
