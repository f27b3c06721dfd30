import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';

/**
 * The core genome of a species that has a variation database, whose tables hang on it. Throws ApiError (400) for any
 * other.
 *
 * @param refusal of a species without one
 */
export function genomeWithVariation(
  release: Release,
  species: string,
  refusal = `The species '${species}' has no variation database in this release`,
): Genome {
  const genome = release.genome(species);
  if (release.hasDatabase(genome.species, 'variation')) return genome;
  throw new ApiError(refusal);
}

/**
 * The core genome of a species that has a funcgen database. Throws ApiError (400) for an unknown species, and in
 * Ensembl's words for one without such a database.
 *
 * @param object what is looked for, as Ensembl's API calls it
 */
export function funcgenGenome(release: Release, species: string, object: string): Genome {
  const genome = release.genome(species);
  requireFuncgen(release, genome.species, object);
  return genome;
}

/** Throws ApiError (400) when the species (production name) has no funcgen database. */
export function requireFuncgen(release: Release, species: string, object: string): void {
  if (release.hasDatabase(species, 'funcgen')) return;
  throw new ApiError(`No adaptor found for species ${species}, object ${object} and DB funcgen`);
}
