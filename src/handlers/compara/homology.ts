/** Orthologues and paralogues of genes: homology/id and homology/symbol. */
import type { Answer, Format, OperationRequest } from '../../operation/operation.ts';
import type { ComparedGene } from '../../compara/gene-member.ts';
import { ApiError } from '../../api-error.ts';
import { jsonList } from '../../formats/text-stream.ts';
import { openCompara } from './compared-genome.ts';
import { DivisionSearch, type Located } from './division-search.ts';
import { Search, type HomologyParams, type SearchParams } from './homology-search.ts';
import type { GeneValue } from './homology-value.ts';
import { findStableIds } from '../resolve/stable-id.ts';
import { genesOfSymbol, genesOfSymbols } from '../resolve/symbol.ts';

type BySymbol = HomologyParams & { species: string; external_db: string | undefined };

/**
 * GET: a gene that the comparative database lacks has no entry; one that nothing at all knows is refused where no
 * species is named.
 */
export async function homologiesById({
  params,
  release,
  format,
}: OperationRequest<SearchParams & { id: string }>): Promise<Answer> {
  const { id } = params;
  const search = await DivisionSearch.begin(release, params, [id]);
  const { first } = search;
  const [located] = await search.genes([id]);
  if (!located && !params.species && !(await first.knows(id))) {
    const [objects] = await findStableIds(release, [id], {}, true);
    if (objects!.length === 0) throw new ApiError(`Could not find the ID '${id}' in any database. Please try again`);
  }
  const its = located?.search ?? first;
  its.checkTargets();
  return its.answer(located ? [located.found] : [], format);
}

/** POST: one entry for each gene that a comparative database has, in the order sent. */
export async function homologiesByIds({
  params,
  items,
  release,
  format,
  memory,
}: OperationRequest<SearchParams>): Promise<Answer> {
  if (items.length > BATCH) await memory.reserve(MEMORY_OF_BATCH);
  const ids = [...new Set(items)];
  const search = await DivisionSearch.begin(release, params, ids.slice(0, BATCH));
  await search.checkTargets(ids);
  return manyAnswers((batch) => search.genes(batch), search.first, ids, format);
}

export async function homologiesBySymbol({
  params,
  release,
  format,
}: OperationRequest<BySymbol & { symbol: string }>): Promise<Answer> {
  const core = release.genome(params.species);
  // Refuses an unknown database before anything is under way: what nobody waits for any more must not fail.
  const compara = openCompara(release, params.compara, params.species);
  const [search, { ids }, [named]] = await Promise.all([
    Search.begin(release, params),
    genesOfSymbol(core, params.symbol, params.external_db),
    showsProducts(params, format) ? compara.named(core.species, [params.symbol]) : [],
  ]);
  search.checkTargets();
  if (ids.length === 0)
    throw new ApiError(`Cannot find a suitable gene for the symbol '${params.symbol}' and species '${params.species}'`);
  // Most homologues stand in the gene's own tree: their products are read beside the list of them.
  const [found] = await Promise.all([search.genes(ids), search.readAhead(familiesOf(ids, named))]);
  return search.answer(found, format);
}

/** POST: one entry for each gene that one of the symbols names, in the order sent. */
export async function homologiesBySymbols({
  params,
  items,
  release,
  format,
  memory,
}: OperationRequest<BySymbol>): Promise<Answer> {
  if (items.length > BATCH) await memory.reserve(MEMORY_OF_BATCH);
  const core = release.genome(params.species);
  const compara = openCompara(release, params.compara, params.species);
  const symbols = [...new Set(items)];
  const [search, ids, named] = await Promise.all([
    Search.begin(release, params),
    genesOfSymbols(core, symbols, params.external_db),
    showsProducts(params, format) ? compara.named(core.species, symbols.slice(0, BATCH)) : [],
  ]);
  search.checkTargets();
  const genes = [...new Set(ids.flat())];
  const locate = async (batch: readonly string[]) => (await search.genes(batch)).map((found) => ({ search, found }));
  return manyAnswers(locate, search, genes, format, familiesOf(genes.slice(0, BATCH), named.flat()));
}

/** Letters, cigar lines and the numbers of OrthoXML are those of products. */
function showsProducts({ format: form, sequence, cigar_line: cigarLine }: HomologyParams, format: Format): boolean {
  return format === 'orthoxml' || (form !== 'condensed' && (sequence !== 'none' || cigarLine));
}

/** Those of the genes of some names that are meant: their homologues' products stand with their trees. */
function familiesOf(ids: readonly string[], named: readonly ComparedGene[] = []): ComparedGene[] {
  return named.filter(({ geneId }) => ids.includes(geneId));
}

/** Genes of a POST whose homologies are in memory at a time. */
const BATCH = 16;
/**
 * Bytes of a batch with the blocks that it is read from and the homologies of the next, and of a hundred genes as XML.
 */
const MEMORY_OF_BATCH = 6_000_000;
/** XML lists the species of all homologies first, and so is made as a whole. */
const MAX_XML_GENES = 100;

/** Genes by id, in the order asked. One wave of reads. */
type Locate = (ids: readonly string[]) => Promise<Located[]>;

/**
 * As JSON a stream: a thousand genes may have a million homologies.
 *
 * @param first answers where there is no gene
 * @param families of the first BATCH genes, as far as `first` knows them: their products are read beside their
 * homologies
 */
async function manyAnswers(
  locate: Locate,
  first: Search,
  ids: readonly string[],
  format: Format,
  families: readonly ComparedGene[] = [],
): Promise<Answer> {
  if (format === 'json' || format === 'jsonp') return { kind: 'stream', chunks: stream(locate, first, ids, families) };
  if (ids.length > MAX_XML_GENES)
    throw new ApiError(`At most ${MAX_XML_GENES} genes can be asked for in this format; JSON takes more`);
  const located = await locate(ids);
  const [search = first, ...others] = new Set(located.map((each) => each.search));
  if (others.length === 0)
    return search.answer(
      located.map(({ found }) => found),
      format,
    );
  if (format === 'orthoxml')
    throw new ApiError(
      'These genes are compared in several databases, whose groups OrthoXML cannot hold together: name one species ' +
        'or database, or ask for JSON',
    );
  return { kind: 'value', value: { data: await valuesOf(located) } };
}

async function* stream(
  locate: Locate,
  first: Search,
  ids: readonly string[],
  families: readonly ComparedGene[],
): AsyncGenerator<string> {
  yield '{"data":';
  yield* jsonList(values(locate, first, ids, families));
  yield '}';
}

/**
 * The homologies of each batch are read beside the products of the one before: one wave of reads a batch, and one more.
 */
async function* values(
  locate: Locate,
  first: Search,
  ids: readonly string[],
  families: readonly ComparedGene[],
): AsyncGenerator<GeneValue> {
  let next = batchAt(locate, ids, 0);
  if (next) await Promise.all([next, first.readAhead(families)]);
  for (let at = BATCH; next; at += BATCH) {
    const located = await next;
    next = batchAt(locate, ids, at);
    yield* await valuesOf(located);
  }
}

/** Under way: who does not come to it need not hear of its failure. */
function batchAt(locate: Locate, ids: readonly string[], at: number): Promise<Located[]> | null {
  if (at >= ids.length) return null;
  const located = locate(ids.slice(at, at + BATCH));
  located.catch(() => {});
  return located;
}

/** In the order of the genes. One wave of reads for the products of all. */
async function valuesOf(located: readonly Located[]): Promise<GeneValue[]> {
  const bySearch = Map.groupBy(located, ({ search }) => search);
  const made = await Promise.all(
    [...bySearch].map(
      async ([search, its]) => [search, (await search.values(its.map(({ found }) => found))).values()] as const,
    ),
  );
  const next = new Map(made);
  return located.map(({ search }) => next.get(search)!.next().value!);
}
