/** How names are compared, and how they are shown to whoever sent them. */

/** Are two names one and the same? Nothing (null) bears none. */
export function sameName(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldName(one) === foldName(other);
}

/** A name as MySQL compares it with =: folded, and but for blanks behind it. */
export function foldWhole(name: string): string {
  return foldName(trimTrailingSpaces(name));
}

/** A name but for the blanks at its end. A pattern would look through each run of blanks from each of its places. */
export function trimTrailingSpaces(name: string): string {
  let end = name.length;
  while (name[end - 1] === ' ') end--;
  return name.slice(0, end);
}

/** Does a name hold what LIKE does not take literally? */
export function isPattern(name: string): boolean {
  return /[%_\\]/.test(name);
}

/** A name for an error message, which nobody reads to the end when it is very long. */
export function shownName(name: string): string {
  return name.length > 200 ? `${name.slice(0, 200)}…` : name;
}

/**
 * Which letters count alike in names, and in patterns that names are held against. Each code point becomes one code
 * point, whatever stands around it, so that `_` of a pattern is one letter, and pieces of a pattern are folded as
 * whole names are. toLowerCase is not like that: it makes two letters of İ, and of a Σ another one at the end of a
 * word than within it.
 *
 * Ensembl declares the tables with names of taxa and terms latin1, whose collation, unless another is named, is
 * latin1_swedish_ci: = and LIKE compare letter by letter there, either case alike, and letters with accents like
 * those without, but for Å, Ä (like Æ) and Ö, which are letters of their own, and Ü, which is a Y (sort_order_latin1
 * and my_wildcmp_8bit in MySQL's strings/). Only that Å, Ä and Ö are also the signs [, \ and ] there is not so here.
 * Letters that latin1 lacks count alike in either case, and no further.
 */

/** What letters of latin1 count as, of lower case. */
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
/** By letter of lower case. σ has two forms. A NUL is a blank: tables of names put it to uses of their own. */
const COUNTS_AS = new Map([
  ...BASES.flatMap(([base, letters]) => Array.from(letters, (letter): [string, string] => [letter, base])),
  ['ς', 'σ'],
  ['\0', ' '],
]);

/** Only letters that toLowerCase does justice to. */
const PLAIN = /^[\x01-\x7f]*$/;

/** A text as names are compared by: two that are alike become one and the same. Well-formed, and without NUL. */
export function foldName(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : Array.from(text.toWellFormed(), foldLetter).join('');
}

function foldLetter(letter: string): string {
  // Of İ that is an i, without the dot that follows it.
  const [lower] = letter.toLowerCase();
  return COUNTS_AS.get(lower!) ?? lower!;
}
