/** From what clients call comparative databases and species to what those databases call them. */
import type { ComparaSpecies, ComparedGenome } from '../../compara/species.ts';
import { ApiError } from '../../api-error.ts';
import { type Compara, ALL_SPECIES, findCompara, namesCompara } from '../../release/compara.ts';
import type { ComparaEntry } from '../../release/manifest.ts';
import type { Release } from '../../release/release.ts';
import { taxonIdOf } from '../../terms/taxon-record.ts';
import type { FoundObject } from '../resolve/stable-id.ts';

/**
 * A comparative database by name, the default one by the species that a request is about, if it names one; throws
 * ApiError (400) for a database that the release lacks.
 */
export function openCompara(release: Release, name: string | undefined, species?: string): Compara {
  return release.compara(comparaOf(release, name, species));
}

/** As openCompara. */
export function comparaOf(release: Release, name: string | undefined, species?: string): ComparaEntry {
  const wanted = species && release.findGenome(species)?.species;
  return findCompara(release.manifest, name, release.manifest.species.find((each) => each.name === wanted)?.division);
}

/**
 * The species of the first of some objects that its division's database has; undefined where that is the default one,
 * or none has any.
 *
 * @param has asked of the default database and others, each once
 */
export async function comparedElsewhere(
  release: Release,
  name: string | undefined,
  objects: readonly FoundObject[],
  has: (compara: Compara, species: string) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  const compara = comparaOf(release, name);
  for (const species of new Set(objects.map(({ genome }) => genome.species))) {
    const its = openCompara(release, name, species);
    if (await has(its, species)) return its.entry === compara ? undefined : species;
  }
  return undefined;
}

/** The databases beside that of requests without a species in which some ids may be that are of other divisions. */
export function comparasElsewhere(release: Release, name: string | undefined, ids: readonly string[]): Compara[] {
  const divisions = new Set(release.manifest.species.map(({ division }) => division));
  const entries = new Set([...divisions].map((division) => findCompara(release.manifest, name, division)));
  entries.delete(comparaOf(release, name));
  return [...entries].map((entry) => release.compara(entry)).filter((compara) => ids.some((id) => compara.mayHave(id)));
}

/**
 * The databases in which a gene tree's stable id may be: the one that is named, or where none is, all, that of the
 * vertebrates first.
 */
export function openComparas(release: Release, name: string | undefined, id: string): Compara[] {
  return comparasNamed(release, name).filter((compara) => compara.mayHave(id));
}

function comparasNamed(release: Release, name: string | undefined): Compara[] {
  if (namesCompara(name)) return [openCompara(release, name)];
  const isFirst = (entry: ComparaEntry) => entry.name === ALL_SPECIES;
  return (release.manifest.comparas ?? [])
    .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    .map((entry) => release.compara(entry));
}

/**
 * The compared genome of a species: by production name, or by any name of a genome of the release. Throws ApiError
 * (400) for a species that neither the comparative database nor the release knows, and for one that is not compared.
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
  throw new ApiError(`The comparative database '${compara.entry.name}' does not hold the species '${name}'`);
}

function genomeNamed(release: Release, species: ComparaSpecies, name: string): ComparedGenome | undefined {
  return (
    species.named(name) ??
    species.named(release.findGenome(name)?.species ?? '') ??
    species.named(name.replaceAll(' ', '_'))
  );
}

/**
 * The genomes that a request restricts itself to, by genome_db_id: those of some species (by name or genome_db_id) and
 * those of some taxa (by id or name) or below them; null when it names neither. As in Ensembl '' and '0' name none, and
 * a taxon that is known but has no compared genome has none. Throws ApiError (400) for an unknown taxon, and for a
 * species that is not compared. No read but for taxa that the comparative database does not tell.
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

/** Is it an id of today's taxonomy? One that was merged into another is none. */
async function isTaxon(release: Release, id: number): Promise<boolean> {
  const taxon = release.manifest.taxa ? await release.taxa.find(String(id)) : null;
  return taxon !== null && Number(taxonIdOf(taxon)) === id;
}

function isNamed(value: string): boolean {
  return value !== '' && value !== '0';
}
