/** A canvas of some width, with positions of bases, the colours of the page, and boxes that a pointer can hit. */
import { COLOUR_NAMES, type Colour } from './colour-names.ts';
import type { View } from './view.ts';

/** A feature on the canvas that a pointer may hit. */
export interface Hit {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Text that a pointer over it shows. */
  title: string;
  /** Path of its page below the base path. */
  path?: string;
}

/** The colours of the page as it is shown now. */
export function pageColours(): Record<Colour, string> {
  const style = getComputedStyle(document.documentElement);
  const entries = COLOUR_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim() || '#888']);
  return Object.fromEntries(entries);
}

const FONT = '12px system-ui, sans-serif';
export const SMALL = '11px system-ui, sans-serif';
export const BOLD = '600 12px system-ui, sans-serif';

/** Values that a track needs to draw itself. */
export class Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Record<Colour, string>;
  readonly width: number;
  readonly view: View;
  /** Length of a circular region; 0 for a linear one. */
  readonly circularLength: number;
  readonly hits: Hit[] = [];
  readonly #scale: number;
  #font = '';

  constructor(
    context: CanvasRenderingContext2D,
    colours: Record<Colour, string>,
    width: number,
    view: View,
    circularLength: number,
  ) {
    this.context = context;
    this.colours = colours;
    this.width = width;
    this.view = view;
    this.circularLength = circularLength;
    this.#scale = width / view.span;
  }

  /** Pixels of a base. */
  get scale(): number {
    return this.#scale;
  }

  /** Left edge of a base. */
  x(position: number): number {
    return (position - this.view.start) * this.#scale;
  }

  box(colour: Colour, start: number, end: number, y: number, height: number): void {
    const x = Math.max(this.x(start), -2);
    const width = Math.min(this.x(end + 1), this.width + 2) - x;
    if (width < 0 || x > this.width) return;
    this.context.fillStyle = this.colours[colour];
    this.context.fillRect(x, y, Math.max(width, 1), height);
  }

  text(text: string, x: number, y: number, colour: Colour = 'text', font = FONT): void {
    this.#setFont(font);
    this.context.fillStyle = this.colours[colour];
    this.context.fillText(text, x, y);
  }

  widthOf(text: string, font = FONT): number {
    this.#setFont(font);
    return this.context.measureText(text).width;
  }

  /** Browsers parse a font whenever it is set. */
  #setFont(font: string): void {
    if (font !== this.#font) this.context.font = this.#font = font;
  }
}
