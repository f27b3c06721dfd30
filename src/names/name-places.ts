/**
 * Table `names` of a name index: by the folded name, the places of the records that bear it, in the order in which
 * they are meant:
 *
 *   varint n | n times: varint offset, varint length, varint index (a RecordLocation)
 */
import { type ByteSlices, GatheredSlices } from '../index/blocks/byte-slices.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import type { SortedTableWriter } from '../index/tables/sorted-table.ts';
import { LONGEST_VARINT, readVarint, writeVarint } from '../index/blocks/integers.ts';

/** Names in UTF-8, folded, and of each the ordinal of a record that bears it. */
export interface NamesOfRecords {
  names: ByteSlices;
  records: ArrayLike<number>;
}

/** Names are written when so many different ones, with their places, have been gathered. */
const AT_ONCE = 4096;

/**
 * Writes the table without finishing it, and returns how many different names it has.
 *
 * @param parts names in the order of their bytes, and of one name in the order in which its records are meant
 * @param locate where a record stands
 */
export async function writeNames(
  parts: AsyncIterable<NamesOfRecords> | Iterable<NamesOfRecords>,
  table: SortedTableWriter,
  locate: (record: number) => RecordLocation,
): Promise<number> {
  const gathered = new GatheredNames(locate);
  let count = 0;
  for await (const {
    names: { bytes, starts, ends },
    records,
  } of parts) {
    for (let row = 0; row < records.length; row++) {
      if (gathered.isLast(bytes, starts[row]!, ends[row]!)) {
        gathered.addRecord(records[row]!);
        continue;
      }
      // The last one may have further records.
      if (gathered.count === AT_ONCE) await gathered.write(table);
      gathered.begin(bytes, starts[row]!, ends[row]!);
      gathered.addRecord(records[row]!);
      count++;
    }
  }
  await gathered.write(table);
  return count;
}

/** Some names with their places, side by side as the table takes them. */
class GatheredNames {
  readonly #locate: (record: number) => RecordLocation;
  readonly #names = new GatheredSlices(AT_ONCE);
  readonly #places = new GatheredSlices(AT_ONCE);
  /** Of the last name. */
  readonly #records: number[] = [];

  constructor(locate: (record: number) => RecordLocation) {
    this.#locate = locate;
  }

  get count(): number {
    return this.#names.count;
  }

  /** Is it the name that was begun last? */
  isLast(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#records.length > 0 && this.#names.isLast(bytes, start, end);
  }

  begin(bytes: Uint8Array, start: number, end: number): void {
    this.#endPlaces();
    this.#names.add(bytes, start, end);
  }

  addRecord(record: number): void {
    this.#records.push(record);
  }

  async write(table: SortedTableWriter): Promise<void> {
    this.#endPlaces();
    if (this.count > 0) await table.addAll(this.#names.take(), this.#places.take());
  }

  #endPlaces(): void {
    if (this.#records.length === 0) return;
    const different = this.#records.length > 1 ? [...new Set(this.#records)] : this.#records;
    let at = this.#places.room(LONGEST_VARINT * (1 + 3 * different.length));
    at = writeVarint(this.#places.bytes, at, different.length);
    for (const record of different)
      for (const value of this.#locate(record)) at = writeVarint(this.#places.bytes, at, value);
    this.#places.end(at);
    this.#records.length = 0;
  }
}

export function decodePlaces(bytes: Uint8Array): RecordLocation[] {
  let [count, at] = readVarint(bytes, 0);
  const places: RecordLocation[] = [];
  for (; count > 0; count--) {
    const [offset, afterOffset] = readVarint(bytes, at);
    const [length, afterLength] = readVarint(bytes, afterOffset);
    const [index, next] = readVarint(bytes, afterLength);
    places.push([offset, length, index]);
    at = next;
  }
  return places;
}
