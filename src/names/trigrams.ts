/**
 * Three letters in a row, by which names are found. Before its first and after its last letter a name has two marks,
 * so that `hom%` and `%us` are told apart from `%hom%` and `%us%`, and one or two letters at an end make trigrams
 * too.
 */
import { at } from '../checked.ts';
import { literalRuns } from './sql-like.ts';

/** Marks that no name holds: control characters. */
export const START_LETTER = 2;
export const END_LETTER = 3;
const [START, END] = [String.fromCodePoint(START_LETTER), String.fromCodePoint(END_LETTER)];

/**
 * Trigrams that every name has which a LIKE pattern matches, each once and in the order of the pattern; none when the
 * pattern is too vague for that: one letter at an end counts only beside three that stand together.
 */
export function trigramsOfPattern(pattern: string): string[] {
  const found = new Set<string>();
  let isVague = true;
  for (const { letters, atStart, atEnd } of literalRuns(pattern)) {
    const marked = [...(atStart ? [START] : []), ...letters, ...(atEnd ? [END] : [])];
    if (marked.length >= 3) isVague = false;
    // Of longer ones the next trigram says the same and more.
    else if (marked.length === 2 && letters.length === 1) atStart ? marked.unshift(START) : marked.push(END);
    for (let at = 2; at < marked.length; at++) found.add(marked[at - 2]! + marked[at - 1]! + marked[at]!);
  }
  return isVague ? [] : [...found];
}

/** Letters from the most to the least common in names of taxa and terms; what is not here is rarer still. */
const COMMON_FIRST = ' aeiosrntlcumpdhgbv.fy0123456789kxwzj-q';

/**
 * Some of the trigrams of a pattern that few names are likely to have all of: rare ones, and of neighbours, which
 * stand in much the same names, one first.
 */
export function selectiveTrigrams(trigrams: readonly string[], count: number): string[] {
  if (trigrams.length <= count) return [...trigrams];
  const rarest = trigrams
    .map((trigram, place) => ({ place, rarity: rarityOf(trigram) }))
    .sort((a, b) => b.rarity - a.rarity);
  const apart: number[] = [];
  for (const { place } of rarest) if (!apart.includes(place - 1) && !apart.includes(place + 1)) apart.push(place);
  const places = [...apart, ...rarest.map(({ place }) => place).filter((place) => !apart.includes(place))];
  return places.slice(0, count).map((place) => at(trigrams, place));
}

function rarityOf(trigram: string): number {
  let sum = 0;
  for (const letter of trigram) {
    const rank = COMMON_FIRST.indexOf(letter);
    // An end of the name is as common as its most common letters.
    sum += letter < ' ' ? 0 : rank < 0 ? COMMON_FIRST.length : rank;
  }
  return sum;
}
