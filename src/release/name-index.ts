/**
 * Finds records by name, or by a LIKE pattern over names, in two sorted tables:
 *
 *   names     folded name -> places of the records that bear it (name-places.ts)
 *   trigrams  three letters -> ordinals of the records with a name that holds them (trigram-list.ts)
 *
 * Records that stand in the lists of all of a pattern's trigrams are nearly always those that it matches. Whether one
 * does, its own names say, which are read with it: so only what was found in vain costs a read that the answer does
 * not need.
 */
import { at } from '../checked.ts';
import { literalPrefix, sqlLike } from '../names/sql-like.ts';
import { ApiError } from '../api-error.ts';
import { NANOSECONDS, type WorkBudget } from '../work-budget.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import type { DirectoryPlace, RecordLocation } from '../index/blocks/object-sink.ts';
import { SortedTable } from '../index/tables/sorted-table.ts';
import { decodedFrom } from '../index/blocks/damaged-record.ts';
import { ParsedRecords } from '../index/tables/parsed-records.ts';
import { foldName, isPattern, shownName } from '../names/name-text.ts';
import { decodePlaces } from '../names/name-places.ts';
import {
  RecordBlocks,
  alsoIn,
  BLOCKS_KEY,
  chunkKey,
  decodeHead,
  ordinalsOf,
  type ListHead,
} from '../names/trigram-list.ts';
import { selectiveTrigrams, trigramsOfPattern } from '../names/trigrams.ts';

/**
 * Lists whose beginnings are read, in one wave with where the records stand: fewer reads than a Worker has open at
 * once. Each costs at most one leaf of the directory and one block, of 48 KiB.
 */
export const LISTS_READ = 4;
/** The longest list that may be a pattern's shortest. */
export const MAX_RECORDS = 40_000;
/** Bytes of further chunks of lists that a search reads, beside those of the shortest, which are fewer. */
export const MAX_LIST_BYTES = 384 * 1024;
/**
 * Records that are better read at once than held against further lists first: some 450 KiB of taxa from all over the
 * table.
 */
const FEW_RECORDS = 100;
/** How to have fewer names looked at, and fewer records found. */
export const HOW_TO_NARROW = 'more of the letters of the name';
/** So many names are looked through one after the other: less than 0.5 MiB, ten blocks or so. */
const FEW_NAMES = 20_000;

/** Which blocks hold the records, of each of the tables that were searched lately. */
const blocksOfRecords = new ParsedRecords((record) => new RecordBlocks(record));

type Table = { object: string; directory: DirectoryPlace };

export interface FoundPlaces {
  /** Of the records, each once. */
  places: RecordLocation[];
  /** Says whether a name of a record is like the pattern; null when all places have such a name. */
  matches: ((name: string) => boolean) | null;
}

export class NameIndex {
  readonly #names: SortedTable;
  readonly #trigrams: SortedTable;
  readonly #objects: { names: string; trigrams: string };
  readonly #count: number;

  /** @param count names in the index, each once */
  constructor(tables: { names: Table; trigrams: Table; count: number }, reader: BlockReader) {
    this.#names = new SortedTable(tables.names, reader);
    this.#trigrams = new SortedTable(tables.trigrams, reader);
    this.#objects = { names: tables.names.object, trigrams: tables.trigrams.object };
    this.#count = tables.count;
  }

  /** Places of the records with this very name, in the order in which they are meant. One wave of reads. */
  async named(name: string): Promise<RecordLocation[]> {
    const [[found] = []] = await this.#names.find([foldName(name)]);
    return found ? this.#places(found) : [];
  }

  /**
   * Places of the records that may have a name that a LIKE pattern matches; a pattern without wildcards is a name.
   * What begins with three letters is looked for among the names that begin with them, if those are few; all else in
   * the lists of its trigrams, in one wave of reads, or two where these are long. Throws ApiError (400) for a pattern
   * that is too vague for either, and for one that more names would have to be held against than `work` allows.
   */
  async like(pattern: string, work: WorkBudget): Promise<FoundPlaces> {
    if (!isPattern(pattern)) return { places: await this.named(pattern), matches: null };
    if (/^[%_]*$/.test(pattern))
      throw new ApiError(
        `The name '${shownName(pattern)}' consists of wildcards only; please give some of its letters`,
      );
    const matches = sqlLike(pattern);
    const prefix = literalPrefix(pattern);
    const beginning = prefix.length >= 3 ? await this.#lookThrough(prefix, matches, work) : null;
    if (beginning) return { places: beginning, matches: null };
    const trigrams = selectiveTrigrams(trigramsOfPattern(pattern), LISTS_READ);
    if (trigrams.length > 0) return { places: await this.#search(pattern, trigrams, work), matches };
    const all = this.#count <= FEW_NAMES ? await this.#lookThrough(prefix, matches, work) : null;
    if (!all)
      throw new ApiError(
        `The name '${shownName(pattern)}' is too vague for a search; please give three letters that stand together`,
      );
    return { places: all, matches: null };
  }

  /** Looks through the names with a beginning; null when they are too many. */
  async #lookThrough(
    prefix: string,
    matches: (name: string) => boolean,
    work: WorkBudget,
  ): Promise<RecordLocation[] | null> {
    const found: RecordLocation[] = [];
    let seen = 0;
    for await (const [name, places] of this.#names.entries(prefix)) {
      if (!name.startsWith(prefix)) break;
      if (++seen > FEW_NAMES) return null;
      work.spend(NANOSECONDS.name, HOW_TO_NARROW);
      if (matches(name)) found.push(...this.#places(places));
    }
    return unique(found);
  }

  #places(record: Uint8Array): RecordLocation[] {
    return decodedFrom(this.#objects.names, () => decodePlaces(record));
  }

  /** Places of the records that are in the lists of some trigrams, as far as these are held against each other. */
  async #search(pattern: string, trigrams: readonly string[], work: WorkBudget): Promise<RecordLocation[]> {
    const [[blocks] = [], ...heads] = await this.#trigrams.find([BLOCKS_KEY, ...trigrams]);
    const lists = this.#listed(() =>
      heads.map(([record], each) => record && { trigram: at(trigrams, each), ...decodeHead(record) }),
    );
    // A trigram that no name holds.
    if (!lists.every((list) => list !== undefined) || !blocks) return [];
    lists.sort((a, b) => a.records - b.records);
    const [shortest, ...others] = lists as [TrigramList, ...TrigramList[]];
    if (shortest.records > MAX_RECORDS)
      throw new ApiError(
        `Too many names are like '${shownName(pattern)}' for a search; please give more of the letters that stand ` +
          'together',
      );
    work.spend(lists.reduce((sum, { records }) => sum + records, 0) * NANOSECONDS.listed, HOW_TO_NARROW);
    const ordinals = await this.#inAll(shortest, others);
    work.spend(ordinals.length * NANOSECONDS.name, HOW_TO_NARROW);
    return this.#listed(() => {
      const places = blocksOfRecords.get(blocks);
      return Array.from(ordinals, (ordinal) => places.locate(ordinal));
    });
  }

  #ordinalsOf({ list, records }: TrigramList, further: readonly Uint8Array[] = []): Uint32Array {
    return this.#listed(() => ordinalsOf([list, ...further], records));
  }

  #alsoIn(ordinals: Uint32Array, { list, records }: TrigramList, further: readonly Uint8Array[] = []): Uint32Array {
    return this.#listed(() => alsoIn(ordinals, [list, ...further], records));
  }

  #listed<T>(decode: () => T): T {
    return decodedFrom(this.#objects.trigrams, decode);
  }

  /**
   * The ordinals in the shortest of some lists that are also in the others, as far as these are short enough to be
   * read.
   */
  async #inAll(shortest: TrigramList, others: readonly TrigramList[]): Promise<Uint32Array> {
    const isWhole = ({ chunks }: TrigramList) => chunks === 0;
    let ordinals = isWhole(shortest) ? this.#ordinalsOf(shortest) : null;
    if (ordinals) {
      for (const list of others.filter(isWhole)) ordinals = this.#alsoIn(ordinals, list);
      if (ordinals.length <= FEW_RECORDS) return ordinals;
    }
    let bytes = 0;
    const long = others.filter((list) => !isWhole(list) && (bytes += list.chunkBytes) <= MAX_LIST_BYTES);
    const further = await this.#furtherChunks(ordinals ? long : [shortest, ...long]);
    ordinals ??= this.#ordinalsOf(shortest, further.shift()!);
    for (const [each, list] of long.entries()) ordinals = this.#alsoIn(ordinals, list, at(further, each));
    return ordinals;
  }

  /** The further chunks of some lists; one wave of reads. */
  async #furtherChunks(lists: readonly TrigramList[]): Promise<Uint8Array[][]> {
    const keys = lists.map(({ trigram, chunks }) =>
      Array.from({ length: chunks }, (_, before) => chunkKey(trigram, before + 1)),
    );
    const found = (await this.#trigrams.find(keys.flat())).values();
    return keys.map((ofList) => ofList.flatMap(() => found.next().value!));
  }
}

interface TrigramList extends ListHead {
  trigram: string;
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
