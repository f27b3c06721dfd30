/**
 * Patterns of SQL's LIKE, as Ensembl's filters take them: `%` is any text, `_` any one letter, a backslash takes the
 * next letter as it is. Which letters count alike is up to how pattern and text are folded, as names are unless told otherwise.
 *
 * Matching takes linear time whatever the pattern. Between two `%` stands a piece; pieces are found one after the other,
 * each at its first place after the one before, which is enough: what an earlier place leaves over, a `%` takes. A piece
 * of plain letters is found by Knuth, Morris and Pratt's automaton, which never goes back in the text. A piece with `_`
 * is found by the bits of all its partial matches at once (Baeza-Yates and Gonnet's Shift-And): 32 letters of the piece
 * in one operation for each letter of the text.
 */
import { foldName } from './letter-fold.ts';

/** Writes letters that count alike as one and the same; one code point for each, whatever stands around it. */
type Fold = (text: string) => string;

/** A test of whole texts against a pattern. */
export function sqlLike(pattern: string, fold: Fold = foldName): (text: string) => boolean {
  const pieces = piecesOf(fold(pattern));
  const least = pieces.reduce((sum, { length }) => sum + length, 0);
  const finders = pieces.map((piece, index) => (index === 0 || index === pieces.length - 1 ? null : finderOf(piece)));
  return (text) => {
    const length = readLetters(fold(text));
    if (length < least) return false;
    const first = pieces[0]!;
    const last = pieces.at(-1)!;
    if (pieces.length === 1) return length === least && standsAt(first, 0);
    if (!standsAt(first, 0) || !standsAt(last, length - last.length)) return false;
    let at = first.length;
    for (let index = 1; index < pieces.length - 1; index++) {
      at = finders[index]!(at, length - last.length);
      if (at < 0) return false;
    }
    return at <= length - last.length;
  };
}

/** The text that everything a pattern matches begins with, folded; '' when it begins with a wildcard. */
export function literalPrefix(pattern: string, fold: Fold = foldName): string {
  const [first] = literalRuns(pattern, fold);
  return first?.atStart ? first.letters.join('') : '';
}

/** Letters that stand side by side, without a wildcard, in everything that a pattern matches. */
export interface LiteralRun {
  /** Folded, a code point each. */
  letters: string[];
  /** Does the pattern begin, or end, with them? */
  atStart: boolean;
  atEnd: boolean;
}

/** The longest runs of plain letters in a pattern, in their order. */
export function literalRuns(pattern: string, fold: Fold = foldName): LiteralRun[] {
  const runs: LiteralRun[] = [];
  const parsed = parse(fold(pattern));
  parsed.forEach((letter, index) => {
    if (typeof letter !== 'string') return;
    const before = parsed[index - 1];
    if (typeof before === 'string') runs.at(-1)!.letters.push(letter);
    else runs.push({ letters: [letter], atStart: index === 0, atEnd: false });
    if (index === parsed.length - 1) runs.at(-1)!.atEnd = true;
  });
  return runs;
}

const ANY_TEXT = Symbol('%');
const ANY_LETTER = Symbol('_');
type PatternLetter = string | typeof ANY_TEXT | typeof ANY_LETTER;

/** @param pattern folded */
function parse(pattern: string): PatternLetter[] {
  const parsed: PatternLetter[] = [];
  const letters = [...pattern];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    if (letter === '%') {
      if (parsed.at(-1) !== ANY_TEXT) parsed.push(ANY_TEXT);
    } else if (letter === '_') parsed.push(ANY_LETTER);
    else parsed.push(letter === '\\' && at + 1 < letters.length ? letters[++at]! : letter);
  }
  return parsed;
}

/** Code points, ANY for `_`. */
type Piece = readonly number[];
const ANY = -1;

/** What stands before, between and after the `%` of a folded pattern; one piece when it has none. */
function piecesOf(pattern: string): Piece[] {
  const pieces: number[][] = [[]];
  for (const letter of parse(pattern)) {
    if (letter === ANY_TEXT) pieces.push([]);
    else pieces.at(-1)!.push(letter === ANY_LETTER ? ANY : letter.codePointAt(0)!);
  }
  return pieces;
}

/** The code points of the text that is being matched; one buffer for all, as nothing here waits. */
let letters = new Int32Array(1024);

function readLetters(text: string): number {
  if (text.length > letters.length) letters = new Int32Array(2 * text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!;
    if (code > 0xffff) at++;
    letters[count++] = code;
  }
  return count;
}

function standsAt(piece: Piece, at: number): boolean {
  for (let each = 0; each < piece.length; each++) if (piece[each] !== ANY && piece[each] !== letters[at + each]) return false;
  return true;
}

/** Finds a piece within letters `from` to `end`: the place after its first occurrence, or -1. */
type Finder = (from: number, end: number) => number;

function finderOf(piece: Piece): Finder {
  return piece.includes(ANY) ? findByBits(piece) : findByAutomaton(piece);
}

function findByAutomaton(piece: Piece): Finder {
  // fallback[n]: length of the longest proper prefix of the piece that the piece's first n letters end with.
  const fallback = new Int32Array(piece.length + 1);
  for (let each = 1, matched = 0; each < piece.length; each++) {
    while (matched > 0 && piece[each] !== piece[matched]) matched = fallback[matched]!;
    if (piece[each] === piece[matched]) matched++;
    fallback[each + 1] = matched;
  }
  return (from, end) => {
    for (let at = from, matched = 0; at < end; at++) {
      while (matched > 0 && letters[at] !== piece[matched]) matched = fallback[matched]!;
      if (letters[at] === piece[matched]) matched++;
      if (matched === piece.length) return at + 1;
    }
    return -1;
  };
}

function findByBits(piece: Piece): Finder {
  const words = Math.ceil(piece.length / 32);
  const anywhere = new Int32Array(words);
  const places = new Map<number, Int32Array>();
  piece.forEach((letter, index) => {
    if (letter === ANY) anywhere[index >>> 5]! |= 1 << (index & 31);
    else if (!places.has(letter)) places.set(letter, new Int32Array(words));
  });
  for (const [letter, bits] of places) {
    piece.forEach((each, index) => {
      if (each === ANY || each === letter) bits[index >>> 5]! |= 1 << (index & 31);
    });
  }
  const [lastWord, lastBit] = [words - 1, 1 << ((piece.length - 1) & 31)];
  const partial = new Int32Array(words);
  return (from, end) => {
    partial.fill(0);
    for (let at = from; at < end; at++) {
      const fits = places.get(letters[at]!) ?? anywhere;
      let carry = 1;
      for (let word = 0; word < words; word++) {
        const bits = partial[word]!;
        partial[word] = ((bits << 1) | carry) & fits[word]!;
        carry = bits >>> 31;
      }
      if (partial[lastWord]! & lastBit) return at + 1;
    }
    return -1;
  };
}
