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

export interface NameChunk {
  names: string[];
  /** Encoded places of each name. */
  places: Uint8Array[];
}

/** @param totals names and chunks of the trigram, in its first chunk */
export function encodeChunk({ names, places }: NameChunk, totals?: [names: number, chunks: number]): Uint8Array {
  const texts = encoder.encode(names.join('\0'));
  const head = varints([...(totals ?? []), names.length, texts.length]);
  const record = new Uint8Array(places.reduce((size, each) => size + each.length, head.length + texts.length));
  record.set(head);
  record.set(texts, head.length);
  let at = head.length + texts.length;
  for (const each of places) {
    record.set(each, at);
    at += each.length;
  }
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
