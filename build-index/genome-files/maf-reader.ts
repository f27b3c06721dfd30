/** Streams blocks of a multiple alignment: https://genome.ucsc.edu/FAQ/FAQformat.html#format5 */
import { DumpError } from '../dump/dump-error.ts';
import { lineBatches } from './text-lines.ts';

/** A row of a block. */
export interface MafRow {
  line: number;
  /** Name of the genome and of its sequence, with a point between them. */
  source: string;
  /** 1-based inclusive, on the forward strand. */
  start: number;
  end: number;
  strand: 1 | -1;
  /** Length of the sequence. */
  length: number;
  /** Bases and gaps in the direction of the strand. */
  text: string;
}

/**
 * The blocks of a file. Lines with more about a block (i, e, q) are left out.
 * @throws DumpError with file and line for a file that is no MAF
 */
export async function* readMaf(path: string, progress?: (bytes: number) => void): AsyncGenerator<MafRow[]> {
  let block: MafRow[] = [];
  let isBlock = false;
  for await (const { first, lines } of lineBatches(path, progress))
    for (const [index, text] of lines.entries()) {
      const line = first + index;
      if (/^a(\s|$)/.test(text)) {
        if (block.length > 0) yield block;
        [block, isBlock] = [[], true];
      } else if (/^s\s/.test(text)) {
        if (!isBlock) throw new DumpError(`${path} line ${line}: a line "s" comes before a line "a", so it is no MAF`);
        const row = rowOf(text, line, path);
        const [other] = block;
        if (other && other.text.length !== row.text.length)
          throw new DumpError(
            `${path} line ${line}: ${row.source} has ${row.text.length} columns, the first row of the block ` +
              `${other.text.length}`,
          );
        block.push(row);
      } else if (!/^\s*$|^[#ieq]|^track\b/.test(text))
        throw new DumpError(`${path} line ${line}: "${text.slice(0, 40)}" is no line of a MAF file`);
    }
  if (block.length > 0) yield block;
  if (!isBlock) throw new DumpError(`${path} contains no block: a MAF file has lines "a" and "s"`);
}

function rowOf(line: string, number: number, path: string): MafRow {
  const [, source = '', from = '', bases = '', strand = '', size = '', text = '', ...more] = line.trim().split(/\s+/);
  const [start, count, length] = [Number(from), Number(bases), Number(size)];
  const isSound = [start, count, length].every((value) => Number.isInteger(value) && value >= 0);
  if (!isSound || !/^[+-]$/.test(strand) || text === '' || more.length > 0)
    throw new DumpError(`${path} line ${number}: a row is "s name start size strand length text"`);
  const letters = text.length - (text.match(/[-.]/g)?.length ?? 0);
  if (letters !== count)
    throw new DumpError(`${path} line ${number}: ${source} should have ${count} bases, but has ${letters}`);
  if (start + count > length)
    throw new DumpError(`${path} line ${number}: ${source} ends at ${start + count}, but its length is ${length}`);
  // Places on the reverse strand count from its own beginning.
  const first = strand === '+' ? start + 1 : length - start - count + 1;
  return { line: number, source, start: first, end: first + count - 1, strand: strand === '+' ? 1 : -1, length, text };
}
