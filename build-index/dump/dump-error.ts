/**
 * A fault in the input of a build, such as a missing table.sql, a broken row or a truncated file. The message is one
 * line for the operator with the fault and its place; commands print it without a stack trace.
 */
export class DumpError extends Error {
  override readonly name = 'DumpError';
}

/** Ends the error of a last row without a newline, since mysqldump ends each row with one. */
export const PERHAPS_CUT = '; the file ends there without a newline, so it may have been cut short';
