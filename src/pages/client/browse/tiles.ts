/**
 * Tiles of a track: pieces of the region whose lengths are powers of two, so that neighbouring views share them. While
 * a tile loads, those of other lengths take its place.
 */
import type { Region } from './view.ts';

export interface Tile<T> {
  start: number;
  end: number;
  data: T;
}

/** Most tiles of a track in memory. */
const MOST = 160;
/** Milliseconds before a tile that could not be loaded is tried again. */
const PAUSE = 5_000;

export class Tiles<T> {
  readonly #load: (start: number, end: number, signal: AbortSignal) => Promise<T>;
  readonly #region: Region;
  /** Data on the next turn of a circular region, by the data of the tile. */
  readonly #turned = new WeakMap<Tile<T>, Tile<T>>();
  readonly #shift: (data: T, by: number) => T;
  readonly #onChange: () => void;
  readonly #loaded = new Map<string, Tile<T>>();
  readonly #pending = new Map<string, AbortController>();
  readonly #failed = new Map<string, number>();

  /** @param shift moves the positions in the data; by default it has none */
  constructor(
    region: Region,
    load: (start: number, end: number, signal: AbortSignal) => Promise<T>,
    onChange: () => void,
    shift: (data: T, by: number) => T = (data) => data,
  ) {
    this.#region = region;
    this.#shift = shift;
    this.#load = load;
    this.#onChange = onChange;
  }

  /** Whether tiles are on their way. */
  get isLoading(): boolean {
    return this.#pending.size > 0;
  }

  /** The tiles of a span, or what is loaded in their place; requests those that are missing. */
  within(start: number, end: number, size: number): Tile<T>[] {
    const wanted = new Set<string>();
    const { length, circularLength } = this.#region;
    const found = this.#loadedOf(start, Math.min(end, length), size, wanted);
    if (circularLength > 0 && end > length)
      found.push(...this.#loadedOf(1, end - length, size, wanted).map((tile) => this.#nextTurn(tile)));
    // Requests for tiles that a fast movement has passed are no longer needed.
    for (const [key, controller] of this.#pending) if (!wanted.has(key)) controller.abort();
    return found;
  }

  /** As within, for a span of the region. @param wanted gets the keys of the tiles */
  #loadedOf(start: number, end: number, size: number, wanted: Set<string>): Tile<T>[] {
    const found: Tile<T>[] = [];
    const last = Math.floor((end - 1) / size);
    for (let which = Math.max(0, Math.floor((start - 1) / size)); which <= last; which++) {
      const key = `${size}:${which}`;
      wanted.add(key);
      const tile = this.#loaded.get(key);
      if (tile) {
        // The least recently used tiles are the first ones.
        this.#loaded.delete(key);
        this.#loaded.set(key, tile);
        found.push(tile);
      } else {
        this.#request(key, which * size + 1, Math.min((which + 1) * size, this.#region.length));
        found.push(...this.#inPlaceOf(which, size));
      }
    }
    return found;
  }

  #nextTurn(tile: Tile<T>): Tile<T> {
    const { length } = this.#region;
    let turned = this.#turned.get(tile);
    if (!turned) {
      turned = { start: tile.start + length, end: tile.end + length, data: this.#shift(tile.data, length) };
      this.#turned.set(tile, turned);
    }
    return turned;
  }

  /** A loaded tile that contains the missing one, cut to it, else loaded parts of it. */
  #inPlaceOf(which: number, size: number): Tile<T>[] {
    for (let larger = size * 2, index = which >> 1; larger <= size * 16; larger *= 2, index >>= 1) {
      const tile = this.#loaded.get(`${larger}:${index}`);
      if (tile) return [tile];
    }
    for (let parts = 2; parts <= 8; parts *= 2) {
      const smaller = Array.from({ length: parts }, (_, part) =>
        this.#loaded.get(`${size / parts}:${which * parts + part}`),
      ).filter((tile) => tile !== undefined);
      if (smaller.length > 0) return smaller;
    }
    return [];
  }

  #request(key: string, start: number, end: number): void {
    if (this.#pending.has(key) || (this.#failed.get(key) ?? 0) > Date.now()) return;
    const controller = new AbortController();
    this.#pending.set(key, controller);
    this.#load(start, end, controller.signal)
      .then((data) => {
        this.#loaded.set(key, { start, end, data });
        for (const oldest of this.#loaded.keys()) {
          if (this.#loaded.size <= MOST) break;
          this.#loaded.delete(oldest);
        }
      })
      .catch(() => {
        if (!controller.signal.aborted) this.#failed.set(key, Date.now() + PAUSE);
      })
      .finally(() => {
        this.#pending.delete(key);
        this.#onChange();
      });
  }
}

/** The length of the tiles for a view: the power of two that is at least its span, within bounds. */
export function tileSize(span: number, least: number, most: number): number {
  return Math.min(Math.max(2 ** Math.ceil(Math.log2(span)), least), most);
}
