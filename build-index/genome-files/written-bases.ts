import { closeSync, openSync, readSync } from 'node:fs';
import { get } from '../../src/checked.ts';
import type { InputSequence } from './sequence-names.ts';

/** Reads bases from a table `dna` that has been written. Synchronous: the file is still in the system's cache. */
export class WrittenBases {
  readonly #file: number;
  readonly #offsets: ReadonlyMap<InputSequence, number>;

  /** @param offsets of the first base of each sequence */
  constructor(path: string, offsets: ReadonlyMap<InputSequence, number>) {
    this.#file = openSync(path, 'r');
    this.#offsets = offsets;
  }

  /** Bases of the forward strand as capital letters. `end` may lie past the length of a circular sequence. */
  read = (sequence: InputSequence, start: number, end: number): string => {
    const { length } = sequence;
    if (start > length) return this.read(sequence, start - length, end - length);
    if (end > length) return this.read(sequence, start, length) + this.read(sequence, 1, end - length);
    const bytes = Buffer.alloc(end - start + 1);
    readSync(this.#file, bytes, 0, bytes.length, get(this.#offsets, sequence) + start - 1);
    return bytes.toString('latin1');
  };

  close(): void {
    closeSync(this.#file);
  }
}
