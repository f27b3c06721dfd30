import type { Database } from '../../dump/database.ts';
import { FrequencyCounter } from './genotype-frequencies.ts';
import { GenotypedSamples } from './genotyped-samples.ts';

/** The samples of a variation database, and what counts their genotypes in those of its populations that have no frequencies of their own. */
export async function countedSamples(database: Database): Promise<{ samples: GenotypedSamples; counter: FrequencyCounter }> {
  const samples = await GenotypedSamples.load(database);
  return { samples, counter: new FrequencyCounter(await samples.countedPopulations(database)) };
}
