/** Finds compara databases, and their species, by the names that clients send. */
import type { ComparaSpecies, ComparedGenome } from '../../compara/species.ts';
import { ApiError } from '../../api-error.ts';
import { type Compara, comparasInOrder, findCompara, namesCompara } from '../../release/compara.ts';
import type { ComparaEntry } from '../../release/manifest.ts';
import type { Release } from '../../release/release.ts';
import { taxonIdOf } from '../../terms/taxon-record.ts';
import type { FoundObject } from '../resolve/stable-id.ts';

/**
 * The compara database with a name, by default the one of the division of the species. Throws ApiError (400) for an
 * unknown name.
 */
export function openCompara(release: Release, name: string | undefined, species?: string): Compara {
  return release.compara(comparaOf(release, name, species));
}

/** As openCompara. */
export function comparaOf(release: Release, name: string | undefined, species?: string): ComparaEntry {
  const wanted = species && release.speciesNamed(species);
  return findCompara(release.manifest, name, release.manifest.species.find((each) => each.name === wanted)?.division);
}

/**
 * The species of the first object that is in the compara database of its division; undefined if that is the default
 * database, or if there is no such object.
 *
 * @param has whether a database contains the object of a species; called once per species
 */
export async function comparedElsewhere(
  release: Release,
  name: string | undefined,
  objects: readonly FoundObject[],
  has: (compara: Compara, species: string) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  const compara = comparaOf(release, name);
  for (const species of new Set(objects.map(({ genome }) => genome.species))) {
    const ofDivision = openCompara(release, name, species);
    if (await has(ofDivision, species)) return ofDivision.entry === compara ? undefined : species;
  }
  return undefined;
}

/** The compara databases of other divisions than the default one that may contain some of the ids. */
export function comparasElsewhere(release: Release, name: string | undefined, ids: readonly string[]): Compara[] {
  const divisions = new Set(release.manifest.species.map(({ division }) => division));
  const entries = new Set([...divisions].map((division) => findCompara(release.manifest, name, division)));
  entries.delete(comparaOf(release, name));
  return [...entries].map((entry) => release.compara(entry)).filter((compara) => ids.some((id) => compara.mayHave(id)));
}

/** The compara databases that may contain a gene tree: the named one, else all, with that of the vertebrates first. */
export function openComparas(release: Release, name: string | undefined, id: string): Compara[] {
  return comparasNamed(release, name).filter((compara) => compara.mayHave(id));
}

function comparasNamed(release: Release, name: string | undefined): Compara[] {
  if (namesCompara(name)) return [openCompara(release, name)];
  return comparasInOrder(release.manifest).map((entry) => release.compara(entry));
}

/**
 * The genome of a species in a compara database, by its production name or any name in the release. Throws ApiError
 * (400) for an unknown species, and for one that the compara database does not contain.
 */
export function comparedGenome(
  release: Release,
  compara: Compara,
  species: ComparaSpecies,
  name: string,
): ComparedGenome {
  const genome = genomeNamed(release, species, name);
  if (genome) return genome;
  if (!release.knows(name)) throw new ApiError(`Can not find internal name for species '${name}'`);
  throw new ApiError(`The compara database '${compara.entry.name}' does not contain the species '${name}'`);
}

function genomeNamed(release: Release, species: ComparaSpecies, name: string): ComparedGenome | undefined {
  return (
    species.named(name) ?? species.named(release.speciesNamed(name) ?? '') ?? species.named(name.replaceAll(' ', '_'))
  );
}

/**
 * The genome_db_ids of some species (names or genome_db_ids) and of all species below some taxa (ids or names); null
 * if there are neither. As in Ensembl, '' and '0' are ignored, and a known taxon may have no genomes. Throws ApiError
 * (400) for an unknown taxon, and for a species that the compara database does not contain. Reads only for taxa that
 * the compara database does not contain.
 */
export async function restrictedTo(
  release: Release,
  species: ComparaSpecies,
  names: readonly string[],
  taxa: readonly string[],
): Promise<Set<number> | null> {
  if (names.length === 0 && taxa.length === 0) return null;
  const [wantedNames, wantedTaxa] = [names.filter(isNamed), taxa.filter(isNamed)];
  if (wantedNames.length === 0 && wantedTaxa.length === 0) return null;
  const ids = new Set<number>();
  for (const name of wantedNames) {
    const isId = /^\d{1,15}$/.test(name);
    const genome = isId ? species.genome(Number(name)) : genomeNamed(release, species, name);
    if (!genome) throw new ApiError(`Could not find a GenomeDB ${isId ? `with dbID=${name}` : `named '${name}'`}`);
    ids.add(genome.id);
  }
  for (const taxon of wantedTaxa) {
    const isId = /^\d{1,15}$/.test(taxon);
    const id = isId ? Number(taxon) : await taxonNamed(release, species, taxon);
    const genomes = id === undefined ? [] : species.below(id);
    if (id === undefined || (genomes.length === 0 && !(await isTaxon(release, id)))) {
      throw new ApiError(`Could not find a NCBITaxon ${isId ? `with dbID=${taxon}` : `named '${taxon}'`}`);
    }
    for (const { id } of genomes) ids.add(id);
  }
  return ids;
}

async function taxonNamed(release: Release, species: ComparaSpecies, name: string): Promise<number | undefined> {
  return species.taxonNamed(name) ?? (release.manifest.taxa ? release.taxa.idOf(name) : undefined);
}

/** Whether it is a current taxon id of the taxonomy; merged ids are not. */
async function isTaxon(release: Release, id: number): Promise<boolean> {
  const taxon = release.manifest.taxa ? await release.taxa.find(String(id)) : null;
  return taxon !== null && Number(taxonIdOf(taxon)) === id;
}

function isNamed(value: string): boolean {
  return value !== '' && value !== '0';
}
