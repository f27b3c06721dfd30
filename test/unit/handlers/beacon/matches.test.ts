import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Datasets, datasetOfSource } from '../../../../src/handlers/beacon/datasets.ts';
import { trimAlleles } from '../../../../src/handlers/beacon/short-variants.ts';

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

describe('the datasets of a variant', () => {
  const datasets = new Datasets([
    { id: 1, name: 'all' },
    { id: 2, name: null, supersets: [1] },
    { id: 3, name: 'chip', supersets: [2] },
  ]);
  const namesOf = (found: Iterable<{ name: string | null }>) => [...found].map(({ name }) => name);

  test('are its sets, those that contain them, and its source', () => {
    expect(namesOf(datasets.of([3], datasetOfSource('dbSNP', ['dbsnp'])))).toEqual(['chip', null, 'all', 'dbsnp']);
    expect(namesOf(datasets.of([], datasetOfSource('COSMIC', ['dbsnp'])))).toEqual([]);
  });

  test('survive sets that contain each other', () => {
    const round = new Datasets([
      { id: 1, name: 'one', supersets: [2] },
      { id: 2, name: 'two', supersets: [1] },
    ]);
    expect(namesOf(round.of([1], null))).toEqual(['one', 'two']);
  });

  test('are known by their short names', () => {
    expect(['all', 'dgva', 'nosuch'].map((name) => datasets.isKnown(name))).toEqual([true, true, false]);
    expect(namesOf(datasets.named(['chip', 'dbvar']))).toEqual(['chip', 'dbvar']);
  });
});
