/**
 * What lies above and below a term, from the closures computed when the release was compiled: one read of the term's
 * record, then one wave of reads for the cards.
 *
 * Ensembl names the two lists by the role of the term that is asked about: "ancestors" shows the terms of which it is an
 * ancestor, "descendants" those of which it is a descendant. Clients rely on it, so this service does the same; the
 * chart of ancestors does show ancestors.
 */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sqlLike } from '../../genome/sql-like.ts';
import type { Terms } from '../../release/terms.ts';
import { accessionOf, cardEnd, subsetsOf, type Card } from '../../terms/card.ts';
import type { CardPlace, Closure, TermRecord } from '../../terms/term-record.ts';
import { findTerm } from './ontology.ts';

interface ClosureParameters {
  id: string;
  ontology: string | undefined;
}

/** GET ontology/ancestors/:id: all terms below, the nearest first; one that can be reached at several distances stands once for each. */
export async function termsBelow({ params, release }: OperationRequest<ClosureParameters>): Promise<Answer> {
  const { terms } = release;
  const term = await findTerm(terms, params.id);
  const places = byDistance(closureOf(terms, term, params.ontology)?.descendants ?? []);
  return { kind: 'json', text: listed(terms, term, await cardsAt(terms, places)) };
}

/**
 * GET ontology/descendants/:id: all terms above, the nearest first. `zero_distance` adds the term itself, `subset` leaves
 * only terms of a subset (a name or a LIKE pattern over the list of a term's subsets), `closest_terms` only the nearest.
 */
export async function termsAbove({ params, release }: OperationRequest<ClosureParameters & {
  subset: string | undefined; closest_terms: boolean; zero_distance: boolean;
}>): Promise<Answer> {
  const { terms } = release;
  const term = await findTerm(terms, params.id);
  const places = byDistance(closureOf(terms, term, params.ontology)?.ancestors ?? [])
    .filter(({ distance }) => distance > 0 || params.zero_distance);
  const cards = await cardsAt(terms, places);
  const isWanted = subsetFilter(params.subset);
  let kept = places.map(({ distance }, each) => ({ distance, card: cards[each]! })).filter(({ card }) => isWanted(card));
  if (params.closest_terms) {
    // The term itself does not keep the nearest of the others out.
    const nearest = kept.find(({ distance }) => distance > 0)?.distance;
    kept = kept.filter(({ distance }) => distance === 0 || distance === nearest);
  }
  return { kind: 'json', text: listed(terms, term, kept.map(({ card }) => card)) };
}

/** GET ontology/ancestors/chart/:id: each term on the ways up to the roots, with its parents on them by relation. */
export async function ancestorsChart({ params, release }: OperationRequest<ClosureParameters>): Promise<Answer> {
  const { terms } = release;
  const term = await findTerm(terms, params.id);
  const chart = closureOf(terms, term, params.ontology)?.chart ?? { places: [], relations: [] };
  const cards = await terms.cards(chart.places);
  const shown = cards.map((card) => card.open + cardEnd(terms.entry.sources[card.source]!));
  const parents = cards.map((): Map<number, string[]> => new Map());
  for (const [child, type, parent] of chart.relations) {
    const known = parents[child]!.get(type);
    if (known) known.push(shown[parent]!);
    else parents[child]!.set(type, [shown[parent]!]);
  }
  const members = cards.map((card, each) => {
    const relations = [...parents[each]!].map(([type, list]) => `,${JSON.stringify(terms.entry.relationTypes[type])}:[${list.join(',')}]`);
    return `${accessionOf(card)}:{"term":${shown[each]}${relations.join('')}}`;
  });
  return { kind: 'json', text: `{${members.join(',')}}` };
}

/** The closure within the term's own ontology, or the one that was named; one that says nothing of the term has none. */
function closureOf(terms: Terms, term: TermRecord, ontology: string | undefined): Closure | undefined {
  const wanted = terms.ontology(ontology ?? terms.entry.sources[term.source]![0]);
  return term.closures.find((closure) => closure.ontology === wanted);
}

function byDistance(places: readonly CardPlace[]): CardPlace[] {
  return [...places].sort((a, b) => a.distance - b.distance);
}

function cardsAt(terms: Terms, places: readonly CardPlace[]): Promise<Card[]> {
  return terms.cards(places.map(({ place }) => place));
}

/** All terms of a list are shown as if of the ontology and namespace of the one that was asked about. */
function listed(terms: Terms, { source }: TermRecord, cards: readonly Card[]): string {
  const end = cardEnd(terms.entry.sources[source]!);
  return `[${cards.map(({ open }) => open + end).join(',')}]`;
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
