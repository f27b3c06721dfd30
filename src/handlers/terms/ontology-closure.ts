/**
 * What lies above and below a term, from the closures computed when the release was compiled: one read of the term's
 * record, then one wave of reads for up to a thousand cards.
 *
 * Ensembl names the two lists by the role of the term that is asked about: "ancestors" shows the terms of which it is
 * an ancestor, "descendants" those of which it is a descendant. Clients rely on it, so this service does the same; the
 * chart of ancestors does show ancestors.
 */
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

/**
 * GET ontology/ancestors/:id: all terms below, the nearest first; one that can be reached at several distances stands
 * once for each.
 */
export async function termsBelow({ params, release, format }: OperationRequest<ClosureParameters>): Promise<Answer> {
  const { terms } = release;
  const term = await findTerm(terms, params.id);
  const places = byDistance(closureOf(terms, term, params.ontology)?.descendants ?? []);
  return listAnswer(terms, term, places, relativesAt(terms, places), format);
}

/**
 * GET ontology/descendants/:id: all terms above, the nearest first. `zero_distance` adds the term itself, `subset`
 * leaves only terms of a subset (a name or a LIKE pattern over the list of a term's subsets), `closest_terms` only the
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

/** GET ontology/ancestors/chart/:id: each term on the ways up to the roots, with its parents on them by relation. */
export async function ancestorsChart({ params, release }: OperationRequest<ClosureParameters>): Promise<Answer> {
  const { terms } = release;
  const term = await findTerm(terms, params.id);
  const chart = closureOf(terms, term, params.ontology)?.chart ?? { places: [], relations: [] };
  const cards = await terms.cards(chart.places);
  const texts = cards.map((card) => card.open + cardEnd(terms.entry.sources[card.source]!));
  const parents = cards.map((): Map<number, string[]> => new Map());
  for (const [child, type, parent] of chart.relations) {
    const known = parents[child]!.get(type);
    if (known) known.push(texts[parent]!);
    else parents[child]!.set(type, [texts[parent]!]);
  }
  const members = cards.map((card, each) => {
    const relations = [...parents[each]!].map(
      ([type, list]) => `,${JSON.stringify(terms.entry.relationTypes[type])}:[${list.join(',')}]`,
    );
    return `${accessionOf(card)}:{"term":${texts[each]}${relations.join('')}}`;
  });
  return { kind: 'json', text: `{${members.join(',')}}` };
}

/**
 * The closure within the term's own ontology, or the one that was named; one that says nothing of the term has none.
 */
function closureOf(terms: Terms, term: TermRecord, ontology: string | undefined): Closure | undefined {
  const wanted = terms.ontology(ontology ?? terms.entry.sources[term.source]![0]);
  return term.closures.find((closure) => closure.ontology === wanted);
}

function byDistance(places: readonly CardPlace[]): CardPlace[] {
  return [...places].sort((a, b) => a.distance - b.distance);
}

/** A term above or below the one that was asked about. */
interface Relative {
  distance: number;
  card: Card;
}

async function* relativesAt(terms: Terms, places: readonly CardPlace[]): AsyncGenerator<Relative> {
  let each = 0;
  for await (const card of terms.eachCard(places.map(({ place }) => place)))
    yield { distance: places[each++]!.distance, card };
}

async function* ofSubset(relatives: AsyncIterable<Relative>, subset: string | undefined): AsyncGenerator<Relative> {
  const isWanted = subsetFilter(subset);
  for await (const relative of relatives) if (isWanted(relative.card)) yield relative;
}

/** The nearest of relatives in order of distance. The term itself does not keep the nearest of the others out. */
async function* nearest(relatives: AsyncIterable<Relative>): AsyncGenerator<Relative> {
  let least = 0;
  for await (const relative of relatives) {
    least ||= relative.distance;
    if (relative.distance > least) return;
    yield relative;
  }
}

/** All terms of a list are shown as if of the ontology and namespace of the one that was asked about. */
function listAnswer(
  terms: Terms,
  term: TermRecord,
  places: readonly CardPlace[],
  relatives: AsyncIterable<Relative>,
  format: Format,
): Promise<Answer> {
  const end = cardEnd(terms.entry.sources[term.source]!);
  const isLong = places.length > CARDS_IN_ONE_WAVE;
  return jsonAnswer(
    jsonListOfTexts(shown(relatives, end)),
    isLong,
    format,
    `There are ${places.length} terms, too many to list them as ${format}; please ask for JSON`,
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
