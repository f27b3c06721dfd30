/** Parts of alignments: which columns a stretch of the reference takes, and what the other rows have there. */
import type { AlignedStretch } from './alignment-record.ts';
import { cigarRuns, type CigarRun, type Columns } from './cigar-line.ts';

/** A row, or part of a row, of an alignment block. */
export interface AlignmentRow extends Omit<AlignedStretch, 'cigarLine'> {
  runs: CigarRun[];
}

export const rowOf = ({ cigarLine, ...stretch }: AlignedStretch): AlignmentRow => ({ ...stretch, runs: cigarRuns(cigarLine) });

/**
 * The columns (0-based, end excluded) from the first to the last base that a row has between two positions of its region; all of
 * them, gaps at its ends included, when both positions lie outside of the row.
 */
export function columnsBetween({ runs, start, end, strand }: AlignmentRow, from: number, to: number): Columns {
  if (from < start && end < to) return [0, columnCount(runs)];
  const [low, high] = [Math.max(0, from - start), Math.max(0, end - to)];
  const [before, after] = strand === 1 ? [low, high] : [high, low];
  const last = end - start - after;
  const columns: Columns = [0, columnCount(runs)];
  let [column, base] = [0, 0];
  for (const { length, operation } of runs) {
    const isLetters = operation === 'M';
    if (isLetters) {
      if (before >= base && before < base + length) columns[0] = column + before - base;
      if (last >= base && last < base + length) columns[1] = column + last - base + 1;
    }
    if (isLetters || operation === 'I') base += length;
    if (operation !== 'I') column += length;
  }
  return columns;
}

/** The part of a row within some columns; null when it has no base there. */
export function restrictRow(row: AlignmentRow, [from, to]: Columns): AlignmentRow | null {
  const runs: CigarRun[] = [];
  let [column, before, within] = [0, 0, 0];
  for (const { length, operation } of row.runs) {
    if (operation === 'I') {
      // Letters left out of the alignment go with the column before them.
      if (column <= from && from > 0) before += length;
      else if (column < to) {
        within += length;
        runs.push({ length, operation });
      }
      continue;
    }
    const kept = Math.min(column + length, to) - Math.max(column, from);
    if (kept > 0) runs.push({ length: kept, operation });
    if (operation === 'M') {
      before += Math.max(0, Math.min(column + length, from) - column);
      within += Math.max(0, kept);
    }
    column += length;
  }
  if (within === 0) return null;
  const start = row.strand === 1 ? row.start + before : row.end - before - within + 1;
  return { ...row, start, end: start + within - 1, runs };
}

/** The row as the opposite strand shows it. */
export function turnRow(row: AlignmentRow): AlignmentRow {
  return { ...row, strand: row.strand === 1 ? -1 : 1, runs: [...row.runs].reverse() };
}

export function columnCount(runs: readonly CigarRun[]): number {
  return runs.reduce((sum, { length, operation }) => (operation === 'I' ? sum : sum + length), 0);
}

export function cigarText(runs: readonly CigarRun[]): string {
  return runs.map(({ length, operation }) => `${length}${operation}`).join('');
}
