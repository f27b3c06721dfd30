import { stat } from 'node:fs/promises';
import { DumpError } from './dump-error.ts';
import { openDumpSource } from './dump-source.ts';
import type { DumpSource } from './dump-source.ts';
import { RowBatch } from './row-batch.ts';

/**
 * Streams the rows of a file that `mysqldump --tab` wrote: fields end at a tab, rows at a newline, a backslash takes
 * the next byte (a tab or newline too) into the field, and a field that is `\N` is NULL. A carriage return is data.
 *
 * Rows come in batches that share one buffer: a batch is valid until the next one is asked for. The buffer is as large
 * as BUFFER_BYTES or the longest row, so memory does not depend on the size of the file.
 *
 * @param path plain, or gzip when it ends in `.gz`
 * @param columnCount fields that a row has
 * @param table name for error messages
 * @param progress told how many bytes of the stored (compressed) file have been read since it was last told
 * @param leastFields fields after which a row may end, the others being NULL; by default all
 * @throws DumpError with path and line for a row of another length, for a file cut inside a row's escape, for bad gzip,
 *   for a last row without a newline in gzip or in a file larger than people edit
 */
export async function* readRows(
  path: string,
  columnCount: number,
  table = 'the table',
  progress?: (bytes: number) => void,
  leastFields = columnCount,
): AsyncGenerator<RowBatch> {
  for await (const rows of readRowsOrBytes(path, columnCount, table, progress, leastFields, () => false))
    yield rows as RowBatch;
}

/**
 * The same, but rows that may stay as they are come as the bytes of the file: some whole rows, of which no field is
 * longer than BUFFER_BYTES. After them lines are not known any more: messages name wrong ones.
 *
 * @param mayStay asked of each stretch of whole rows
 */
export async function* readRowsOrBytes(
  path: string,
  columnCount: number,
  table: string,
  progress: ((bytes: number) => void) | undefined,
  leastFields: number,
  mayStay: (rows: Buffer) => boolean,
): AsyncGenerator<RowBatch | Buffer> {
  const source = await openDumpSource(path);
  try {
    let reported = 0;
    const batch = new RowBatch(path, table, columnCount, leastFields);
    const { size } = await stat(path);
    const isCompressed = path.endsWith('.gz');
    // Most dump files are tiny: a buffer of their size spares zeroing a megabyte for each.
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
// 1 MiB keeps the per-batch cost (one read, one await) below 1% at 500 MB/s and still fits the second-level cache.
export const BUFFER_BYTES = 1024 * 1024;
// The longest row that is held in memory; a row of the dna table may be longer and has its own reader.
const LONGEST_ROW = 1024 * 1024 * 1024;

/** Dumps that people have edited, as Ensembl's own test databases, may lack the newline at their end. */
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
    // mysqldump ends each row with a newline: what lacks the last may lack more, such as letters or digits of a field.
    if (atEnd && !mayBeEdited && filled > 0 && buffer[filled - 1] !== NEWLINE) {
      batch.scan(buffer, filled, false);
      throw new DumpError(`${batch.whereNext()}: the file ends within this row, without a newline`);
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
