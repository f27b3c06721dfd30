/** Merges sorted runs of rows, which come in pages. */
import type { FileHandle } from 'node:fs/promises';
import { at } from '../../src/checked.ts';

/** The pages of a run, in order. A page is valid until the next one. */
export type Pages<Page> = Iterator<Page> | AsyncIterator<Page>;

/**
 * Memory for the pages of a run, one after the other: a new array for each page would cost more than its rows. A merge
 * reads the next page of a run only after it has passed on all rows of the page before.
 */
export class PageMemory {
  #buffer = new ArrayBuffer(0);

  /** At least some bytes, with any content. Pages of a run have about the same size. */
  of(bytes: number): ArrayBuffer {
    if (this.#buffer.byteLength < bytes) this.#buffer = new ArrayBuffer(bytes + (bytes >> 3));
    return this.#buffer;
  }
}

/** Fills an array from a position of a temporary file, which must have as many bytes there. */
export async function readWhole(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let filled = 0; filled < into.length; ) {
    const { bytesRead } = await file.read(into, filled, into.length - filled, position + filled);
    if (bytesRead === 0) throw new Error('a temporary file of the build is truncated');
    filled += bytesRead;
  }
}

/** How rows of pages are counted and compared. */
export interface PageRows<Page> {
  count(page: Page): number;
  /** Negative if row `aRow` of `a` comes before row `bRow` of `b`, positive if it comes after. */
  compare(a: Page, aRow: number, b: Page, bRow: number): number;
}

/** A run that is being merged: its present page, and the next row in it. */
interface Cursor<Page> {
  readonly pages: Pages<Page>;
  page: Page;
  row: number;
}

/** @param take gets the next rows of all runs, from `first` up to `behind` of a page, and copies them */
export async function mergeRuns<Page>(
  runs: readonly Pages<Page>[],
  rows: PageRows<Page>,
  take: (page: Page, first: number, behind: number) => Promise<void> | void,
): Promise<void> {
  /** In descending order, so that the next cursor is the last. */
  const cursors: Cursor<Page>[] = [];
  const next = async (pages: Pages<Page>): Promise<void> => {
    const { done, value } = await pages.next();
    if (!done) insert(cursors, { pages, page: value, row: 0 }, rows);
  };
  for (const run of runs) await next(run);
  for (let cursor = cursors.pop(); cursor; cursor = cursors.pop()) {
    const { page, row } = cursor;
    const behind = rowsBefore(cursor, cursors.at(-1), rows);
    // Awaiting every call would take longer than the merge.
    const taken = take(page, row, behind);
    if (taken) await taken;
    if (behind === rows.count(page)) await next(cursor.pages);
    else {
      cursor.row = behind;
      insert(cursors, cursor, rows);
    }
  }
}

/** The first row of a cursor's page that sorts after the other cursor's row; the page's length without one. */
function rowsBefore<Page>(
  { page, row }: Cursor<Page>,
  other: Cursor<Page> | undefined,
  { count, compare }: PageRows<Page>,
): number {
  const length = count(page);
  if (!other || compare(page, length - 1, other.page, other.row) <= 0) return length;
  let behind = row + 1;
  while (compare(page, behind, other.page, other.row) <= 0) behind++;
  return behind;
}

function insert<Page>(cursors: Cursor<Page>[], cursor: Cursor<Page>, { compare }: PageRows<Page>): void {
  let [low, high] = [0, cursors.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { page, row } = at(cursors, middle);
    if (compare(page, row, cursor.page, cursor.row) > 0) low = middle + 1;
    else high = middle;
  }
  cursors.splice(low, 0, cursor);
}
