/**
 * Three letters in a row, by which names are found. Before its first and after its last letter a name has a mark of its
 * own, so that `hom%` and `%us` are told apart from `%hom%` and `%us%`, and two letters at an end make a trigram too.
 */
import { literalRuns } from '../genome/sql-like.ts';

/** Marks that no name holds: control characters. */
const START = '\u0002';
const END = '\u0003';

/** Every trigram of a folded name, each once. */
export function trigramsOf(name: string): string[] {
  const found: string[] = [];
  let [first, second] = ['', START];
  for (const letter of name) {
    addTrigram(found, first, second, letter);
    [first, second] = [second, letter];
  }
  addTrigram(found, first, second, END);
  return found;
}

/** Trigrams that every name has which a LIKE pattern matches, each once; none when the pattern is too vague for that. */
export function trigramsOfPattern(pattern: string): string[] {
  const found = new Set<string>();
  for (const { letters, atStart, atEnd } of literalRuns(pattern)) {
    const marked = [...(atStart ? [START] : []), ...letters, ...(atEnd ? [END] : [])];
    for (let at = 2; at < marked.length; at++) found.add(marked[at - 2]! + marked[at - 1]! + marked[at]!);
  }
  return [...found];
}

function addTrigram(found: string[], first: string, second: string, third: string): void {
  if (first === '') return;
  const trigram = first + second + third;
  // Names are short: looking through some twenty trigrams is faster than a set.
  if (!found.includes(trigram)) found.push(trigram);
}
