/**
 * Sorts rows of an interval table that arrive nearly in order: sorts batches in memory, writes them as runs, and merges
 * the runs. Features of a dump are in order except for neighbours and the order of regions, so this costs little more
 * than a copy. A database would compare each row many times.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntervalSink } from './genome-tables.ts';
import { at } from '../../src/checked.ts';
import type { ByteSlice, ByteSlices } from '../../src/index/blocks/byte-slices.ts';
import { mergeRuns, PageMemory, readWhole, type PageRows } from './merged-runs.ts';

/**
 * Maximum bytes of payloads and rows of a run. The largest species have a billion rows, so 2,000 runs; a merge keeps
 * one page of each in memory.
 */
const RUN_BYTES = 64 * 1024 * 1024;
const RUN_ROWS = 600_000;
const PAGE_ROWS = 512;
const LARGEST = 0xffff_ffff;
const FIRST_BYTES = 1024 * 1024;
const FIRST_ROWS = 16 * 1024;

export class IntervalRuns {
  /** Payloads, joined. Write the next one at `place`. */
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

  /** Offset in `bytes` for the payload of the next row, after making room for `most` bytes. */
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

  /** Copies the payload of the next row to `bytes`. @returns its end, for `add` */
  copy({ bytes, start, end }: ByteSlice): number {
    let at = this.place(end - start);
    const into = this.bytes;
    for (let from = start; from < end; from++) into[at++] = bytes[from]!;
    return at;
  }

  /**
   * Adds the row whose payload was written from `place` to `payloadEnd`. Rows are sorted by region, start and id, which
   * are as in IntervalTableWriter.add. Throws RangeError for positions beyond 32 bits.
   */
  add(region: number, start: number, end: number, id: number, payloadEnd: number): void {
    // Typed arrays would silently wrap the number.
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

  /** Whether the rows in memory are a full run: call `settle`. */
  get isFull(): boolean {
    return this.#used >= this.#runBytes || this.#count >= RUN_ROWS;
  }

  /** Writes the rows in memory to a file if they are a full run. Call it regularly. */
  async settle(): Promise<void> {
    if (this.isFull) await this.#writeRun();
  }

  /** Writes all rows to a table, in order. */
  write(table: IntervalSink): Promise<void> {
    return mergeRuns([...this.#files.map(pagesOf), this.#pages()], ROWS, (page, first, behind) => {
      const { bytes, starts, ends } = page.payloads;
      return table.addAll(
        page.regions.subarray(first, behind),
        page.starts.subarray(first, behind),
        page.ends.subarray(first, behind),
        { bytes, starts: starts.subarray(first, behind), ends: ends.subarray(first, behind) },
      );
    });
  }

  /** Closes the files. */
  async close(): Promise<void> {
    for (const file of this.#files.splice(0)) await file.close();
  }

  async #writeRun(): Promise<void> {
    const file = await open(join(this.#folder, `${this.#name}.${this.#files.length}`), 'wx+');
    this.#files.push(file);
    const memory = new PageMemory();
    for (const page of this.#pages()) await file.appendFile(encodePage(page, memory));
    [this.#count, this.#used] = [0, 0];
  }

  /** The rows in memory as sorted pages. A page is valid until the next one. */
  *#pages(): Generator<IntervalPage> {
    const order = this.#rows.order(this.#count);
    const room = emptyPage(PAGE_ROWS);
    for (let first = 0; first < this.#count; first += PAGE_ROWS)
      yield this.#rows.page(order, first, Math.min(PAGE_ROWS, this.#count - first), this.bytes, room);
  }
}

/** Rows in memory, in the order of their arrival. */
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
   * Indexes of the first `count` rows, sorted. A plain array, whose sort is fast for sorted input, unlike typed arrays.
   */
  order(count: number): number[] {
    const { regions, starts, ids } = this;
    return Array.from({ length: count }, (_, row) => row).sort(
      (a, b) => regions[a]! - regions[b]! || starts[a]! - starts[b]! || ids[a]! - ids[b]!,
    );
  }

  /** @param room a page with at least that many rows, which is overwritten */
  page(order: readonly number[], first: number, count: number, bytes: Uint8Array, room: IntervalPage): IntervalPage {
    const page = firstRows(room, count);
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

async function* pagesOf(file: FileHandle): AsyncGenerator<IntervalPage> {
  const [memory, payloadStarts] = [new PageMemory(), new Uint32Array(PAGE_ROWS)];
  const read = (position: number) => readPage(file, position, memory, payloadStarts);
  for (let found = await read(0); found !== null; found = await read(found.next)) yield found.page;
}

const ROWS: PageRows<IntervalPage> = {
  count: ({ ids }) => ids.length,
  compare: (a, aRow, b, bRow) =>
    a.regions[aRow]! - b.regions[bRow]! || a.starts[aRow]! - b.starts[bRow]! || a.ids[aRow]! - b.ids[bRow]!,
};

/**
 * Some sorted rows of an interval table, in memory or in a file. Layout in a file, with bytes:
 *
 *   number of rows (4) | size of payloads (4) | ids (8 each) | regions | starts | ends | end of each payload (4 each) |
 *   payloads
 *
 * Numbers are in the machine's byte order, since no other machine reads the file.
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

/** A page for a number of rows, without payloads. */
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

function firstRows({ ids, regions, starts, ends, payloads }: IntervalPage, rows: number): IntervalPage {
  return {
    ids: ids.subarray(0, rows),
    regions: regions.subarray(0, rows),
    starts: starts.subarray(0, rows),
    ends: ends.subarray(0, rows),
    payloads: {
      bytes: payloads.bytes,
      starts: payloads.starts.subarray(0, rows),
      ends: payloads.ends.subarray(0, rows),
    },
  };
}

/** The bytes of a page in a file. */
function encodePage({ ids, regions, starts, ends, payloads }: IntervalPage, memory: PageMemory): Uint8Array {
  const rows = ids.length;
  let size = 0;
  for (let row = 0; row < rows; row++) size += payloads.ends[row]! - payloads.starts[row]!;
  const length = HEAD_BYTES + ROW_BYTES * rows + size;
  const stored = new Uint8Array(memory.of(length), 0, length);
  new Uint32Array(stored.buffer, 0, 2).set([rows, size]);
  const page = pageIn(stored.buffer, rows, size, new Uint32Array(0));
  page.ids.set(ids);
  page.regions.set(regions);
  page.starts.set(starts);
  page.ends.set(ends);
  for (let row = 0, at = 0; row < rows; ) {
    // Payloads of rows that arrived in order are adjacent: one call copies them.
    let behind = row + 1;
    while (behind < rows && payloads.starts[behind] === payloads.ends[behind - 1]) behind++;
    const shift = at - payloads.starts[row]!;
    page.payloads.bytes.set(payloads.bytes.subarray(payloads.starts[row], payloads.ends[behind - 1]), at);
    for (; row < behind; row++) page.payloads.ends[row] = at = payloads.ends[row]! + shift;
  }
  return stored;
}

/** Reads the page at a position of a file. @returns the page and the position of the next one; null at the end */
async function readPage(
  file: FileHandle,
  position: number,
  memory: PageMemory,
  payloadStarts: Uint32Array,
): Promise<{ page: IntervalPage; next: number } | null> {
  const head = new Uint32Array(HEAD_BYTES / 4);
  if ((await file.read(head, 0, HEAD_BYTES, position)).bytesRead === 0) return null;
  const [rows, size] = [at(head, 0), at(head, 1)];
  const length = HEAD_BYTES + ROW_BYTES * rows + size;
  const stored = new Uint8Array(memory.of(length), 0, length);
  await readWhole(file, stored, position);
  const page = pageIn(stored.buffer, rows, size, payloadStarts.subarray(0, rows));
  page.payloads.starts[0] = 0;
  page.payloads.starts.set(page.payloads.ends.subarray(0, rows - 1), 1);
  return { page, next: position + stored.length };
}

/** Views of a page's bytes in a file. The starts of payloads are not stored. */
function pageIn(buffer: ArrayBuffer, rows: number, size: number, payloadStarts: Uint32Array): IntervalPage {
  const numbers = (column: number) => new Uint32Array(buffer, HEAD_BYTES + (8 + 4 * column) * rows, rows);
  return {
    ids: new Float64Array(buffer, HEAD_BYTES, rows),
    regions: numbers(0),
    starts: numbers(1),
    ends: numbers(2),
    payloads: {
      bytes: new Uint8Array(buffer, HEAD_BYTES + ROW_BYTES * rows, size),
      starts: payloadStarts,
      ends: numbers(3),
    },
  };
}
