import { expect, it } from 'vitest';
import { speciesEntry } from '../../../../../build-index/compile/genome/species.ts';

it('a species without a division is one of vertebrates, as in Ensembl', () => {
  expect(speciesEntry('homo_fictus', {}).division).toBe('EnsemblVertebrates');
  expect(speciesEntry('mus_fictus', { 'species.division': ['EnsemblPlants'] }).division).toBe('EnsemblPlants');
});
