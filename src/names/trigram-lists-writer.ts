/** Writes the table `trigrams` of a name index: see trigram-list.ts. */
import type { WrittenBlock } from '../index/object-sink.ts';
import type { SortedTableWriter } from '../index/sorted-table.ts';
import { writeVarint } from '../index/varint.ts';
import { encodeRecordBlocks } from './record-blocks.ts';
import { BLOCKS_KEY, chunkKey, encodeList } from './trigram-list.ts';
import { END_LETTER, START_LETTER } from './trigrams.ts';

const CODE_POINTS = 0x110000;
/** Letters that are numbered first, which are nearly all that names have, are looked up without a hash. */
const DENSE = 128;

/** Numbers of the marks, which come first. */
const [START, END] = [0, 1];
/** Bytes of a varint of 32 bits. */
const LONGEST_GAP = 5;

/** A list as it grows, encoded: 60 million entries of 2.5 million names take 70 MB, and up to half as much again for room to grow. */
class GrowingList {
  bytes = new Uint8Array(8);
  size = 0;
  records = 0;
  last = -1;

  add(record: number): void {
    if (record === this.last) return;
    const gap = record - this.last - 1;
    this.last = record;
    this.records++;
    if (this.size + LONGEST_GAP > this.bytes.length) this.#grow();
    if (gap < 0x80) this.bytes[this.size++] = gap;
    else this.size = writeVarint(this.bytes, this.size, gap);
  }

  #grow(): void {
    const larger = new Uint8Array(this.bytes.length < 4096 ? 2 * this.bytes.length : Math.ceil(1.5 * this.bytes.length));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

export class TrigramListsWriter {
  /** Code points in the order in which they came first; a letter's number is its place here. */
  readonly #letters: number[] = [];
  /** By code point: its number and 1. */
  readonly #numbers = new Uint32Array(CODE_POINTS);
  /** By three numbers below DENSE: the place among the lists and 1. */
  readonly #dense = new Uint32Array(DENSE ** 3);
  /** The same by any three numbers, as one text. */
  readonly #others = new Map<string, number>();
  readonly #lists: GrowingList[] = [];
  /** Three numbers a list. */
  readonly #trigrams: number[] = [];

  constructor() {
    for (const mark of [START_LETTER, END_LETTER]) this.#numberOf(mark);
  }

  /**
   * Adds a name of a record. Records come in the order of their table.
   *
   * @param letters the code points of the name, folded @param count of them
   */
  add(record: number, letters: ArrayLike<number>, count = letters.length): void {
    let [first, second] = [START, START];
    for (let at = 0; at < count + 2 && count > 0; at++) {
      const third = at < count ? this.#numberOf(letters[at]!) : END;
      this.#listOf(first, second, third).add(record);
      [first, second] = [second, third];
    }
  }

  /** Writes the table, without finishing it. @param blocks those of the table whose records were added */
  async write(table: SortedTableWriter, blocks: readonly WrittenBlock[]): Promise<void> {
    await table.add(BLOCKS_KEY, encodeRecordBlocks(blocks));
    const letter = (list: number, which: number) => this.#letters[this.#trigrams[3 * list + which]!]!;
    const order = Array.from(this.#lists.keys()).sort((a, b) => letter(a, 0) - letter(b, 0) || letter(a, 1) - letter(b, 1) || letter(a, 2) - letter(b, 2));
    for (const each of order) {
      const trigram = String.fromCodePoint(letter(each, 0), letter(each, 1), letter(each, 2));
      const { records, bytes, size } = this.#lists[each]!;
      for (const [chunk, record] of encodeList(records, bytes.subarray(0, size)).entries()) await table.add(chunk === 0 ? trigram : chunkKey(trigram, chunk), record);
    }
  }

  #numberOf(letter: number): number {
    const known = this.#numbers[letter]!;
    if (known > 0) return known - 1;
    this.#numbers[letter] = this.#letters.push(letter);
    return this.#letters.length - 1;
  }

  #listOf(first: number, second: number, third: number): GrowingList {
    const isDense = first < DENSE && second < DENSE && third < DENSE;
    const place = isDense ? (first * DENSE + second) * DENSE + third : 0;
    const key = isDense ? '' : `${first} ${second} ${third}`;
    const known = isDense ? this.#dense[place]! : this.#others.get(key) ?? 0;
    if (known > 0) return this.#lists[known - 1]!;
    const list = new GrowingList();
    const next = this.#lists.push(list);
    if (isDense) this.#dense[place] = next;
    else this.#others.set(key, next);
    this.#trigrams.push(first, second, third);
    return list;
  }
}
