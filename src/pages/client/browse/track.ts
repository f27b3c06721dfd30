/** The tracks that the browser draws, one below the other. */
import type { Canvas } from './canvas.ts';

export interface Track {
  /** Draws below `top` and returns the height that it takes. */
  draw(canvas: Canvas, top: number): number;
  readonly isLoading: boolean;
}
