/** Which set of species a request for whole-genome alignments means. */
import { ApiError } from '../../api-error.ts';
import { withoutPrefix, type SetName } from '../../compara/alignment-record.ts';
import { sameName } from '../../names/name-text.ts';
import type { ComparaMethods } from '../../release/information.ts';
import type { Release } from '../../release/release.ts';

const DEFAULT_GROUP = 'mammals';

/** Methods by which Ensembl aligns genomes; a release has some of them. */
export const ALIGNMENT_METHODS = ['EPO', 'EPO_EXTENDED', 'PECAN', 'LASTZ_NET', 'BLASTZ_NET', 'TRANSLATED_BLAT_NET', 'CACTUS_HAL', 'CACTUS_HAL_PW', 'CACTUS_DB'];

export interface SetParams {
  method: string;
  species_set: readonly string[];
  species_set_group: string | undefined;
}

export interface ChosenSet {
  methodClass: string;
  /** Production names. */
  species: readonly string[];
}

/** What a request calls the set; null where no genome bears a name that it sends. Costs no read. */
export function namedSet(release: Release, { species_set, species_set_group }: SetParams): SetName | null {
  const names = namesIn(species_set);
  if (names.length === 0) return { group: species_set_group || DEFAULT_GROUP };
  const species = names.map((name) => speciesNamed(release, name));
  return species.includes(null) ? null : { species: [...new Set(species as string[])] };
}

/** Throws ApiError (400), in Ensembl's words where they say enough, when the method that a request names, or such a set of it, is not there. */
export function chosenSet(release: Release, { methods, speciesSets }: ComparaMethods, params: SetParams): ChosenSet {
  const names = namesIn(params.species_set);
  if (names.length > 0 && params.species_set_group) throw new ApiError('Please define species_set OR species_set_group');
  const method = methods.find(({ type }) => sameName(type, params.method));
  if (!method) throw noMethod(params.method, methods);
  if (!method.class.startsWith('GenomicAlign')) throw new ApiError(`The method '${params.method}' is not used for genome alignments`);
  const genomes = new Set(names.map((name) => productionName(release, name)));
  const group = withoutPrefix(params.species_set_group || DEFAULT_GROUP);
  const found = (speciesSets[method.type] ?? []).find(({ species_set, species_set_group }) => (names.length > 0
    ? species_set.length === genomes.size && species_set.every((name) => genomes.has(name))
    : sameName(withoutPrefix(species_set_group), group)));
  if (found) return { methodClass: method.class, species: found.species_set };
  throw new ApiError(`No method_link_specices_set found for method ${params.method} and ${names.length > 0 ? `species_set ${names.join(',')}` : `species_set_group ${group} `}`);
}

function noMethod(name: string, methods: ComparaMethods['methods']): ApiError {
  if (!ALIGNMENT_METHODS.some((each) => sameName(each, name))) return new ApiError(`The method '${name}' is not understood by this service`);
  const present = methods.filter((method) => method.class.startsWith('GenomicAlign')).map(({ type }) => type);
  return new ApiError(`This comparative database has no alignments by ${name}, ${present.length > 0
    ? `only by ${present.join(', ')}; info/compara/species_sets/${present[0]} lists the species that ${present[0]} aligned` : 'nor by any other method'}`);
}

/** Production names of the species to show; null when all are. Throws ApiError (400) for a name that no genome bears. */
export function shownSpecies(release: Release, names: readonly string[]): Set<string> | null {
  const sent = namesIn(names);
  return sent.length === 0 ? null : new Set(sent.map((name) => productionName(release, name)));
}

const namesIn = (names: readonly string[]): string[] => names.filter((name) => name !== '');

function productionName(release: Release, name: string): string {
  const species = speciesNamed(release, name);
  if (species === null) throw new ApiError(`Database alias ${name} is not known`);
  return species;
}

function speciesNamed(release: Release, name: string): string | null {
  const [index] = release.genomesNamed(name);
  return index === undefined ? null : release.manifest.genomes[index]!.species;
}
