/**
 * What tells stable ids of one division from those of another before anything is read: their first letters. A comparative database lists
 * those of all ids that it knows something by, so that only databases are asked that may have an id.
 */

/** Letters of which more tell nothing: `ensmusg` and `ensmust` are of one species. */
const LETTERS = 6;

/** What an id in lower case begins with, up to its first digit, as a regular expression: for the compiler's SQL too. */
export const PATTERN = `^[^0-9]{0,${LETTERS}}`;
const PREFIX = new RegExp(PATTERN, 'u');

/** The same of an id in any case. */
export function idPrefix(id: string): string {
  return PREFIX.exec(id.toLowerCase())![0];
}
