import { closeSync, openSync, readSync } from 'node:fs';
import { get } from '../../src/checked.ts';
import type { InputSequence } from './sequence-names.ts';

/** The table `dna` of a genome, and where its sequences begin in it. */
export interface BasesFile {
  path: string;
  /** Offsets of the first base of each sequence, by its id. */
  offsets: ReadonlyMap<number, number>;
}

/** Bytes that are read at once: most readers ask for neighbouring bases. */
const WINDOW = 64 * 1024;

/** Reads bases from a table `dna` that has been written. Synchronous: the file is still in the system's cache. */
export class WrittenBases {
  readonly #file: number;
  readonly #offsets: ReadonlyMap<number, number>;
  readonly #window = Buffer.alloc(WINDOW);
  #first = 0;
  #length = 0;

  constructor({ path, offsets }: BasesFile) {
    this.#file = openSync(path, 'r');
    this.#offsets = offsets;
  }

  /** Bases of the forward strand as capital letters. `end` may lie past the length of a circular sequence. */
  read = (sequence: InputSequence, start: number, end: number): string => {
    const { length } = sequence;
    if (start > length) return this.read(sequence, start - length, end - length);
    if (end > length) return this.read(sequence, start, length) + this.read(sequence, 1, end - length);
    const from = get(this.#offsets, sequence.id) + start - 1;
    const count = end - start + 1;
    if (count > WINDOW) {
      const bytes = Buffer.alloc(count);
      readSync(this.#file, bytes, 0, count, from);
      return bytes.toString('latin1');
    }
    if (from < this.#first || from + count > this.#first + this.#length) this.#read(from);
    return this.#window.toString('latin1', from - this.#first, from - this.#first + count);
  };

  /** Are these the bytes of a text from `from` to `end`? Their number is at most WINDOW. @param start of the bases */
  areAt(sequence: InputSequence, start: number, text: Uint8Array, from: number, end: number): boolean {
    const place = get(this.#offsets, sequence.id) + start - 1;
    if (place < this.#first || place + end - from > this.#first + this.#length) this.#read(place);
    const shift = place - this.#first - from;
    for (let at = from; at < end; at++) if (this.#window[at + shift] !== text[at]) return false;
    return true;
  }

  #read(place: number): void {
    this.#first = place;
    this.#length = readSync(this.#file, this.#window, 0, WINDOW, place);
  }

  close(): void {
    closeSync(this.#file);
  }
}
