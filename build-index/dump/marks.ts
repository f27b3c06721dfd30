/**
 * Finds the bytes of a dump that mean more than their letter: what ends fields and rows, escapes, what a copy must look at. They are a third of all bytes; to look at each
 * byte for them takes longer than all else that is done with most columns.
 *
 * In WebAssembly SIMD (marks.wat); where that does not run, in plain loops.
 */
import { KernelModule } from '../../src/index/kernel-module.ts';
import { PAGE } from '../../src/index/kernel-memory.ts';
import { MARKS_WASM } from './marks-module.ts';

/** Most bytes that `list` looks at: with the list, they stay in the processor's second cache. */
export const LISTED_BYTES = 32 * 1024;
/** Most bytes that `isEscaped` looks at. */
export const LOOKED_AT_BYTES = 1024 * 1024;

export interface Marks {
  /** As many as `list` gave: where the bytes stand, ascending. */
  readonly places: Uint32Array;
  /** Looks for control characters (tabs and newlines among them), double quotes, backslashes and bytes beyond ASCII. Returns how many there are. */
  list(bytes: Uint8Array): number;
  /** Whether there is a backslash in some whole rows that is not that of a field `\N`. */
  isEscaped(rows: Uint8Array): boolean;
}

interface Kernel {
  memory: WebAssembly.Memory;
  list(count: number, to: number): number;
  escaped(at: number, count: number): number;
}

const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const DOUBLE_QUOTE = 0x22;
const [TAB, LETTER_N, BLANK] = [0x09, 0x4e, 0x20];
/** What a step of the kernel reaches beyond the bytes. */
const BEYOND = 32;
/** Room for the byte before the rows, without which the first step would not begin at a multiple of its size. */
const BEFORE = 16;

/** With the compiled marks.wat; null where it does not run. */
export function kernelMarks(): Marks | null {
  const { module } = new KernelModule(MARKS_WASM);
  if (!module) return null;
  const { memory, list, escaped } = new WebAssembly.Instance(module).exports as unknown as Kernel;
  memory.grow(Math.ceil((BEFORE + LOOKED_AT_BYTES + BEYOND) / PAGE));
  const [bytes, places] = [new Uint8Array(memory.buffer), new Uint32Array(memory.buffer, LISTED_BYTES + BEYOND, LISTED_BYTES)];
  return {
    places,
    list(listed) {
      bytes.set(listed);
      bytes.fill(BLANK, listed.length, listed.length + BEYOND);
      return list(listed.length, places.byteOffset);
    },
    isEscaped(rows) {
      bytes[BEFORE - 1] = NEWLINE;
      bytes.set(rows, BEFORE);
      bytes.fill(BLANK, BEFORE + rows.length, BEFORE + rows.length + BEYOND);
      return escaped(BEFORE, rows.length) !== 0;
    },
  };
}

/** The same in plain JavaScript. */
export function plainMarks(): Marks {
  const places = new Uint32Array(LISTED_BYTES);
  const isEnd = (byte: number | undefined) => byte === TAB || byte === NEWLINE;
  return {
    places,
    list(bytes) {
      let count = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at]!;
        if (byte < BLANK || byte >= 0x80 || byte === DOUBLE_QUOTE || byte === BACKSLASH) places[count++] = at;
      }
      return count;
    },
    isEscaped(rows) {
      for (let at = rows.indexOf(BACKSLASH); at !== -1; at = rows.indexOf(BACKSLASH, at + 1)) {
        if (rows[at + 1] !== LETTER_N || !(at === 0 || isEnd(rows[at - 1])) || !isEnd(rows[at + 2])) return true;
      }
      return false;
    },
  };
}

/** Those of this process: what is listed is good until anything is listed or looked at again. */
export const marks: Marks = kernelMarks() ?? plainMarks();
