import { stat } from 'node:fs/promises';
import { DumpError } from './dump-error.ts';
import { openDumpSource } from './dump-source.ts';
import type { DumpSource } from './dump-source.ts';
import { RowBatch } from './row-batch.ts';
import type { RowRules } from './row-scan.ts';

/**
 * Streams the rows of a file that `mysqldump --tab` wrote. Fields end at a tab, rows at a newline. A backslash escapes
 * the next byte, also a tab or newline, and a field `\N` is NULL. A carriage return is data.
 *
 * Rows come in batches that share one buffer: a batch is valid until the next one is read. The buffer is as large as
 * BUFFER_BYTES or the longest row, so memory does not depend on the size of the file.
 *
 * @param path plain file, or gzip if it ends with `.gz`
 * @param columnCount number of fields in a row
 * @param table name for errors
 * @param progress gets the bytes of the stored file that were read since the last call
 * @param rules rows that may differ from the table; by default none
 * @throws DumpError with path and line for a row with another number of fields, unless departures are counted; for a
 *   file that ends inside an escape, damaged gzip, and a last row without a newline in gzip or in a file larger than
 *   LARGEST_EDITED
 */
export async function* readRows(
  path: string,
  columnCount: number,
  table = 'the table',
  progress?: (bytes: number) => void,
  rules: RowRules = {},
): AsyncGenerator<RowBatch> {
  for await (const rows of readRowsOrBytes(path, columnCount, table, progress, rules, () => false))
    yield rows as RowBatch;
}

/**
 * Like readRows, but yields the bytes of whole rows for which `mayStay` returns true. No field in them is longer than
 * BUFFER_BYTES. Later errors name wrong lines, since lines in these bytes are not counted.
 */
export async function* readRowsOrBytes(
  path: string,
  columnCount: number,
  table: string,
  progress: ((bytes: number) => void) | undefined,
  rules: RowRules,
  mayStay: (rows: Buffer) => boolean,
): AsyncGenerator<RowBatch | Buffer> {
  const source = await openDumpSource(path);
  try {
    let reported = 0;
    const batch = new RowBatch(path, table, columnCount, rules);
    const { size } = await stat(path);
    const isCompressed = path.endsWith('.gz');
    // Most dump files are tiny, so the buffer has the size of the file: a megabyte for each would cost time.
    const capacity = Math.min(BUFFER_BYTES, (isCompressed ? size * 8 : size) + 1024);
    for await (const rows of scanSource(source, batch, capacity, !isCompressed && size <= LARGEST_EDITED, mayStay)) {
      progress?.(source.consumed - reported);
      reported = source.consumed;
      yield rows;
    }
    progress?.(source.consumed - reported);
  } finally {
    await source.close();
  }
}

const NEWLINE = 0x0a;
/** 1 MiB keeps the cost per batch (one read, one await) below 1% at 500 MB/s and still fits the second-level cache. */
export const BUFFER_BYTES = 1024 * 1024;
/** Maximum bytes of a row. Rows of the dna table may be longer and have their own reader. */
const LONGEST_ROW = 1024 * 1024 * 1024;

/** Up to this size, files may lack the last newline, as edited dumps such as Ensembl's test databases do. */
const LARGEST_EDITED = 256 * 1024;

async function* scanSource(
  source: DumpSource,
  batch: RowBatch,
  capacity: number,
  mayBeEdited: boolean,
  mayStay: (rows: Buffer) => boolean,
): AsyncGenerator<RowBatch | Buffer> {
  let buffer = Buffer.allocUnsafe(capacity);
  let filled = 0;
  let atEnd = false;
  while (true) {
    while (!atEnd && filled < buffer.length) {
      const count = await source.read(buffer.subarray(filled));
      if (count === 0) atEnd = true;
      filled += count;
    }
    // mysqldump ends each row with a newline, so a file without the last one may lack parts of a field too.
    if (atEnd && !mayBeEdited && filled > 0 && buffer[filled - 1] !== NEWLINE) {
      batch.scan(buffer, filled, false);
      throw new DumpError(`${batch.whereNext()}: the file ends within this row, without a newline; copy it again`);
    }
    const whole = filled <= BUFFER_BYTES ? buffer.subarray(0, filled).lastIndexOf(NEWLINE) + 1 : 0;
    let used: number;
    if (whole > 0 && mayStay(buffer.subarray(0, whole))) {
      yield buffer.subarray(0, whole);
      used = whole;
      if (atEnd && used === filled) return;
    } else {
      used = batch.scan(buffer, filled, atEnd);
      if (batch.rowCount > 0) yield batch;
      if (atEnd) return;
    }
    if (used === 0) {
      if (buffer.length >= LONGEST_ROW) throw new DumpError(`${batch.where(0)}: the row is longer than 1 GiB`);
      const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, BUFFER_BYTES));
      buffer.copy(larger);
      buffer = larger;
    } else {
      buffer.copyWithin(0, used, filled);
      filled -= used;
    }
  }
}
