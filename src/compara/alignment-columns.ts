/** Parts of alignments: the columns of an interval of the reference, and the parts of the other rows in them. */
import { at } from '../checked.ts';
import type { AlignedInterval } from './alignment-record.ts';
import { cigarRuns, type CigarRun, type Columns } from './cigar-line.ts';

/** A row, or part of a row, of an alignment block. */
export interface AlignmentRow extends Omit<AlignedInterval, 'cigarLine'> {
  runs: readonly CigarRun[];
  /** The interval of the whole row. */
  whole: AlignedInterval;
}

/** Rows of intervals in memory, so that a block of many requests is parsed once. */
const rows = new WeakMap<AlignedInterval, AlignmentRow>();

/** The whole row of an interval. Returns a shared object: do not change it. */
export function rowOf(whole: AlignedInterval): AlignmentRow {
  let row = rows.get(whole);
  if (!row) {
    const { cigarLine, ...interval } = whole;
    rows.set(whole, (row = { ...interval, runs: cigarRuns(cigarLine), whole }));
  }
  return row;
}

/**
 * The columns (0-based, end excluded) from the first to the last base of a row between two positions of its region. If
 * both positions are outside the row, all columns, including gaps at its ends. Columns that other parts of a composite
 * row fill (X in the cigar line) are left out at the ends; if there are any between its bases, the result is the
 * columns from the row's first to its last base.
 */
export function columnsBetween(
  { runs, start, end, strand }: AlignmentRow,
  from: number,
  to: number,
  isComposite = false,
): Columns {
  if (from < start && end < to) {
    const [first, last] = isComposite ? [runs.findIndex(isOwn), runs.findLastIndex(isOwn)] : [0, runs.length - 1];
    if (runs.slice(first, last + 1).every(isOwn))
      return [columnCount(runs.slice(0, first)), columnCount(runs.slice(0, last + 1))];
  }
  const [low, high] = [Math.max(0, from - start), Math.max(0, end - to)];
  const [before, after] = strand === 1 ? [low, high] : [high, low];
  const last = end - start - after;
  let columns: Columns = [0, 0];
  let [column, base] = [0, 0];
  for (const { length, operation } of runs) {
    if (base > last) break;
    if (operation === 'M' && base + length > before) {
      const first = columns[1] > 0 ? columns[0] : column + Math.max(0, before - base);
      columns = [first, column + Math.min(length, last - base + 1)];
    }
    if (operation === 'M' || operation === 'I') base += length;
    if (operation !== 'I') column += length;
  }
  return columns;
}

const isOwn = ({ operation }: CigarRun): boolean => operation !== 'X';

/**
 * The part of a row within some columns; null if it has no base there. Letters that the alignment leaves out (I) are
 * dropped at the cuts.
 */
export function restrictRow(row: AlignmentRow, [from, to]: Columns): AlignmentRow | null {
  if (from === 0 && to === columnCount(row.runs)) return row;
  const runs: CigarRun[] = [];
  let [column, before, within] = [0, 0, 0];
  for (const { length, operation } of row.runs) {
    if (column >= to) break;
    if (operation === 'I') {
      if (column <= from) before += length;
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

/** The row on the opposite strand. */
export function reverseRow(row: AlignmentRow): AlignmentRow {
  return { ...row, strand: row.strand === 1 ? -1 : 1, runs: [...row.runs].reverse() };
}

/**
 * The common place of the rows of a node. Rows of several regions have the region 'Composite', with columns as
 * positions. The strand is 0 if the rows are on both strands.
 */
export function placeOf(rows: readonly AlignmentRow[]): { region: string; start: number; end: number; strand: number } {
  const { region, coordSystem, strand, runs } = at(rows, 0);
  const common = rows.every((row) => row.strand === strand) ? strand : 0;
  if (rows.some((row) => row.region !== region || row.coordSystem !== coordSystem))
    return { region: 'Composite', start: 1, end: columnCount(runs), strand: common };
  return {
    region,
    start: Math.min(...rows.map(({ start }) => start)),
    end: Math.max(...rows.map(({ end }) => end)),
    strand: common,
  };
}

/**
 * Joins aligned rows, each of which has dots for the parts of others. If several have letters or gaps, the last wins.
 */
export function overlaidRows(rows: readonly string[]): string {
  const [first = '', ...others] = rows;
  return others.reduce((below, above) => {
    let text = '';
    for (const [part] of above.matchAll(/\.+|[^.]+/g))
      text += part.startsWith('.') ? below.slice(text.length, text.length + part.length) : part;
    return text;
  }, first);
}

export function columnCount(runs: readonly CigarRun[]): number {
  return runs.reduce((sum, { length, operation }) => (operation === 'I' ? sum : sum + length), 0);
}

export function cigarText(runs: readonly CigarRun[]): string {
  return runs.map(({ length, operation }) => `${length}${operation}`).join('');
}
