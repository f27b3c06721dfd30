/**
 * Finds records by name, or by a LIKE pattern over names, in two sorted tables:
 *
 *   names     folded name -> places of the records that bear it
 *   trigrams  three letters -> every name that holds them, in full, with its places
 *
 * A pattern is answered from the list of one of its trigrams: the shortest of a few. Names stand there in full, so each
 * is compared at once and nothing is read for one that does not match. That costs disk (a name stands once for each of
 * its some twenty letters) and saves round trips: lists of ordinals would have to be followed by as many reads of names,
 * all over a table, as there are candidates.
 */
import { literalPrefix, sqlLike } from '../genome/sql-like.ts';
import { ApiError } from '../api-error.ts';
import { NANOSECONDS, type WorkBudget } from '../operation/work-budget.ts';
import type { BlockReader } from '../index/block-reader.ts';
import type { DirectoryPlace, RecordLocation } from '../index/object-sink.ts';
import { SortedTable } from '../index/sorted-table.ts';
import { chunkKey, decodePlaces, decodeTotals, matchingPlaces } from './name-record.ts';
import { foldName, isPattern, shownName } from './name-text.ts';
import { trigramsOfPattern } from './trigrams.ts';

/**
 * Lists that are compared for their length. Each costs at most one leaf of the directory, one block, and the gaps to the
 * ones before (read-plan.ts): three cost less than 0.8 MiB, whatever the size of the table.
 */
export const LISTS_COMPARED = 3;
/** The longest list that is read: 40,000 names are some 0.5 MiB, and take some 20 ms to compare. */
export const MOST_NAMES = 40_000;
/** How to have fewer names looked at, and fewer records found. */
export const LESS = 'more of the letters of the name';
/** So many names are looked through one after the other: less than 0.5 MiB, ten blocks or so. */
const FEW_NAMES = 20_000;

type Table = { object: string; directory: DirectoryPlace };

export class NameIndex {
  readonly #names: SortedTable;
  readonly #trigrams: SortedTable;
  readonly #count: number;

  /** @param count names in the index, each once */
  constructor(tables: { names: Table; trigrams: Table; count: number }, reader: BlockReader) {
    this.#names = new SortedTable(tables.names, reader);
    this.#trigrams = new SortedTable(tables.trigrams, reader);
    this.#count = tables.count;
  }

  /** Places of the records with this very name, in the order they were added. One wave of reads. */
  async named(name: string): Promise<RecordLocation[]> {
    const [[found] = []] = await this.#names.find([foldName(name)]);
    return found ? decodePlaces(found)[0] : [];
  }

  /**
   * Places of the records with a name that a LIKE pattern matches, each once; a pattern without wildcards is a name.
   * What begins with three letters is looked for among the names that begin with them, if those are few; all else among
   * the names that hold a trigram, in two waves of reads. Throws ApiError (400) for a pattern that is too vague for either, and for
   * one that more names would have to be held against than `work` allows.
   */
  async like(pattern: string, work: WorkBudget): Promise<RecordLocation[]> {
    if (!isPattern(pattern)) return this.named(pattern);
    if (/^[%_]*$/.test(pattern)) throw new ApiError(`The name '${shownName(pattern)}' consists of wildcards only; please give some of its letters`);
    const matches = sqlLike(pattern);
    const prefix = literalPrefix(pattern);
    const beginning = prefix.length >= 3 ? await this.#lookThrough(prefix, matches, work) : null;
    if (beginning) return unique(beginning);
    const trigrams = rarest(trigramsOfPattern(pattern), LISTS_COMPARED);
    if (trigrams.length > 0) return unique(await this.#search(pattern, trigrams, matches, work));
    const all = this.#count <= FEW_NAMES ? await this.#lookThrough(prefix, matches, work) : null;
    if (!all) throw new ApiError(`The name '${shownName(pattern)}' is too vague for a search; please give three letters that stand together`);
    return unique(all);
  }

  /** Looks through the names with a beginning; null when they are too many. */
  async #lookThrough(prefix: string, matches: (name: string) => boolean, work: WorkBudget): Promise<RecordLocation[] | null> {
    const found: RecordLocation[] = [];
    let seen = 0;
    for await (const [name, places] of this.#names.entries(prefix)) {
      if (!name.startsWith(prefix)) break;
      if (++seen > FEW_NAMES) return null;
      work.spend(NANOSECONDS.name, LESS);
      if (matches(name)) found.push(...decodePlaces(places)[0]);
    }
    return found;
  }

  async #search(pattern: string, trigrams: readonly string[], matches: (name: string) => boolean, work: WorkBudget): Promise<RecordLocation[]> {
    const lists = (await this.#trigrams.find(trigrams)).map(([record], each) => record && { record, trigram: trigrams[each]!, ...decodeTotals(record) });
    let shortest = lists[0];
    for (const list of lists) {
      // A trigram that no name holds.
      if (!list) return [];
      if (list.names < shortest!.names) shortest = list;
    }
    const { record, trigram, names, chunks, next } = shortest!;
    if (names > MOST_NAMES) throw new ApiError(`Too many names are like '${shownName(pattern)}' for a search; please give more of the letters that stand together`);
    work.spend(names * NANOSECONDS.name, LESS);
    const found = matchingPlaces(record, next, matches);
    if (chunks === 1) return found;
    const rest = await this.#trigrams.find(Array.from({ length: chunks - 1 }, (_, each) => chunkKey(trigram, each + 1)));
    for (const [chunk] of rest) if (chunk) found.push(...matchingPlaces(chunk, 0, matches));
    return found;
  }
}

/** Letters from the most to the least common in names of taxa and terms; what is not here is rarer still. */
const COMMON_FIRST = ' aeiosrntlcumpdhgbv.fy0123456789kxwzj-q';

/** Those of some trigrams that are likely to have the shortest lists. */
function rarest(trigrams: readonly string[], count: number): string[] {
  if (trigrams.length <= count) return [...trigrams];
  const rarity = (trigram: string): number => {
    let sum = 0;
    for (const letter of trigram) {
      const rank = COMMON_FIRST.indexOf(letter);
      // An end of the name is as common as its most common letters.
      sum += letter < ' ' ? 0 : rank < 0 ? COMMON_FIRST.length : rank;
    }
    return sum;
  };
  return trigrams.map((trigram) => [rarity(trigram), trigram] as const).sort(([a], [b]) => b - a).slice(0, count).map(([, trigram]) => trigram);
}

function unique(places: RecordLocation[]): RecordLocation[] {
  if (places.length < 2) return places;
  const seen = new Map<string, RecordLocation>();
  for (const place of places) {
    const key = `${place[0]}/${place[2]}`;
    if (!seen.has(key)) seen.set(key, place);
  }
  return [...seen.values()];
}
