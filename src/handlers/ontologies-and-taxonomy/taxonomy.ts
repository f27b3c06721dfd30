/** Taxa of the NCBI taxonomy by id and by name, and their classification. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { RecordLocation } from '../../index/object-sink.ts';
import { shownName } from '../../names/name-text.ts';
import type { Release } from '../../release/release.ts';
import type { TaxonRecord } from '../../terms/taxon-record.ts';

/**
 * Most bytes of blocks that the taxa of one answer are read from: more than a hundred taxa from all over the table, and any
 * number side by side. A search reads less than 1.4 MiB to find them (src/names/name-index.ts), so both are below 2 MiB.
 */
const MOST_BYTES = 600 * 1024;

/** GET taxonomy/id/:id: a taxon with its parent and children, without them when `simple`. One read by id, two by name. */
export async function taxonById({ params, release }: OperationRequest<{ id: string; simple: boolean }>): Promise<Answer> {
  return { kind: 'json', text: textOf(await findTaxon(release, params.id), params.simple) };
}

/**
 * GET taxonomy/name/:name: the taxa with a name, of any class of names, like a LIKE pattern. Two waves of reads for a
 * name, three for a pattern.
 */
export async function taxaByName({ params, release }: OperationRequest<{ name: string; simple: boolean }>): Promise<Answer> {
  const places = await release.taxa.like(params.name);
  if (places.length === 0) throw new ApiError(`No taxons found with given name '${shownName(params.name)}'`);
  // A single taxon, however many children it has, is what taxonomy/id answers too.
  if (places.length > 1 && bytesOf(places) > MOST_BYTES) {
    throw new ApiError(`${places.length} taxa have a name like '${shownName(params.name)}', too many for one answer; please give more of its letters`);
  }
  const taxa = await release.taxa.at(places);
  return { kind: 'json', text: `[${taxa.map((taxon) => textOf(taxon, params.simple)).join(',')}]` };
}

/**
 * GET taxonomy/classification/:id: the taxon and its ancestors, the nearest first, but for those that classifications
 * leave out. Of each ancestor's children only the one on the way is shown. Two waves of reads by id, three by name.
 */
export async function classification({ params, release, format }: OperationRequest<{ id: string }>): Promise<Answer> {
  const taxon = await findTaxon(release, params.id);
  const { ancestors } = taxon;
  const cards = await release.taxa.cards(ancestors.map(({ card }) => card));
  const line = [taxon.answer.short(), ...cards];
  const shown = ancestors.flatMap((ancestor, each) => (ancestor.shown ? [each + 1] : []));
  if (format !== 'json') {
    // Each card stands in up to three places: parsed once, not out of the whole text.
    const parsed = line.map((card) => JSON.parse(card) as Record<string, unknown>);
    const listed = shown.map((at) => ({ ...parsed[at], ...(at + 1 < line.length ? { parent: parsed[at + 1] } : {}), children: [parsed[at - 1]] }));
    return { kind: 'value', value: taxon.shown ? [JSON.parse(taxon.answer.whole()), ...listed] : listed };
  }
  const listed = shown.map((at) => `${line[at]!.slice(0, -1)}${at + 1 < line.length ? `,"parent":${line[at + 1]}` : ''},"children":[${line[at - 1]}]}`);
  if (taxon.shown) listed.unshift(taxon.answer.whole());
  return { kind: 'json', text: `[${listed.join(',')}]` };
}

/** A taxon by its id (or one that was merged into it) when it looks like a number, else by its name. */
async function findTaxon({ taxa }: Release, id: string): Promise<TaxonRecord> {
  const found = looksLikeNumber(id) ? await taxonOfNumber(taxa, id) : await taxa.named(id);
  if (!found) throw new ApiError(`No taxon node found for '${shownName(id)}'`);
  return found;
}

function looksLikeNumber(text: string): boolean {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text);
}

/** Ids are whole numbers, however they are written: 9606, 09606. */
async function taxonOfNumber(taxa: Release['taxa'], text: string): Promise<TaxonRecord | null> {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 0 ? taxa.taxon(String(number)) : null;
}

function textOf(taxon: TaxonRecord, simple: boolean): string {
  return simple ? taxon.answer.short() : taxon.answer.whole();
}

/** Bytes of the blocks that some records stand in. */
function bytesOf(places: readonly RecordLocation[]): number {
  const blocks = new Map(places.map(([offset, length]) => [offset, length]));
  return [...blocks.values()].reduce((sum, length) => sum + length, 0);
}
