import { expect, test } from 'vitest';
import type { GenotypedVariant } from '../../../../src/handlers/haplotypes/genotyped-variants.ts';
import { groupSamples, type PlacedVariant } from '../../../../src/handlers/haplotypes/sample-groups.ts';

/** A variant with the genotypes 0|1 (code 0) and 1|0 (code 1). @param codes by sample */
function placed(name: string, codes: Record<number, number>, isInside = true): PlacedVariant {
  const samples = Object.keys(codes).map(Number);
  const variant = { samples, codes: Object.values(codes), name } as unknown as GenotypedVariant;
  const genotype = (alleles: string[]) => ({ variant, alleles, place: { start: 1, end: 1 }, marks: [], without: '' });
  return { variant, genotypes: isInside ? [genotype(['C', name]), genotype([name, 'C'])] : null };
}

/** Groups as their genotypes, ploidy and samples. */
function groupsOf(variants: PlacedVariant[], ploidies: number[]) {
  const { groups, groupOf } = groupSamples(variants, ploidies);
  expect([...groupOf].reduce((sum, group) => sum + (groups[group] ? 1 : 0), 0)).toBe(ploidies.length);
  return groups.map(({ genotypes, ploidy, size }, group) => {
    const samples = ploidies.flatMap((_, sample) => (groupOf[sample] === group ? [sample] : []));
    expect(size).toBe(samples.length);
    return [genotypes?.map(({ alleles }) => alleles.join('|')).join(' ') ?? null, ploidy, samples];
  });
}

test('samples with the same genotypes are one group, in the order of their first samples', () => {
  const variants = [placed('T', { 1: 0, 3: 0, 4: 1, 6: 0 }), placed('G', { 0: 1, 3: 1, 6: 1 })];
  expect(groupsOf(variants, [2, 2, 2, 2, 2, 2, 2])).toEqual([
    ['G|C', 2, [0]],
    ['C|T', 2, [1]],
    [null, 2, [2, 5]],
    ['C|T G|C', 2, [3, 6]],
    ['T|C', 2, [4]],
  ]);
});

test('the genotypes of a variant do not leak into those of the next', () => {
  // Both extend the empty list with code 0.
  expect(groupsOf([placed('T', { 0: 0 }), placed('G', { 1: 0 })], [2, 2])).toEqual([
    ['C|T', 2, [0]],
    ['C|G', 2, [1]],
  ]);
});

test('samples of another ploidy are another group', () => {
  expect(groupsOf([placed('T', { 0: 0, 1: 0, 2: 0 })], [2, 1, 2])).toEqual([
    ['C|T', 2, [0, 2]],
    ['C|T', 1, [1]],
  ]);
});

test('samples with variants elsewhere only are not those without any', () => {
  const variants = [placed('A', { 0: 0, 2: 0 }, false), placed('T', { 2: 0, 3: 0 })];
  expect(groupsOf(variants, [2, 2, 2, 2])).toEqual([
    ['', 2, [0]],
    [null, 2, [1]],
    ['C|T', 2, [2, 3]],
  ]);
});
