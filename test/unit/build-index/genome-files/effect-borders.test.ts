import { expect, test } from 'vitest';
import { ConstantEffects, simpleChange } from '../../../../build-index/genome-files/effect-borders.ts';
import { present } from '../../../../src/checked.ts';

const effects = new ConstantEffects(new Map([[1, Int32Array.from([100, 200, 230])]]));

function interval(sequence: number, position: number, reference = 'A', alternative = 'C'): number {
  return effects.interval(sequence, present(simpleChange(position, reference, alternative), 'a change'));
}

test('changes of one kind between two borders are in one interval, but for 20 bases at either border', () => {
  expect(interval(1, 50)).toBe(0);
  expect(interval(1, 80)).toBe(-1);
  expect(interval(1, 120)).toBe(-1);
  expect(interval(1, 121)).toBe(3);
  expect(interval(1, 179)).toBe(3);
  expect(interval(1, 215)).toBe(-1);
  expect(interval(1, 1e6)).toBe(9);
});

test('insertions and deletions have intervals of their own, and lie in them with both ends', () => {
  expect(interval(1, 121, 'A', 'AC')).toBe(4);
  expect(interval(1, 178, 'A', 'AC')).toBe(4);
  expect(interval(1, 179, 'A', 'AC')).toBe(-1);
  expect(interval(1, 121, 'AC', 'A')).toBe(5);
  expect(interval(1, 120, 'AC', 'A')).toBe(5);
  expect(interval(1, 119, 'AC', 'A')).toBe(-1);
  expect(interval(1, 177, 'ACG', 'A')).toBe(5);
  expect(interval(1, 178, 'ACG', 'A')).toBe(-1);
  expect(interval(1, 150, `A${'C'.repeat(100)}`, 'A')).toBe(-1);
});

test('a simple change has the place and the alleles that Ensembl gives it', () => {
  expect(simpleChange(7, 'A', 'C,G')).toEqual({ kind: 0, start: 7, end: 7, alleles: 'A/C/G' });
  expect(simpleChange(7, 'A', 'ACC')).toEqual({ kind: 1, start: 8, end: 7, alleles: '-/CC' });
  expect(simpleChange(7, 'ACG', 'A')).toEqual({ kind: 2, start: 8, end: 9, alleles: 'CG/-' });
});

test.each([
  ['A', 'A'],
  ['A', 'C,A'],
  ['A', 'AC,AG'],
  ['AC', 'A,ACC'],
  ['AC', 'GT'],
  ['AC', 'C'],
  ['A', 'CA'],
  ['A', '*'],
  ['AN', 'A'],
  ['N', 'C'],
  ['A', `A${'C'.repeat(10_000)}`],
])('%s to %s is no simple change', (reference, alternatives) => {
  expect(simpleChange(7, reference, alternatives)).toBeNull();
});

test('a sequence without borders has no intervals', () => {
  expect(interval(2, 50)).toBe(-1);
});

test('the consequences of an interval are known once they are set', () => {
  expect(effects.get(1, 1)).toBeUndefined();
  effects.set(1, 1, 'intron_variant');
  expect(effects.get(1, 1)).toBe('intron_variant');
  expect(effects.get(1, 0)).toBeUndefined();
});
