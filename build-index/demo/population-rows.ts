/** Rows of populations: where the fictional animals live whose genotypes are known, and the animals. */
import type { VariationDatabase } from './variation-database.ts';

type Population = [name: string, description: string, individuals: number, display: 'LD' | 'UNDISPLAYABLE'];

const POPULATIONS: Population[] = [
  ['DEMO:meadow', 'Fictional animals of a meadow', 24, 'LD'],
  ['DEMO:barn', 'Fictional animals of a barn', 32, 'LD'],
  // Fewer than the 40 haplotypes that a pair needs: its answers are empty lists.
  ['DEMO:hutch', 'Fictional animals of a hutch, too few for linkage disequilibrium', 8, 'LD'],
  ['DEMO:survey', 'Fictional animals seen in passing, without genotypes', 0, 'UNDISPLAYABLE'],
];

/** Returns the names of all samples. */
export function writePopulations(db: VariationDatabase): string[] {
  const samples: string[] = [];
  for (const [name, description, individuals, display] of POPULATIONS) {
    const population_id = db.addPopulation(name);
    db.insert('population', { population_id, name, size: individuals || null, description, freqs_from_gts: individuals > 0 ? 1 : null, display });
    for (let each = 0; each < individuals; each++) {
      const individual_id = db.nextId('individual');
      const animal = `DEMO:animal${String(individual_id).padStart(3, '0')}`;
      db.insert('individual', { individual_id, name: animal, gender: individual_id % 2 === 0 ? 'Female' : 'Male' });
      const sample_id = db.nextId('sample');
      db.insert('sample', { sample_id, individual_id, name: animal });
      db.insert('sample_population', { sample_id, population_id });
      samples.push(animal);
    }
  }
  return samples;
}
