/**
 * Ancestors and descendants of a term, from the closures in the index. One read for the term, then one wave of reads
 * for up to a thousand cards.
 *
 * As in Ensembl, ontology/ancestors returns the terms that have the given term as an ancestor, and
 * ontology/descendants those that have it as a descendant. Only the chart of ancestors contains ancestors.
 */
import { at } from '../../checked.ts';
import { jsonListOfTexts } from '../../formats/text-stream.ts';
import type { Answer, Format, OperationRequest } from '../../operation/operation.ts';
import { sqlLike } from '../../names/sql-like.ts';
import { CARDS_IN_ONE_WAVE, type Terms } from '../../release/terms.ts';
import { accessionOf, cardEnd, subsetsOf, type Card } from '../../terms/answer-text.ts';
import type { CardPlace, Closure, TermRecord } from '../../terms/term-record.ts';
import { jsonAnswer } from '../../operation/streamed-answer.ts';
import { findTerm } from './ontology.ts';

interface ClosureParameters {
  id: string;
  ontology: string | undefined;
}

/** GET ontology/ancestors/:id: all terms below, the nearest first; a term at several distances is listed for each. */
export async function termsBelow({ params, release, format }: OperationRequest<ClosureParameters>): Promise<Answer> {
  const { terms } = release;
  const term = await findTerm(terms, params.id);
  const places = byDistance(closureOf(terms, term, params.ontology)?.descendants ?? []);
  return listAnswer(terms, term, places, relativesAt(terms, places), format);
}

/**
 * GET ontology/descendants/:id: all terms above, the nearest first. `zero_distance` adds the term itself; `subset`
 * keeps only terms of a subset (a name, or a LIKE pattern for the joined list of subsets); `closest_terms` only the
 * nearest.
 */
export async function termsAbove({
  params,
  release,
  format,
}: OperationRequest<
  ClosureParameters & {
    subset: string | undefined;
    closest_terms: boolean;
    zero_distance: boolean;
  }
>): Promise<Answer> {
  const { terms } = release;
  const term = await findTerm(terms, params.id);
  const places = byDistance(closureOf(terms, term, params.ontology)?.ancestors ?? []).filter(
    ({ distance }) => distance > 0 || params.zero_distance,
  );
  const relatives = ofSubset(relativesAt(terms, places), params.subset);
  return listAnswer(terms, term, places, params.closest_terms ? nearest(relatives) : relatives, format);
}

/** GET ontology/ancestors/chart/:id: the term and each ancestor with its parents, grouped by relation. */
export async function ancestorsChart({ params, release }: OperationRequest<ClosureParameters>): Promise<Answer> {
  const { terms } = release;
  const term = await findTerm(terms, params.id);
  const chart = closureOf(terms, term, params.ontology)?.chart ?? { places: [], relations: [] };
  const cards = await terms.cards(chart.places);
  const texts = cards.map((card) => card.open + cardEnd(at(terms.entry.sources, card.source)));
  const parents = cards.map((): Map<number, string[]> => new Map());
  for (const [child, type, parent] of chart.relations) {
    const byType = at(parents, child);
    const text = at(texts, parent);
    const known = byType.get(type);
    if (known) known.push(text);
    else byType.set(type, [text]);
  }
  const members = cards.map((card, each) => {
    const relations = [...at(parents, each)].map(
      ([type, list]) => `,${JSON.stringify(terms.entry.relationTypes[type])}:[${list.join(',')}]`,
    );
    return `${accessionOf(card)}:{"term":${texts[each]}${relations.join('')}}`;
  });
  return { kind: 'json', text: `{${members.join(',')}}` };
}

/**
 * The closure in the named ontology, by default that of the term; undefined if the ontology does not relate the term.
 */
function closureOf(terms: Terms, term: TermRecord, ontology: string | undefined): Closure | undefined {
  const wanted = terms.ontology(ontology ?? at(terms.entry.sources, term.source)[0]);
  return term.closures.find((closure) => closure.ontology === wanted);
}

function byDistance(places: readonly CardPlace[]): CardPlace[] {
  return [...places].sort((a, b) => a.distance - b.distance);
}

/** A term above or below the requested one. */
interface Relative {
  distance: number;
  card: Card;
}

async function* relativesAt(terms: Terms, places: readonly CardPlace[]): AsyncGenerator<Relative> {
  let which = 0;
  for await (const card of terms.eachCard(places.map(({ place }) => place)))
    yield { distance: at(places, which++).distance, card };
}

async function* ofSubset(relatives: AsyncIterable<Relative>, subset: string | undefined): AsyncGenerator<Relative> {
  const isWanted = subsetFilter(subset);
  for await (const relative of relatives) if (isWanted(relative.card)) yield relative;
}

/** The nearest of relatives in order of distance, and the term itself if it is among them. */
async function* nearest(relatives: AsyncIterable<Relative>): AsyncGenerator<Relative> {
  let shortest = 0;
  for await (const relative of relatives) {
    shortest ||= relative.distance;
    if (relative.distance > shortest) return;
    yield relative;
  }
}

/** As in Ensembl, all terms of a list have the ontology and namespace of the requested term. */
function listAnswer(
  terms: Terms,
  term: TermRecord,
  places: readonly CardPlace[],
  relatives: AsyncIterable<Relative>,
  format: Format,
): Promise<Answer> {
  const end = cardEnd(at(terms.entry.sources, term.source));
  const isLong = places.length > CARDS_IN_ONE_WAVE;
  return jsonAnswer(
    jsonListOfTexts(shown(relatives, end)),
    isLong,
    format,
    `There are ${places.length} terms, too many for a list in ${format}; please request JSON`,
  );
}

async function* shown(relatives: AsyncIterable<Relative>, end: string): AsyncGenerator<string> {
  for await (const { card } of relatives) yield card.open + end;
}

function subsetFilter(subset: string | undefined): (card: Card) => boolean {
  if (subset === undefined) return () => true;
  if (subset.includes('%')) {
    const matches = sqlLike(subset);
    return (card) => {
      const subsets = subsetsOf(card);
      return subsets.length > 0 && matches(subsets.join(','));
    };
  }
  const wanted = subset.toLowerCase();
  return (card) => subsetsOf(card).some((each) => each.toLowerCase() === wanted);
}
