/**
 * Records of the two tables of a name index.
 *
 * `names`, by the folded name: places. `trigrams`, by the trigram and, after a NUL, the chunk's number from the second on:
 *   varint names of this trigram in all | varint chunks in all   (the first chunk only)
 *   varint n: names in this chunk | varint bytes of their texts | texts, joined with NUL | places of each
 * where places are: varint n | n times: varint offset, varint length, varint index (a RecordLocation).
 */
import type { RecordLocation } from '../index/object-sink.ts';
import { readVarint, varintLength, writeVarint } from '../index/varint.ts';
import type { ByteStrings } from './byte-strings.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export function encodePlaces(places: readonly RecordLocation[]): Uint8Array {
  return varints([places.length, ...places.flat()]);
}

/** The places at a position of some bytes, and the position after them. */
export function decodePlaces(bytes: Uint8Array, at = 0): [places: RecordLocation[], next: number] {
  let [count, next] = readVarint(bytes, at);
  const places: RecordLocation[] = [];
  for (; count > 0; count--) {
    const [offset, afterOffset] = readVarint(bytes, next);
    const [length, afterLength] = readVarint(bytes, afterOffset);
    const [index, afterIndex] = readVarint(bytes, afterLength);
    places.push([offset, length, index]);
    next = afterIndex;
  }
  return [places, next];
}

/** Key of a trigram's chunk, 0-based. Chunks stand in their order, right after the trigram's first. */
export function chunkKey(trigram: string, chunk: number): string {
  return chunk === 0 ? trigram : `${trigram}\0${String(chunk).padStart(6, '0')}`;
}

/** The bytes of a name as records hold them. */
export function encodeName(name: string): Uint8Array {
  return encoder.encode(name);
}

/**
 * The record of a chunk.
 *
 * @param texts all names, each as encodeName gives it
 * @param places theirs, each as encodePlaces gives it
 * @param holders which names are in the chunk
 * @param totals names and chunks of the trigram, in its first chunk
 */
export function encodeChunk(texts: ByteStrings, places: ByteStrings, holders: Uint32Array, totals?: [names: number, chunks: number]): Uint8Array {
  let [textBytes, placeBytes] = [holders.length - 1, 0];
  for (const each of holders) {
    textBytes += texts.lengthOf(each);
    placeBytes += places.lengthOf(each);
  }
  const head = varints([...(totals ?? []), holders.length, textBytes]);
  const record = new Uint8Array(head.length + textBytes + placeBytes);
  record.set(head);
  let at = head.length;
  // The NUL between two names is what the record is filled with.
  for (const each of holders) at = texts.copyTo(record, at, each) + 1;
  at--;
  for (const each of holders) at = places.copyTo(record, at, each);
  return record;
}

/** The totals of a trigram's first chunk, and where the rest of that record begins. */
export function decodeTotals(record: Uint8Array): { names: number; chunks: number; next: number } {
  const [names, afterNames] = readVarint(record, 0);
  const [chunks, next] = readVarint(record, afterNames);
  return { names, chunks, next };
}

/** Places of the names in a chunk that pass a test. */
export function matchingPlaces(record: Uint8Array, at: number, matches: (name: string) => boolean): RecordLocation[] {
  const [count, afterCount] = readVarint(record, at);
  const [size, textsAt] = readVarint(record, afterCount);
  let next = textsAt + size;
  const found: RecordLocation[] = [];
  const names = decoder.decode(record.subarray(textsAt, next)).split('\0');
  for (let each = 0; each < count; each++) {
    if (matches(names[each]!)) {
      const [places, after] = decodePlaces(record, next);
      found.push(...places);
      next = after;
    } else next = skipPlaces(record, next);
  }
  return found;
}

function skipPlaces(record: Uint8Array, at: number): number {
  const [count, first] = readVarint(record, at);
  let next = first;
  for (let left = 3 * count; left > 0; next++) if (record[next]! < 0x80) left--;
  return next;
}

function varints(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((size, value) => size + varintLength(value), 0));
  let at = 0;
  for (const value of values) at = writeVarint(bytes, at, value);
  return bytes;
}
