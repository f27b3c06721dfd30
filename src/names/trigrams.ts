/**
 * Trigrams: three adjacent letters, by which names are found. Two marks before the first and two after the last letter
 * of a name distinguish `hom%` and `%us` from `%hom%` and `%us%`, and turn one or two letters at an end into trigrams.
 */
import { at } from '../checked.ts';
import { literalRuns } from './sql-like.ts';

/** Marks: control characters that no name contains. */
export const START_LETTER = 2;
export const END_LETTER = 3;
const [START, END] = [String.fromCodePoint(START_LETTER), String.fromCodePoint(END_LETTER)];

/**
 * Trigrams that all names have that match a LIKE pattern, each once and in the order of the pattern. Empty if the
 * pattern is too vague: it needs three adjacent letters or marks, not counting the second mark at an end.
 */
export function trigramsOfPattern(pattern: string): string[] {
  const found = new Set<string>();
  let isVague = true;
  for (const { letters, atStart, atEnd } of literalRuns(pattern)) {
    const marked = [...(atStart ? [START] : []), ...letters, ...(atEnd ? [END] : [])];
    if (marked.length >= 3) isVague = false;
    // Only a single letter at an end needs the second mark: longer runs have a more selective trigram.
    else if (marked.length === 2 && letters.length === 1) atStart ? marked.unshift(START) : marked.push(END);
    for (let end = 3; end <= marked.length; end++) found.add(marked.slice(end - 3, end).join(''));
  }
  return isVague ? [] : [...found];
}

/** Letters from the most to the least common in names of taxa and terms; all others are rarer. */
const COMMON_FIRST = ' aeiosrntlcumpdhgbv.fy0123456789kxwzj-q';

/**
 * The `count` trigrams of a pattern that select the fewest names: rare ones first. Of adjacent trigrams, which occur in
 * much the same names, the second is taken only after all others.
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
    // Marks count as the most common letters.
    sum += letter < ' ' ? 0 : rank < 0 ? COMMON_FIRST.length : rank;
  }
  return sum;
}
