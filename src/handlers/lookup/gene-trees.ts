/** Gene trees of the lookup operations: Ensembl finds them by stable id and shows them only in condensed form. */
import { ApiError } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';
import { openComparas } from '../compara/compared-genome.ts';
import type { Feature } from './features.ts';

export interface GeneTreeFilter {
  species: string | undefined;
  db_type: string | undefined;
  object_type: string | undefined;
}

/**
 * The condensed form of the gene tree with a stable id, in the first compara database that has it. Null for other ids,
 * and if the request asks for objects of another kind, database or species.
 */
export async function findGeneTree(
  release: Release,
  id: string,
  { species, db_type, object_type }: GeneTreeFilter,
): Promise<Feature | null> {
  if (object_type && object_type.toLowerCase() !== 'genetree') return null;
  if (db_type && db_type.toLowerCase() !== 'compara') return null;
  const comparas = openComparas(release, undefined, id).filter(
    ({ entry }) => !species || entry.name === species.toLowerCase(),
  );
  const trees = await Promise.all(comparas.map((compara) => compara.geneTree(id)));
  const which = trees.findIndex((tree) => tree !== null);
  const compara = comparas[which];
  if (!compara) return null;
  const version = trees[which]?.version;
  return {
    id,
    object_type: object_type ?? 'GeneTree',
    species: compara.entry.name,
    db_type: 'compara',
    ...(version === undefined ? {} : { version }),
  };
}

/** Throws ApiError (400) unless the request asks for the condensed form of a gene tree. */
export function checkGeneTreeForm(id: string, format: 'full' | 'condensed', expand: boolean): void {
  if (format === 'full') throw new ApiError(`ID '${id}' does not support 'full' format type. Please use 'condensed'`);
  if (expand) throw new ApiError('Expand option only available for Genes and Transcripts');
}
