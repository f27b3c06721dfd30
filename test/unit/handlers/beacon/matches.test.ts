import { describe, expect, test } from 'vitest';
import { Datasets, datasetOfSource } from '../../../../src/handlers/beacon/datasets.ts';

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
