/** Rows of populations as the 1000 Genomes Project has them: 26 of some 96 samples each, in five larger ones, in one of all. */
import type { VariationDatabase } from '../demo/variation-database.ts';
import type { Kinship } from './cohort.ts';
import { SAMPLES } from './scale.ts';

const POPULATIONS = 26;
const CONTINENTS = ['north', 'east', 'south', 'west', 'isles'] as const;
/** Seen in passing, without genotypes: what the tables allele and population_genotype tell of. */
export const SURVEY = 'DEMO:survey';

export const sampleNames = (): string[] => Array.from({ length: SAMPLES }, (_, each) => `DEMO:animal${String(each + 1).padStart(4, '0')}`);

const herdOf = (sample: number): number => Math.floor((sample * POPULATIONS) / SAMPLES);
const continentOf = (sample: number): number => herdOf(sample) % CONTINENTS.length;

/** Of the haplotypes of all samples. */
export function madeKinship(): Kinship {
  const ofHaplotypes = (group: (sample: number) => number) => Uint8Array.from({ length: 2 * SAMPLES }, (_, haplotype) => group(haplotype >> 1));
  return { continents: ofHaplotypes(continentOf), herds: ofHaplotypes(herdOf) };
}

export function writeMadePopulations(db: VariationDatabase): void {
  const population = (name: string, size: number | null, description: string, display: 'LD' | 'UNDISPLAYABLE'): number => {
    const population_id = db.addPopulation(name);
    db.insert('population', { population_id, name, size, description, freqs_from_gts: size === null ? null : 1, display });
    return population_id;
  };
  const samples = sampleNames();
  const sizeOf = (test: (sample: number) => boolean) => samples.filter((_, each) => test(each)).length;
  const all = population('DEMO:ALL', SAMPLES, 'All fictional animals with genotypes', 'UNDISPLAYABLE');
  const continents = CONTINENTS.map((name, index) =>
    population(`DEMO:${name.toUpperCase()}`, sizeOf((each) => continentOf(each) === index), `Fictional animals of the ${name}`, 'UNDISPLAYABLE'));
  const herds = Array.from({ length: POPULATIONS }, (_, index) =>
    population(`DEMO:herd${index + 1}`, sizeOf((each) => herdOf(each) === index), `Herd ${index + 1} of fictional animals`, 'LD'));
  population(SURVEY, null, 'Fictional animals seen in passing, without genotypes', 'UNDISPLAYABLE');
  samples.forEach((name, each) => {
    const sample_id = each + 1;
    db.insert('individual', { individual_id: sample_id, name, gender: each % 2 === 0 ? 'Female' : 'Male' });
    db.insert('sample', { sample_id, individual_id: sample_id, name });
    for (const population_id of [herds[herdOf(each)]!, continents[continentOf(each)]!, all]) db.insert('sample_population', { sample_id, population_id });
  });
}
