import { expect, it } from 'vitest';
import { ownBreakend } from '../../../src/effects/breakends.ts';

it.each([
  ['G/G]17:198982]', 'G.'],
  ['G/G[17:198982[', 'G.'],
  ['T/]13:123456]T', '.T'],
  ['A/[17:198983[A', '.A'],
  ['T/C[2:321682[/]17:198982]G', '.T'],
  ['N[2:300[', 'N.'],
  ['G.', null],
  ['.G', null],
  ['chromosome_breakpoint', null],
  ['G/[[[[', null],
])('the own end of %s is %s', (alleles, name) => {
  expect(ownBreakend(alleles)).toBe(name);
});
