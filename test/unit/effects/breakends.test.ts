import { expect, it } from 'vitest';
import { matesOf, ownBreakend } from '../../../src/effects/breakends.ts';

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

it.each([
  ['G/G]17:198982]', [['G]17:198982]', '17', 198982]]],
  [
    'T/C[2:321682[/]HLA-A*01:5]G',
    [
      ['C[2:321682[', '2', 321682],
      [']HLA-A*01:5]G', 'HLA-A*01', 5],
    ],
  ],
  ['G.', []],
  ['chromosome_breakpoint', []],
])('the mates of %s', (alleles, mates) => {
  expect(matesOf(alleles).map(({ text, sequence, position }) => [text, sequence, position])).toEqual(mates);
});
