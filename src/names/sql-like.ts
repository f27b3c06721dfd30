/**
 * Patterns of SQL's LIKE, as Ensembl's filters take them: `%` is any text, `_` any one letter, a backslash takes the
 * next letter literally. Pattern and text are folded first, as names are unless the caller says otherwise.
 *
 * The matcher is one automaton whose states are bits (Baeza-Yates and Gonnet, CACM 35:74, 1992, with loops for `%`):
 * bit n says that the first n letters of the pattern can match all of the text so far. Each letter of a text costs one
 * step for every 32 letters between two `%`, whatever pattern and text contain.
 */
import { foldName } from './name-text.ts';

/** Writes letters that count alike as the same letter, one code point for each code point. */
type Fold = (text: string) => string;

/** A test of whole texts against a pattern. */
export function sqlLike(pattern: string, fold: Fold = foldName): (text: string) => boolean {
  const letters: (string | typeof ANY_LETTER)[] = [];
  /** After how many letters any text may come. */
  const gaps = new Set<number>();
  for (const each of parse(fold(pattern))) {
    if (each === ANY_TEXT) gaps.add(letters.length);
    else letters.push(each);
  }
  const words = (letters.length >>> 5) + 1;
  const bitsOf = (has: (place: number) => boolean) => {
    const bits = new Int32Array(words);
    for (let place = 0; place <= letters.length; place++) if (has(place)) bits[place >>> 5]! |= 1 << (place & 31);
    return bits;
  };
  const loops = bitsOf((place) => gaps.has(place));
  const step = (letter: string | null) =>
    bitsOf((place) => letters[place] === ANY_LETTER || (letter !== null && letters[place] === letter));
  const otherStep = step(null);
  const steps = new Map<number, Int32Array>();
  for (const letter of new Set(letters)) if (letter !== ANY_LETTER) steps.set(letter.codePointAt(0) ?? 0, step(letter));
  const [endWord, endBit] = [letters.length >>> 5, 1 << (letters.length & 31)];
  const endsOpen = gaps.has(letters.length);
  const state = new Int32Array(words);
  return (text) => {
    const folded = fold(text);
    if (folded.length < letters.length) return false;
    state.fill(0);
    state[0] = 1;
    // A place before `%` stays reached, so that words below it no longer matter; words above `top` are still 0.
    let first = 0;
    let top = Math.min(1, endWord);
    for (let at = 0; at < folded.length; at++) {
      const code = folded.codePointAt(at)!;
      if (code > 0xffff) at++;
      const fits = steps.get(code) ?? otherStep;
      let carry = 0;
      let reached = -1;
      for (let word = first; word <= top; word++) {
        const before = state[word]!;
        const stepped = before & fits[word]!;
        const after = (stepped << 1) | carry | (before & loops[word]!);
        state[word] = after;
        if (after !== 0) reached = word;
        if ((after & loops[word]!) !== 0) first = word;
        carry = stepped >>> 31;
      }
      if (reached < 0) return false;
      if (endsOpen && state[endWord]! & endBit) return true;
      top = Math.min(reached + 1, endWord);
    }
    return (state[endWord]! & endBit) !== 0;
  };
}

/** The text that everything a pattern matches begins with, folded; '' when it begins with a wildcard. */
export function literalPrefix(pattern: string, fold: Fold = foldName): string {
  const [first] = literalRuns(pattern, fold);
  return first?.atStart ? first.letters.join('') : '';
}

/** Letters that stand side by side, without a wildcard, in everything that a pattern matches. */
interface LiteralRun {
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
