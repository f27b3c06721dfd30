/**
 * Table `names` of a name index: by the folded name, the places of the records that bear it, in the order in which they are meant:
 *
 *   varint n | n times: varint offset, varint length, varint index (a RecordLocation)
 */
import type { RecordLocation } from '../index/object-sink.ts';
import type { SortedTableWriter } from '../index/sorted-table.ts';
import { readVarint, writeVarint } from '../index/varint.ts';

/** A name in UTF-8, folded, and the ordinal of a record that bears it. */
export type NamedRecord = [name: Uint8Array, record: number];

/**
 * Writes the table without finishing it, and returns how many different names it has.
 *
 * @param names in the order of their bytes, and of one name in the order in which its records are meant @param locate where a record stands
 */
export async function writeNames(names: AsyncIterable<NamedRecord> | Iterable<NamedRecord>, table: SortedTableWriter, locate: (record: number) => RecordLocation): Promise<number> {
  let count = 0;
  let current: Uint8Array | null = null;
  let records: number[] = [];
  for await (const [name, record] of names) {
    if (current && isSame(current, name)) {
      records.push(record);
      continue;
    }
    if (current) await table.add(current, encodePlaces(records, locate));
    [current, records] = [name, [record]];
    count++;
  }
  if (current) await table.add(current, encodePlaces(records, locate));
  return count;
}

function encodePlaces(records: readonly number[], locate: (record: number) => RecordLocation): Uint8Array {
  const different = records.length > 1 ? [...new Set(records)] : records;
  // A varint takes eight bytes at most.
  const bytes = new Uint8Array(8 + 24 * different.length);
  let at = writeVarint(bytes, 0, different.length);
  for (const record of different) for (const value of locate(record)) at = writeVarint(bytes, at, value);
  return bytes.subarray(0, at);
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

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
