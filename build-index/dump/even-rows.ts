/** Gives rows of a dump as many fields as their table has columns, as MySQL's LOAD DATA does. */

const [TAB, NEWLINE, BACKSLASH] = [0x09, 0x0a, 0x5c];

/** Rows with the right number of fields. */
interface EvenRows {
  bytes: Buffer;
  /** Bytes of the same rows before. */
  used: number;
}

/**
 * Cuts extra fields, and adds those that rows lack at their end.
 *
 * @param atEnd the bytes are the last of the file, so that the last row may lack its newline
 * @param defaults what a row gets for a field that it lacks, by column, as the dump would spell it
 * @param uneven gets the offset and the fields of each row with another number of fields
 */
export function evenRows(
  bytes: Buffer,
  atEnd: boolean,
  defaults: readonly string[],
  uneven: (rowStart: number, fields: number) => void,
): EvenRows {
  const columns = defaults.length;
  const parts: Buffer[] = [];
  /** End of the bytes that are in `parts`. */
  let copied = 0;
  let [rowStart, fields, cutAt] = [0, 1, -1];
  const endRow = (end: number) => {
    if (fields !== columns) {
      uneven(rowStart, fields);
      parts.push(bytes.subarray(copied, cutAt < 0 ? end : cutAt));
      if (fields < columns)
        parts.push(
          Buffer.from(
            defaults
              .slice(fields)
              .map((value) => `\t${value}`)
              .join(''),
          ),
        );
      copied = end;
    }
    [rowStart, fields, cutAt] = [end + 1, 1, -1];
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) at++;
    else if (byte === TAB) {
      if (fields++ === columns) cutAt = at;
    } else if (byte === NEWLINE) endRow(at);
  }
  if (atEnd && rowStart < bytes.length) endRow(bytes.length);
  const used = Math.min(rowStart, bytes.length);
  if (copied < used) parts.push(bytes.subarray(copied, used));
  return { bytes: Buffer.concat(parts), used };
}
