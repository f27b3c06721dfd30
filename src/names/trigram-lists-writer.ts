/** Writer of the table `trigrams` of a name index, which trigram-list.ts specifies. */
import { at as itemAt, last } from '../checked.ts';
import type { WrittenBlock } from '../index/blocks/object-sink.ts';
import type { SortedTableWriter } from '../index/tables/sorted-table.ts';
import { encodeRecordBlocks, BLOCKS_KEY, chunkKey, encodeList } from './trigram-list.ts';
import { END_LETTER, START_LETTER } from './trigrams.ts';
import { largerArray } from '../index/blocks/bytes.ts';

const CODE_POINTS = 0x110000;
/** Trigrams of the first 128 numbered letters are looked up in an array, all others in a map. */
const DENSE_BITS = 7;
const DENSE = 2 ** DENSE_BITS;

/** Numbers of the marks, which are numbered first. */
const [START, END] = [0, 1];

export class TrigramListsWriter {
  /** Code points in the order of their first occurrence; the number of a letter is its index. */
  readonly #letters: number[] = [];
  /** For each code point, its number + 1; 0 if it has none. */
  readonly #numbers = new Uint32Array(CODE_POINTS);
  /** For each trigram of numbers below DENSE, its list + 1; 0 if it has none. */
  readonly #dense = new Uint32Array(DENSE ** 3);
  /** The list of each other trigram; keys are the three numbers as text. */
  readonly #others = new Map<string, number>();
  readonly #lists = new GrowingLists();
  /** Three numbers for each list. */
  readonly #trigrams: number[] = [];

  constructor() {
    for (const mark of [START_LETTER, END_LETTER]) this.#numberOf(mark);
  }

  /**
   * Adds a name of a record. Records must ascend.
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

  /** Writes the table, without finishing it. @param blocks the blocks of the searched table */
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

  /** The list of a trigram; begins a new one if there is none. */
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
 * Numbers of each list: its last ordinal + 1, its count of ordinals, the place of its next byte, the end of its piece.
 */
const [BEYOND, COUNT, NEXT, PIECE_END, KEPT] = [0, 1, 2, 3, 4] as const;
const FIRST_PIECE = 8;
const LARGEST_PIECE = 4096;
/** A piece is within one page. A place is page number * 2^PAGE_BITS + byte in the page. */
const PAGE_BITS = 20;
const IN_PAGE = 2 ** PAGE_BITS - 1;
/** Bytes of a varint of 32 bits. */
const LONGEST_GAP = 5;

/** Start and end of each piece in turn; the last piece has only a start. */
type Pieces = number[];

/**
 * Growing lists of ascending ordinals, in the encoding of trigram-list.ts: 60 million entries of 2.5 million names take
 * 70 MB. For speed, the numbers that each entry needs are adjacent. Lists grow by pieces, so that they are never
 * copied.
 */
export class GrowingLists {
  #kept = new Uint32Array(KEPT * 1024);
  readonly #pieces: Pieces[] = [];
  readonly #pages: Uint8Array[] = [];
  /** Place of the next piece. */
  #free = 0;

  /** Begins a list and returns its number, from 0. */
  begin(): number {
    const list = this.#pieces.push([]) - 1;
    if (KEPT * this.#pieces.length > this.#kept.length) this.#kept = largerArray(this.#kept);
    this.#beginPiece(list, FIRST_PIECE);
    return list;
  }

  /** Adds an ordinal. Ignores the last one if repeated; throws RangeError for a smaller one. */
  add(list: number, ordinal: number): void {
    const [kept, at] = [this.#kept, KEPT * list];
    let gap = ordinal - kept[at + BEYOND]!;
    if (gap < 0) {
      if (gap < -1) throw new RangeError(`the ordinal ${ordinal} comes after a greater one`);
      return;
    }
    kept[at + BEYOND] = ordinal + 1;
    kept[at + COUNT]!++;
    let next = kept[at + NEXT]!;
    if (next + LONGEST_GAP > kept[at + PIECE_END]!) next = this.#nextPiece(list);
    const page = this.#pages[next >>> PAGE_BITS]!;
    const first = next & IN_PAGE;
    let to = first;
    for (; gap >= 0x80; gap >>>= 7) page[to++] = (gap & 0x7f) | 0x80;
    page[to++] = gap;
    kept[at + NEXT] = next + to - first;
  }

  /** Number of ordinals in a list. */
  count(list: number): number {
    return itemAt(this.#kept, KEPT * list + COUNT);
  }

  /** The varints of a list, for encodeList. */
  encoded(list: number): Uint8Array {
    const pieces = [...itemAt(this.#pieces, list), itemAt(this.#kept, KEPT * list + NEXT)];
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

  /** Ends the current piece of a list, begins a larger one and returns its place. */
  #nextPiece(list: number): number {
    const [pieces, end] = [itemAt(this.#pieces, list), itemAt(this.#kept, KEPT * list + NEXT)];
    const size = itemAt(this.#kept, KEPT * list + PIECE_END) - last(pieces);
    pieces.push(end);
    return this.#beginPiece(list, Math.min(2 * size, LARGEST_PIECE));
  }

  #beginPiece(list: number, size: number): number {
    if ((this.#free & IN_PAGE) + size > IN_PAGE + 1) this.#free = (this.#free | IN_PAGE) + 1;
    if (this.#free >>> PAGE_BITS === this.#pages.length) this.#pages.push(new Uint8Array(IN_PAGE + 1));
    const start = this.#free;
    this.#free += size;
    itemAt(this.#pieces, list).push(start);
    this.#kept[KEPT * list + NEXT] = start;
    this.#kept[KEPT * list + PIECE_END] = start + size;
    return start;
  }
}
