/** Writes the tables that name-index.ts reads. */
import type { RecordLocation } from '../index/object-sink.ts';
import type { SortedTableWriter } from '../index/sorted-table.ts';
import { ByteStrings } from './byte-strings.ts';
import { chunkKey, encodeChunk, encodeName, encodePlaces } from './name-record.ts';
import { foldName } from './name-text.ts';
import { TrigramNumbers } from './trigrams.ts';

/**
 * Size above which the directory of the trigram table is split. A search looks in several places of it: small leaves keep that
 * from costing more than what it looks for.
 */
export const TRIGRAM_DIRECTORY_BYTES = 64 * 1024;
/** Names of one record of the trigram table: some 8 KB, so that a short list shares its block with others. */
const CHUNK_NAMES = 256;

/**
 * Gathers all names in memory and sorts them there. 2.5 million names and their places take 0.2 GB when gathered and 0.6 GB while they
 * are written (measured with a fifth of them): the bytes of each name, ready to be copied into each of its some twenty
 * lists, and the lists of 60 million trigrams, which are counted first and then put in place, in 0.25 GB.
 */
export class NameIndexWriter {
  #names: string[] = [];
  /** Three numbers a name: a RecordLocation. */
  #places: number[] = [];

  /** Adds a name of a record. A record may have many names and a name belong to many records, which keep this order. */
  add(name: string, [offset, length, index]: RecordLocation): void {
    this.#names.push(foldName(name.toWellFormed().replaceAll('\0', ' ')));
    this.#places.push(offset, length, index);
  }

  /** Writes both tables, without finishing them. Returns how many different names there are. Nothing can be added any more. */
  async write(names: SortedTableWriter, trigrams: SortedTableWriter): Promise<number> {
    const texts = new ByteStrings();
    const places = new ByteStrings();
    const sorted: string[] = [];
    for (const [name, found] of this.#eachSorted()) {
      const encoded = encodePlaces(found);
      await names.add(name, encoded);
      sorted.push(name);
      texts.add(encodeName(name));
      places.add(encoded);
    }
    [this.#names, this.#places] = [[], []];
    for (const [trigram, holders] of listsByTrigram(sorted)) {
      const chunks = Math.ceil(holders.length / CHUNK_NAMES);
      for (let chunk = 0; chunk < chunks; chunk++) {
        const part = holders.subarray(chunk * CHUNK_NAMES, (chunk + 1) * CHUNK_NAMES);
        await trigrams.add(chunkKey(trigram, chunk), encodeChunk(texts, places, part, chunk === 0 ? [holders.length, chunks] : undefined));
      }
    }
    return sorted.length;
  }

  /** Each name once, in the order of its bytes, with its places, each once. */
  *#eachSorted(): Generator<[name: string, places: RecordLocation[]]> {
    const [names, places] = [this.#names, this.#places];
    const order = Uint32Array.from(names, (_, index) => index);
    order.sort((a, b) => compareUtf8(names[a]!, names[b]!) || a - b);
    let current: RecordLocation[] = [];
    for (let at = 0; at < order.length; at++) {
      const index = order[at]!;
      const [offset, length, record] = places.slice(3 * index, 3 * index + 3) as RecordLocation;
      if (!current.some((place) => place[0] === offset && place[2] === record)) current.push([offset, length, record]);
      if (at + 1 < order.length && names[order[at + 1]!] === names[index]) continue;
      yield [names[index]!, current];
      current = [];
    }
  }
}

/** Every trigram in the order of its bytes, with the indices of the names that hold it, ascending. */
function* listsByTrigram(names: readonly string[]): Generator<[trigram: string, names: Uint32Array]> {
  const numbers = new TrigramNumbers(names);
  /** By trigram: its place in `counts` and `last`. */
  const known = new Map<number, number>();
  const counts: number[] = [];
  /** The last name that was seen to hold it. */
  const last: number[] = [];
  names.forEach((name, index) => numbers.each(name, (trigram) => {
    const which = known.get(trigram);
    if (which === undefined) {
      known.set(trigram, counts.push(1) - 1);
      last.push(index);
    } else if (last[which] !== index) {
      counts[which]!++;
      last[which] = index;
    }
  }));
  const ends = new Uint32Array(counts.length);
  let total = 0;
  const sorted = [...known].sort(([a], [b]) => a - b);
  for (const [, which] of sorted) {
    ends[which] = total;
    total += counts[which]!;
  }
  const lists = new Uint32Array(total);
  last.fill(-1);
  names.forEach((name, index) => numbers.each(name, (trigram) => {
    const which = known.get(trigram)!;
    if (last[which] === index) return;
    lists[ends[which]!++] = index;
    last[which] = index;
  }));
  for (const [trigram, which] of sorted) yield [numbers.text(trigram), lists.subarray(ends[which]! - counts[which]!, ends[which]!)];
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
