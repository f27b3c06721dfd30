/**
 * A fault in the input of a build, such as a missing table.sql, a broken row or a truncated file. The message is one
 * line for the operator with the fault and its place; commands print it without a stack trace.
 */
export class DumpError extends Error {
  override readonly name = 'DumpError';

  /** @param message a word of more than 300 characters, such as a name in a damaged file, loses its middle */
  constructor(message = '', options?: ErrorOptions) {
    super(
      message.replaceAll(LONG_WORD, (word) => `${word.slice(0, 150)}…${word.slice(-50)}`),
      options,
    );
  }
}

const LONG_WORD = /\S{301,}/g;

/** Ends the error of a last row without a newline, since mysqldump ends each row with one. */
export const PERHAPS_CUT = '; the file ends there without a newline, so it may have been cut short';
