/** Expands, trims and masks the slices of sequence requests. */
import { sliceLength, wrapPosition, type Slice } from '../../genome/seq-region.ts';
import { exonLength, type Span } from '../../genome/transcript.ts';
import { lowerCase } from '../../genome/translation.ts';
import { ApiError } from '../../api-error.ts';
import { NANOSECONDS } from '../../work-budget.ts';
import { COPIES_OF_SEQUENCES, MAX_SEQUENCE_LETTERS } from '../../memory-budget.ts';
import { reserveMemory, type RequestBudgets } from '../../operation/memory-reservation.ts';

/**
 * Adds bases before and after a slice, on its strand; negative numbers remove bases. On a linear region the slice may
 * exceed both ends, with positions below 1 and N for missing bases, so that its length is as requested. On a circular
 * region it continues over the origin. Throws ApiError (400) for a result below 1 base or above a circular region.
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
  return withEnds(slice, slice.start - before, slice.end + after);
}

/** The part of a slice from base `start` to base `end`, 1-based on its strand. */
export function trimSlice(slice: Slice, start: number, end: number): Slice {
  const length = sliceLength(slice);
  const [first, last] = slice.strand === 1 ? [start, end] : [length - end + 1, length - start + 1];
  return withEnds(slice, slice.start + first - 1, slice.start + last - 1);
}

/**
 * Counts the work and reserves the memory of slices. Throws ApiError (400) if they have more than 10 Mb in total.
 *
 * @param bytesPerBase of memory @param otherBytes that the answer needs too
 */
export function reserveForSlices(
  { work, memory }: RequestBudgets,
  slices: readonly Slice[],
  bytesPerBase = COPIES_OF_SEQUENCES,
  otherBytes = 0,
): Promise<void> | null {
  const total = totalLength(slices);
  if (total <= MAX_SEQUENCE_LETTERS) {
    work.spend(total * NANOSECONDS.letter, 'smaller regions or fewer of them');
    return reserveMemory(memory, total * bytesPerBase + otherBytes);
  }
  throw new ApiError(
    `${total} is greater than the maximum allowed length of ${MAX_SEQUENCE_LETTERS} for one request. Request ` +
      'smaller regions or fewer of them',
  );
}

export function totalLength(slices: readonly Slice[]): number {
  return slices.reduce((sum, slice) => sum + sliceLength(slice), 0);
}

export interface Limits {
  start: number;
  end: number;
}

/**
 * Start and end within a sequence, 1-based. By default the first and last position; start 0 counts as missing. Throws
 * ApiError (400) for positions outside the sequence.
 */
export function limitsWithin(length: number, start: number | undefined, end: number | undefined): Limits {
  const from = start || 1;
  const to = end ?? length;
  if (from < 0 || from > length) throw new ApiError('Your start coordinate is not within the sequence requested');
  if (to < 1 || to > length + 1) throw new ApiError('Your end coordinate is not within the sequence requested');
  if (from > to) throw new ApiError('Your start coordinate cannot be larger than your end');
  return { start: from, end: Math.min(to, length) };
}

/** Changes spans of the region to lower case in the bases of a slice. */
export function maskSpans(bases: Uint8Array, slice: Slice, spans: readonly Span[]): void {
  for (const span of spans) {
    for (const { from, to } of within(slice, span)) lowerCase(bases, from, to);
  }
}

/**
 * The positions of a span of the region in the bases of a slice: 0-based, half-open, may exceed the slice. None if they
 * do not overlap; two on a circular region if the slice begins and ends within the span.
 */
export function within(slice: Slice, span: Span): { from: number; to: number }[] {
  const { region, start, end, strand } = slice;
  const circumference = region.circular ? region.length : 0;
  const length = exonLength(span, circumference);
  const bases = sliceLength(slice);
  const before = strand === 1 ? span.start - start : end - span.end;
  const shifts = circumference === 0 ? [0] : [-circumference, 0, circumference];
  return shifts
    .map((shift) => ({ from: before + shift, to: before + shift + length }))
    .filter(({ from, to }) => from < bases && to > 0);
}

/** A slice with other ends; on a circular region, positions beyond the origin are wrapped. */
function withEnds(slice: Slice, start: number, end: number): Slice {
  const { region } = slice;
  if (!region.circular) return { ...slice, start, end };
  return { ...slice, start: wrapPosition(start, region.length), end: wrapPosition(end, region.length) };
}
