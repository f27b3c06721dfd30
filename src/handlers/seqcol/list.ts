/** The digests of all sequence collections of a release, or of some: seqcol/list/collection. */
import { DIGESTED_ATTRIBUTES, type LevelOne } from '../../genome/sequence-collection.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { CollectionFilter } from '../../release/collection-keys.ts';

type ListParams = { page: number; page_size: number; species: string | undefined } & {
  [A in keyof LevelOne]: string | undefined;
};

/** A page of digests. One wave of reads. */
export async function listCollections({ params, release }: OperationRequest<ListParams>): Promise<Answer> {
  const { page, page_size: size } = params;
  const filters: [CollectionFilter, string][] = DIGESTED_ATTRIBUTES.flatMap((name) => {
    const digest = params[name];
    return digest === undefined ? [] : [[name, digest]];
  });
  if (params.species !== undefined) filters.push(['species', (await release.genome(params.species)).species]);
  const { digests, total } =
    filters.length === 0
      ? await release.collections.page(page * size, size)
      : pageOf(await withAll(release, filters), page, size);
  return { kind: 'value', value: { results: digests, pagination: { page, page_size: size, total } } };
}

/** The digests of the collections with all of some values. */
async function withAll(
  { collections }: OperationRequest['release'],
  filters: readonly [CollectionFilter, string][],
): Promise<string[]> {
  const lists = await Promise.all(filters.map(([filter, value]) => collections.withValue(filter, value)));
  const [first = [], ...others] = lists.map((places) => places.map(([digest]) => digest));
  return first.filter((digest) => others.every((list) => list.includes(digest)));
}

function pageOf(all: readonly string[], page: number, size: number): { digests: string[]; total: number } {
  return { digests: all.slice(page * size, (page + 1) * size), total: all.length };
}
