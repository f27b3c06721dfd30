/**
 * What tells stable ids of one division from those of another before anything is read: their first letters. A comparative database lists
 * those of all ids that it knows something by, so that only databases are asked that may have an id.
 */

/** Letters of which more tell nothing: `ensmusg` and `ensmust` are of one species. */
const LETTERS = 6;

/** What an id begins with, in lower case, up to its first digit. */
export function idPrefix(id: string): string {
  return new RegExp(PATTERN, 'u').exec(id.toLowerCase())![0];
}

/** The same as a regular expression of lower-case ids, for the compiler's SQL. */
export const PATTERN = `^[^0-9]{0,${LETTERS}}`;
