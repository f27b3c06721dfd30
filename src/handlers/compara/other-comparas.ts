/**
 * Names another compara database that has a gene which the requested one lacks. Ensembl searches one database,
 * and its answer does not say that there are others.
 */
import { ApiError, attempt } from '../../api-error.ts';
import { InvalidInput } from '../../invalid-input.ts';
import { comparaName } from '../../release/compara.ts';
import type { Release } from '../../release/release.ts';
import { StoreError } from '../../store/store.ts';
import { comparaOf } from './compared-genome.ts';

interface Searched {
  compara: string | undefined;
  species: string | undefined;
}

/**
 * A sentence that names the first other compara database that has the gene; null if none has it. Searches one database
 * after the other, and skips those that reject the search or cannot be read. The latter are logged: the answer itself
 * does not need them.
 *
 * @param searched the parameters that chose the searched database
 * @param id stable id of the gene, null if it is not known
 * @param has whether the compara database with a name has the gene
 */
export async function hintElsewhere(
  release: Release,
  { compara, species }: Searched,
  id: string | null,
  has: (compara: string) => Promise<boolean>,
): Promise<string | null> {
  const searched = attempt(() => comparaOf(release, compara, species));
  for (const entry of release.manifest.comparas ?? []) {
    if (entry === searched || (id !== null && !release.compara(entry).mayHave(id))) continue;
    const name = comparaName(entry);
    if (await has(name).catch(falseIfNotSearched))
      return `The compara database '${name}' contains it: send compara=${encodeURIComponent(name)}`;
  }
  return null;
}

function falseIfNotSearched(error: unknown): false {
  if (error instanceof InvalidInput || error instanceof ApiError) return false;
  if (!(error instanceof StoreError)) throw error;
  // The client gets its answer without the hint; only the log can tell the operator.
  console.error(`A hint about other compara databases is missing: ${error.message}`);
  return false;
}

/** The result of a search. Adds the sentence of a hint to its ApiError. */
export async function withHint<T>(search: () => Promise<T>, hint: () => Promise<string | null>): Promise<T> {
  try {
    return await search();
  } catch (error) {
    const sentence = error instanceof ApiError ? await hint() : null;
    if (!(error instanceof ApiError) || sentence === null) throw error;
    throw new ApiError(`${error.message.replace(/\.$/, '')}. ${sentence}`, error.status);
  }
}
