import { makeSpacer } from '../demo/repeats.ts';
import type { Tract } from '../demo/tract.ts';
import type { Workshop } from '../demo/workshop.ts';

/** Non-coding DNA of just so many bases; a repeat that would reach over the end is cut there. */
export function exactSpacer({ random, columns, repeats }: Workshop, length: number): Tract {
  const { bases, marks } = makeSpacer(length, repeats, random, columns);
  return {
    bases: bases.subarray(0, length), columns: columns.take(length),
    marks: marks.filter(({ start }) => start < length - 10).map((mark) => ({ ...mark, end: Math.min(mark.end, length) })),
  };
}
