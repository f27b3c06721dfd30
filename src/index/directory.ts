/**
 * The directory of a table: for each block its byte range and what decides whether a query needs it. Searched where it
 * lies, as a plain block; a directory above the limit becomes a root directory of leaf directories.
 *
 *   magic and version (8) | level: 0 lists blocks, 1 lists leaves (1) | 0 (3) | n: entries (4) | records (6) | 0 (2) |
 *   offset of each entry's target and the end of the last (6 each, n + 1 of them) | columns of the shape
 *
 * One column of offsets gives the lengths too, because blocks, and leaves, stand without gaps.
 */
import { StoreError, type ByteRange } from '../store/store.ts';
import { decodePlainBlock } from './block.ts';
import type { BlockReader } from './block-reader.ts';
import { after, readBlocks } from './block-reads.ts';
import { readU32, readU48, writeU32, writeU48 } from './fixed-width.ts';
import { checkHeader, objectHeader, type Shape } from './object-header.ts';
import type { DirectoryPlace } from './object-sink.ts';
import { evenlyApart, KEPT_OF_WALK, WalkReader } from './table-walk.ts';

const LEVEL_AT = 8;
const COUNT_AT = 12;
const RECORDS_AT = 16;
const OFFSETS_AT = 24;
/** Leaves are a quarter of the limit, so that a lookup reads little and the root reaches further. */
const LEAF_SHARE = 4;

export interface DirectoryEntry {
  offset: number;
  length: number;
}

/** What a shape says of its directory's columns. `Q` is a query as the shape compares it with entries. */
export interface DirectoryLayout<E extends DirectoryEntry> {
  /** Bytes of one entry in the columns. */
  entryLength(entry: E): number;
  columns(entries: readonly E[]): Uint8Array;
  /** The entry that stands for a leaf in the root. `offset` and `length` are filled in afterwards. */
  join(entries: readonly E[]): E;
}

/** Columns of one directory, opened for searching. */
export interface Columns<Q> {
  /** Indices of the entries that may hold records for a query, ascending. */
  candidates(query: Q): number[];
}

/** Places of a directory: its own, and, where it is split and no larger than `mostWhole`, that of the same in one piece. */
export interface WrittenDirectory {
  directory: DirectoryPlace;
  whole: DirectoryPlace | null;
}

export async function writeDirectory<E extends DirectoryEntry>(
  layout: DirectoryLayout<E>,
  shape: Shape,
  entries: readonly E[],
  records: number,
  { limit, mostWhole }: { limit: number; mostWhole: number },
  write: (directory: Uint8Array) => Promise<DirectoryPlace>,
): Promise<WrittenDirectory> {
  const single = encodeDirectory(layout, shape, 0, entries, records);
  if (single.length <= limit) return { directory: await write(single), whole: null };
  const whole = single.length <= mostWhole ? await write(single) : null;
  const leaves: E[] = [];
  for (let from = 0; from < entries.length; ) {
    let to = from;
    let size = OFFSETS_AT;
    do size += 6 + layout.entryLength(entries[to++]!);
    while (to < entries.length && size < limit / LEAF_SHARE);
    const part = entries.slice(from, to);
    const [offset, length] = await write(encodeDirectory(layout, shape, 0, part, records));
    leaves.push({ ...layout.join(part), offset, length });
    from = to;
  }
  return { directory: await write(encodeDirectory(layout, shape, 1, leaves, records)), whole };
}

function encodeDirectory<E extends DirectoryEntry>(
  layout: DirectoryLayout<E>,
  shape: Shape,
  level: number,
  entries: readonly E[],
  records: number,
): Uint8Array {
  const columns = layout.columns(entries);
  const columnsAt = OFFSETS_AT + 6 * (entries.length + 1);
  const directory = new Uint8Array(columnsAt + columns.length);
  directory.set(objectHeader(shape));
  directory[LEVEL_AT] = level;
  writeU32(directory, COUNT_AT, entries.length);
  writeU48(directory, RECORDS_AT, records);
  entries.forEach(({ offset }, index) => writeU48(directory, OFFSETS_AT + 6 * index, offset));
  const last = entries.at(-1);
  writeU48(directory, columnsAt - 6, last ? last.offset + last.length : 0);
  directory.set(columns, columnsAt);
  return directory;
}

interface View<Q> {
  level: number;
  count: number;
  columns: Columns<Q>;
  range(object: string, index: number): ByteRange;
}

export type OpenColumns<Q> = (directory: Uint8Array, at: number, count: number, name: string) => Columns<Q>;

/**
 * Views by the bytes that they are of: attached and cached directories outlive the requests that search them, so each
 * is checked once, when it is first needed. One map a shape: `attached` bytes are still framed as a block, those from the cache are not.
 */
export class DirectoryViews<Q> {
  readonly #shape: Shape;
  readonly #openColumns: OpenColumns<Q>;
  readonly #views = new WeakMap<Uint8Array, View<Q>>();
  /** Attached bytes that were found to be damaged. */
  readonly #damaged = new WeakSet<Uint8Array>();

  constructor(shape: Shape, open: OpenColumns<Q>) {
    this.#shape = shape;
    this.#openColumns = open;
  }

  /** View of a directory; throws StoreError unless the bytes are one of this shape and version. */
  view(bytes: Uint8Array, object: string): View<Q> {
    let view = this.#views.get(bytes);
    if (!view) this.#views.set(bytes, (view = this.#open(bytes, `the directory of ${object}`)));
    return view;
  }

  /** The same of bytes that are still framed as a block, which stands at a place of the object; null where they are damaged. */
  attachedView(bytes: Uint8Array, object: string, offset: number): View<Q> | null {
    const found = this.#views.get(bytes);
    if (found) return found;
    if (this.#damaged.has(bytes)) return null;
    const name = `the directory of ${object} that rides along with the root`;
    try {
      const view = this.#open(decodePlainBlock(bytes, { object, offset, name }), name);
      this.#views.set(bytes, view);
      return view;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      console.error(`It is read from the object instead: ${error.message}`);
      this.#damaged.add(bytes);
      return null;
    }
  }

  #open(directory: Uint8Array, name: string): View<Q> {
    checkHeader(directory, this.#shape, name);
    const count = readU32(directory, COUNT_AT);
    const level = directory[LEVEL_AT]!;
    const columnsAt = OFFSETS_AT + 6 * (count + 1);
    if (level > 1 || columnsAt > directory.length) throw new StoreError(`${name} is damaged: its entries do not fit it`);
    return {
      level,
      count,
      columns: this.#openColumns(directory, columnsAt, count, name),
      range(object, index) {
        const at = OFFSETS_AT + 6 * index;
        const offset = readU48(directory, at);
        return { object, offset, length: readU48(directory, at + 6) - offset };
      },
    };
  }
}

/** The directory of one table, of one or two levels: turns queries into block ranges. */
export class Directory<Q> {
  readonly #object: string;
  readonly #place: DirectoryPlace;
  readonly #reader: BlockReader;
  readonly #attached: Uint8Array | undefined;
  readonly #views: DirectoryViews<Q>;

  /** `attached`: the bytes that stand at `place` in the object, when whoever asks has them already. */
  constructor(place: { object: string; directory: DirectoryPlace }, reader: BlockReader, attached: Uint8Array | undefined, views: DirectoryViews<Q>) {
    this.#object = place.object;
    this.#place = place.directory;
    this.#reader = reader;
    this.#attached = attached;
    this.#views = views;
  }

  /**
   * Ranges of the blocks that may hold records for each query, in the table's order. Costs a read of the directory
   * when it is neither attached nor cached, and one wave for leaves that are not cached; else no I/O and no promise.
   */
  plan(queries: readonly Q[]): ByteRange[][] | Promise<ByteRange[][]> {
    return after(this.#root(), (root) => {
      const found = queries.map((query) => root.columns.candidates(query).map((index) => root.range(this.#object, index)));
      return root.level === 0 ? found : this.#planLeaves(queries, found);
    });
  }

  /**
   * Decoded blocks from the first that may hold records for `from` (else the first of all) to the last, with their ranges.
   * Only the first few from a place on are kept in the cache, those who look there may come back; of a whole table none.
   */
  async *blocksFrom(from?: Q): AsyncIterable<[ByteRange, Uint8Array]> {
    const root = await this.#root();
    const reader = new WalkReader(this.#reader, from === undefined ? 0 : KEPT_OF_WALK);
    for await (const [range, bytes] of this.#walk(root, from, reader)) {
      if (root.level === 0) yield [range, bytes];
      else yield* this.#walk(this.#views.view(bytes, this.#object), from, reader);
    }
  }

  /** Decoded blocks evenly apart along the table, about so many if it has them, with their ranges. What is read leaves the cache as it is. */
  async *blocksApart(count: number): AsyncIterable<[ByteRange, Uint8Array]> {
    const root = await this.#root();
    const reader = this.#reader.forScan();
    const entries = evenlyApart(count, root.count);
    for (const entry of entries) {
      const range = root.range(this.#object, entry);
      const [block] = await reader.blocks([range]);
      if (root.level === 0) {
        yield [range, block!];
        continue;
      }
      const leaf = this.#views.view(block!, this.#object);
      const ranges = evenlyApart(Math.ceil(count / entries.length), leaf.count).map((index) => leaf.range(this.#object, index));
      for (const each of ranges) yield [each, (await reader.blocks([each]))[0]!];
    }
  }

  async *#walk(view: View<Q>, from: Q | undefined, reader: WalkReader): AsyncIterable<[ByteRange, Uint8Array]> {
    let next = from === undefined ? 0 : (view.columns.candidates(from)[0] ?? 0);
    // Whoever stops early has read little, whoever goes through the table pays a round trip for every 16 blocks.
    for (let ahead = 1; next < view.count; ahead = Math.min(16, ahead * 2)) {
      const ranges = Array.from({ length: Math.min(ahead, view.count - next) }, (_, each) => view.range(this.#object, next + each));
      const blocks = await reader.blocks(ranges);
      for (let each = 0; each < ranges.length; each++) yield [ranges[each]!, blocks[each]!];
      next += ranges.length;
    }
  }

  #root(): View<Q> | Promise<View<Q>> {
    const [offset, length] = this.#place;
    const attached = this.#attached && this.#views.attachedView(this.#attached, this.#object, offset);
    if (attached) return attached;
    const read = readBlocks(this.#reader, [{ object: this.#object, offset, length }]);
    return after(read, ([bytes]) => this.#views.view(bytes!, this.#object));
  }

  #planLeaves(queries: readonly Q[], leaves: readonly ByteRange[][]): ByteRange[][] | Promise<ByteRange[][]> {
    return after(readBlocks(this.#reader, leaves.flat()), (read) => {
      let next = 0;
      return queries.map((query, each) =>
        leaves[each]!.flatMap(() => {
          const leaf = this.#views.view(read[next++]!, this.#object);
          return leaf.columns.candidates(query).map((index) => leaf.range(this.#object, index));
        }),
      );
    });
  }
}
