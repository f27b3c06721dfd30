/** Chooses databases of a release by species and group. */
import { closest, distance } from 'fastest-levenshtein';
import { ANCESTRAL_GENOME } from '../../src/compara/species.ts';
import { TABLES_OF_RELEASE, TABLES_OF_SPECIES, tablesToFetch } from '../../build-index/compile/tables-read.ts';
import { databaseName } from '../../build-index/dump/find-databases.ts';
import { FetchError } from '../operator-error.ts';

export interface ListedDatabase {
  /** Name of its folder. */
  name: string;
  species: string;
  /** One of GROUPS. */
  group: string;
  tables: ReadonlySet<string>;
}

/**
 * The group of the genomes of inferred ancestors. For a build this is a core database, here one of the whole release.
 */
const ANCESTRAL = 'ancestral';

export const SPECIES_GROUPS: readonly string[] = Object.keys(TABLES_OF_SPECIES);
export const RELEASE_GROUPS: readonly string[] = [...Object.keys(TABLES_OF_RELEASE), ANCESTRAL];
export const GROUPS: readonly string[] = [...SPECIES_GROUPS, ...RELEASE_GROUPS];

/** The databases of a mirror's folder that a build reads, with the tables that it reads. */
export function readableDatabases(listed: readonly string[]): ListedDatabase[] {
  return listed.flatMap((name) => {
    const named = databaseName(name);
    if (!named) return [];
    const { species } = named;
    const group = species === ANCESTRAL_GENOME ? ANCESTRAL : named.group;
    const tables = tablesToFetch(named.group);
    return tables ? [{ name, species, group, tables }] : [];
  });
}

/**
 * @param species production or scientific names
 * @returns the chosen databases, and a sentence for each requested one that is missing
 * @throws FetchError for a species without a core database; suggests similar names
 */
export function chooseDatabases(
  databases: readonly ListedDatabase[],
  species: readonly string[],
  groups: readonly string[],
  release: string,
): { chosen: ListedDatabase[]; missing: string[] } {
  const known = databases.filter(({ group }) => group === 'core').map((each) => each.species);
  const chosen: ListedDatabase[] = [];
  const missing: string[] = [];
  const choose = (whose: string, wanted: (database: ListedDatabase) => boolean, group: string) => {
    const found = databases.filter((database) => database.group === group && wanted(database));
    if (found.length === 0) missing.push(`${release} has no ${group} database${whose}.`);
    chosen.push(...found);
  };
  for (const name of new Set(species.map(productionName))) {
    if (!known.includes(name)) throw new FetchError(`${release} has no species '${name}'${suggestion(name, known)}`);
    for (const group of SPECIES_GROUPS)
      if (groups.includes(group)) choose(` of ${name}`, (database) => database.species === name, group);
  }
  for (const group of RELEASE_GROUPS) if (groups.includes(group)) choose('', () => true, group);
  return { chosen, missing };
}

function productionName(name: string): string {
  return name.trim().toLowerCase().replaceAll(' ', '_');
}

const MOST_SUGGESTIONS = 5;

/** The most similar name, then names that contain the given one or its first word. */
function suggestion(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const parts = known
    .filter((each) => each.includes(name) || each.split('_').some((part) => part === name.split('_')[0]))
    .sort((a, b) => distance(name, a) - distance(name, b));
  const near = closest(name, [...known]);
  const isNear = distance(name, near) <= Math.max(2, name.length / 3);
  const suggested = [...new Set([...(isNear ? [near] : []), ...parts])].slice(0, MOST_SUGGESTIONS);
  return suggested.length > 0
    ? `; similar names are ${suggested.join(', ')}`
    : `; it has ${known.length} species, such as ${known.slice(0, MOST_SUGGESTIONS).join(', ')}`;
}
