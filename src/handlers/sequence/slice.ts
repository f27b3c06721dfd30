/** The slice a sequence request is about, made longer or shorter as its parameters say. */
import { sliceLength, type Slice } from '../../genome/seq-region.ts';
import { exonLength, type Span } from '../../genome/transcript.ts';
import { lowerCase } from '../../genome/translation.ts';
import { ApiError } from '../../api-error.ts';
import { NANOSECONDS } from '../../work-budget.ts';
import { COPIES_OF_SEQUENCES, MAX_SEQUENCE_LETTERS } from '../../memory-budget.ts';
import { reserveMemory, type RequestBudgets } from '../../operation/memory-reservation.ts';

/**
 * Adds bases before and after a slice, seen on its strand; a negative number takes some away. A slice may grow beyond
 * the ends of a linear region (what is not there reads as N, and positions below 1 are counted on), so that the
 * requested bases stand where a client expects them; on a circular region it grows around the origin.
 */
export function expandSlice(slice: Slice, fivePrime: number, threePrime: number): Slice {
  if (fivePrime === 0 && threePrime === 0) return slice;
  const { region } = slice;
  const length = sliceLength(slice) + fivePrime + threePrime;
  if (length < 1) throw new ApiError('Slice start cannot be greater than slice end');
  if (region.circular && length > region.length) {
    throw new ApiError(
      `The expanded slice of ${length} bases is longer than ${region.name}, a circular region of ${region.length}`,
    );
  }
  const [before, after] = slice.strand === 1 ? [fivePrime, threePrime] : [threePrime, fivePrime];
  return around(slice, slice.start - before, slice.end + after);
}

/** The part from the `start`th to the `end`th base of a slice, counted from 1 on its strand. */
export function trimSlice(slice: Slice, start: number, end: number): Slice {
  const length = sliceLength(slice);
  const [first, last] = slice.strand === 1 ? [start, end] : [length - end + 1, length - start + 1];
  return around(slice, slice.start + first - 1, slice.start + last - 1);
}

/**
 * Sets the work and memory of slices aside. Throws ApiError (400) when those of one request hold more than 10 Mb
 * together.
 */
export function reserveForSlices({ work, memory }: RequestBudgets, slices: readonly Slice[]): Promise<void> | null {
  const total = slices.reduce((sum, slice) => sum + sliceLength(slice), 0);
  if (total <= MAX_SEQUENCE_LETTERS) {
    work.spend(total * NANOSECONDS.letter, 'smaller regions or fewer of them');
    return reserveMemory(memory, total * COPIES_OF_SEQUENCES);
  }
  throw new ApiError(
    `${total} is greater than the maximum allowed length of ${MAX_SEQUENCE_LETTERS} for one request. Request ` +
      'smaller regions or fewer of them',
  );
}

export interface Limits {
  start: number;
  end: number;
}

/**
 * What a request's start and end mean for a sequence of a length, counted from 1; null when it asks for no part. An
 * absent or zero start is the beginning, an absent end the end. Throws ApiError (400) for what lies outside.
 */
export function limitsWithin(length: number, start: number | undefined, end: number | undefined): Limits {
  const from = start || 1;
  const to = end ?? length;
  if (from < 0 || from > length) throw new ApiError('Your start coordinate is not within the sequence requested');
  if (to < 1 || to > length + 1) throw new ApiError('Your end coordinate is not within the sequence requested');
  if (from > to) throw new ApiError('Your start coordinate cannot be larger than your end');
  return { start: from, end: Math.min(to, length) };
}

/** Writes stretches of the region in lower case, in the bases of a slice. */
export function maskStretches(bases: Uint8Array, slice: Slice, stretches: readonly Span[]): void {
  for (const stretch of stretches) {
    for (const { from, to } of within(slice, stretch)) lowerCase(bases, from, to);
  }
}

/**
 * Where a stretch of the region stands on the bases of a slice: 0-based, half open, may reach beyond the slice. Once,
 * if at all, and on a circle twice when the slice begins and ends within the stretch.
 */
export function within(slice: Slice, stretch: Span): { from: number; to: number }[] {
  const { region, start, end, strand } = slice;
  const turn = region.circular ? region.length : 0;
  const length = exonLength(stretch, turn);
  const bases = sliceLength(slice);
  const before = strand === 1 ? stretch.start - start : end - stretch.end;
  const turns = turn === 0 ? [0] : [-turn, 0, turn];
  return turns
    .map((shift) => ({ from: before + shift, to: before + shift + length }))
    .filter(({ from, to }) => from < bases && to > 0);
}

/** Positions beyond the origin of a circular region come round; those of a linear one stay. */
function around(slice: Slice, start: number, end: number): Slice {
  const { region } = slice;
  if (!region.circular) return { ...slice, start, end };
  const turn = (position: number) => ((((position - 1) % region.length) + region.length) % region.length) + 1;
  return { ...slice, start: turn(start), end: turn(end) };
}
