/**
 * Table `names` of a name index: for each folded name, the locations of the records with that name, in order of
 * precedence:
 *
 *   varint n | n times: varint offset, varint length, varint index (a RecordLocation)
 */
import { type ByteSlices, GatheredSlices } from '../index/blocks/byte-slices.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import type { SortedTableWriter } from '../index/tables/sorted-table.ts';
import { LONGEST_VARINT, readVarint, writeVarint } from '../index/blocks/integers.ts';

/** Folded names in UTF-8, and for each the ordinal of a record with that name. */
export interface NamesOfRecords {
  names: ByteSlices;
  records: ArrayLike<number>;
}

/** Number of names that are gathered before they are written. */
const BATCH_NAMES = 4096;

/**
 * Writes the table without finishing it, and returns the number of its names.
 *
 * @param parts names in the order of their bytes; rows of the same name are in order of precedence
 * @param locate returns the location of a record
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
      // Only now: the last gathered name could have had further records.
      if (gathered.count === BATCH_NAMES) await gathered.write(table);
      gathered.begin(bytes, starts[row]!, ends[row]!);
      gathered.addRecord(records[row]!);
      count++;
    }
  }
  await gathered.write(table);
  return count;
}

/** A batch of names with their locations. */
class GatheredNames {
  readonly #locate: (record: number) => RecordLocation;
  readonly #names = new GatheredSlices(BATCH_NAMES);
  readonly #places = new GatheredSlices(BATCH_NAMES);
  /** Records of the last name. */
  readonly #records: number[] = [];

  constructor(locate: (record: number) => RecordLocation) {
    this.#locate = locate;
  }

  get count(): number {
    return this.#names.count;
  }

  /** Is this the name that was begun last? */
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
