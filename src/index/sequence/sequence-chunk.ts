/**
 * One chunk of a packed sequence.
 *
 *   letter of the shape (1) | its version (1) | 1 if the chunk has bases, else 0 (1) | 0 (1) | number of bases (4) |
 *   0-based number of the chunk in its sequence (4) | bytes of the N runs, letter runs, mask runs (4 each) |
 *   N runs | letter runs | mask runs | bases
 *
 * A run is two varints: its distance from the end of the run before (from the chunk's start for the first) and its
 * length. A letter run, of IUPAC letters other than A, C, G, T and N, is followed by the letter. Base i is in bits 2(i
 * mod 4) and 2(i mod 4) + 1 of byte i div 4: A 0, C 1, G 2, T 3, and 0 in a run. A chunk without A, C, G and T has no
 * bases.
 */
import { StoreError } from '../../store/store.ts';
import { joinBytes } from '../blocks/bytes.ts';
import { readU32, writeU32, readVarint, writeVarint } from '../blocks/integers.ts';
import { checkKind, kindBytes } from '../blocks/object-header.ts';

/** A multiple of 4. A packed chunk of 64 KiB is read in one round trip, and a human genome has 12,000 chunks. */
export const CHUNK_BASES = 262_144;

/** 0-based, half-open. */
export type Run = [start: number, end: number];
export type Mask = 'soft' | 'hard';

const SHAPE = 'packed sequence';
const HEAD_LENGTH = 24;
const SECTIONS_AT = 12;
const LOWER = 0x20;
const N = 'N'.charCodeAt(0);
const A = 'A'.charCodeAt(0);
const Z = 'Z'.charCodeAt(0);

/** Code of each letter in either case; 4 for letters that are stored as runs. */
const CODES = new Uint8Array(256).fill(4);
/** The four letters of each packed byte as one 32-bit word, independent of the platform's byte order. */
const QUADS = new Uint32Array(256);
for (const [code, letter] of [...'ACGT'].entries())
  CODES[letter.charCodeAt(0)] = CODES[letter.charCodeAt(0) | LOWER] = code;
for (const [at] of new Uint8Array(QUADS.buffer).entries()) {
  new Uint8Array(QUADS.buffer)[at] = 'ACGT'.charCodeAt(((at >> 2) >> (2 * (at & 3))) & 3);
}

/**
 * Encodes a chunk; null if it is all N and unmasked. Throws Error for bytes that are not letters.
 *
 * @param ascii the chunk's letters, in either case
 */
export function encodeChunk(ascii: Uint8Array, masked: readonly Run[], index: number): Uint8Array | null {
  const bases = new Uint8Array(Math.ceil(ascii.length / 4));
  const runs: { n: [Run, number][]; letters: [Run, number][] } = { n: [], letters: [] };
  let stored = 0;
  for (let at = 0; at < ascii.length; ) {
    // Fast path for groups of four that share a byte, which nearly all letters are in.
    for (let end = ascii.length - 3; (at & 3) === 0 && at < end; at += 4, stored += 4) {
      const first = codeAt(ascii, at);
      const second = codeAt(ascii, at + 1);
      const third = codeAt(ascii, at + 2);
      const fourth = codeAt(ascii, at + 3);
      if ((first | second | third | fourth) > 3) break;
      bases[at >> 2] = first | (second << 2) | (third << 4) | (fourth << 6);
    }
    if (at === ascii.length) break;
    const byte = ascii[at]!;
    const letter = byte & ~LOWER;
    const code = codeAt(ascii, at);
    if (code < 4) {
      bases[at >> 2]! |= code << (2 * (at & 3));
      at++;
      stored++;
      continue;
    }
    if (letter < A || letter > Z) throw new Error(`'${String.fromCharCode(byte)}' is not a letter of a sequence`);
    const start = at;
    while (at < ascii.length && (ascii[at]! & ~LOWER) === letter) at++;
    runs[letter === N ? 'n' : 'letters'].push([[start, at], letter]);
  }
  if (stored === 0 && runs.letters.length === 0 && masked.length === 0) return null;

  const sections = [
    encodeRuns(runs.n, false),
    encodeRuns(runs.letters, true),
    encodeRuns(
      masked.map((run) => [run, 0]),
      false,
    ),
  ];
  const head = new Uint8Array(HEAD_LENGTH);
  head.set(kindBytes(SHAPE));
  head[2] = stored > 0 ? 1 : 0;
  writeU32(head, 4, ascii.length);
  writeU32(head, 8, index);
  sections.forEach((section, each) => writeU32(head, SECTIONS_AT + 4 * each, section.length));
  return joinBytes([head, ...sections, ...(stored > 0 ? [bases] : [])]);
}

function codeAt(ascii: Uint8Array, at: number): number {
  return CODES[ascii[at]!]!;
}

function encodeRuns(runs: readonly [Run, letter: number][], withLetter: boolean): Uint8Array {
  const bytes = new Uint8Array(runs.length * 11);
  let at = 0;
  let reached = 0;
  for (const [[start, end], letter] of runs) {
    at = writeVarint(bytes, at, start - reached);
    at = writeVarint(bytes, at, end - start);
    if (withLetter) bytes[at++] = letter;
    reached = end;
  }
  return bytes.slice(0, at);
}

export interface ChunkSlice {
  /** Expected number and length of the chunk, which reveal a block of another place. */
  index: number;
  bases: number;
  /** Slice of the chunk, 0-based, half-open. */
  from: number;
  to: number;
  mask?: Mask;
}

/**
 * Writes the letters of a slice of a decoded chunk to `letters` from `at` on. `at` and `from` have the same remainder
 * modulo 4, and `letters` has room for whole groups of four at both ends: up to three bases before and after the slice
 * may be overwritten.
 */
export function readChunk(chunk: Uint8Array, slice: ChunkSlice, letters: Uint8Array, at: number, name: string): void {
  const { index, bases, from, to, mask } = slice;
  checkKind(chunk, 0, SHAPE, name);
  const { lettersAt, maskAt, basesAt } = sectionsOf(chunk);
  const hasBases = chunk[2] === 1;
  const length = basesAt + (hasBases ? Math.ceil(bases / 4) : 0);
  if (chunk.length !== length || readU32(chunk, 4) !== bases || readU32(chunk, 8) !== index) {
    throw new StoreError(`${name} is not chunk ${index} of ${bases} bases`);
  }
  if (hasBases) unpack(chunk, basesAt, from, to, letters, at);
  if (lettersAt > HEAD_LENGTH)
    eachRun(chunk.subarray(HEAD_LENGTH, lettersAt), false, from, to, (start, end) =>
      letters.fill(N, at + start, at + end),
    );
  if (maskAt > lettersAt)
    eachRun(chunk.subarray(lettersAt, maskAt), true, from, to, (start, end, letter) =>
      letters.fill(letter, at + start, at + end),
    );
  if (mask === 'hard')
    eachRun(chunk.subarray(maskAt, basesAt), false, from, to, (start, end) => letters.fill(N, at + start, at + end));
  if (mask === 'soft') {
    eachRun(chunk.subarray(maskAt, basesAt), false, from, to, (start, end) => {
      for (let each = at + start; each < at + end; each++) letters[each]! |= LOWER;
    });
  }
}

/** Starts of the sections, which follow each other. */
function sectionsOf(chunk: Uint8Array): { lettersAt: number; maskAt: number; basesAt: number } {
  const lettersAt = HEAD_LENGTH + readU32(chunk, SECTIONS_AT);
  const maskAt = lettersAt + readU32(chunk, SECTIONS_AT + 4);
  return { lettersAt, maskAt, basesAt: maskAt + readU32(chunk, SECTIONS_AT + 8) };
}

function unpack(chunk: Uint8Array, basesAt: number, from: number, to: number, letters: Uint8Array, at: number): void {
  const words = new Uint32Array(letters.buffer, letters.byteOffset, letters.length >> 2);
  const last = (to + 3) >> 2;
  for (let byte = from >> 2, word = at >> 2; byte < last; byte++) words[word++] = QUADS[chunk[basesAt + byte]!]!;
}

/** Calls `use` for the part of each run within the slice, with positions relative to the slice's start. */
function eachRun(
  section: Uint8Array,
  withLetter: boolean,
  from: number,
  to: number,
  use: (start: number, end: number, letter: number) => void,
): void {
  let reached = 0;
  for (let at = 0; at < section.length && reached < to; ) {
    const [distance, lengthAt] = readVarint(section, at);
    const [length, next] = readVarint(section, lengthAt);
    const start = reached + distance;
    reached = start + length;
    at = withLetter ? next + 1 : next;
    if (reached > from && start < to)
      use(Math.max(start, from) - from, Math.min(reached, to) - from, withLetter ? (section[next] ?? 0) : 0);
  }
}
