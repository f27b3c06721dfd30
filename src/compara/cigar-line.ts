/**
 * Cigar lines: the row of a sequence in an alignment. `M` is a run of its letters, `D` a run of gaps; a count of 1 is
 * omitted (`3MD2M`). `X` means unknown letters, `I` letters that the alignment leaves out.
 */
import { utf8 } from '../index/blocks/bytes.ts';

export interface CigarRun {
  length: number;
  operation: string;
}

/** The runs of a cigar line, in order. */
export function cigarRuns(cigarLine: string): CigarRun[] {
  const runs: CigarRun[] = [];
  let length = 0;
  for (let at = 0; at < cigarLine.length; at++) {
    const code = cigarLine.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      length = length * 10 + (code - 48);
    } else {
      runs.push({ length: length || 1, operation: cigarLine.charAt(at) });
      length = 0;
    }
  }
  return runs;
}

/**
 * The row of an alignment: the sequence with its gaps as dashes.
 *
 * @param lettersPerColumn 3 if columns are codons and the sequence consists of bases
 */
export function alignedSequence(sequence: string, cigarLine: string, lettersPerColumn = 1): string {
  // join, not +=: V8 flattens a concatenated string only when it is read, and JSON.stringify does that slowly.
  const parts: string[] = [];
  let at = 0;
  let count = 0;
  // Not cigarRuns: it would allocate an object for each of the thousands of runs of a page of homologies.
  for (let place = 0; place < cigarLine.length; place++) {
    const code = cigarLine.charCodeAt(place);
    if (code >= 48 && code <= 57) {
      count = count * 10 + (code - 48);
      continue;
    }
    const letters = (count || 1) * lettersPerColumn;
    count = 0;
    switch (code) {
      case MATCH:
      case LOWER_MATCH:
        parts.push(sequence.slice(at, (at += letters)));
        break;
      case LEFT_OUT:
        at += letters;
        break;
      case UNKNOWN:
        parts.push('.'.repeat(letters));
        break;
      default:
        parts.push(dashes(letters));
    }
  }
  return parts.join('');
}

const [MATCH, LOWER_MATCH, LEFT_OUT, UNKNOWN] = [77, 109, 73, 88] as const;
const DASHES = '-'.repeat(4096);

/** A gap of `count` letters. */
function dashes(count: number): string {
  return count <= DASHES.length ? DASHES.slice(0, count) : '-'.repeat(count);
}

/** Columns of an alignment, 0-based, end excluded. */
export type Columns = [start: number, end: number];

/** The columns in which at least one of the rows has a letter, ascending. */
export function occupiedColumns(cigarLines: readonly string[]): Columns[] {
  const lettered: Columns[] = [];
  for (const cigarLine of cigarLines) {
    let column = 0;
    for (const { length, operation } of cigarRuns(cigarLine)) {
      if (operation === 'I') continue;
      if (operation === 'M' || operation === 'm' || operation === 'X') lettered.push([column, column + length]);
      column += length;
    }
  }
  lettered.sort((a, b) => a[0] - b[0]);
  const merged: Columns[] = [];
  for (const [start, end] of lettered) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** A row of an alignment reduced to some columns. */
export function keepColumns(aligned: string, columns: readonly Columns[], lettersPerColumn = 1): string {
  return columns.map(([start, end]) => aligned.slice(start * lettersPerColumn, end * lettersPerColumn)).join('');
}

/**
 * Lengths of the runs of a cigar line, letters (M) and gaps (D) alternately. The first is of letters, 0 if the row
 * begins with a gap.
 *
 * Most homologies in compara databases have the same alignment: the two genes' rows of the tree's alignment, without
 * the columns in which neither has a letter (pairedRows). So their cigar lines need not be stored.
 */
export type Runs = readonly number[];

const [LETTERS, GAP, ZERO, NINE] = [77, 68, 48, 57] as const;
/** Runs are stored as signed 32-bit integers; alignments are far shorter. */
const LONGEST_RUN = 2 ** 31 - 1;

/**
 * Runs of a cigar line in ASCII. Null for a line with other operations than M and D, with a run longer than
 * LONGEST_RUN, or that cigarLineOf would write differently.
 */
export function runsOf(cigarLine: Uint8Array): number[] | null {
  const runs: number[] = [];
  let length = 0;
  for (let at = 0; at < cigarLine.length; at++) {
    const code = cigarLine[at]!;
    if (code >= ZERO && code <= NINE) {
      if (length === 0 && (code === ZERO || (code === ZERO + 1 && !(cigarLine[at + 1]! <= NINE)))) return null;
      length = length * 10 + (code - ZERO);
      if (length > LONGEST_RUN) return null;
      continue;
    }
    if (code !== LETTERS && code !== GAP) return null;
    if (runs.length % 2 !== Number(code === GAP)) {
      if (runs.length > 0) return null;
      runs.push(0);
    }
    runs.push(length || 1);
    length = 0;
  }
  return length === 0 ? runs : null;
}

/** One of two rows in their pairwise alignment. Only valid until the next call of pairedRows. */
export interface PairedRow {
  /** As Runs; only the first `count` are valid. */
  runs: Int32Array;
  count: number;
}

const pair: readonly [one: PairedRow, other: PairedRow] = [
  { runs: new Int32Array(1024), count: 0 },
  { runs: new Int32Array(1024), count: 0 },
];

/** The pairwise alignment of two rows of an alignment; null if the rows have different lengths. */
export function pairedRows(one: Runs, other: Runs): typeof pair | null {
  const most = one.length + other.length + 1;
  if (pair[0].runs.length < most) for (const row of pair) row.runs = new Int32Array(2 * most);
  const [{ runs }, { runs: otherRuns }] = pair;
  // Index of the current run of each result: as in Runs, even ones are letters.
  let [run, otherRun] = [0, 0];
  runs[0] = otherRuns[0] = 0;
  let [i, j] = [0, 0];
  let [left, otherLeft] = [one[0] ?? 0, other[0] ?? 0];
  const [last, otherLast] = [one.length, other.length];
  while (i < last && j < otherLast) {
    const columns = Math.min(left, otherLeft);
    // Skip columns in which both have a gap, and the empty first run of a row that begins with a gap.
    if ((i & j & 1) === 0 && columns > 0) {
      if (((run ^ i) & 1) === 1) runs[++run] = 0;
      if (((otherRun ^ j) & 1) === 1) otherRuns[++otherRun] = 0;
      runs[run]! += columns;
      otherRuns[otherRun]! += columns;
    }
    if (left > columns) left -= columns;
    else left = ++i < last ? one[i]! : 0;
    if (otherLeft > columns) otherLeft -= columns;
    else otherLeft = ++j < otherLast ? other[j]! : 0;
  }
  [pair[0].count, pair[1].count] = [run + 1, otherRun + 1];
  return i === one.length && j === other.length ? pair : null;
}

/** Digits and letter of a run. */
const RUN_BYTES = 11;
let text = new Uint8Array(4096);

export function cigarLineOf({ runs, count }: PairedRow): string {
  if (text.length < RUN_BYTES * count) text = new Uint8Array(2 * RUN_BYTES * count);
  let at = 0;
  for (let index = 0; index < count; index++) {
    const length = runs[index]!;
    if (length === 0) continue;
    if (length > 1) {
      let digits = 1;
      for (let more = length; more > 9; more = (more / 10) | 0) digits++;
      let place = (at += digits);
      for (let more = length; more > 0; more = (more / 10) | 0) text[--place] = ZERO + (more % 10);
    }
    text[at++] = (index & 1) === 0 ? LETTERS : GAP;
  }
  return utf8.decode(text.subarray(0, at));
}

/**
 * The row's letters, with its gaps as dashes.
 * @param lettersPerColumn 3 if columns are codons and the letters are bases
 */
export function pairedLetters(letters: string, { runs, count }: PairedRow, lettersPerColumn: number): string {
  const parts: string[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const length = runs[index]! * lettersPerColumn;
    parts.push((index & 1) === 0 ? letters.slice(at, (at += length)) : dashes(length));
  }
  return parts.join('');
}
