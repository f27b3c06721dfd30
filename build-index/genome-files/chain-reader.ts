/** Reads alignments of two assemblies in UCSC's chain format. */
import type { ReadingDepartures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { lineBatches } from './text-lines.ts';

export interface ChainSide {
  name: string;
  size: number;
  isReverse: boolean;
  /** From 0, on the strand of the side. */
  start: number;
  end: number;
}

/** A piece without gaps. Positions are from 0, on the strands of the sides. */
export interface ChainBlock {
  line: number;
  target: ChainSide;
  query: ChainSide;
  targetStart: number;
  queryStart: number;
  length: number;
}

/**
 * The pieces of a plain or gzip file. A chain whose lines are no numbers, or lead past its ends, is counted and the
 * rest of it left out.
 *
 * @throws DumpError for a file without a chain
 */
export async function* readChain(
  path: string,
  reading: ReadingDepartures,
  progress?: (bytes: number) => void,
): AsyncGenerator<ChainBlock> {
  let chain: { target: ChainSide; query: ChainSide } | null = null;
  let [targetAt, queryAt, isAny, lastLine] = [0, 0, false, 0];
  const leaveOut = (line: number, sentence: string) => {
    reading.note('line that is no part of a chain', () => `${path} line ${line}: ${sentence}`);
    chain = null;
  };
  for await (const { first, lines } of lineBatches(path, progress))
    for (const [index, raw] of lines.entries()) {
      const [line, text] = [first + index, raw.trim()];
      if (text === '' || text.startsWith('#')) continue;
      lastLine = line;
      if (text.startsWith('chain')) {
        if (chain) leaveOut(line, 'the chain before this line has no last piece');
        chain = headerOf(text);
        if (!chain) leaveOut(line, `the header of a chain has 12 or 13 fields: ${JSON.stringify(text.slice(0, 80))}`);
        else [targetAt, queryAt] = [chain.target.start, chain.query.start];
        isAny = true;
        continue;
      }
      if (!isAny)
        throw new DumpError(
          `${path} line ${line}: a chain file begins with a line "chain score …", but this one with ` +
            JSON.stringify(text.slice(0, 20)),
        );
      if (!chain) continue;
      const { target, query }: { target: ChainSide; query: ChainSide } = chain;
      const numbers = text.split(/\s+/).map(Number);
      const [length = 0, targetGap = 0, queryGap = 0] = numbers;
      const isLast = numbers.length === 1;
      if (numbers.some((each) => !Number.isInteger(each) || each < 0) || (numbers.length !== 3 && !isLast)) {
        leaveOut(line, `a piece has one or three numbers: ${JSON.stringify(text.slice(0, 40))}`);
        continue;
      }
      if (targetAt + length > target.end || queryAt + length > query.end) {
        leaveOut(line, `the piece ends beyond its chain of ${target.name} and ${query.name}`);
        continue;
      }
      if (length > 0) yield { line, target, query, targetStart: targetAt, queryStart: queryAt, length };
      targetAt += length + targetGap;
      queryAt += length + queryGap;
      if (isLast) chain = null;
    }
  if (!isAny) throw new DumpError(`${path} has no chain`);
  if (chain) leaveOut(lastLine, 'the last chain has no last piece; the file may have been cut short');
}

function headerOf(text: string): { target: ChainSide; query: ChainSide } | null {
  const fields = text.split(/\s+/);
  if (fields.length < 12 || fields.length > 13 || fields[0] !== 'chain') return null;
  const [target, query] = [sideOf(fields.slice(2, 7)), sideOf(fields.slice(7, 12))];
  return target && query ? { target, query } : null;
}

function sideOf([name = '', ...fields]: readonly string[]): ChainSide | null {
  const [size, start, end] = [fields[0], fields[2], fields[3]].map(Number);
  const strand = fields[1];
  if (size === undefined || start === undefined || end === undefined) return null;
  const isSound = Number.isInteger(size) && 0 <= start && start <= end && end <= size;
  return isSound && (strand === '+' || strand === '-') ? { name, size, isReverse: strand === '-', start, end } : null;
}
