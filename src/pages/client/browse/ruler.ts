import { ticksOver, wrapped } from '../../drawing/origin.ts';
import { BOLD, type Canvas, SMALL } from './canvas.ts';
import type { Track } from './track.ts';

/** Positions, and lines down the canvas at the same places. */
export const ruler: Track = {
  isLoading: false,
  draw(canvas, top) {
    const { context, view, width, colours, circularLength } = canvas;
    const span = { start: view.start, end: view.start + view.span };
    const { step, positions } = ticksOver(span, Math.max(2, Math.floor(width / 110)), circularLength);
    for (const at of positions) {
      const x = Math.round(canvas.x(at + 0.5)) + 0.5;
      context.strokeStyle = colours.grid;
      context.beginPath();
      context.moveTo(x, top + 24);
      context.lineTo(x, context.canvas.height);
      context.stroke();
      context.strokeStyle = colours.axis;
      context.beginPath();
      context.moveTo(x, top + 18);
      context.lineTo(x, top + 24);
      context.stroke();
      const text = labelOf(wrapped(at, circularLength), step);
      context.textAlign = 'center';
      const half = canvas.widthOf(text) / 2 + 4;
      canvas.text(text, Math.min(Math.max(x, half), width - half), top + 13, 'soft');
      context.textAlign = 'left';
    }
    context.strokeStyle = colours.line;
    context.strokeRect(-1, top + 23.5, width + 2, 0);
    return 30;
  },
};

function labelOf(at: number, step: number): string {
  if (step >= 1_000_000) return `${at / 1_000_000} Mb`;
  return step >= 100_000 ? `${(at / 1_000_000).toFixed(1)} Mb` : at.toLocaleString('en');
}

/** The name of a track. */
export function heading(canvas: Canvas, top: number, name: string, more: string): number {
  canvas.text(name, 10, top + 14, 'text', BOLD);
  const width = canvas.widthOf(name, BOLD);
  canvas.text(more, 16 + width, top + 14, 'soft', SMALL);
  return 20;
}
