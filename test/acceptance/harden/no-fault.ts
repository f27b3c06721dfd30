import { expect } from 'vitest';
import type { Figure, HardenOptions } from './figure.ts';

/** Runs a piece, expects all its figures within their limits, and returns them. A failure shows the log. */
export async function expectNoFault(run: (log: HardenOptions['log']) => Promise<Figure[]>): Promise<Figure[]> {
  const lines: string[] = [];
  const figures = await run((line) => lines.push(line));
  expect(
    figures.filter(({ ok }) => !ok),
    lines.join('\n'),
  ).toEqual([]);
  return figures;
}
