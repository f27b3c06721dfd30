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
 * GET taxonomy/id/:id: a taxon with its parent and children, unless `simple`. One read by id, two by name, and one more
 * for a taxon with very many children, which are streamed as JSON.
 */
export async function taxonById({
  params,
  release,
  format,
}: OperationRequest<{ id: string; simple: boolean }>): Promise<Answer> {
  const taxon = await findTaxon(release, params.id);
  if (params.simple) return { kind: 'json', text: taxon.answer.short() };
  const tooLong =
    `The taxon has too many children for an answer in ${format}; please request JSON, or simple=1 to omit the ` +
    'children';
  return jsonAnswer(release.taxa.withRelatives(taxon), taxon.family.length > 0, format, tooLong);
}

/**
 * GET taxonomy/name/:name: the taxa with a name, of any class of names, that matches a LIKE pattern. Two waves of reads
 * for a name, three for a pattern. Long lists are streamed as JSON.
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
    `${howMany} taxa match '${shownName(params.name)}', too many for a list in ${format}; please request JSON, or a ` +
    'longer part of the name';
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
 * GET taxonomy/classification/:id: the taxon and its ancestors, the nearest first, without those that Ensembl's
 * classifications omit. Each ancestor shows only the child on the path to the taxon. Two waves of reads by id, three by
 * name.
 */
export async function classification({ params, release, format }: OperationRequest<{ id: string }>): Promise<Answer> {
  const taxon = await findTaxon(release, params.id);
  const { ancestors } = taxon;
  const cards = await release.taxa.cards(ancestors.map(({ card }) => card));
  const lineage = [new TaxonCard(taxon.answer.short()), ...cards];
  const shown = ancestors.flatMap((ancestor, each) => (ancestor.shown ? [each + 1] : []));
  const hasManyChildren = taxon.family.length > 0;
  if (format !== 'json') {
    const above = shown.map((each) => ({
      ...at(lineage, each).value,
      ...(each + 1 < lineage.length ? { parent: at(lineage, each + 1).value } : {}),
      children: [at(lineage, each - 1).value],
    }));
    if (!taxon.shown) return { kind: 'value', value: above };
    const text = await wholeJson(
      release.taxa.withRelatives(taxon),
      `The taxon has too many children for an answer in ${format}; please request JSON`,
    );
    return { kind: 'value', value: [JSON.parse(text), ...above] };
  }
  const above = shown.map((each) => {
    const parent = each + 1 < lineage.length ? `,"parent":${at(lineage, each + 1).json}` : '';
    return `${at(lineage, each).json.slice(0, -1)}${parent},"children":[${at(lineage, each - 1).json}]}`;
  });
  const pieces = classified(release.taxa, taxon, above);
  return hasManyChildren ? { kind: 'stream', chunks: pieces } : { kind: 'json', text: await wholeJson(pieces) };
}

/** JSON of the list in pieces: the taxon, unless classifications omit it, and its ancestors. */
async function* classified(taxa: Taxa, taxon: TaxonRecord, above: readonly string[]): AsyncGenerator<string> {
  yield '[';
  if (taxon.shown) yield* taxa.withRelatives(taxon);
  yield `${taxon.shown && above.length > 0 ? ',' : ''}${above.join(',')}]`;
}

/** A taxon by id or name. Throws ApiError (400) if it is unknown. */
async function findTaxon({ taxa }: Release, text: string): Promise<TaxonRecord> {
  const found = await taxa.find(text);
  if (!found) throw new ApiError(`No taxon node found for '${shownName(text)}'`);
  return found;
}
