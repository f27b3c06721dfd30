/**
 * Three letters in a row, by which names are found. Before its first and after its last letter a name has a mark of its
 * own, so that `hom%` and `%us` are told apart from `%hom%` and `%us%`, and two letters at an end make a trigram too.
 */
import { literalRuns } from '../genome/sql-like.ts';

/** Marks that no name holds: control characters. */
const START_LETTER = 2;
const END_LETTER = 3;
const [START, END] = [String.fromCodePoint(START_LETTER), String.fromCodePoint(END_LETTER)];
const CODE_POINTS = 0x110000;

/** The trigrams of some names as numbers, in the order of their bytes: by the million, texts take ten times as long to look up. */
export class TrigramNumbers {
  /** Code points of the names, and of the marks, ascending. */
  readonly #letters: number[] = [];
  /** By code point: its place among the letters. */
  readonly #ranks = new Uint32Array(CODE_POINTS);

  /** @param names all whose trigrams will be asked for, folded */
  constructor(names: readonly string[]) {
    const isThere = new Uint8Array(CODE_POINTS);
    isThere[START_LETTER] = isThere[END_LETTER] = 1;
    for (const name of names) for (let at = 0; at < name.length; at++) isThere[name.codePointAt(at)!] = 1;
    isThere.forEach((there, letter) => {
      if (there) this.#ranks[letter] = this.#letters.push(letter) - 1;
    });
    if (this.#letters.length ** 3 > Number.MAX_SAFE_INTEGER) throw new RangeError(`${this.#letters.length} different letters are too many for trigrams`);
  }

  /** Hands out every trigram of a name; what stands in it twice, twice. */
  each(name: string, take: (trigram: number) => void): void {
    const size = this.#letters.length;
    let pair = this.#ranks[START_LETTER]!;
    for (let at = 0; at <= name.length; at++) {
      const letter = at < name.length ? name.codePointAt(at)! : END_LETTER;
      const rank = this.#ranks[letter]!;
      if (at > 0) take(pair * size + rank);
      pair = (pair % size) * size + rank;
      if (letter > 0xffff) at++;
    }
  }

  /** The three letters of a number. */
  text(trigram: number): string {
    const size = this.#letters.length;
    return [Math.floor(trigram / size / size), Math.floor(trigram / size) % size, trigram % size].map((rank) => String.fromCodePoint(this.#letters[rank]!)).join('');
  }
}

/** Trigrams that every name has which a LIKE pattern matches, each once; none when the pattern is too vague for that. */
export function trigramsOfPattern(pattern: string): string[] {
  const found = new Set<string>();
  for (const { letters, atStart, atEnd } of literalRuns(pattern)) {
    const marked = [...(atStart ? [START] : []), ...letters, ...(atEnd ? [END] : [])];
    for (let at = 2; at < marked.length; at++) found.add(marked[at - 2]! + marked[at - 1]! + marked[at]!);
  }
  return [...found];
}
