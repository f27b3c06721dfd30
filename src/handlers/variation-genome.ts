import { ApiError } from '../api-error.ts';
import type { Genome } from '../release/genome.ts';
import type { Release } from '../release/release.ts';

/**
 * The core genome of a species that has a variation database, whose tables hang on it. Throws ApiError (400) for any other.
 *
 * @param refusal of a species without one
 */
export function genomeWithVariation(release: Release, species: string, refusal = `The species '${species}' has no variation database in this release`): Genome {
  const genome = release.genome(species);
  if (release.hasDatabase(genome.species, 'variation')) return genome;
  throw new ApiError(refusal);
}
