/** Orthologues and paralogues of genes: homology/id and homology/symbol. */
import { get, only, present } from '../../checked.ts';
import type { Answer, Format, OperationRequest } from '../../operation/operation.ts';
import type { ComparedGene } from '../../compara/gene-member.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import { jsonList } from '../../formats/text-stream.ts';
import { openCompara } from './compared-genome.ts';
import { DivisionSearch, type LocatedGene } from './division-search.ts';
import { HomologySearch, type HomologyParams, type SearchParams } from './homology-search.ts';
import type { GeneValue } from './homology-value.ts';
import { hintElsewhere, withHint } from './other-comparas.ts';
import { findStableIds } from '../resolve/stable-id.ts';
import { genesOfSymbol, genesOfSymbols } from '../resolve/symbol.ts';

type BySymbol = HomologyParams & { species: string; external_db: string | undefined };

/**
 * GET homology/id. The answer is empty for a gene that the compara database lacks, with a hint if another one has it.
 * Throws ApiError (400) for an unknown id if the request names no species.
 */
export function homologiesById(request: OperationRequest<SearchParams & { id: string }>): Promise<Answer> {
  const { params, release } = request;
  const { id } = params;
  const hint = () =>
    hintElsewhere(release, params, id, async (compara) => {
      const search = await DivisionSearch.open(release, { ...params, compara }, [id]);
      return (await search.genes([id])).length > 0;
    });
  return withHint(() => answerById(request, hint), hint);
}

async function answerById(
  { params, release, format }: OperationRequest<SearchParams & { id: string }>,
  hint: () => Promise<string | null>,
): Promise<Answer> {
  const { id } = params;
  const search = await DivisionSearch.open(release, params, [id]);
  const { first } = search;
  const [located] = await search.genes([id]);
  if (!located && !params.species && !(await first.knows(id))) {
    const objects = only(await findStableIds(release, [id], {}, true));
    if (objects.length === 0) throw new ApiError(`Could not find the ID '${id}' in any database. Please try again`);
  }
  const chosen = located?.search ?? first;
  chosen.checkTargets();
  if (located) return chosen.answer([located.found], format);
  return { ...(await chosen.answer([], format)), hint: (await hint()) ?? undefined };
}

/** POST homology/id: an entry for each gene in a compara database, in the order sent. */
export async function homologiesByIds({
  params,
  items,
  release,
  format,
  memory,
}: OperationRequest<SearchParams>): Promise<Answer> {
  if (items.length > BATCH) await memory.reserve(MEMORY_OF_BATCH);
  const ids = [...new Set(items)];
  const search = await DivisionSearch.open(release, params, ids.slice(0, BATCH));
  await search.checkTargets(ids);
  return manyAnswers((batch) => search.genes(batch), search.first, ids, format);
}

/** GET homology/symbol. As homologiesById, but an unknown symbol is always a 400. */
export async function homologiesBySymbol(request: OperationRequest<BySymbol & { symbol: string }>): Promise<Answer> {
  const { params, release } = request;
  const core = await release.genome(params.species);
  const hint = () =>
    hintElsewhere(release, params, null, async (compara) => {
      const [search, { ids }] = await Promise.all([
        HomologySearch.open(release, { ...params, compara }),
        genesOfSymbol(core, params.symbol, params.external_db),
      ]);
      return (await search.genes(ids)).length > 0;
    });
  return withHint(() => answerBySymbol(request, core, hint), hint);
}

async function answerBySymbol(
  { params, release, format }: OperationRequest<BySymbol & { symbol: string }>,
  core: Genome,
  hint: () => Promise<string | null>,
): Promise<Answer> {
  // Throws for an unknown database before any read starts: no promise must reject unhandled.
  const compara = openCompara(release, params.compara, params.species);
  const [search, { ids }, [named]] = await Promise.all([
    HomologySearch.open(release, params),
    genesOfSymbol(core, params.symbol, params.external_db),
    showsProducts(params, format) ? compara.named(core.species, [params.symbol]) : [],
  ]);
  search.checkTargets();
  if (ids.length === 0)
    throw new ApiError(`Cannot find a suitable gene for the symbol '${params.symbol}' and species '${params.species}'`);
  // Most homologues are in the gene's own tree, so products of that tree are read in the same wave as homologies.
  const [found] = await Promise.all([search.genes(ids), search.readAhead(familiesOf(ids, named))]);
  if (found.length > 0) return search.answer(found, format);
  return { ...(await search.answer([], format)), hint: (await hint()) ?? undefined };
}

/** POST homology/symbol: an entry for each gene of the symbols, in the order sent. */
export async function homologiesBySymbols({
  params,
  items,
  release,
  format,
  memory,
}: OperationRequest<BySymbol>): Promise<Answer> {
  if (items.length > BATCH) await memory.reserve(MEMORY_OF_BATCH);
  const core = await release.genome(params.species);
  const compara = openCompara(release, params.compara, params.species);
  const symbols = [...new Set(items)];
  const [search, ids, named] = await Promise.all([
    HomologySearch.open(release, params),
    genesOfSymbols(core, symbols, params.external_db),
    showsProducts(params, format) ? compara.named(core.species, symbols.slice(0, BATCH)) : [],
  ]);
  search.checkTargets();
  const genes = [...new Set(ids.flat())];
  const locate = async (batch: readonly string[]) => (await search.genes(batch)).map((found) => ({ search, found }));
  return manyAnswers(locate, search, genes, format, familiesOf(genes.slice(0, BATCH), named.flat()));
}

/** Whether the answer needs products: for sequences, cigar lines or the ids in OrthoXML. */
function showsProducts({ format: form, sequence, cigar_line: cigarLine }: HomologyParams, format: Format): boolean {
  return format === 'orthoxml' || (form !== 'condensed' && (sequence !== 'none' || cigarLine));
}

/** The named genes that are among the ids, to read the products of their trees ahead. */
function familiesOf(ids: readonly string[], named: readonly ComparedGene[] = []): ComparedGene[] {
  return named.filter(({ geneId }) => ids.includes(geneId));
}

/** Genes per batch of a POST. */
const BATCH = 16;
/** Bytes of a batch, its blocks and the homologies of the next batch; also enough for MAX_XML_GENES as XML. */
const MEMORY_OF_BATCH = 6_000_000;
/** Most genes for formats other than JSON, which are not streamed. */
const MAX_XML_GENES = 100;

/** Finds genes in the order of ids. One wave of reads. */
type Locate = (ids: readonly string[]) => Promise<LocatedGene[]>;

/**
 * The answer for several genes. JSON is streamed, since a thousand genes may have a million homologies.
 *
 * @param first the search that answers if there are no genes
 * @param families of the first BATCH genes, as far as they are known: products of their trees are read ahead
 */
async function manyAnswers(
  locate: Locate,
  first: HomologySearch,
  ids: readonly string[],
  format: Format,
  families: readonly ComparedGene[] = [],
): Promise<Answer> {
  if (format === 'json' || format === 'jsonp') return { kind: 'stream', chunks: stream(locate, first, ids, families) };
  if (ids.length > MAX_XML_GENES)
    throw new ApiError(
      `${ids.length} genes are too many for an answer in ${format}: at most ${MAX_XML_GENES}; please request JSON`,
    );
  const located = await locate(ids);
  const [search = first, ...others] = new Set(located.map((each) => each.search));
  if (others.length === 0)
    return search.answer(
      located.map(({ found }) => found),
      format,
    );
  if (format === 'orthoxml')
    throw new ApiError(
      'These genes are in several compara databases, whose groups OrthoXML cannot combine; please name one ' +
        'species or compara database, or request JSON',
    );
  return { kind: 'value', value: { data: await valuesOf(located) } };
}

async function* stream(
  locate: Locate,
  first: HomologySearch,
  ids: readonly string[],
  families: readonly ComparedGene[],
): AsyncGenerator<string> {
  yield '{"data":';
  yield* jsonList(values(locate, first, ids, families));
  yield '}';
}

/**
 * Values of genes in batches. Homologies of a batch and products of the previous one are read in the same wave: one
 * wave per batch, and one more.
 */
async function* values(
  locate: Locate,
  first: HomologySearch,
  ids: readonly string[],
  families: readonly ComparedGene[],
): AsyncGenerator<GeneValue> {
  let next = batchAt(locate, ids, 0);
  if (next) await Promise.all([next, first.readAhead(families)]);
  for (let start = BATCH; next; start += BATCH) {
    const located = await next;
    next = batchAt(locate, ids, start);
    yield* await valuesOf(located);
  }
}

/** Starts to read a batch. Its rejection does not count as unhandled if the batch is not awaited. */
function batchAt(locate: Locate, ids: readonly string[], start: number): Promise<LocatedGene[]> | null {
  if (start >= ids.length) return null;
  const located = locate(ids.slice(start, start + BATCH));
  located.catch(() => {});
  return located;
}

/** Values in the order of genes. One wave of reads for all products. */
async function valuesOf(located: readonly LocatedGene[]): Promise<GeneValue[]> {
  const bySearch = Map.groupBy(located, ({ search }) => search);
  const made = await Promise.all(
    [...bySearch].map(
      async ([search, genes]) => [search, (await search.values(genes.map(({ found }) => found))).values()] as const,
    ),
  );
  const next = new Map(made);
  return located.map(({ search }) => present(get(next, search).next().value, 'the value of a gene'));
}
