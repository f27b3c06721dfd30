/** Writes the table `trigrams` of a name index: see trigram-list.ts. */
import type { WrittenBlock } from '../index/blocks/object-sink.ts';
import type { SortedTableWriter } from '../index/tables/sorted-table.ts';
import { encodeRecordBlocks, BLOCKS_KEY, chunkKey, encodeList } from './trigram-list.ts';
import { END_LETTER, START_LETTER } from './trigrams.ts';
import { largerArray } from '../index/blocks/bytes.ts';

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
      const list =
        (first | second | third) < DENSE ? dense[(((first << DENSE_BITS) | second) << DENSE_BITS) | third]! : 0;
      lists.add(list > 0 ? list - 1 : this.#listOf(first, second, third), record);
      [first, second] = [second, third];
    }
  }

  /** Writes the table, without finishing it. @param blocks those of the table whose records were added */
  async write(table: SortedTableWriter, blocks: readonly WrittenBlock[]): Promise<void> {
    await table.add(BLOCKS_KEY, encodeRecordBlocks(blocks));
    const letter = (list: number, which: number) => this.#letters[this.#trigrams[3 * list + which]!]!;
    const order = Array.from({ length: this.#trigrams.length / 3 }, (_, list) => list).sort(
      (a, b) => letter(a, 0) - letter(b, 0) || letter(a, 1) - letter(b, 1) || letter(a, 2) - letter(b, 2),
    );
    for (const each of order) {
      const trigram = String.fromCodePoint(letter(each, 0), letter(each, 1), letter(each, 2));
      for (const [chunk, record] of encodeList(this.#lists.count(each), this.#lists.encoded(each)).entries())
        await table.add(chunk === 0 ? trigram : chunkKey(trigram, chunk), record);
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

/**
 * Lists of ascending ordinals as they grow, encoded as trigram-list.ts has them: 60 million entries of 2.5 million
 * names take 70 MB. What is looked at for each entry stands side by side in a few bytes, and lists grow piece by
 * piece, without being copied.
 */

/**
 * Numbers that are kept of each list: what its next ordinal lies above, ordinals so far, where its next byte goes and
 * where its piece ends.
 */
const [BEYOND, COUNT, NEXT, PIECE_END, KEPT] = [0, 1, 2, 3, 4] as const;
const FIRST_PIECE = 8;
const LARGEST_PIECE = 4096;
/** A piece is in one page. A place is a page's number and the byte in it. */
const PAGE_BITS = 20;
const IN_PAGE = 2 ** PAGE_BITS - 1;
/** Bytes of a varint of 32 bits. */
const LONGEST_GAP = 5;

/** Pieces that are full: where each begins and ends. */
type Pieces = number[];

export class GrowingLists {
  #kept = new Uint32Array(KEPT * 1024);
  readonly #pieces: Pieces[] = [];
  readonly #pages: Uint8Array[] = [];
  /** Where the next piece may begin. */
  #free = 0;

  /** Begins a list; they are numbered from 0. */
  begin(): number {
    const list = this.#pieces.push([]) - 1;
    if (KEPT * this.#pieces.length > this.#kept.length) this.#kept = largerArray(this.#kept);
    this.#beginPiece(list, FIRST_PIECE);
    return list;
  }

  /** Adds an ordinal, which is that added last, or greater. */
  add(list: number, ordinal: number): void {
    const [kept, at] = [this.#kept, KEPT * list];
    let gap = ordinal - kept[at + BEYOND]!;
    if (gap < 0) {
      if (gap < -1) throw new RangeError(`the ordinal ${ordinal} comes after one that is greater`);
      return;
    }
    kept[at + BEYOND] = ordinal + 1;
    kept[at + COUNT]!++;
    let next = kept[at + NEXT]!;
    if (next + LONGEST_GAP > kept[at + PIECE_END]!) next = this.#goOn(list);
    const page = this.#pages[next >>> PAGE_BITS]!;
    const first = next & IN_PAGE;
    let to = first;
    for (; gap >= 0x80; gap >>>= 7) page[to++] = (gap & 0x7f) | 0x80;
    page[to++] = gap;
    kept[at + NEXT] = next + to - first;
  }

  /** Ordinals of a list. */
  count(list: number): number {
    return this.#kept[KEPT * list + COUNT]!;
  }

  /** A list, as encodeList takes it. */
  encoded(list: number): Uint8Array {
    const open = this.#kept[KEPT * list + NEXT]!;
    const pieces = [...this.#pieces[list]!, open];
    let size = 0;
    for (let each = 0; each < pieces.length; each += 2) size += pieces[each + 1]! - pieces[each]!;
    const bytes = new Uint8Array(size);
    for (let each = 0, to = 0; each < pieces.length; each += 2) {
      const [start, end] = [pieces[each]!, pieces[each + 1]!];
      bytes.set(this.#pages[start >>> PAGE_BITS]!.subarray(start & IN_PAGE, (start & IN_PAGE) + end - start), to);
      to += end - start;
    }
    return bytes;
  }

  /** Ends the piece that a list is at and begins a larger one. Returns where. */
  #goOn(list: number): number {
    const [pieces, end] = [this.#pieces[list]!, this.#kept[KEPT * list + NEXT]!];
    const size = this.#kept[KEPT * list + PIECE_END]! - pieces.at(-1)!;
    pieces.push(end);
    return this.#beginPiece(list, Math.min(2 * size, LARGEST_PIECE));
  }

  #beginPiece(list: number, size: number): number {
    if ((this.#free & IN_PAGE) + size > IN_PAGE + 1) this.#free = (this.#free | IN_PAGE) + 1;
    if (this.#free >>> PAGE_BITS === this.#pages.length) this.#pages.push(new Uint8Array(IN_PAGE + 1));
    const start = this.#free;
    this.#free += size;
    this.#pieces[list]!.push(start);
    this.#kept[KEPT * list + NEXT] = start;
    this.#kept[KEPT * list + PIECE_END] = start + size;
    return start;
  }
}
