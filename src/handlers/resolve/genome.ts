/** Genomes that have the databases an operation needs. */
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';

/**
 * The core genome of a species, whose tables include its variation data. Throws ApiError (400) for an unknown species
 * or one without variation database.
 *
 * @param errorText for a species without variation database
 */
export async function genomeWithVariation(
  release: Release,
  species: string,
  errorText = noVariation(species, '--vcf'),
): Promise<Genome> {
  const genome = await release.genome(species);
  if (release.hasDatabase(genome.species, 'variation')) return genome;
  throw new ApiError(errorText);
}

/** @param option of a build that makes the data for a genome of files */
export function noVariation(species: string, option: string): string {
  return (
    `The species '${species}' has no variation database in this release; ` +
    `a build needs its dump, or ${option} for a genome of files`
  );
}

/**
 * The core genome of a species, whose tables include its regulation data. Throws ApiError (400) for an unknown species,
 * or, with Ensembl's text, for one without funcgen database.
 *
 * @param object class of the requested objects in Ensembl's API
 */
export async function funcgenGenome(release: Release, species: string, object: string): Promise<Genome> {
  const genome = await release.genome(species);
  requireFuncgen(release, genome.species, object);
  return genome;
}

/**
 * Throws ApiError (400) if the species (production name) has no funcgen database: with Ensembl's text, or the missing
 * input of a genome of files.
 */
export function requireFuncgen(release: Release, species: string, object: string): void {
  if (release.hasDatabase(species, 'funcgen')) return;
  if (release.manifest.species.find(({ name }) => name === species)?.isOfFiles)
    throw new ApiError(
      `The species '${species}' has no funcgen database in this release, so no ${object}: a build needs its dump, ` +
        'since files of a genome have none',
    );
  throw new ApiError(`No adaptor found for species ${species}, object ${object} and DB funcgen`);
}
