import { at } from '../../src/checked.ts';
import type { DepartureKind, ReadingDepartures } from './departures.ts';
import { DumpError, PERHAPS_CUT } from './dump-error.ts';
import { openDumpSource } from './dump-source.ts';
import type { TableSchema } from './table-schema.ts';

/** A part of one sequence. */
interface DnaPiece {
  seqRegionId: number;
  /** Line in the file, from 1. */
  line: number;
  /** ASCII letters of the dump, possibly none. A view that is valid until the next piece is read. */
  bases: Uint8Array;
  /** Does the sequence end with this piece? */
  last: boolean;
  /** Does the file end with this piece, without a newline? */
  isOpen: boolean;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const LETTER_N = 0x4e;
const BUFFER_BYTES = 1024 * 1024;
// Upper and lower case letters, which are all that a packed sequence can hold. Gaps ('-') and stops ('*') are no bases.
const isBase = new Uint8Array(256).fill(1, 0x41, 0x5b).fill(1, 0x61, 0x7b);

/**
 * Streams the `dna` table in the order of the file. A row may be as long as a chromosome, so sequences come in pieces,
 * each with the id of its seq region. Memory stays at one buffer of 1 MiB.
 *
 * @param path plain file, or gzip if it ends with `.gz`
 * @param schema order of the columns; by default seq_region_id, sequence
 * @param progress gets the bytes of the stored file that were read since the last call
 * @param departures counts departures: other bytes than bases are then read as N, malformed ids as MySQL reads them
 * @throws DumpError with path and line for a row with another number of fields, a malformed id, a byte that is no base,
 *   if departures are errors
 */
export async function* readDna(
  path: string,
  schema?: TableSchema,
  progress?: (bytes: number) => void,
  departures?: ReadingDepartures,
): AsyncGenerator<DnaPiece> {
  const columns = schema?.columns.map(({ name }) => name) ?? ['seq_region_id', 'sequence'];
  const idColumn = columns.indexOf('seq_region_id');
  const sequenceColumn = columns.indexOf('sequence');
  if (idColumn === -1 || sequenceColumn < idColumn) {
    throw new DumpError(
      `${path}: the dna table needs the columns seq_region_id and sequence, in this order, but has ` +
        `${columns.join(', ')}`,
    );
  }
  const source = await openDumpSource(path);
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let line = 1;
  let column = 0;
  /** Text of the present column, unless it is the sequence. */
  let text = '';
  let seqRegionId = -1;
  let rowHasBytes = false;
  let reported = 0;
  const depart = (kind: DepartureKind, what: string) => {
    const sentence = `${path} line ${line}: ${what}`;
    if (!departures) throw new DumpError(sentence);
    departures.note(kind, () => sentence);
  };
  const endColumn = (): void => {
    if (column === idColumn) {
      if (!/^\d{1,15}$/.test(text))
        depart(
          'text in a number column',
          `the seq_region_id should be a whole number but is ${JSON.stringify(text.slice(0, 40))}`,
        );
      seqRegionId = Number(/^\d{1,15}/.exec(text)?.[0] ?? 0);
    }
    text = '';
  };
  const endRow = (isCut = false): void => {
    endColumn();
    if (column + 1 !== columns.length) {
      const fields = column === 0 ? '1 field' : `${column + 1} fields`;
      depart(
        column + 1 < columns.length ? 'missing fields' : 'extra fields',
        `a row of dna has ${columns.length} columns, this one has ` +
          `${fields}${isCut && column + 1 < columns.length ? PERHAPS_CUT : ''}`,
      );
    }
    line++;
    column = 0;
    rowHasBytes = false;
  };
  try {
    while (true) {
      const length = await source.read(buffer);
      progress?.(source.consumed - reported);
      reported = source.consumed;
      if (length === 0) break;
      let from = 0;
      while (from < length) {
        const [end, wrong] = fieldAt(buffer, from, length);
        rowHasBytes = true;
        if (column === sequenceColumn) {
          if (wrong !== -1) {
            const letter = shown(at(buffer, wrong));
            depart(
              'letter that is no base',
              `the sequence of seq region ${seqRegionId} contains ${letter}, which is no base`,
            );
            for (let each = wrong; each < end; each++) if (isBase[at(buffer, each)] === 0) buffer[each] = LETTER_N;
          }
          yield { seqRegionId, line, bases: buffer.subarray(from, end), last: end < length, isOpen: false };
        } else {
          text += buffer.toString('latin1', from, Math.min(end, from + 100));
        }
        if (end === length) break;
        from = end + 1;
        if (buffer[end] === NEWLINE) {
          endRow();
        } else {
          endColumn();
          column++;
        }
      }
    }
    if (rowHasBytes) {
      // The file ends without a newline, so the sequence may be incomplete.
      if (column === sequenceColumn) yield { seqRegionId, line, bases: new Uint8Array(0), last: true, isOpen: true };
      endRow(true);
    }
  } finally {
    await source.close();
  }
}

/** End of the field that begins at `from`, and the first byte in it that is no base; -1 if all are bases. */
function fieldAt(buffer: Buffer, from: number, length: number): [end: number, wrong: number] {
  let at = from;
  while (at < length && isBase[buffer[at]!] === 1) at++;
  const wrong = at;
  while (at < length && buffer[at] !== NEWLINE && buffer[at] !== TAB) at++;
  return [at, wrong === at ? -1 : wrong];
}

function shown(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16).padStart(2, '0')}`;
}
