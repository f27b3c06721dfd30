/**
 * A table's directory, from the root, the cache or the table's object. Finds the byte ranges of the blocks that queries
 * need. For its format see packed-directory.ts.
 */
import { StoreError, type ByteRange } from '../../store/store.ts';
import { decodePlainBlock } from '../blocks/block.ts';
import type { BlockReader } from '../blocks/block-reader.ts';
import { after, readBlocks } from '../blocks/block-reads.ts';
import type { IndexShape } from '../blocks/object-header.ts';
import type { DirectoryPlace } from '../blocks/object-sink.ts';
import { DirectoryView, type DirectoryEntry, type ListedEntry, type UnpackEntry } from './packed-directory.ts';
import { spacedIndices, CACHED_SCAN_BLOCKS, ScanReader } from './table-reads.ts';
import { at, only } from '../../checked.ts';

/**
 * Finds the entries of a directory that may have records for a query, ascending. `Q` is a query in the form that the
 * index shape compares with entries.
 */
type Candidates<L extends ListedEntry, Q> = (view: DirectoryView<L>, query: Q) => L[];

/**
 * Caches views of directories by their bytes. Attached and cached directories outlive requests, so each is verified
 * once, on first use. One instance per index shape. Attached bytes still have the frame of a block, those from the
 * cache do not.
 */
export class DirectoryViews<L extends ListedEntry, Q> {
  readonly candidates: Candidates<L, Q>;
  readonly #shape: IndexShape;
  readonly #unpack: UnpackEntry<L>;
  readonly #views = new WeakMap<Uint8Array, DirectoryView<L>>();
  /** Attached bytes that are damaged. */
  readonly #damaged = new WeakSet<Uint8Array>();

  constructor(shape: IndexShape, unpack: UnpackEntry<L>, candidates: Candidates<L, Q>) {
    this.#shape = shape;
    this.#unpack = unpack;
    this.candidates = candidates;
  }

  /** The view of a directory. Throws StoreError unless the bytes are a directory of this index shape and version. */
  view(bytes: Uint8Array, object: string): DirectoryView<L> {
    let view = this.#views.get(bytes);
    if (!view)
      this.#views.set(
        bytes,
        (view = new DirectoryView(bytes, this.#shape, this.#unpack, `the directory of ${object}`)),
      );
    return view;
  }

  /** The view of a directory that still has the frame of a block, at an offset of the object; null if it is damaged. */
  attachedView(bytes: Uint8Array, object: string, offset: number): DirectoryView<L> | null {
    const found = this.#views.get(bytes);
    if (found) return found;
    if (this.#damaged.has(bytes)) return null;
    const name = `the copy of the directory of ${object} in the root`;
    try {
      const view = new DirectoryView(
        decodePlainBlock(bytes, { object, offset, name }),
        this.#shape,
        this.#unpack,
        name,
      );
      this.#views.set(bytes, view);
      return view;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      console.error(`Reading the directory from its object instead: ${error.message}`);
      this.#damaged.add(bytes);
      return null;
    }
  }
}

/** The directory of one table, with one or two levels. Finds the block ranges for queries. */
export class Directory<L extends ListedEntry, Q> {
  readonly #object: string;
  readonly #place: DirectoryPlace;
  readonly #reader: BlockReader;
  readonly #attached: Uint8Array | undefined;
  readonly #views: DirectoryViews<L, Q>;

  /** @param attached the stored bytes of `place.directory`, if the root contains them */
  constructor(
    place: { object: string; directory: DirectoryPlace },
    reader: BlockReader,
    attached: Uint8Array | undefined,
    views: DirectoryViews<L, Q>,
  ) {
    this.#object = place.object;
    this.#place = place.directory;
    this.#reader = reader;
    this.#attached = attached;
    this.#views = views;
  }

  /**
   * Ranges of the blocks that may have records for each query, in the table's order. Needs one read if the directory is
   * neither attached nor cached, and one wave for leaves that are not cached; otherwise no I/O and no promise.
   */
  plan(queries: readonly Q[]): ByteRange[][] | Promise<ByteRange[][]> {
    return after(this.#root(), (root) => {
      const found = queries.map((query) => this.#ranges(root, query));
      return root.level === 0 ? found : this.#planLeaves(queries, found);
    });
  }

  /**
   * Decoded blocks with their ranges, from the first that may have records for `from` (default: the first of all) to
   * the last. With `from`, the first few blocks are cached, since clients often repeat a request. A full scan is not
   * cached.
   */
  async *blocksFrom(from?: Q): AsyncIterable<[ByteRange, Uint8Array]> {
    const root = await this.#root();
    const reader = new ScanReader(this.#reader, from === undefined ? 0 : CACHED_SCAN_BLOCKS);
    for await (const [range, bytes] of this.#scan(root, from, reader)) {
      if (root.level === 0) yield [range, bytes];
      else yield* this.#scan(this.#views.view(bytes, this.#object), from, reader);
    }
  }

  /** About `count` decoded blocks with their ranges, evenly spaced over the table. The reads are not cached. */
  async *evenlySpacedBlocks(count: number): AsyncIterable<[ByteRange, Uint8Array]> {
    const root = await this.#root();
    const reader = this.#reader.withoutCaching();
    const entries = spacedIndices(count, root.count);
    for (const entry of entries) {
      const range = this.#range(root.at(entry));
      const block = only(await reader.blocks([range]));
      if (root.level === 0) {
        yield [range, block];
        continue;
      }
      const leaf = this.#views.view(block, this.#object);
      const ranges = spacedIndices(Math.ceil(count / entries.length), leaf.count).map((index) =>
        this.#range(leaf.at(index)),
      );
      for (const each of ranges) yield [each, only(await reader.blocks([each]))];
    }
  }

  async *#scan(
    view: DirectoryView<L>,
    from: Q | undefined,
    reader: ScanReader,
  ): AsyncIterable<[ByteRange, Uint8Array]> {
    let next = from === undefined ? 0 : (this.#views.candidates(view, from)[0]?.index ?? 0);
    // The number of blocks per read doubles up to 16: a consumer that stops early has read little, and a full scan
    // needs one round trip per 16 blocks.
    for (let ahead = 1; next < view.count; ahead = Math.min(16, ahead * 2)) {
      const ranges = Array.from({ length: Math.min(ahead, view.count - next) }, (_, each) =>
        this.#range(view.at(next + each)),
      );
      const blocks = await reader.blocks(ranges);
      for (let each = 0; each < ranges.length; each++) yield [at(ranges, each), at(blocks, each)];
      next += ranges.length;
    }
  }

  #root(): DirectoryView<L> | Promise<DirectoryView<L>> {
    const [offset, length] = this.#place;
    const attached = this.#attached && this.#views.attachedView(this.#attached, this.#object, offset);
    if (attached) return attached;
    const read = readBlocks(this.#reader, [{ object: this.#object, offset, length }]);
    return after(read, (blocks) => this.#views.view(only(blocks), this.#object));
  }

  #planLeaves(queries: readonly Q[], leaves: readonly ByteRange[][]): ByteRange[][] | Promise<ByteRange[][]> {
    return after(readBlocks(this.#reader, leaves.flat()), (read) => {
      let next = 0;
      return queries.map((query, each) =>
        at(leaves, each).flatMap(() => this.#ranges(this.#views.view(at(read, next++), this.#object), query)),
      );
    });
  }

  #ranges(view: DirectoryView<L>, query: Q): ByteRange[] {
    return this.#views.candidates(view, query).map((entry) => this.#range(entry));
  }

  #range({ offset, length }: DirectoryEntry): ByteRange {
    return { object: this.#object, offset, length };
  }
}
