/**
 * A tract of DNA that is inherited as one piece: its bases, and a homology column for every base. A substitution keeps
 * the column, a deletion removes it, an insertion makes a new one. Bases with the same column descend from the same
 * ancestral base, so any two descendants of a tract can be aligned exactly. Positions are 0-based with exclusive ends.
 */
import { at } from '../../../src/checked.ts';
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import type { Random } from '../random.ts';
import { randomBases, substituteAll } from './genetic-code.ts';

/** A feature of a tract (a repeat copy, a protein domain). Insertions and deletions before it move it. */
export interface Mark {
  kind: 'repeat' | 'domain' | 'selenocysteine';
  /** Index of the repeat family or the domain in its list; 0 for a selenocysteine. */
  sourceIndex: number;
  start: number;
  end: number;
  strand: 1 | -1;
}

export interface Tract {
  bases: Uint8Array;
  columns: Int32Array;
  marks: Mark[];
}

/** Allocates homology columns. All tracts of a model share one allocator, which makes columns unique. */
export class Columns {
  #next = 0;

  take(count: number): Int32Array {
    const columns = new Int32Array(count);
    for (let index = 0; index < count; index++) columns[index] = this.#next++;
    return columns;
  }
}

export function newTract(bases: Uint8Array, columns: Columns, marks: Mark[] = []): Tract {
  return { bases, columns: columns.take(bases.length), marks };
}

export interface Mutability {
  /** Expected substitutions per base. */
  substitutions: number;
  /** Insertions and deletions per base. */
  indels: number;
  /** Bases at either end that never change: splice sites and branch point of an intron. */
  keepStart: number;
  keepEnd: number;
}

/** A descendant of the tract, with random substitutions, insertions and deletions. */
export function mutateTract(tract: Tract, rates: Mutability, random: Random, columns: Columns): Tract {
  const editor = new TractEditor(tract, columns);
  const indelEnd = tract.bases.length - rates.keepEnd;
  let position = rates.keepStart;
  let nextIndel = position + random.skip(rates.indels);
  while (nextIndel < indelEnd) {
    editor.copyTo(nextIndel);
    const length = random.indelLength(30);
    if (random.chance(0.5)) {
      editor.insert(randomBases(random, length));
      position = nextIndel + 1;
    } else {
      position = Math.min(nextIndel + length, indelEnd);
      editor.dropTo(position);
    }
    nextIndel = position + random.skip(rates.indels);
  }
  editor.copyTo(tract.bases.length);
  const child = editor.finish();
  substituteAll(random, child.bases, rates.substitutions, rates.keepStart, child.bases.length - rates.keepEnd);
  return child;
}

/** Builds a descendant from left to right and maps old positions to new ones. */
export class TractEditor {
  readonly #tract: Tract;
  readonly #columns: Columns;
  readonly #parts: { bases: Uint8Array; columns: Int32Array }[] = [];
  /** Breakpoints [old position, shift of positions from there on], ascending. */
  readonly #shifts: [from: number, shift: number][] = [[0, 0]];
  /** Old position up to which the tract has been copied or dropped. */
  #done = 0;
  #length = 0;

  constructor(tract: Tract, columns: Columns) {
    this.#tract = tract;
    this.#columns = columns;
  }

  /** Keeps everything up to an old position. */
  copyTo(position: number): void {
    if (position <= this.#done) return;
    const { bases, columns } = this.#tract;
    this.#append(bases.subarray(this.#done, position), columns.subarray(this.#done, position));
    this.#done = position;
  }

  insert(bases: Uint8Array): void {
    this.#append(bases, this.#columns.take(bases.length));
    this.#shifts.push([this.#done, this.#length - this.#done]);
  }

  /** Deletes everything up to an old position. */
  dropTo(position: number): void {
    for (; this.#done < position; this.#done++) this.#shifts.push([this.#done, this.#length - this.#done]);
    this.#shifts.push([position, this.#length - position]);
  }

  /** The position in the descendant. A deleted position maps to that of the next base that was kept. */
  moved(position: number): number {
    const next = firstIndex(1, this.#shifts.length, (index) => at(this.#shifts, index)[0] <= position);
    const [, shift] = at(this.#shifts, next - 1);
    return position + shift;
  }

  finish(): Tract {
    this.copyTo(this.#tract.bases.length);
    const bases = new Uint8Array(this.#length);
    const columns = new Int32Array(this.#length);
    let offset = 0;
    for (const part of this.#parts) {
      bases.set(part.bases, offset);
      // A part has no columns in models without homology.
      columns.set(part.columns, offset);
      offset += part.bases.length;
    }
    const marks = this.#tract.marks
      // Moves the last base, not the exclusive end: an insertion right after the mark stays outside.
      .map((mark) => ({ ...mark, start: this.moved(mark.start), end: this.moved(mark.end - 1) + 1 }))
      .filter((mark) => mark.end <= this.#length && mark.end - mark.start >= (mark.kind === 'repeat' ? 10 : 3));
    return { bases, columns, marks };
  }

  #append(bases: Uint8Array, columns: Int32Array): void {
    this.#parts.push({ bases, columns });
    this.#length += bases.length;
  }
}
