/**
 * Finds records by name, or by a LIKE pattern over names, in two sorted tables:
 *
 *   names     folded name -> locations of the records with that name (name-places.ts)
 *   trigrams  three letters -> ordinals of the records with a name that contains them (trigram-list.ts)
 *
 * A record that is in the lists of all trigrams of a pattern nearly always matches it. The names in the record decide.
 * They are read with the record, so only false candidates cost a read that the answer does not need.
 */
import { at, present } from '../checked.ts';
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
  intersectionWithList,
  BLOCKS_KEY,
  chunkKey,
  decodeHead,
  ordinalsOf,
  type ListHead,
} from '../names/trigram-list.ts';
import { selectiveTrigrams, trigramsOfPattern } from '../names/trigrams.ts';

/**
 * Maximum number of lists whose beginnings are read in one wave, together with the block list of the records. Fewer
 * than the concurrent reads of a Worker. Each list costs at most one leaf of the directory and one block of 48 KiB.
 */
export const LISTS_READ = 4;
/** Maximum length of a pattern's shortest list, in records. */
export const MAX_RECORDS = 40_000;
/** Maximum bytes of further chunks of lists that a search reads, in addition to the chunks of the shortest list. */
export const MAX_CHUNK_BYTES = 384 * 1024;
/**
 * At most this many candidates are read at once instead of being filtered by further lists. 100 taxa from all over the
 * table are about 450 KiB.
 */
const MAX_UNFILTERED_RECORDS = 100;
/** Ends the error message for a search that takes too much work. */
export const HOW_TO_NARROW = 'more of the letters of the name';
/** Maximum number of names that a scan reads: less than 0.5 MiB, about ten blocks. */
const MAX_SCANNED_NAMES = 20_000;

/** Parsed lists of the blocks that contain the records, one for each recently searched table. */
const blocksOfRecords = new ParsedRecords((record) => new RecordBlocks(record));

type Table = { object: string; directory: DirectoryPlace };

export interface FoundPlaces {
  /** Locations of the records, each once. */
  places: RecordLocation[];
  /** Whether a name matches the pattern; null if all records at `places` are known to match. */
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

  /** Locations of the records with exactly this name, most relevant first. One wave of reads. */
  async named(name: string): Promise<RecordLocation[]> {
    const [[found] = []] = await this.#names.find([foldName(name)]);
    return found ? this.#places(found) : [];
  }

  /**
   * Locations of records that may have a name that matches a LIKE pattern. A pattern without wildcards is a name. If
   * the pattern begins with three letters and few names begin with them, those names are scanned. Otherwise its trigram
   * lists are read in one wave of reads, or two if they are long.
   *
   * Throws ApiError (400) for a pattern that is too vague for either method, and for one that would compare more names
   * than `work` allows.
   */
  async like(pattern: string, work: WorkBudget): Promise<FoundPlaces> {
    if (!isPattern(pattern)) return { places: await this.named(pattern), matches: null };
    if (/^[%_]*$/.test(pattern))
      throw new ApiError(
        `The name '${shownName(pattern)}' consists of wildcards only; please give some of its letters`,
      );
    const matches = sqlLike(pattern);
    const prefix = literalPrefix(pattern);
    const scanned = prefix.length >= 3 ? await this.#scan(prefix, matches, work) : null;
    if (scanned) return { places: scanned, matches: null };
    const trigrams = selectiveTrigrams(trigramsOfPattern(pattern), LISTS_READ);
    if (trigrams.length > 0) return { places: await this.#search(pattern, trigrams, work), matches };
    const all = this.#count <= MAX_SCANNED_NAMES ? await this.#scan(prefix, matches, work) : null;
    if (!all)
      throw new ApiError(
        `The name '${shownName(pattern)}' is too vague for a search; please give three consecutive letters`,
      );
    return { places: all, matches: null };
  }

  /** Scans the names that begin with a prefix; null if there are more than MAX_SCANNED_NAMES. */
  async #scan(prefix: string, matches: (name: string) => boolean, work: WorkBudget): Promise<RecordLocation[] | null> {
    const found: RecordLocation[] = [];
    let seen = 0;
    for await (const [name, places] of this.#names.entries(prefix)) {
      if (!name.startsWith(prefix)) break;
      if (++seen > MAX_SCANNED_NAMES) return null;
      work.spend(NANOSECONDS.name, HOW_TO_NARROW);
      if (matches(name)) found.push(...this.#places(places));
    }
    return unique(found);
  }

  #places(record: Uint8Array): RecordLocation[] {
    return decodedFrom(this.#objects.names, () => decodePlaces(record));
  }

  /** Locations of the records that are in the lists of some trigrams, as far as these lists are read. */
  async #search(pattern: string, trigrams: readonly string[], work: WorkBudget): Promise<RecordLocation[]> {
    const [[blocks] = [], ...heads] = await this.#trigrams.find([BLOCKS_KEY, ...trigrams]);
    const lists = this.#decoded(() =>
      heads.flatMap(([record], each) => (record ? [{ trigram: at(trigrams, each), ...decodeHead(record) }] : [])),
    );
    // A trigram without a list is in no name.
    if (lists.length < trigrams.length || !blocks) return [];
    lists.sort((a, b) => a.records - b.records);
    const [shortest, others] = [at(lists, 0), lists.slice(1)];
    if (shortest.records > MAX_RECORDS)
      throw new ApiError(
        `Too many names are like '${shownName(pattern)}' for a search; please give more consecutive letters`,
      );
    work.spend(lists.reduce((sum, { records }) => sum + records, 0) * NANOSECONDS.listed, HOW_TO_NARROW);
    const ordinals = await this.#inAll(shortest, others);
    work.spend(ordinals.length * NANOSECONDS.name, HOW_TO_NARROW);
    return this.#decoded(() => {
      const places = blocksOfRecords.get(blocks);
      return Array.from(ordinals, (ordinal) => places.locate(ordinal));
    });
  }

  #ordinalsOf({ list, records }: TrigramList, further: readonly Uint8Array[] = []): Uint32Array {
    return this.#decoded(() => ordinalsOf([list, ...further], records));
  }

  #intersectionWithList(
    ordinals: Uint32Array,
    { list, records }: TrigramList,
    further: readonly Uint8Array[] = [],
  ): Uint32Array {
    return this.#decoded(() => intersectionWithList(ordinals, [list, ...further], records));
  }

  #decoded<T>(decode: () => T): T {
    return decodedFrom(this.#objects.trigrams, decode);
  }

  /** The ordinals in the shortest list that are also in the others, as far as the others are short enough to read. */
  async #inAll(shortest: TrigramList, others: readonly TrigramList[]): Promise<Uint32Array> {
    const isWhole = ({ chunks }: TrigramList) => chunks === 0;
    let ordinals = isWhole(shortest) ? this.#ordinalsOf(shortest) : null;
    if (ordinals) {
      for (const list of others.filter(isWhole)) ordinals = this.#intersectionWithList(ordinals, list);
      if (ordinals.length <= MAX_UNFILTERED_RECORDS) return ordinals;
    }
    let bytes = 0;
    const long = others.filter((list) => !isWhole(list) && (bytes += list.chunkBytes) <= MAX_CHUNK_BYTES);
    const further = await this.#furtherChunks(ordinals ? long : [shortest, ...long]);
    ordinals ??= this.#ordinalsOf(shortest, further.shift());
    for (const [each, list] of long.entries()) ordinals = this.#intersectionWithList(ordinals, list, at(further, each));
    return ordinals;
  }

  /** The further chunks of some lists; one wave of reads. */
  async #furtherChunks(lists: readonly TrigramList[]): Promise<Uint8Array[][]> {
    const keys = lists.map(({ trigram, chunks }) =>
      Array.from({ length: chunks }, (_, before) => chunkKey(trigram, before + 1)),
    );
    const found = (await this.#trigrams.find(keys.flat())).values();
    return keys.map((ofList) => ofList.flatMap(() => present(found.next().value, 'a list of chunks')));
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
