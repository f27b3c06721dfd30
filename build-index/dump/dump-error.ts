/**
 * Something is wrong with the input of a build: a missing table.sql, a broken row, a truncated file.
 * The message is one sentence for the operator that says what and where; the command prints it without a stack trace.
 */
export class DumpError extends Error {
  override readonly name = 'DumpError';
}

/** Said of a fault in the last row of a file that lacks its newline: mysqldump ends each row with one. */
export const PERHAPS_CUT = '; the file ends there without a newline, so it may have been cut short';
