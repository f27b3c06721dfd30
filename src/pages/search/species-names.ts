/** Names of the species of a release: for people, for lists to choose from, and as people begin to write them. */
import { isAncestral } from '../../compara/species.ts';
import type { SpeciesEntry } from '../../release/manifest.ts';
import type { Release } from '../../release/release.ts';

/** Display name of a species: 'Human'. */
export function shownSpecies(release: Release, species: string): string {
  const entry = release.manifest.species.find(({ name }) => name === species);
  return entry ? displayOf(entry) : species.replaceAll('_', ' ');
}

function displayOf({ displayName, commonName, name }: SpeciesEntry): string {
  return displayName ?? commonName ?? name.replaceAll('_', ' ');
}

/** The species with a genome, by production name, with labels that differ: those of strains may have the same name. */
export function speciesOptions(release: Release): [name: string, label: string][] {
  const species = release.manifest.species.filter(({ name }) => !isAncestral(name) && release.speciesNamed(name));
  const byLabel = Map.groupBy(species, displayOf);
  const isAssemblyUnique = (label: string, assembly: string | null) =>
    byLabel.get(label)?.filter((other) => other.assembly === assembly).length === 1;
  return species.map((each) => {
    const label = displayOf(each);
    if (byLabel.get(label)?.length === 1) return [each.name, label];
    return [each.name, `${label} (${isAssemblyUnique(label, each.assembly) ? each.assembly : each.name})`];
  });
}

/** Fewest characters of a part of a name. */
const MIN_CHARACTERS = 3;

/**
 * Production names of species of which a name has a word that begins like the text: 'arabidopsis', 'thaliana', 'phix'.
 * Looks only at the list of species, which is in memory.
 */
export function speciesLike(text: string, release: Release, most: number): string[] {
  const wanted = text.toLowerCase().replaceAll('_', ' ').trim();
  if (wanted.length < MIN_CHARACTERS || !/[a-z]/.test(wanted)) return [];
  const found: string[] = [];
  for (const { name, displayName, commonName, aliases } of release.manifest.species) {
    if (found.length === most) break;
    const names = [name.replaceAll('_', ' '), displayName, commonName, ...aliases];
    const isLike = names.some((each) => each && ` ${each.toLowerCase()}`.includes(` ${wanted}`));
    if (isLike && !isAncestral(name) && release.speciesNamed(name)) found.push(name);
  }
  return found;
}
