/** Links of a gene to what compara databases have of it. Links without data would lead to errors. */
import { ApiError } from '../../api-error.ts';
import type { Compara } from '../../release/compara.ts';
import { findCompara } from '../../release/compara.ts';
import type { ComparaEntry } from '../../release/manifest.ts';
import type { Release } from '../../release/release.ts';
import { pathOf } from './links.ts';

/** Most compara databases that are read. */
const MAX_COMPARAS = 4;

/**
 * Homologues, the gene tree and its family sizes, of the first compara database that has the gene: that of its
 * division, else others, which the link then names. Nothing is read for a gene whose id no database can have; else one
 * wave of two reads for each database.
 */
export async function comparedLinks(
  release: Release,
  { species, id }: { species: string; id: string },
): Promise<[name: string, path: string][]> {
  const usual = usualCompara(release, species);
  const { comparas = [] } = release.manifest;
  const candidates = comparas
    .toSorted((a, b) => Number(b === usual) - Number(a === usual))
    .map((entry) => release.compara(entry))
    .filter((compara) => compara.mayHave(id))
    .slice(0, MAX_COMPARAS);
  const found = await Promise.all(candidates.map((compara) => dataOf(compara, species, id)));
  const which = found.findIndex(({ isCompared, tree }) => isCompared || tree);
  const [compara, data] = [candidates[which], found[which]];
  if (!compara || !data) return [];
  const choice = compara.entry === usual ? '' : `compara=${encodeURIComponent(compara.entry.name)}`;
  const query = choice && `?${choice}`;
  const links: [string, string, boolean][] = [
    [
      'Homologues',
      `${pathOf('homology', 'id', species, id)}?format=condensed${choice && `;${choice}`}`,
      data.isCompared,
    ],
    ['Gene tree', `${pathOf('genetree', 'member', 'id', species, id)}${query}`, data.tree],
    ['Gene family', `${pathOf('cafe', 'genetree', 'member', 'id', species, id)}${query}`, data.family],
  ];
  return links.flatMap(([name, path, exists]): [string, string][] => (exists ? [[name, path]] : []));
}

/** The database that operations use without the parameter `compara`; null if they ask for one. */
function usualCompara({ manifest }: Release, species: string): ComparaEntry | null {
  try {
    return findCompara(manifest, undefined, manifest.species.find(({ name }) => name === species)?.division);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function dataOf(
  compara: Compara,
  species: string,
  id: string,
): Promise<{ isCompared: boolean; tree: boolean; family: boolean }> {
  const [genomes, members, homologies] = await Promise.all([
    compara.species(),
    compara.members([id]),
    compara.homologies([id]),
  ]);
  const member = members.flat().find(({ genome }) => genomes.genome(genome)?.name === species);
  const trees = (member?.trees ?? []).filter(({ reference }) => reference);
  return {
    isCompared: homologies.flat().some(({ homologies: { length } }) => length > 0),
    tree: trees.length > 0,
    family: trees.some(({ cafe }) => cafe !== null),
  };
}
