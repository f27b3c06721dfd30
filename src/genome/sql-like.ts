/**
 * Patterns of SQL's LIKE, as Ensembl's filters take them: `%` is any text, `_` any one letter, a backslash takes the
 * next letter as it is. Letters count alike in either case, as in MySQL's default collation.
 */

/** A test of whole texts against a pattern. Costs at most pattern x text. */
export function sqlLike(pattern: string): (text: string) => boolean {
  const letters = parse(pattern);
  return (text) => matches(letters, [...text.toLowerCase()]);
}

/** The text that everything a pattern matches begins with, in lower case; '' when it begins with a wildcard. */
export function literalPrefix(pattern: string): string {
  const letters = parse(pattern);
  const end = letters.findIndex((letter) => typeof letter !== 'string');
  return letters.slice(0, end < 0 ? letters.length : end).join('');
}

const ANY_TEXT = Symbol('%');
const ANY_LETTER = Symbol('_');
type PatternLetter = string | typeof ANY_TEXT | typeof ANY_LETTER;

function parse(pattern: string): PatternLetter[] {
  const parsed: PatternLetter[] = [];
  const letters = [...pattern.toLowerCase()];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    if (letter === '%') {
      if (parsed.at(-1) !== ANY_TEXT) parsed.push(ANY_TEXT);
    } else if (letter === '_') parsed.push(ANY_LETTER);
    else parsed.push(letter === '\\' && at + 1 < letters.length ? letters[++at]! : letter);
  }
  return parsed;
}

/**
 * Greedy matching: after a mismatch only the last `%` seen takes one more letter. That is enough, because whatever an
 * earlier `%` could give up, the later one can take.
 */
function matches(pattern: readonly PatternLetter[], text: readonly string[]): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let starText = 0;
  while (place < text.length) {
    const letter = pattern[at];
    if (letter === ANY_TEXT) {
      star = at++;
      starText = place;
    } else if (letter === ANY_LETTER || letter === text[place]) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      place = ++starText;
    } else return false;
  }
  while (pattern[at] === ANY_TEXT) at++;
  return at === pattern.length;
}
