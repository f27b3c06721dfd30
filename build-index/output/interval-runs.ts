/**
 * Rows of an interval table that come in nearly the order of the table: sorted some at a time in memory, put down as
 * runs, merged. Where they come in
 * order, but for neighbours and for the order of regions, as features stand in a dump, that is little more than copying
 * them, while a
 * database that sorts them looks at each many times.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntervalSink } from './genome-tables.ts';
import type { ByteSlices } from '../../src/index/blocks/byte-slices.ts';

/**
 * Payloads of a run, and rows of one. The largest species have a billion rows: 2,000 runs, of which one page each is in
 * memory while they are merged.
 */
const RUN_BYTES = 64 * 1024 * 1024;
const RUN_ROWS = 600_000;
const PAGE_ROWS = 512;
const LARGEST = 0xffff_ffff;
const FIRST_BYTES = 1024 * 1024;
const FIRST_ROWS = 16 * 1024;

export class IntervalRuns {
  /** Payloads, one behind the other: write from where `place` says. */
  bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  readonly #folder: string;
  readonly #name: string;
  readonly #runBytes: number;
  readonly #files: FileHandle[] = [];
  #rows: Rows = new Rows(FIRST_ROWS);
  #count = 0;
  #used = 0;

  /** @param folder for temporary files; the caller removes it */
  constructor(folder: string, name: string, runBytes = RUN_BYTES) {
    this.#folder = folder;
    this.#name = name;
    this.#runBytes = runBytes;
  }

  /** Where the payload of the next row begins in `bytes`, with room for `most` bytes. */
  place(most: number): number {
    if (this.#used + most > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(
        Math.max(this.#used + most, Math.min(2 * this.bytes.length, this.#runBytes + FIRST_BYTES)),
      );
      this.bytes.copy(larger, 0, 0, this.#used);
      this.bytes = larger;
    }
    return this.#used;
  }

  /**
   * Takes the row whose payload has been written up to `payloadEnd`. Rows are sorted by region, start and id; numbers
   * are as in IntervalTableWriter.add. Throws
   * RangeError for a place that is not.
   */
  add(region: number, start: number, end: number, id: number, payloadEnd: number): void {
    // Typed arrays would take it for another.
    if (!(start >= 0 && start <= LARGEST && end >= 0 && end <= LARGEST))
      throw new RangeError(`the interval ${region}:${start}-${end} does not fit 32 bits`);
    if (this.#count === this.#rows.ids.length) this.#rows = this.#rows.larger();
    const [rows, at] = [this.#rows, this.#count++];
    rows.regions[at] = region;
    rows.starts[at] = start;
    rows.ends[at] = end;
    rows.ids[at] = id;
    rows.payloadStarts[at] = this.#used;
    rows.payloadEnds[at] = this.#used = payloadEnd;
  }

  /** Puts down what is in memory where that is a whole run; to be called now and then. */
  async settle(): Promise<void> {
    if (this.#used >= this.#runBytes || this.#count >= RUN_ROWS) await this.#putDown();
  }

  /** Writes all rows, in order. */
  write(table: IntervalSink): Promise<void> {
    return merge([...this.#files.map(pagesOf), this.#pages()], table);
  }

  /** Lets go of the files, whether they have been written or not. */
  async close(): Promise<void> {
    for (const file of this.#files.splice(0)) await file.close();
  }

  async #putDown(): Promise<void> {
    const file = await open(join(this.#folder, `${this.#name}.${this.#files.length}`), 'wx+');
    this.#files.push(file);
    for (const page of this.#pages()) await file.appendFile(encodePage(page));
    [this.#count, this.#used] = [0, 0];
  }

  /** What is in memory, sorted. */
  *#pages(): Generator<IntervalPage> {
    const order = this.#rows.order(this.#count);
    for (let first = 0; first < this.#count; first += PAGE_ROWS)
      yield this.#rows.page(order, first, Math.min(PAGE_ROWS, this.#count - first), this.bytes);
  }
}

/** Rows in memory, in the order in which they came. */
class Rows {
  readonly regions: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly ids: Float64Array;
  readonly payloadStarts: Uint32Array;
  readonly payloadEnds: Uint32Array;

  constructor(room: number) {
    [this.regions, this.starts, this.ends, this.payloadStarts, this.payloadEnds] = [
      new Uint32Array(room),
      new Uint32Array(room),
      new Uint32Array(room),
      new Uint32Array(room),
      new Uint32Array(room),
    ];
    this.ids = new Float64Array(room);
  }

  larger(): Rows {
    const larger = new Rows(2 * this.ids.length);
    for (const column of ['regions', 'starts', 'ends', 'ids', 'payloadStarts', 'payloadEnds'] as const)
      larger[column].set(this[column]);
    return larger;
  }

  /**
   * Numbers of the first `count` rows, sorted. An array, whose sort takes runs that are in order as they are; that of
   * typed arrays does not.
   */
  order(count: number): number[] {
    const { regions, starts, ids } = this;
    return Array.from({ length: count }, (_, row) => row).sort(
      (a, b) => regions[a]! - regions[b]! || starts[a]! - starts[b]! || ids[a]! - ids[b]!,
    );
  }

  page(order: readonly number[], first: number, count: number, bytes: Uint8Array): IntervalPage {
    const page = emptyPage(count);
    page.payloads.bytes = bytes;
    for (let each = 0; each < count; each++) {
      const row = order[first + each]!;
      page.regions[each] = this.regions[row]!;
      page.starts[each] = this.starts[row]!;
      page.ends[each] = this.ends[row]!;
      page.ids[each] = this.ids[row]!;
      page.payloads.starts[each] = this.payloadStarts[row]!;
      page.payloads.ends[each] = this.payloadEnds[row]!;
    }
    return page;
  }
}

type Pages = Iterator<IntervalPage> | AsyncIterator<IntervalPage>;

async function* pagesOf(file: FileHandle): AsyncGenerator<IntervalPage> {
  for (let read = await readPage(file, 0); read !== null; read = await readPage(file, read.next)) yield read.page;
}

/** A run that is being merged: its page at hand, and the row of it that comes next. */
interface Cursor {
  readonly pages: Pages;
  page: IntervalPage;
  row: number;
}

async function merge(runs: readonly Pages[], table: IntervalSink): Promise<void> {
  /** The one that comes next stands last. */
  const cursors: Cursor[] = [];
  const next = async (pages: Pages): Promise<void> => {
    const { done, value } = await pages.next();
    if (!done) insert(cursors, { pages, page: value, row: 0 });
  };
  for (const run of runs) await next(run);
  for (let cursor = cursors.pop(); cursor; cursor = cursors.pop()) {
    const { page, row } = cursor;
    const behind = rowsBefore(cursor, cursors.at(-1));
    const { bytes, starts, ends } = page.payloads;
    await table.addAll(
      page.regions.subarray(row, behind),
      page.starts.subarray(row, behind),
      page.ends.subarray(row, behind),
      { bytes, starts: starts.subarray(row, behind), ends: ends.subarray(row, behind) },
    );
    if (behind === page.ids.length) await next(cursor.pages);
    else insert(cursors, { ...cursor, row: behind });
  }
}

/**
 * The first row of a cursor's page that comes after the row of another, which it stands before; the page's end where
 * none does.
 */
function rowsBefore(cursor: Cursor, other: Cursor | undefined): number {
  const { length } = cursor.page.ids;
  if (!other || compare({ ...cursor, row: length - 1 }, other) <= 0) return length;
  const at = { ...cursor, row: cursor.row + 1 };
  while (compare(at, other) <= 0) at.row++;
  return at.row;
}

function insert(cursors: Cursor[], cursor: Cursor): void {
  let [low, high] = [0, cursors.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(cursors[middle]!, cursor) > 0) low = middle + 1;
    else high = middle;
  }
  cursors.splice(low, 0, cursor);
}

function compare(a: Cursor, b: Cursor): number {
  return (
    a.page.regions[a.row]! - b.page.regions[b.row]! ||
    a.page.starts[a.row]! - b.page.starts[b.row]! ||
    a.page.ids[a.row]! - b.page.ids[b.row]!
  );
}

/**
 * Some sorted rows of an interval table that stand in one stretch of memory, or of a file. In a file:
 *
 * rows n (4) | bytes of payloads (4) | ids (8 each) | regions | starts | ends | end of each payload among them (4 each)
 * | payloads
 *
 * in the machine's byte order: no other machine reads it.
 */

interface IntervalPage {
  regions: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  ids: Float64Array;
  payloads: ByteSlices;
}

const HEAD_BYTES = 8;
const ROW_BYTES = 24;

/** A page for so many rows, without payloads. */
function emptyPage(rows: number): IntervalPage {
  const numbers = () => new Uint32Array(rows);
  return {
    ids: new Float64Array(rows),
    regions: numbers(),
    starts: numbers(),
    ends: numbers(),
    payloads: { bytes: new Uint8Array(0), starts: numbers(), ends: numbers() },
  };
}

/** The page as a file has it. */
function encodePage({ ids, regions, starts, ends, payloads }: IntervalPage): Uint8Array {
  const rows = ids.length;
  let size = 0;
  for (let row = 0; row < rows; row++) size += payloads.ends[row]! - payloads.starts[row]!;
  const stored = new Uint8Array(HEAD_BYTES + ROW_BYTES * rows + size);
  new Uint32Array(stored.buffer, 0, 2).set([rows, size]);
  const page = pageIn(stored.buffer, rows, size);
  page.ids.set(ids);
  page.regions.set(regions);
  page.starts.set(starts);
  page.ends.set(ends);
  for (let row = 0, at = 0; row < rows; ) {
    // Rows that came in order stand side by side: they are copied with one call.
    let behind = row + 1;
    while (behind < rows && payloads.starts[behind] === payloads.ends[behind - 1]) behind++;
    const shift = at - payloads.starts[row]!;
    page.payloads.bytes.set(payloads.bytes.subarray(payloads.starts[row], payloads.ends[behind - 1]), at);
    for (; row < behind; row++) page.payloads.ends[row] = at = payloads.ends[row]! + shift;
  }
  return stored;
}

/** Reads the page that begins at a byte of a file. @returns also where the next one begins; null at the file's end */
async function readPage(file: FileHandle, position: number): Promise<{ page: IntervalPage; next: number } | null> {
  const head = new Uint32Array(HEAD_BYTES / 4);
  if ((await file.read(head, 0, HEAD_BYTES, position)).bytesRead === 0) return null;
  const [rows, size] = head as unknown as [number, number];
  const stored = new Uint8Array(HEAD_BYTES + ROW_BYTES * rows + size);
  for (let at = 0; at < stored.length; ) {
    const { bytesRead } = await file.read(stored, at, stored.length - at, position + at);
    if (bytesRead === 0) throw new Error('a temporary file of sorted intervals is cut short');
    at += bytesRead;
  }
  const page = pageIn(stored.buffer, rows, size);
  page.payloads.starts.set(page.payloads.ends.subarray(0, rows - 1), 1);
  return { page, next: position + stored.length };
}

/** Views of a page as a file has it; where payloads start is not in it. */
function pageIn(buffer: ArrayBuffer, rows: number, size: number): IntervalPage {
  const numbers = (column: number) => new Uint32Array(buffer, HEAD_BYTES + (8 + 4 * column) * rows, rows);
  return {
    ids: new Float64Array(buffer, HEAD_BYTES, rows),
    regions: numbers(0),
    starts: numbers(1),
    ends: numbers(2),
    payloads: {
      bytes: new Uint8Array(buffer, HEAD_BYTES + ROW_BYTES * rows, size),
      starts: new Uint32Array(rows),
      ends: numbers(3),
    },
  };
}
