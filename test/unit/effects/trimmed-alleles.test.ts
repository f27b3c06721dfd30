import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at } from '../../../src/checked.ts';
import { trimPair } from '../../../src/effects/input-line.ts';

function trimAlleles(reference: string, alternative: string) {
  const { alleles } = trimPair({ start: 1, end: reference.length, alleles: [reference, alternative] });
  return { reference: at(alleles, 0), alternative: at(alleles, 1) };
}

describe('trimmed alleles', () => {
  const bases = fc.string({ unit: fc.constantFrom('A', 'C', 'G', 'T'), minLength: 1, maxLength: 8 });

  test('make the original ones with the same bases on both sides', () => {
    fc.assert(
      fc.property(bases, bases, (reference, alternative) => {
        const trimmed = trimAlleles(reference, alternative);
        const plain = (allele: string) => allele.replace('-', '');
        const removed = reference.length - plain(trimmed.reference).length;
        expect(alternative.length - plain(trimmed.alternative).length).toBe(removed);
        const restored = Array.from({ length: removed + 1 }, (_, before) => {
          const around = (allele: string, whole: string) =>
            whole.slice(0, before) + plain(allele) + whole.slice(whole.length - (removed - before));
          return (
            around(trimmed.reference, reference) === reference &&
            around(trimmed.alternative, alternative) === alternative
          );
        });
        expect(restored).toContain(true);
      }),
    );
  });

  test.each([
    ['TG', 'T', 'G', '-'],
    ['T', 'TG', '-', 'G'],
    ['ACA', 'ATA', 'C', 'T'],
    ['A', 'G', 'A', 'G'],
  ])('of %s and %s are %s and %s', (reference, alternative, one, other) => {
    expect(trimAlleles(reference, alternative)).toEqual({ reference: one, alternative: other });
  });
});
