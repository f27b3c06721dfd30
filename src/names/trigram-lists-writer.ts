/** Writes the table `trigrams` of a name index: see trigram-list.ts. */
import type { WrittenBlock } from '../index/object-sink.ts';
import type { SortedTableWriter } from '../index/sorted-table.ts';
import { GrowingLists } from './growing-lists.ts';
import { encodeRecordBlocks } from './record-blocks.ts';
import { BLOCKS_KEY, chunkKey, encodeList } from './trigram-list.ts';
import { END_LETTER, START_LETTER } from './trigrams.ts';

const CODE_POINTS = 0x110000;
/** Letters that are numbered first, which are nearly all that names have, are looked up without a hash. */
const DENSE_BITS = 7;
const DENSE = 2 ** DENSE_BITS;

/** Numbers of the marks, which come first. */
const [START, END] = [0, 1];

export class TrigramListsWriter {
  /** Code points in the order in which they came first; a letter's number is its place here. */
  readonly #letters: number[] = [];
  /** By code point: its number and 1. */
  readonly #numbers = new Uint32Array(CODE_POINTS);
  /** By three numbers below DENSE: the list and 1. */
  readonly #dense = new Uint32Array(DENSE ** 3);
  /** The same by any three numbers, as one text. */
  readonly #others = new Map<string, number>();
  readonly #lists = new GrowingLists();
  /** Three numbers a list. */
  readonly #trigrams: number[] = [];

  constructor() {
    for (const mark of [START_LETTER, END_LETTER]) this.#numberOf(mark);
  }

  /**
   * Adds a name of a record. Records come in the order of their table.
   *
   * @param letters the code points of the name, folded, from `start` to `end`
   */
  add(record: number, letters: ArrayLike<number>, start = 0, end = letters.length): void {
    if (start === end) return;
    const [numbers, dense, lists] = [this.#numbers, this.#dense, this.#lists];
    let [first, second] = [START, START];
    for (let at = start; at < end + 2; at++) {
      const third = at >= end ? END : (numbers[letters[at]!]! || this.#numberOf(letters[at]!) + 1) - 1;
      const list = (first | second | third) < DENSE ? dense[(((first << DENSE_BITS) | second) << DENSE_BITS) | third]! : 0;
      lists.add(list > 0 ? list - 1 : this.#listOf(first, second, third), record);
      [first, second] = [second, third];
    }
  }

  /** Writes the table, without finishing it. @param blocks those of the table whose records were added */
  async write(table: SortedTableWriter, blocks: readonly WrittenBlock[]): Promise<void> {
    await table.add(BLOCKS_KEY, encodeRecordBlocks(blocks));
    const letter = (list: number, which: number) => this.#letters[this.#trigrams[3 * list + which]!]!;
    const order = Array.from({ length: this.#trigrams.length / 3 }, (_, list) => list)
      .sort((a, b) => letter(a, 0) - letter(b, 0) || letter(a, 1) - letter(b, 1) || letter(a, 2) - letter(b, 2));
    for (const each of order) {
      const trigram = String.fromCodePoint(letter(each, 0), letter(each, 1), letter(each, 2));
      for (const [chunk, record] of encodeList(this.#lists.count(each), this.#lists.encoded(each)).entries()) await table.add(chunk === 0 ? trigram : chunkKey(trigram, chunk), record);
    }
  }

  #numberOf(letter: number): number {
    const known = this.#numbers[letter]!;
    if (known > 0) return known - 1;
    this.#numbers[letter] = this.#letters.push(letter);
    return this.#letters.length - 1;
  }

  /** The list of a trigram, which is begun where there is none. */
  #listOf(first: number, second: number, third: number): number {
    const isDense = (first | second | third) < DENSE;
    const key = isDense ? '' : `${first} ${second} ${third}`;
    const known = isDense ? undefined : this.#others.get(key);
    if (known !== undefined) return known;
    const list = this.#lists.begin();
    if (isDense) this.#dense[(((first << DENSE_BITS) | second) << DENSE_BITS) | third] = list + 1;
    else this.#others.set(key, list);
    this.#trigrams.push(first, second, third);
    return list;
  }
}
