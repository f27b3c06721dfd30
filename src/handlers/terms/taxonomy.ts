/** Taxa of the NCBI taxonomy by id and by name, and their classification. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import { jsonListOfPieces } from '../../formats/text-stream.ts';
import { shownName } from '../../names/name-text.ts';
import type { Release } from '../../release/release.ts';
import type { Taxa } from '../../release/terms.ts';
import { TaxonCard, type TaxonRecord } from '../../terms/taxon-record.ts';
import { jsonAnswer, wholeJson } from '../../operation/streamed-answer.ts';

/**
 * GET taxonomy/id/:id: a taxon with its parent and children, without them when `simple`. One read by id, two by name,
 * and one more for the children of a taxon that has very many; JSON of these is written as they are read.
 */
export async function taxonById({
  params,
  release,
  format,
}: OperationRequest<{ id: string; simple: boolean }>): Promise<Answer> {
  const taxon = await findTaxon(release, params.id);
  if (params.simple) return { kind: 'json', text: taxon.answer.short() };
  const tooLong =
    `The taxon has too many children to show them as ${format}; please ask for JSON, or with ` +
    'simple=1 for the taxon alone';
  return jsonAnswer(release.taxa.withRelatives(taxon), taxon.family.length > 0, format, tooLong);
}

/**
 * GET taxonomy/name/:name: the taxa with a name, of any class of names, like a LIKE pattern. Two waves of reads for a
 * name, three for a pattern; JSON of many is written as they are read.
 */
export async function taxaByName({
  params,
  release,
  format,
  work,
}: OperationRequest<{ name: string; simple: boolean }>): Promise<Answer> {
  const { taxa } = release;
  const found = await taxa.like(params.name, work);
  const each = found.each();
  const first = await each.next();
  if (first.done) throw new ApiError(`No taxons found with given name '${shownName(params.name)}'`);
  const tooLong = (howMany: string) =>
    `${howMany} taxa have a name like '${shownName(params.name)}', too many to list them as ${format}; please ask ` +
    'for JSON, or give more of its letters';
  if (!found.isFew)
    return jsonAnswer(
      listed(taxa, startingWith(first.value, each), params.simple),
      true,
      format,
      tooLong(found.howMany),
    );
  const few = await Array.fromAsync(startingWith(first.value, each));
  return jsonAnswer(
    listed(taxa, few, params.simple),
    few.some(({ family }) => family.length > 0),
    format,
    tooLong(String(few.length)),
  );
}

async function* startingWith<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

/** JSON of a list of taxa, in pieces. */
function listed(
  taxa: Taxa,
  list: AsyncIterable<TaxonRecord> | Iterable<TaxonRecord>,
  simple: boolean,
): AsyncGenerator<string> {
  return jsonListOfPieces(shown(taxa, list, simple));
}

async function* shown(
  taxa: Taxa,
  list: AsyncIterable<TaxonRecord> | Iterable<TaxonRecord>,
  simple: boolean,
): AsyncGenerator<AsyncIterable<string> | Iterable<string>> {
  for await (const taxon of list) yield simple ? [taxon.answer.short()] : taxa.withRelatives(taxon);
}

/**
 * GET taxonomy/classification/:id: the taxon and its ancestors, the nearest first, but for those that classifications
 * leave out. Of each ancestor's children only the one on the way is shown. Two waves of reads by id, three by name.
 */
export async function classification({ params, release, format }: OperationRequest<{ id: string }>): Promise<Answer> {
  const taxon = await findTaxon(release, params.id);
  const { ancestors } = taxon;
  const cards = await release.taxa.cards(ancestors.map(({ card }) => card));
  const line = [new TaxonCard(taxon.answer.short()), ...cards];
  const shown = ancestors.flatMap((ancestor, each) => (ancestor.shown ? [each + 1] : []));
  const hasManyChildren = taxon.family.length > 0;
  if (format !== 'json') {
    const above = shown.map((at) => ({
      ...line[at]!.value,
      ...(at + 1 < line.length ? { parent: line[at + 1]!.value } : {}),
      children: [line[at - 1]!.value],
    }));
    if (!taxon.shown) return { kind: 'value', value: above };
    const text = await wholeJson(
      release.taxa.withRelatives(taxon),
      `The taxon has too many children to show them as ${format}; please ask for JSON`,
    );
    return { kind: 'value', value: [JSON.parse(text), ...above] };
  }
  const above = shown.map((each) => {
    const parent = each + 1 < line.length ? `,"parent":${at(line, each + 1).json}` : '';
    return `${at(line, each).json.slice(0, -1)}${parent},"children":[${at(line, each - 1).json}]}`;
  });
  const pieces = classified(release.taxa, taxon, above);
  return hasManyChildren ? { kind: 'stream', chunks: pieces } : { kind: 'json', text: await wholeJson(pieces) };
}

/** JSON of the list, in pieces: the taxon, unless classifications leave it out, and those above it. */
async function* classified(taxa: Taxa, taxon: TaxonRecord, above: readonly string[]): AsyncGenerator<string> {
  yield '[';
  if (taxon.shown) yield* taxa.withRelatives(taxon);
  yield `${taxon.shown && above.length > 0 ? ',' : ''}${above.join(',')}]`;
}

/** A taxon by its id or name; throws ApiError (400) when there is none. */
async function findTaxon({ taxa }: Release, text: string): Promise<TaxonRecord> {
  const found = await taxa.find(text);
  if (!found) throw new ApiError(`No taxon node found for '${shownName(text)}'`);
  return found;
}
