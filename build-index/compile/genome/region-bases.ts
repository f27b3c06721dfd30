import { reverseComplement } from '../../../src/genome/bases.ts';
import { only } from '../../../src/checked.ts';
import { type MappedInterval, clip } from './assembly.ts';
import type { ScratchBases } from './scratch-bases.ts';

/** Most bases that are read at once. */
const STEP = 1 << 20;

const LETTER_N = 0x4e;

/**
 * The bases from `first` to `last` of a region, N between its intervals. The consumer owns the arrays.
 *
 * @param intervals on regions with dna, ascending and disjoint, within `first` and `last`
 */
export function* assembledBases(
  scratch: ScratchBases,
  intervals: readonly MappedInterval[],
  first: number,
  last: number,
): Generator<Uint8Array> {
  let next = first;
  for (const interval of intervals) {
    yield* unknownBases(interval.start - next);
    for (let start = interval.start; start <= interval.end; start += STEP) {
      const part = only(clip([interval], start, Math.min(start + STEP - 1, interval.end)));
      const wanted = part.end - part.start + 1;
      const bases = scratch.read(part.target.id, part.from, part.from + wanted - 1);
      const missing = new Uint8Array(wanted - bases.length).fill(LETTER_N);
      if (part.strand === 1) yield* [bases, missing];
      else yield* [missing, reverseComplement(bases)];
    }
    next = interval.end + 1;
  }
  yield* unknownBases(last - next + 1);
}

function* unknownBases(count: number): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= STEP) yield new Uint8Array(Math.min(left, STEP)).fill(LETTER_N);
}
