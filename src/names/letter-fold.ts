/**
 * Which letters count alike in names, and in patterns that names are held against. Each code point becomes one code point, whatever
 * stands around it, so that `_` of a pattern is one letter, and pieces of a pattern are folded as whole names are. toLowerCase is not
 * like that: it makes two letters of İ, and of a Σ another one at the end of a word than within it.
 *
 * Ensembl declares the tables with names of taxa and terms latin1, whose collation, unless another is named, is latin1_swedish_ci: =
 * and LIKE compare letter by letter there, either case alike, and letters with accents like those without, but for Å, Ä (like Æ) and Ö,
 * which are letters of their own, and Ü, which is a Y (sort_order_latin1 and my_wildcmp_8bit in MySQL's strings/). Only that Å, Ä
 * and Ö are also the signs [, \ and ] there is not so here. Letters that latin1 lacks count alike in either case, and no further.
 */

/** What letters of latin1 count as, of lower case. */
const BASES: readonly [base: string, letters: string][] = [
  ['a', 'àáâã'], ['ä', 'æ'], ['c', 'ç'], ['d', 'ð'], ['e', 'èéêë'], ['i', 'ìíîï'], ['n', 'ñ'], ['o', 'òóôõ'], ['u', 'ùúû'], ['y', 'ýü'],
];
/** By letter of lower case. σ has two forms. A NUL is a blank: tables of names put it to uses of their own. */
const COUNTS_AS = new Map([...BASES.flatMap(([base, letters]) => Array.from(letters, (letter): [string, string] => [letter, base])), ['ς', 'σ'], ['\0', ' ']]);

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
