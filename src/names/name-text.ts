/** Comparison of names, and names in error messages. */

/** Are two names equal? A missing name (null) equals none. */
export function sameName(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldName(one) === foldName(other);
}

/** Form of a name for comparisons like MySQL's =: folded and without trailing spaces. */
export function foldWhole(name: string): string {
  return foldName(trimTrailingSpaces(name));
}

/** A name without trailing spaces. A regular expression would take quadratic time for long runs of spaces. */
export function trimTrailingSpaces(name: string): string {
  let end = name.length;
  while (name[end - 1] === ' ') end--;
  return name.slice(0, end);
}

/** Does a name contain characters with a meaning in LIKE? */
export function isPattern(name: string): boolean {
  return /[%_\\]/.test(name);
}

/** A name for an error message, cut to 200 characters. */
export function shownName(name: string): string {
  return name.length > 200 ? `${name.slice(0, 200)}…` : name;
}

/**
 * Folding maps equivalent letters of names and patterns to the same letter. Each code point becomes one code point,
 * independent of its neighbours, so that `_` of a pattern is one letter, and pieces of a pattern fold like whole names.
 * toLowerCase alone does not: it makes two letters of İ, and makes Σ at the end of a word a different letter.
 *
 * Ensembl declares the tables with names of taxa and terms as latin1, with the default collation latin1_swedish_ci. In
 * it, = and LIKE compare letter by letter and ignore case and accents, except that Å, Ä (equal to Æ) and Ö are letters
 * of their own, and Ü equals Y (sort_order_latin1 and my_wildcmp_8bit in MySQL's strings/). One difference: in MySQL,
 * Å, Ä and Ö also equal the signs [, \ and ]. For letters outside latin1, only case is ignored.
 */

/** Letters of latin1, in lower case, by the letter that they fold to. */
const BASES: readonly [base: string, letters: string][] = [
  ['a', 'àáâã'],
  ['ä', 'æ'],
  ['c', 'ç'],
  ['d', 'ð'],
  ['e', 'èéêë'],
  ['i', 'ìíîï'],
  ['n', 'ñ'],
  ['o', 'òóôõ'],
  ['u', 'ùúû'],
  ['y', 'ýü'],
];
/** Folded letter by letter in lower case. σ has two forms. NUL becomes a space, because keys of tables use NUL. */
const FOLDED = new Map([
  ...BASES.flatMap(([base, letters]) => Array.from(letters, (letter): [string, string] => [letter, base])),
  ['ς', 'σ'],
  ['\0', ' '],
]);

/** Only letters that toLowerCase folds correctly. */
const PLAIN = /^[\x01-\x7f]*$/;

/** The folded form of a text: equivalent texts have the same. It is well-formed and contains no NUL. */
export function foldName(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : Array.from(text.toWellFormed(), foldLetter).join('');
}

function foldLetter(letter: string): string {
  // For İ, this takes the i and drops the dot after it.
  const [lower = letter] = letter.toLowerCase();
  return FOLDED.get(lower) ?? lower;
}
