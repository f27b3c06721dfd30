import { expect, test } from 'vitest';
import { structuralVariant } from '../../../../build-index/genome-files/structural-variant.ts';

const read = (position: number, alternative: string, info: string) =>
  structuralVariant(['1', String(position), '.', 'A', alternative, '.', '.', info]);

test.each([
  ['<DEL>', 'END=20', 11, 20, 'deletion'],
  ['<DEL>', 'SVTYPE=DEL;SVLEN=-10', 11, 20, 'deletion'],
  ['<DUP>', 'SVLEN=5', 11, 15, 'duplication'],
  ['<DUP:TANDEM>', 'END=15', 11, 15, 'tandem_duplication'],
  ['<INV>', 'END=30', 11, 30, 'inversion'],
  ['<CNV>', 'END=30', 11, 30, 'copy_number_variation'],
  ['<CN0>,<CN2>', 'SVTYPE=CNV;END=30', 11, 30, 'copy_number_variation'],
  ['<INS>', 'SVLEN=300', 10, 10, 'insertion'],
  ['<INS:ME:ALU>', 'SVLEN=300', 10, 10, 'Alu_insertion'],
  ['A[2:500[', 'SVTYPE=BND', 10, 10, 'interchromosomal_breakpoint'],
  [']1:500]A', 'SVTYPE=BND', 10, 10, 'intrachromosomal_breakpoint'],
])('%s with %s', (alternative, info, start, end, term) => {
  expect(read(10, alternative, info)).toMatchObject({ start, end, class: term, alleles: alternative });
});

test('an unknown allele is no variant', () => {
  expect(read(10, '<WHAT>', '.')).toMatch(/A and <WHAT> are neither bases nor a structural variant/);
});

test('an end before the start is no variant', () => {
  expect(read(10, '<DEL>', 'END=5')).toMatch(/<DEL> at 10 has no end: INFO needs END or SVLEN/);
});
