/** Writes the tables that name-index.ts reads. */
import type { RecordLocation } from '../index/object-sink.ts';
import type { SortedTableWriter } from '../index/sorted-table.ts';
import { chunkKey, encodeChunk, encodePlaces } from './name-record.ts';
import { foldName } from './name-text.ts';
import { trigramsOf } from './trigrams.ts';

/**
 * Size above which the directory of the trigram table is split. A search looks in several places of it: small leaves keep that
 * from costing more than what it looks for.
 */
export const TRIGRAM_DIRECTORY_BYTES = 64 * 1024;
/** Names of one record of the trigram table: some 8 KB, so that a short list shares its block with others. */
const CHUNK_NAMES = 256;

/**
 * Gathers all names in memory and sorts them there. 2.5 million names and their places take 0.4 GB when gathered and 1 GB while they
 * are written (of heap and buffers; measured with a fifth of them): the sorted copy, and the lists of some 60 million trigrams,
 * which are counted first and then put in place, in 0.25 GB.
 */
export class NameIndexWriter {
  readonly #names: string[] = [];
  readonly #places: RecordLocation[] = [];

  /** Adds a name of a record. A record may have many names and a name belong to many records, which keep this order. */
  add(name: string, place: RecordLocation): void {
    this.#names.push(foldName(name.toWellFormed().replaceAll('\0', ' ')));
    this.#places.push(place);
  }

  /** Writes both tables, without finishing them. Returns how many different names there are. */
  async write(names: SortedTableWriter, trigrams: SortedTableWriter): Promise<number> {
    const [texts, places] = this.#sorted();
    for (let each = 0; each < texts.length; each++) await names.add(texts[each]!, places[each]!);
    for (const [trigram, holders] of listsByTrigram(texts)) {
      const chunks = Math.ceil(holders.length / CHUNK_NAMES);
      for (let chunk = 0; chunk < chunks; chunk++) {
        const part = [...holders.subarray(chunk * CHUNK_NAMES, (chunk + 1) * CHUNK_NAMES)];
        const record = encodeChunk(
          { names: part.map((each) => texts[each]!), places: part.map((each) => places[each]!) },
          chunk === 0 ? [holders.length, chunks] : undefined,
        );
        await trigrams.add(chunkKey(trigram, chunk), record);
      }
    }
    return texts.length;
  }

  /** Each name once, in the order of its bytes, with its places (each once) encoded. */
  #sorted(): [texts: string[], places: Uint8Array[]] {
    const order = Uint32Array.from(this.#names, (_, index) => index);
    order.sort((a, b) => compareUtf8(this.#names[a]!, this.#names[b]!) || a - b);
    const texts: string[] = [];
    const places: Uint8Array[] = [];
    let current: RecordLocation[] = [];
    order.forEach((index, at) => {
      const name = this.#names[index]!;
      const place = this.#places[index]!;
      if (!current.some(([offset, , record]) => offset === place[0] && record === place[2])) current.push(place);
      if (at + 1 < order.length && this.#names[order[at + 1]!] === name) return;
      texts.push(name);
      places.push(encodePlaces(current));
      current = [];
    });
    return [texts, places];
  }
}

/** Every trigram in the order of its bytes, with the indices of the names that hold it, ascending. */
function* listsByTrigram(names: readonly string[]): Generator<[trigram: string, names: Uint32Array]> {
  const counts = new Map<string, number>();
  for (const name of names) for (const trigram of trigramsOf(name)) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  const trigrams = [...counts.keys()].sort(compareUtf8);
  const ends = new Map<string, number>();
  let total = 0;
  for (const trigram of trigrams) {
    ends.set(trigram, total);
    total += counts.get(trigram)!;
  }
  const lists = new Uint32Array(total);
  names.forEach((name, index) => {
    for (const trigram of trigramsOf(name)) {
      const end = ends.get(trigram)!;
      lists[end] = index;
      ends.set(trigram, end + 1);
    }
  });
  for (const trigram of trigrams) yield [trigram, lists.subarray(ends.get(trigram)! - counts.get(trigram)!, ends.get(trigram)!)];
}

/** Order of two texts' UTF-8 bytes, which is that of their code points. */
function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for letters that come after all others. */
function rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit < 0xe000 ? codeUnit + 0x10000 : codeUnit;
}
