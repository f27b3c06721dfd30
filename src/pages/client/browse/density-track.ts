/** Features as bars of how many begin in each part; and as boxes or marks where the view is short enough. */
import { basesText } from '../../drawing/scale.ts';
import type { Canvas, Hit } from './canvas.ts';
import type { Colour } from './colour-names.ts';
import {
  type alignedBlocks,
  BINS,
  density,
  features,
  shiftedFeatures,
  type Density,
  type Feature,
  type Place,
} from './data.ts';
import { heading } from './ruler.ts';
import { Tiles, tileSize, type Tile } from './tiles.ts';
import type { Track } from './track.ts';

export interface DensityTrackOptions {
  /** Kind of feature in overlap/region. */
  kind: string;
  title: string;
  colour: Colour;
  /** Longest view, in bases, that shows each feature. */
  shownEach: number;
  /** The colour, name and page of a feature. */
  describe: (feature: Feature) => { colour: Colour; title: string; path?: string };
  /** Whether densities exist; otherwise longer views show nothing. */
  hasDensity: boolean;
  /** Loads the features of a tile; by default those of the kind in overlap/region. */
  load?: typeof alignedBlocks;
}

const BARS = 44;
const BOX = 12;

export class DensityTrack implements Track {
  readonly #options: DensityTrackOptions;
  readonly #densities: Tiles<Density>;
  readonly #features: Tiles<Feature[]>;
  /** Bars keep their scale while the view moves by little. */
  #highest = 0;

  constructor(place: Place, options: DensityTrackOptions, onChange: () => void) {
    const { kind, load } = options;
    this.#options = options;
    this.#densities = new Tiles(place, (...tile) => density(place, kind, ...tile), onChange);
    this.#features = new Tiles(
      place,
      (...tile) => (load ? load(place, ...tile) : features(place, [kind], ...tile)),
      onChange,
      shiftedFeatures,
    );
  }

  get isLoading(): boolean {
    return this.#densities.isLoading || this.#features.isLoading;
  }

  draw(canvas: Canvas, top: number): number {
    const { start, span } = canvas.view;
    const { shownEach, hasDensity, title } = this.#options;
    if (span <= shownEach) {
      const tiles = this.#features.within(start, start + span, tileSize(span, 1024, 4_194_304));
      const shown = this.#drawEach(canvas, top + 20, tiles);
      heading(canvas, top, title, shown === 0 && !this.#features.isLoading ? 'none here' : '');
      return 20 + BOX + 10;
    }
    if (!hasDensity) {
      heading(canvas, top, title, `zoom in to ${basesText(shownEach)}`);
      return 24;
    }
    // Two to three tiles of 256 bars are in view.
    const size = tileSize(span / 2, 4_096, 2 ** 30);
    const tiles = this.#densities.within(start, start + span, size);
    this.#drawBars(canvas, top + 20, tiles);
    const per = basesText(Math.max(1, Math.round(size / BINS)));
    const most = `up to ${Math.round(this.#highest).toLocaleString('en')} in ${per}`;
    heading(canvas, top, title, this.#highest > 0 ? most : this.#densities.isLoading ? '' : 'none here');
    return 20 + BARS + 10;
  }

  #drawBars(canvas: Canvas, top: number, tiles: readonly Tile<Density>[]): void {
    const { context, view, colours } = canvas;
    const last = view.start + view.span;
    const parts = tiles.map(({ start, end, data }) => {
      const length = Math.ceil((end - start + 1) / data.counts.length);
      const from = Math.max(0, Math.floor((view.start - start) / length));
      const to = Math.min(data.counts.length - 1, Math.floor((last - start) / length));
      return { start, length, from, to, counts: data.counts };
    });
    let highest = 0;
    for (const { from, to, counts } of parts)
      for (let bin = from; bin <= to; bin++) highest = Math.max(highest, counts[bin] ?? 0);
    this.#highest = highest;
    context.fillStyle = colours[this.#options.colour];
    // Rectangles on whole pixels need no smoothing, which takes most of the time where browsers draw without a GPU.
    for (const { start, length, from, to, counts } of parts) {
      let left = Math.round(canvas.x(start + from * length));
      for (let bin = from; bin <= to; bin++) {
        const right = Math.round(canvas.x(start + (bin + 1) * length));
        const count = counts[bin] ?? 0;
        const height = Math.max(1, Math.round((count / highest) * BARS));
        if (count > 0) context.fillRect(left, top + BARS - height, Math.max(right - left, 1), height);
        left = right;
      }
    }
    context.fillStyle = colours.line;
    context.fillRect(0, top + BARS, canvas.width, 1);
  }

  #drawEach(canvas: Canvas, top: number, tiles: readonly Tile<Feature[]>[]): number {
    const { start, span } = canvas.view;
    let shown = 0;
    for (const { data } of tiles) {
      for (const feature of data) {
        if (feature.end < start - 1 || feature.start > start + span) continue;
        const { colour, title, path } = this.#options.describe(feature);
        // An insertion is between two bases: it ends before it starts.
        const [from, to] = feature.end < feature.start ? [feature.end, feature.start] : [feature.start, feature.end];
        canvas.box(colour, from, to, top, BOX);
        const hit: Hit = {
          x: canvas.x(from) - 1,
          y: top,
          width: (to - from + 1) * canvas.scale + 2,
          height: BOX,
          title,
        };
        canvas.hits.push(path === undefined ? hit : { ...hit, path });
        shown++;
      }
    }
    return shown;
  }
}
