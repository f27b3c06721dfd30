/** The part of a sequence that a refget request names, by `start` and `end` or by the header Range. */
import { ApiError } from '../../api-error.ts';

/** The length of a sequence, and whether it is circular. */
interface Whole {
  length: number;
  circular: boolean;
}

export interface PartParams {
  /** 0-based, inclusive. */
  start: number | undefined;
  /** 0-based, exclusive. */
  end: number | undefined;
  /** Text of the header. */
  range: string | undefined;
}

/** 0-based, half-open. */
export type Span = [start: number, end: number];

export interface SubSequence {
  /** In order; two for a part across the origin of a circular sequence. */
  spans: Span[];
  /** How the request names it. */
  by: 'whole' | 'positions' | 'range';
}

/**
 * Throws ApiError with the statuses of refget 2.0 and its compliance suite (docs/decisions/0026): 400 for a header
 * together with positions, for a malformed header and for a start beyond the sequence, else 416.
 */
export function subSequence({ start, end, range }: PartParams, whole: Whole): SubSequence {
  if (range === undefined) {
    if (start === undefined && end === undefined) return { spans: [[0, whole.length]], by: 'whole' };
    return { spans: byPositions(start ?? 0, end ?? whole.length, whole), by: 'positions' };
  }
  if (start !== undefined || end !== undefined)
    throw new ApiError("The header Range cannot be combined with the parameters 'start' and 'end'");
  return { spans: [byRange(range, whole)], by: 'range' };
}

export function lengthOf({ spans }: SubSequence): number {
  return spans.reduce((sum, [start, end]) => sum + end - start, 0);
}

function byPositions(start: number, end: number, { length, circular }: Whole): Span[] {
  if (start > length) throw new ApiError(`start ${start} is beyond the sequence of ${length} bases`);
  if (start === length)
    throw unsatisfiable(`start ${start} is beyond the last base of the sequence, ${length - 1}`, length);
  if (end > length) throw unsatisfiable(`end ${end} is beyond the sequence of ${length} bases`, length);
  if (start <= end) return [[start, end]];
  if (!circular)
    throw unsatisfiable(`start ${start} is greater than end ${end}, but the sequence is not circular`, length);
  return [
    [start, length],
    [0, end],
  ];
}

function byRange(text: string, { length }: Whole): Span {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/i.exec(text.trim()) ?? [];
  if (first === undefined || last === undefined)
    throw new ApiError(
      `The header Range '${text}' is not supported; it must be one range with its first and last byte, such as ` +
        "'bytes=10-19'",
    );
  const [from, to] = [Number(first), Number(last)];
  if (from > to) throw unsatisfiable(`The range ${first}-${last} ends before it starts`, length);
  if (from >= length)
    throw unsatisfiable(`The range ${first}-${last} is beyond the last base of the sequence, ${length - 1}`, length);
  return [from, Math.min(to, length - 1) + 1];
}

function unsatisfiable(text: string, length: number): ApiError {
  return new ApiError(text, 416, { 'content-range': `bytes */${length}` });
}
