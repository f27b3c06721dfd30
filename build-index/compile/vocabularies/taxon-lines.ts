import type { RecordLocation } from '../../../src/index/object-sink.ts';
import type { SortedTableWriter } from '../../../src/index/sorted-table.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import type { TaxonCards } from './taxon-cards.ts';
import type { TaxonTree } from './taxon-tree.ts';

/** Bytes of the cards of a block, and what each card takes beside its text: key and start. Less than those after which writers begin another. */
const BLOCK_BYTES = 40 * 1024;
const CARD_HEAD = 24;

/**
 * The cards of taxa that have children, so that a line of descent is read in one block however many taxa there are: written in the order of a
 * walk down the tree, where a block begins with the cards on the way from the root to its first taxon. All ancestors of its
 * other taxa then stand in it too: what is visited between a taxon and one below it is below it as well. The ways take a tenth more bytes.
 */
export class TaxonLines {
  readonly #tree: TaxonTree;
  readonly #writer: SortedTableWriter;
  /** By taxon: the ordinal of its card, and of the first one of the block. */
  readonly #ordinals: Int32Array;
  readonly #blocks: Int32Array;

  private constructor(tree: TaxonTree, writer: SortedTableWriter) {
    this.#tree = tree;
    this.#writer = writer;
    this.#ordinals = new Int32Array(tree.size);
    this.#blocks = new Int32Array(tree.size);
  }

  static async write(tree: TaxonTree, texts: TaxonCards, folder: IndexFolder): Promise<[entry: TableEntry, lines: TaxonLines]> {
    const { writer, finish } = await folder.sortedTable('taxonomy/cards');
    const lines = new TaxonLines(tree, writer);
    await lines.#write(texts);
    return [await finish(), lines];
  }

  /** Where the cards of a taxon that has children and of its ancestors stand, the root's last. */
  of(taxon: number): RecordLocation[] {
    const block = this.#blocks[taxon]!;
    // What stands in an earlier block has its copy in this one by its depth.
    const ordinalOf = (each: number) => (this.#blocks[each] === block ? this.#ordinals[each]! : block + this.#tree.depths[each]!);
    return [taxon, ...this.#tree.ancestors(taxon)].map((each) => this.#writer.locate(ordinalOf(each)));
  }

  async #write(texts: TaxonCards): Promise<void> {
    let [number, block, ordinal, way, own] = [-1, 0, -1, 0, Infinity];
    const add = async (taxon: number): Promise<number> => {
      const card = texts.of(taxon);
      ordinal = await this.#writer.add(`${String(number).padStart(8, '0')}:${String(ordinal + 1 - block).padStart(6, '0')}`, card);
      return card.length + CARD_HEAD;
    };
    for (const taxon of downwards(this.#tree)) {
      if (own >= Math.max(BLOCK_BYTES - way, way)) {
        this.#writer.endBlock();
        [number, block, way, own] = [number + 1, ordinal + 1, 0, 0];
        for (const ancestor of this.#tree.ancestors(taxon).reverse()) way += await add(ancestor);
      }
      own += await add(taxon);
      this.#ordinals[taxon] = ordinal;
      this.#blocks[taxon] = block;
    }
  }
}

/** Taxa that have children, each behind its ancestors and before all that is not below it. */
function* downwards(tree: TaxonTree): Generator<number> {
  const next = Array.from(tree.parents.keys()).filter((taxon) => tree.parents[taxon]! < 0).reverse();
  for (let taxon = next.pop(); taxon !== undefined; taxon = next.pop()) {
    if (tree.isLeaf(taxon)) continue;
    yield taxon;
    for (const child of tree.children(taxon).toReversed()) next.push(child);
  }
}
