/**
 * Lists of ascending ordinals as they grow, encoded as trigram-list.ts has them: 60 million entries of 2.5 million names take 70 MB. What is looked at for each
 * entry stands side by side in a few bytes, and lists grow piece by piece, without being copied.
 */
import { largerArray } from '../index/larger-array.ts';

/** Numbers that are kept of each list: what its next ordinal lies above, ordinals so far, where its next byte goes and where its piece ends. */
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
