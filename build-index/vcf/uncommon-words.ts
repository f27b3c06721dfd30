/**
 * Finds the words (4 bytes) that are not the common one among many. Three letters of a genotype and the tab behind it are a word, and of
 * thousands of samples most have the same: 2,504 of them are looked through in less than a microsecond where few have, and what follows is done for the
 * others only.
 *
 * In WebAssembly SIMD, sixteen words a step (uncommon-words.wat); where that does not run, a plain loop does.
 */
import { KernelModule } from '../../src/index/kernel-module.ts';
import { align, PAGE } from '../../src/index/kernel-memory.ts';
import { UNCOMMON_WORDS_WASM } from './uncommon-words-module.ts';

const MODULE = new KernelModule(UNCOMMON_WORDS_WASM);
const WORD_BYTES = 4;

export interface WordList {
  /** The words, to be filled in. */
  readonly words: Int32Array;
  /** The same, byte by byte. */
  readonly bytes: Uint8Array;
  /** As many as `list` gave: the numbers of the words that are not the common one, ascending. */
  readonly uncommon: Uint32Array;
  /** Looks through the first `count` words. Returns how many are not `common`. */
  list(count: number, common: number): number;
}

/** @param most words */
export function wordList(most: number): WordList {
  return kernelWordList(most) ?? plainWordList(most);
}

interface Kernel {
  memory: WebAssembly.Memory;
  list(at: number, count: number, common: number, to: number): number;
}

/** With the compiled uncommon-words.wat; null where it does not run. */
export function kernelWordList(most: number): WordList | null {
  const { module } = MODULE;
  if (!module) return null;
  const { memory, list } = new WebAssembly.Instance(module).exports as unknown as Kernel;
  const to = align(WORD_BYTES * most);
  memory.grow(Math.ceil((to + WORD_BYTES * (most + 1)) / PAGE));
  return {
    words: new Int32Array(memory.buffer, 0, most), bytes: new Uint8Array(memory.buffer, 0, WORD_BYTES * most), uncommon: new Uint32Array(memory.buffer, to, most),
    list: (count, common) => list(0, count, common, to),
  };
}

/** The same in plain JavaScript. */
export function plainWordList(most: number): WordList {
  const words = new Int32Array(most);
  const uncommon = new Uint32Array(most);
  return {
    words, bytes: new Uint8Array(words.buffer), uncommon,
    list(count, common) {
      let listed = 0;
      for (let each = 0; each < count; each++) if (words[each] !== common) uncommon[listed++] = each;
      return listed;
    },
  };
}
