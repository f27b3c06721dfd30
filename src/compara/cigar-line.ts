/**
 * Cigar lines: how a sequence runs through an alignment. `M` is a run of its letters, `D` a run of gaps; a count of 1 is left
 * out (`3MD2M`). `X` stands for letters that are not known, `I` for letters that the alignment leaves out.
 */

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
      runs.push({ length: length || 1, operation: cigarLine[at]! });
      length = 0;
    }
  }
  return runs;
}

/**
 * The row of an alignment: the sequence with its gaps as dashes.
 *
 * @param lettersPerColumn 3 where columns are codons and the sequence is bases
 */
export function alignedSequence(sequence: string, cigarLine: string, lettersPerColumn = 1): string {
  // Joined rather than added up: what is added up is put together when it is read, which JSON.stringify does slowly.
  const stretches: string[] = [];
  let at = 0;
  let count = 0;
  // Without cigarRuns: a page of homologies has thousands of runs, each of which would be an object.
  for (let place = 0; place < cigarLine.length; place++) {
    const code = cigarLine.charCodeAt(place);
    if (code >= 48 && code <= 57) {
      count = count * 10 + (code - 48);
      continue;
    }
    const letters = (count || 1) * lettersPerColumn;
    count = 0;
    switch (code) {
      case MATCH: case LOWER_MATCH: stretches.push(sequence.slice(at, (at += letters))); break;
      case LEFT_OUT: at += letters; break;
      case UNKNOWN: stretches.push('.'.repeat(letters)); break;
      default: stretches.push(dashes(letters));
    }
  }
  return stretches.join('');
}

const [MATCH, LOWER_MATCH, LEFT_OUT, UNKNOWN] = [77, 109, 73, 88] as const;
const DASHES = '-'.repeat(4096);

/** A gap of so many letters. */
export function dashes(count: number): string {
  return count <= DASHES.length ? DASHES.slice(0, count) : '-'.repeat(count);
}

/** Columns of an alignment, 0-based, end excluded. */
export type Columns = [start: number, end: number];

/**
 * The columns in which at least one of some rows has a letter, ascending: those that stay when the other rows are gone.
 */
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
