/**
 * Patterns of SQL's LIKE in Ensembl's filters: `%` is any text, `_` any one letter; a backslash makes the next letter
 * literal. Pattern and text are folded first, by default as names are.
 *
 * The matcher is an automaton whose states are bits (Baeza-Yates and Gonnet, CACM 35:74, 1992, with loops for `%`). Bit
 * n is set if the first n letters of the pattern can match the whole text so far. Each letter of a text costs one step
 * for every 32 letters between two `%`, for all patterns and texts.
 */
import { foldName } from './name-text.ts';

/** Maps equivalent letters to the same letter, one code point for each code point. */
type Fold = (text: string) => string;

/** A test of whole texts against a pattern. */
export function sqlLike(pattern: string, fold: Fold = foldName): (text: string) => boolean {
  const letters: (string | typeof ANY_LETTER)[] = [];
  /** Numbers of letters after which the pattern has a `%`. */
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
    // A place before `%` stays reached, so words below `first` no longer matter; words above `top` are still 0.
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

/** The folded text that all matches of a pattern begin with; '' if the pattern begins with a wildcard. */
export function literalPrefix(pattern: string, fold: Fold = foldName): string {
  const [first] = literalRuns(pattern, fold);
  return first?.atStart ? first.letters.join('') : '';
}

/** Adjacent literal letters of a pattern. */
interface LiteralRun {
  /** Folded, one code point each. */
  letters: string[];
  /** Does the pattern begin, or end, with the run? */
  atStart: boolean;
  atEnd: boolean;
}

/** The runs of literal letters between the wildcards of a pattern, in order. */
export function literalRuns(pattern: string, fold: Fold = foldName): LiteralRun[] {
  const runs: LiteralRun[] = [];
  const parsed = parse(fold(pattern));
  let run: LiteralRun | null = null;
  for (const [index, letter] of parsed.entries()) {
    if (typeof letter !== 'string') {
      run = null;
      continue;
    }
    if (!run) runs.push((run = { letters: [], atStart: index === 0, atEnd: false }));
    run.letters.push(letter);
    run.atEnd = index === parsed.length - 1;
  }
  return runs;
}

const ANY_TEXT = Symbol('%');
const ANY_LETTER = Symbol('_');
type PatternLetter = string | typeof ANY_TEXT | typeof ANY_LETTER;

/** @param pattern folded */
function parse(pattern: string): PatternLetter[] {
  const parsed: PatternLetter[] = [];
  let isEscaped = false;
  for (const letter of pattern) {
    if (isEscaped) {
      parsed.push(letter);
      isEscaped = false;
    } else if (letter === '\\') isEscaped = true;
    else if (letter === '%') {
      if (parsed.at(-1) !== ANY_TEXT) parsed.push(ANY_TEXT);
    } else parsed.push(letter === '_' ? ANY_LETTER : letter);
  }
  // A backslash at the end is literal.
  if (isEscaped) parsed.push('\\');
  return parsed;
}
