import { BOLD, type Canvas } from './canvas.ts';
import type { Colour } from './colour-names.ts';
import { bases, type Place } from './data.ts';
import { Tiles } from './tiles.ts';
import type { Track } from './track.ts';

/** Fewest pixels of a base that is drawn. */
const LEAST = 2;
const TILE = 1024;
const COLOURS: Readonly<Record<string, Colour>> = { A: 'base-a', C: 'base-c', G: 'base-g', T: 'base-t' };

/** The bases of the forward strand, where there is room for them. */
export class SequenceTrack implements Track {
  readonly #bases: Tiles<string>;

  constructor(place: Place, onChange: () => void) {
    this.#bases = new Tiles(place, (...tile) => bases(place, ...tile), onChange);
  }

  get isLoading(): boolean {
    return this.#bases.isLoading;
  }

  draw(canvas: Canvas, top: number): number {
    const { view, scale, context } = canvas;
    if (scale < LEAST) return 0;
    context.textAlign = 'center';
    for (const { start, data } of this.#bases.within(view.start, view.start + view.span, TILE)) {
      const from = Math.max(0, Math.floor(view.start - start));
      const to = Math.min(data.length, Math.ceil(view.start + view.span - start));
      for (let at = from; at < to; at++) {
        const base = data.charAt(at);
        const colour = COLOURS[base] ?? 'soft';
        if (scale >= 9) canvas.text(base, canvas.x(start + at + 0.5), top + 13, colour, BOLD);
        else canvas.box(colour, start + at, start + at, top + 3, 10);
      }
    }
    context.textAlign = 'left';
    return 22;
  }
}
