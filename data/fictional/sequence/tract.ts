/**
 * A tract of DNA that is inherited as one piece: bases, and for every base its homology column. Substitution keeps the
 * column, deletion loses it, insertion makes a new one, so that any two descendants of a tract can be aligned exactly:
 * bases in the same column go back to the same ancestral base. Positions within a tract are 0-based, ends excluded.
 */
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import type { Random } from '../random.ts';
import { randomBases, substitute } from './genetic-code.ts';

/** A named part of a tract (a repeat copy, a protein domain) that moves along when bases are inserted or lost. */
export interface Mark {
  kind: 'repeat' | 'domain' | 'selenocysteine';
  /** Which repeat family or domain it is; its index in the respective list. */
  what: number;
  start: number;
  end: number;
  strand: 1 | -1;
}

export interface Tract {
  bases: Uint8Array;
  columns: Int32Array;
  marks: Mark[];
}

/** Hands out homology columns; one for the whole model, so that a column never means two things. */
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

/** A descendant of the tract. */
export function mutateTract(tract: Tract, rates: Mutability, random: Random, columns: Columns): Tract {
  const editor = new TractEditor(tract, columns);
  const last = tract.bases.length - rates.keepEnd;
  let at = rates.keepStart;
  let nextIndel = at + random.skip(rates.indels);
  while (nextIndel < last) {
    editor.copyTo(nextIndel);
    const length = random.indelLength(30);
    if (random.chance(0.5)) {
      editor.insert(randomBases(random, length));
      at = nextIndel + 1;
    } else {
      at = Math.min(nextIndel + length, last);
      editor.dropTo(at);
    }
    nextIndel = at + random.skip(rates.indels);
  }
  editor.copyTo(tract.bases.length);
  const child = editor.finish();
  const end = child.bases.length - rates.keepEnd;
  for (
    let site = rates.keepStart + random.skip(rates.substitutions);
    site < end;
    site += 1 + random.skip(rates.substitutions)
  ) {
    child.bases[site] = substitute(random, child.bases[site]!);
  }
  return child;
}

/** Builds a descendant from left to right, and knows afterwards where each old position has gone. */
export class TractEditor {
  readonly #tract: Tract;
  readonly #columns: Columns;
  readonly #bases: Uint8Array[] = [];
  readonly #newColumns: Int32Array[] = [];
  /** Breakpoints [old position, shift from there on], ascending. */
  readonly #shifts: [from: number, shift: number][] = [[0, 0]];
  #at = 0;
  #length = 0;

  constructor(tract: Tract, columns: Columns) {
    this.#tract = tract;
    this.#columns = columns;
  }

  /** Keeps everything up to an old position. */
  copyTo(position: number): void {
    if (position <= this.#at) return;
    this.#append(this.#tract.bases.subarray(this.#at, position), this.#tract.columns.subarray(this.#at, position));
    this.#at = position;
  }

  insert(bases: Uint8Array): void {
    this.#append(bases, this.#columns.take(bases.length));
    this.#shifts.push([this.#at, this.#length - this.#at]);
  }

  /** Loses everything up to an old position. */
  dropTo(position: number): void {
    for (; this.#at < position; this.#at++) this.#shifts.push([this.#at, this.#length - this.#at]);
    this.#shifts.push([position, this.#length - position]);
  }

  /** Where an old position stands in the descendant; a lost one, where its successor does. */
  moved(position: number): number {
    const next = firstIndex(1, this.#shifts.length, (index) => this.#shifts[index]![0] <= position);
    return position + this.#shifts[next - 1]![1];
  }

  finish(): Tract {
    this.copyTo(this.#tract.bases.length);
    const bases = new Uint8Array(this.#length);
    const columns = new Int32Array(this.#length);
    let at = 0;
    this.#bases.forEach((part, index) => {
      bases.set(part, at);
      columns.set(this.#newColumns[index]!, at);
      at += part.length;
    });
    const marks = this.#tract.marks
      // The end is the position after the last base, so an insertion right behind the mark stays outside it.
      .map((mark) => ({ ...mark, start: this.moved(mark.start), end: this.moved(mark.end - 1) + 1 }))
      .filter((mark) => mark.end <= this.#length && mark.end - mark.start >= (mark.kind === 'repeat' ? 10 : 3));
    return { bases, columns, marks };
  }

  #append(bases: Uint8Array, columns: Int32Array): void {
    this.#bases.push(bases);
    this.#newColumns.push(columns);
    this.#length += bases.length;
  }
}
