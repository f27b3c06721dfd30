/**
 * Sorts rows of a sorted table by their keys: sorts batches in memory, writes them as runs, and merges the runs. A
 * database would copy each value to its memory, compare whole keys, and give back each value as an object.
 */
import { open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../../src/checked.ts';
import { type ByteSlice, GatheredSlices } from '../../src/index/blocks/byte-slices.ts';
import { compareBytes, largerArray } from '../../src/index/blocks/bytes.ts';
import type { SortedSink } from './genome-tables.ts';
import { mergeRuns, PageMemory, readWhole, type PageRows, type Pages } from './merged-runs.ts';

/** Maximum bytes and rows of a run, as in IntervalRuns. */
const RUN_BYTES = 64 * 1024 * 1024;
const RUN_ROWS = 600_000;
/** Maximum rows of a batch that `write` passes on. */
export const PAGE_ROWS = 512;
const FIRST_ROWS = 16 * 1024;
const FIRST_BYTES = 1024 * 1024;

export class KeyRuns {
  readonly #folder: string;
  readonly #name: string;
  readonly #runBytes: number;
  readonly #files: FileHandle[] = [];
  #rows = new Rows(FIRST_ROWS);

  /** @param folder for temporary files; the caller removes it */
  constructor(folder: string, name: string, runBytes = RUN_BYTES) {
    this.#folder = folder;
    this.#name = name;
    this.#runBytes = runBytes;
  }

  /** Adds a row, and copies its key and record. Rows are sorted by key, rank (below 2^32) and id. */
  add(key: ByteSlice, rank: number, id: number, record: ByteSlice): void {
    this.#rows.add(key, rank, id, record);
  }

  /** Whether the rows in memory are a full run: call `settle`. */
  get isFull(): boolean {
    return this.#rows.size >= this.#runBytes || this.#rows.count >= RUN_ROWS;
  }

  /** Writes the rows in memory to a file. */
  async settle(): Promise<void> {
    const rows = this.#rows;
    const file = await open(join(this.#folder, `${this.#name}.${this.#files.length}`), 'w+');
    this.#files.push(file);
    for (const { stored } of rows.pages()) await file.appendFile(stored);
    rows.clear();
  }

  /** Adds the rows that another process settled under this name in a folder. */
  async adopt(folder: string): Promise<void> {
    const names = (await readdir(folder)).filter((name) => name.startsWith(`${this.#name}.`));
    for (const name of names) this.#files.push(await open(join(folder, name)));
  }

  /** Writes all rows to a table, in order, together with those of other runs. */
  async write(table: SortedSink, ...others: readonly KeyRuns[]): Promise<void> {
    const [keys, records] = [new GatheredSlices(PAGE_ROWS), new GatheredSlices(PAGE_ROWS)];
    const flush = () => table.addAll(keys.take(), records.take());
    const runs = [this, ...others].flatMap((each) => each.#runs());
    await mergeRuns(runs, ROWS, (page, first, behind) => {
      const flushed = keys.count + behind - first > PAGE_ROWS ? flush() : undefined;
      if (flushed) return flushed.then(() => gather(page, first, behind, keys, records));
      return gather(page, first, behind, keys, records);
    });
    if (keys.count > 0) await flush();
  }

  #runs(): Pages<KeyPage>[] {
    return [...this.#files.map(pagesOf), this.#rows.pages()];
  }

  /** Forgets all rows, and closes the files, which stay for other processes. */
  async clear(): Promise<void> {
    this.#rows.clear();
    for (const file of this.#files.splice(0)) await file.close();
  }

  /** Forgets all rows, and removes the files. Not after `adopt`. */
  async discard(): Promise<void> {
    const settled = this.#files.length;
    await this.clear();
    for (let run = 0; run < settled; run++) await rm(join(this.#folder, `${this.#name}.${run}`));
  }
}

function gather(page: KeyPage, first: number, behind: number, keys: GatheredSlices, records: GatheredSlices): void {
  const { bytes, keyEnds, ends } = page;
  for (let row = first; row < behind; row++) {
    keys.add(bytes, startOf(page, row), keyEnds[row]);
    records.add(bytes, keyEnds[row], ends[row]);
  }
}

/** Rows in memory, in the order of their arrival. */
class Rows {
  count = 0;
  /** Keys and records, joined: each key is followed by its record. */
  #bytes = new Uint8Array(FIRST_BYTES);
  size = 0;
  #starts: Uint32Array;
  #keyEnds: Uint32Array;
  #ends: Uint32Array;
  #ranks: Uint32Array;
  #ids: Float64Array;

  constructor(room: number) {
    [this.#starts, this.#keyEnds, this.#ends, this.#ranks] = [
      new Uint32Array(room),
      new Uint32Array(room),
      new Uint32Array(room),
      new Uint32Array(room),
    ];
    this.#ids = new Float64Array(room);
  }

  add(key: ByteSlice, rank: number, id: number, record: ByteSlice): void {
    if (this.count === this.#ids.length) this.#grow();
    const row = this.count++;
    this.#starts[row] = this.size;
    this.#put(key);
    this.#keyEnds[row] = this.size;
    this.#put(record);
    this.#ends[row] = this.size;
    this.#ranks[row] = rank;
    this.#ids[row] = id;
  }

  clear(): void {
    [this.count, this.size] = [0, 0];
  }

  /** The rows as sorted pages. A page is valid until the next one. */
  *pages(): Generator<KeyPage> {
    const order = this.#order();
    const memory = new PageMemory();
    for (let first = 0; first < this.count; first += PAGE_ROWS)
      yield this.#page(order.subarray(first, Math.min(first + PAGE_ROWS, this.count)), memory);
  }

  #put({ bytes, start, end }: ByteSlice): void {
    const from = this.size;
    this.size += end - start;
    if (this.size > this.#bytes.length) this.#bytes = largerArray(this.#bytes, this.size);
    const into = this.#bytes;
    for (let each = start, to = from; each < end; each++) into[to++] = bytes[each]!;
  }

  #grow(): void {
    [this.#starts, this.#keyEnds, this.#ends, this.#ranks] = [
      largerArray(this.#starts),
      largerArray(this.#keyEnds),
      largerArray(this.#ends),
      largerArray(this.#ranks),
    ];
    this.#ids = largerArray(this.#ids);
  }

  /**
   * Indexes of the rows in their order. Most keys differ in the eight bytes behind those that all keys share: a radix
   * sort by these costs a tenth of a sort by comparisons, which is left for the rows that are equal in them.
   */
  #order(): Uint32Array {
    const { count } = this;
    const shared = this.#sharedBytes();
    const [high, low] = [new Uint32Array(count), new Uint32Array(count)];
    for (let row = 0; row < count; row++) {
      high[row] = this.#number(row, shared);
      low[row] = this.#number(row, shared + 4);
    }
    const unsorted = Uint32Array.from({ length: count }, (_, row) => row);
    const order = radixSorted(radixSorted(unsorted, low), high);
    for (let first = 0, behind = 1; first < count; first = behind++) {
      const [top, rest] = [high[order[first]!], low[order[first]!]];
      while (behind < count && high[order[behind]!] === top && low[order[behind]!] === rest) behind++;
      if (behind - first > 1) order.subarray(first, behind).sort((a, b) => this.#compare(a, b));
    }
    return order;
  }

  /** Number of bytes with which all keys begin. */
  #sharedBytes(): number {
    const [bytes, first] = [this.#bytes, this.#starts[0]!];
    let shared = this.#keyEnds[0]! - first;
    for (let row = 1; row < this.count; row++) {
      const start = this.#starts[row]!;
      const most = Math.min(shared, this.#keyEnds[row]! - start);
      for (shared = 0; shared < most && bytes[start + shared] === bytes[first + shared]; ) shared++;
    }
    return shared;
  }

  /** Four bytes of a key as a number; bytes behind its end are 0. */
  #number(row: number, from: number): number {
    let number = 0;
    const start = this.#starts[row]! + from;
    const end = Math.min(start + 4, this.#keyEnds[row]!);
    for (let place = start; place < start + 4; place++)
      number = (number << 8) | (place < end ? this.#bytes[place]! : 0);
    return number >>> 0;
  }

  #compare(a: number, b: number): number {
    return (
      compareBytes(
        this.#bytes,
        this.#starts[a]!,
        this.#keyEnds[a]!,
        this.#bytes,
        this.#starts[b]!,
        this.#keyEnds[b]!,
      ) ||
      this.#ranks[a]! - this.#ranks[b]! ||
      this.#ids[a]! - this.#ids[b]!
    );
  }

  #page(rows: Uint32Array, memory: PageMemory): KeyPage {
    let size = 0;
    for (const row of rows) size += this.#ends[row]! - this.#starts[row]!;
    const page = emptyPage(rows.length, size, memory);
    for (let each = 0, used = 0; each < rows.length; each++) {
      const row = rows[each]!;
      const [start, end] = [this.#starts[row]!, this.#ends[row]!];
      page.ids[each] = this.#ids[row]!;
      page.ranks[each] = this.#ranks[row]!;
      page.keyEnds[each] = used + this.#keyEnds[row]! - start;
      for (let from = start; from < end; from++) page.bytes[used++] = this.#bytes[from]!;
      page.ends[each] = used;
    }
    return page;
  }
}

const [DIGITS, HALF] = [1 << 16, 16];

/** Sorts rows by a number of each; rows with equal numbers stay in their order. */
function radixSorted(order: Uint32Array, numbers: Uint32Array): Uint32Array {
  let sorted = order;
  for (const shift of [0, HALF]) {
    const places = new Uint32Array(DIGITS + 1);
    for (const number of numbers) places[((number >>> shift) & (DIGITS - 1)) + 1]!++;
    for (let digit = 0; digit < DIGITS; digit++) places[digit + 1]! += places[digit]!;
    const next = new Uint32Array(sorted.length);
    for (let each = 0; each < sorted.length; each++) {
      const row = sorted[each]!;
      next[places[(numbers[row]! >>> shift) & (DIGITS - 1)]!++] = row;
    }
    sorted = next;
  }
  return sorted;
}

/**
 * Some sorted rows. Layout in a file, with bytes:
 *
 *   number of rows (4) | size of the bytes (4) | ids (8 each) | ranks | ends of keys | ends of records (4 each) | bytes
 *
 * The bytes are the keys, each with its record behind it. Numbers are in the machine's byte order, since no other
 * machine reads the file.
 */
interface KeyPage {
  stored: Uint8Array;
  ids: Float64Array;
  ranks: Uint32Array;
  keyEnds: Uint32Array;
  ends: Uint32Array;
  bytes: Uint8Array;
}

const HEAD_BYTES = 8;
const ROW_BYTES = 20;

const ROWS: PageRows<KeyPage> = {
  count: ({ ids }) => ids.length,
  compare: (a, aRow, b, bRow) =>
    compareBytes(a.bytes, startOf(a, aRow), a.keyEnds[aRow]!, b.bytes, startOf(b, bRow), b.keyEnds[bRow]!) ||
    a.ranks[aRow]! - b.ranks[bRow]! ||
    a.ids[aRow]! - b.ids[bRow]!,
};

function startOf({ ends }: KeyPage, row: number): number {
  return row === 0 ? 0 : ends[row - 1]!;
}

function emptyPage(rows: number, size: number, memory: PageMemory): KeyPage {
  const length = HEAD_BYTES + ROW_BYTES * rows + size;
  const buffer = memory.of(length);
  new Uint32Array(buffer, 0, 2).set([rows, size]);
  const numbers = (column: number) => new Uint32Array(buffer, HEAD_BYTES + (8 + 4 * column) * rows, rows);
  return {
    stored: new Uint8Array(buffer, 0, length),
    ids: new Float64Array(buffer, HEAD_BYTES, rows),
    ranks: numbers(0),
    keyEnds: numbers(1),
    ends: numbers(2),
    bytes: new Uint8Array(buffer, HEAD_BYTES + ROW_BYTES * rows, size),
  };
}

async function* pagesOf(file: FileHandle): AsyncGenerator<KeyPage> {
  const memory = new PageMemory();
  const head = new Uint32Array(HEAD_BYTES / 4);
  for (let position = 0; ; ) {
    if ((await file.read(head, 0, HEAD_BYTES, position)).bytesRead === 0) return;
    const page = emptyPage(at(head, 0), at(head, 1), memory);
    const { stored } = page;
    await readWhole(file, stored.subarray(HEAD_BYTES), position + HEAD_BYTES);
    yield page;
    position += stored.length;
  }
}
