/**
 * How many records of an interval table are in each part of a region: exactly where few are stored, else estimated from
 * the directory alone. A chromosome with millions of variants so costs no more than a gene.
 */
import { at } from '../checked.ts';
import type { IntervalQuery, IntervalTable } from '../index/tables/interval-table.ts';
import type { ByteRange } from '../store/store.ts';

/** Most stored bytes of blocks that are read to count their records: about 80,000 variants. */
export const MAX_COUNTED_BYTES = 1024 * 1024;
/** Pieces of a part, within which an estimate locates the ends of blocks. */
const PIECES = 8;
/** Blocks that are read to estimate how many records the others have. */
const SAMPLES = 3;

export interface FeatureDensity {
  /** Records of each part, in order. All parts have the same length, except that the last may be shorter. */
  counts: number[];
  /** Whether the records were counted; otherwise the counts are estimates. */
  exact: boolean;
}

/** @param table null if the genome has none: nothing is there */
export async function featureDensity(
  table: IntervalTable | null,
  whole: IntervalQuery,
  bins: number,
): Promise<FeatureDensity> {
  const counts = Array.from({ length: bins }, () => 0);
  if (!table) return { counts, exact: true };
  const length = Math.ceil((whole.end - whole.start + 1) / bins);
  if ((await table.storedBytes([whole])) > MAX_COUNTED_BYTES)
    return { counts: await estimatedCounts(table, whole, length, counts), exact: false };
  for await (const found of table.eachOverlapping(whole)) {
    for (const { start } of found) {
      const bin = Math.floor((Math.max(start, whole.start) - whole.start) / length);
      counts[bin] = at(counts, bin) + 1;
    }
  }
  return { counts, exact: true };
}

async function estimatedCounts(
  table: IntervalTable,
  whole: IntervalQuery,
  length: number,
  counts: number[],
): Promise<number[]> {
  const piece = length / PIECES;
  const pieces = Array.from({ length: counts.length * PIECES }, (_, each) => ({
    region: whole.region,
    start: whole.start + Math.ceil(each * piece),
    end: Math.min(whole.start + Math.ceil((each + 1) * piece) - 1, whole.end),
  }));
  // In a short region, pieces have no bases; rounding up can leave the last parts without some, too.
  const filled = pieces.flatMap((query, each) =>
    query.start <= query.end ? [{ query, part: Math.floor(each / PIECES) }] : [],
  );
  const plans = await table.plans(filled.map(({ query }) => query));
  const spread = await estimate(table, blocksWithPieces(plans), filled.length);
  for (const [each, records] of spread.entries()) {
    const { part } = at(filled, each);
    counts[part] = at(counts, part) + records;
  }
  return counts.map(Math.round);
}

interface BlockInPieces {
  range: ByteRange;
  /** Indices of the first and last piece that the block has records for. */
  first: number;
  last: number;
}

function blocksWithPieces(plans: readonly (readonly ByteRange[])[]): BlockInPieces[] {
  const blocks = new Map<number, BlockInPieces>();
  for (const [piece, ranges] of plans.entries()) {
    for (const range of ranges) {
      const known = blocks.get(range.offset);
      if (known) known.last = piece;
      else blocks.set(range.offset, { range, first: piece, last: piece });
    }
  }
  return [...blocks.values()];
}

/** Spreads the records of each block over its pieces: of the first and last, the block has half on average. */
async function estimate(table: IntervalTable, blocks: readonly BlockInPieces[], pieces: number): Promise<number[]> {
  const samples = Array.from({ length: SAMPLES }, (_, each) =>
    at(blocks, Math.floor(((each + 0.5) * blocks.length) / SAMPLES)),
  );
  const records = await Promise.all(samples.map(({ range }) => table.recordsIn(range)));
  const bytes = samples.reduce((sum, { range }) => sum + range.length, 0);
  const perByte = records.reduce((sum, count) => sum + count, 0) / bytes;
  const spread = Array.from({ length: pieces }, () => 0);
  for (const { range, first, last } of blocks) {
    const whole = (range.length * perByte) / Math.max(1, last - first);
    for (let piece = first; piece <= last; piece++) {
      const isEnd = first < last && (piece === first || piece === last);
      spread[piece] = at(spread, piece) + (isEnd ? whole / 2 : whole);
    }
  }
  return spread;
}
