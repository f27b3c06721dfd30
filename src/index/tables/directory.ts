/**
 * A table's directory, wherever it is read from: beside the root, from the cache, or from the table's object. Turns
 * queries into the ranges of the blocks that they need. What its bytes are: packed-directory.ts.
 */
import { StoreError, type ByteRange } from '../../store/store.ts';
import { decodePlainBlock } from '../blocks/block.ts';
import type { BlockReader } from '../blocks/block-reader.ts';
import { after, readBlocks } from '../blocks/block-reads.ts';
import type { IndexShape } from '../blocks/object-header.ts';
import type { DirectoryPlace } from '../blocks/object-sink.ts';
import { DirectoryView, type DirectoryEntry, type ListedEntry, type UnpackEntry } from './packed-directory.ts';
import { evenlyApart, KEPT_OF_WALK, WalkReader } from './table-reads.ts';
import { at } from '../../checked.ts';

/**
 * The entries of a directory that may hold records for a query, ascending. `Q` is a query as the shape compares it with
 * entries.
 */
type Candidates<L extends ListedEntry, Q> = (view: DirectoryView<L>, query: Q) => L[];

/**
 * Views by the bytes that they are of: attached and cached directories outlive the requests that search them, so each
 * is checked once, when it is first needed. One map a shape: `attached` bytes are still framed as a block, those from
 * the cache are not.
 */
export class DirectoryViews<L extends ListedEntry, Q> {
  readonly candidates: Candidates<L, Q>;
  readonly #shape: IndexShape;
  readonly #unpack: UnpackEntry<L>;
  readonly #views = new WeakMap<Uint8Array, DirectoryView<L>>();
  /** Attached bytes that were found to be damaged. */
  readonly #damaged = new WeakSet<Uint8Array>();

  constructor(shape: IndexShape, unpack: UnpackEntry<L>, candidates: Candidates<L, Q>) {
    this.#shape = shape;
    this.#unpack = unpack;
    this.candidates = candidates;
  }

  /** View of a directory; throws StoreError unless the bytes are one of this shape and version. */
  view(bytes: Uint8Array, object: string): DirectoryView<L> {
    let view = this.#views.get(bytes);
    if (!view)
      this.#views.set(
        bytes,
        (view = new DirectoryView(bytes, this.#shape, this.#unpack, `the directory of ${object}`)),
      );
    return view;
  }

  /**
   * The same of bytes that are still framed as a block, which stands at a place of the object; null where they are
   * damaged.
   */
  attachedView(bytes: Uint8Array, object: string, offset: number): DirectoryView<L> | null {
    const found = this.#views.get(bytes);
    if (found) return found;
    if (this.#damaged.has(bytes)) return null;
    const name = `the directory of ${object} that rides along with the root`;
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
      console.error(`It is read from the object instead: ${error.message}`);
      this.#damaged.add(bytes);
      return null;
    }
  }
}

/** The directory of one table, of one or two levels: turns queries into block ranges. */
export class Directory<L extends ListedEntry, Q> {
  readonly #object: string;
  readonly #place: DirectoryPlace;
  readonly #reader: BlockReader;
  readonly #attached: Uint8Array | undefined;
  readonly #views: DirectoryViews<L, Q>;

  /** `attached`: the bytes that stand at `place` in the object, when whoever asks has them already. */
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
   * Ranges of the blocks that may hold records for each query, in the table's order. Costs a read of the directory
   * when it is neither attached nor cached, and one wave for leaves that are not cached; else no I/O and no promise.
   */
  plan(queries: readonly Q[]): ByteRange[][] | Promise<ByteRange[][]> {
    return after(this.#root(), (root) => {
      const found = queries.map((query) => this.#ranges(root, query));
      return root.level === 0 ? found : this.#planLeaves(queries, found);
    });
  }

  /**
   * Decoded blocks from the first that may hold records for `from` (else the first of all) to the last, with their
   * ranges. Only the first few from a place on are kept in the cache, those who look there may come back; of a whole
   * table none.
   */
  async *blocksFrom(from?: Q): AsyncIterable<[ByteRange, Uint8Array]> {
    const root = await this.#root();
    const reader = new WalkReader(this.#reader, from === undefined ? 0 : KEPT_OF_WALK);
    for await (const [range, bytes] of this.#walk(root, from, reader)) {
      if (root.level === 0) yield [range, bytes];
      else yield* this.#walk(this.#views.view(bytes, this.#object), from, reader);
    }
  }

  /**
   * Decoded blocks evenly apart along the table, about so many if it has them, with their ranges. What is read leaves
   * the cache as it is.
   */
  async *blocksApart(count: number): AsyncIterable<[ByteRange, Uint8Array]> {
    const root = await this.#root();
    const reader = this.#reader.withoutCaching();
    const entries = evenlyApart(count, root.count);
    for (const entry of entries) {
      const range = this.#range(root.at(entry));
      const [block] = await reader.blocks([range]);
      if (root.level === 0) {
        yield [range, block!];
        continue;
      }
      const leaf = this.#views.view(block!, this.#object);
      const ranges = evenlyApart(Math.ceil(count / entries.length), leaf.count).map((index) =>
        this.#range(leaf.at(index)),
      );
      for (const each of ranges) yield [each, (await reader.blocks([each]))[0]!];
    }
  }

  async *#walk(
    view: DirectoryView<L>,
    from: Q | undefined,
    reader: WalkReader,
  ): AsyncIterable<[ByteRange, Uint8Array]> {
    let next = from === undefined ? 0 : (this.#views.candidates(view, from)[0]?.index ?? 0);
    // Whoever stops early has read little, whoever goes through the table pays a round trip for every 16 blocks.
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
    return after(read, ([bytes]) => this.#views.view(bytes!, this.#object));
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
