import { at } from '../../../src/checked.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import type { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import { TAXON_TABLES } from '../../../src/release/table-registry.ts';
import { encodeTaxonCard } from '../../../src/terms/taxon-record.ts';
import type { Database } from '../../dump/database.ts';
import { integerColumn, textColumn } from '../../dump/query-chunks.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import type { TaxonTree } from './taxon-tree.ts';

/** Most bytes in UTF-8 of one UTF-16 code unit. */
const MAX_UNIT_BYTES = 3;
const COMMA = 0x2c;

/** The encoded cards of all taxa in one buffer: 2.5 million names take 120 MB. Taxa are numbered as in TaxonTree. */
export class TaxonCards {
  #bytes: Buffer;
  /** Offset of each card, and the end of the last. */
  readonly #starts: Float64Array;
  #written = 0;
  readonly #hidden = new Map<number, string[]>();

  private constructor(taxa: number) {
    this.#bytes = Buffer.alloc(64 * taxa);
    this.#starts = new Float64Array(taxa + 1);
  }

  static async load(database: Database, tree: TaxonTree): Promise<TaxonCards> {
    const cards = new TaxonCards(tree.size);
    let names: NameRow[] = [];
    /** Adds the cards of the taxa without names before `taxonId`, and its own. */
    const end = (taxonId: number) => {
      while (cards.#written < tree.size) {
        const taxon = cards.#written;
        const id = at(tree.ids, taxon);
        if (id > taxonId) break;
        cards.#add(id, tree.isLeaf(taxon), id === taxonId ? names : []);
      }
      names = [];
    };
    let current = -Infinity;
    for await (const chunk of database.chunks(NAMES)) {
      const [taxonIds, texts, tags, nulls, scientific] = [
        integerColumn(chunk, 0),
        textColumn(chunk, 1),
        textColumn(chunk, 2),
        integerColumn(chunk, 3),
        integerColumn(chunk, 4),
      ];
      for (const [row, taxonId] of taxonIds.entries()) {
        if (taxonId !== current) end(current);
        current = taxonId;
        names.push({
          name: nulls[row] === 1 ? null : at(texts, row),
          tag: at(tags, row),
          isScientific: scientific[row] === 1,
        });
      }
    }
    end(current);
    end(Infinity);
    return cards;
  }

  /** A view of a card, in UTF-8. */
  of(taxon: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[taxon], this.#starts[taxon + 1]);
  }

  /** Some cards, joined with commas. */
  joined(taxa: Int32Array): Uint8Array {
    if (taxa.length === 0) return new Uint8Array();
    const all = new Uint8Array(taxa.length - 1 + this.sizeOf(taxa)).fill(COMMA);
    let offset = 0;
    for (const taxon of taxa) {
      const card = this.of(taxon);
      all.set(card, offset);
      offset += card.length + 1;
    }
    return all;
  }

  /** Bytes of some cards. */
  sizeOf(taxa: Int32Array): number {
    let size = 0;
    for (const taxon of taxa) size += at(this.#starts, taxon + 1) - at(this.#starts, taxon);
    return size;
  }

  /**
   * Names that the card does not show: those without a class, or with the class 'name', since answers use the key
   * `name` for the scientific name.
   */
  hiddenNames(taxon: number): readonly string[] {
    return this.#hidden.get(taxon) ?? NONE;
  }

  #add(id: number, isLeaf: boolean, names: readonly NameRow[]): void {
    const tags = new Map<string, (string | null)[]>();
    for (const { tag, name } of names) {
      const known = tags.get(tag);
      if (known) known.push(name);
      else tags.set(tag, [name]);
    }
    const hidden = tags.get(HIDDEN)?.filter((name) => name !== null) ?? NONE;
    if (hidden.length > 0) this.#hidden.set(this.#written, [...hidden]);
    tags.delete(HIDDEN);
    const text = encodeTaxonCard(id, isLeaf, names.find(({ isScientific }) => isScientific)?.name ?? null, tags);
    const start = at(this.#starts, this.#written);
    if (start + MAX_UNIT_BYTES * text.length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.ceil(1.5 * this.#bytes.length) + MAX_UNIT_BYTES * text.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#starts[++this.#written] = start + this.#bytes.write(text, start);
  }
}

const NONE: readonly string[] = [];
/** The tag of names that cards do not show. */
const HIDDEN = 'name';

interface NameRow {
  name: string | null;
  tag: string;
  isScientific: boolean;
}

/** All names in the order of taxon ids, then of the dump. */
const NAMES = `
  SELECT taxon_id, coalesce(name, ''), coalesce(replace(lower(name_class), ' ', '_'), '${HIDDEN}'),
    (name IS NULL)::BIGINT, coalesce(name_class = 'scientific name', false)::BIGINT
  FROM ncbi_taxa_name WHERE taxon_id IS NOT NULL ORDER BY taxon_id, rowid`;

/** Bytes of the cards of a block. Must be less than the block size at which writers begin a new block. */
const BLOCK_BYTES = 40 * 1024;
/** Bytes per card in addition to its text: key and start. */
const CARD_HEAD = 24;

/**
 * The cards of taxa with children, stored so that a lineage of any length is read from one block. Cards are written in
 * depth-first order, and each block begins with the cards of all ancestors of its first taxon. The block then contains
 * the ancestors of its other taxa too, because a depth-first walk visits only descendants of a taxon between the taxon
 * and its last descendant. The repeated ancestors add a tenth to the size.
 */
export class TaxonLineages {
  readonly #tree: TaxonTree;
  readonly #writer: SortedTableWriter;
  /** By taxon: the ordinal of its card, and of the first card of the block. */
  readonly #ordinals: Int32Array;
  readonly #blocks: Int32Array;

  private constructor(tree: TaxonTree, writer: SortedTableWriter) {
    this.#tree = tree;
    this.#writer = writer;
    this.#ordinals = new Int32Array(tree.size);
    this.#blocks = new Int32Array(tree.size);
  }

  static async write(
    tree: TaxonTree,
    texts: TaxonCards,
    folder: IndexFolder,
  ): Promise<[entry: TableEntry, lines: TaxonLineages]> {
    const { writer, finish } = await folder.sortedTable(TAXON_TABLES.cards);
    const lines = new TaxonLineages(tree, writer);
    await lines.#write(texts);
    return [await finish(), lines];
  }

  /** The places of the cards of a taxon with children and of its ancestors, from the taxon to the root. */
  of(taxon: number): RecordLocation[] {
    const block = at(this.#blocks, taxon);
    // The copy of an ancestor from an earlier block is at the index of its depth in this block.
    const ordinalOf = (each: number) =>
      this.#blocks[each] === block ? at(this.#ordinals, each) : block + at(this.#tree.depths, each);
    return [taxon, ...this.#tree.ancestors(taxon)].map((each) => this.#writer.locate(ordinalOf(each)));
  }

  async #write(texts: TaxonCards): Promise<void> {
    // `block` is the ordinal of the block's first card; `copied` and `own` are bytes of its ancestors and other cards.
    let [number, block, ordinal, copied, own] = [-1, 0, -1, 0, Infinity];
    const add = async (taxon: number): Promise<number> => {
      const card = texts.of(taxon);
      ordinal = await this.#writer.add(
        `${String(number).padStart(8, '0')}:${String(ordinal + 1 - block).padStart(6, '0')}`,
        card,
      );
      return card.length + CARD_HEAD;
    };
    for (const taxon of depthFirst(this.#tree)) {
      if (own >= Math.max(BLOCK_BYTES - copied, copied)) {
        this.#writer.endBlock();
        [number, block, copied, own] = [number + 1, ordinal + 1, 0, 0];
        for (const ancestor of this.#tree.ancestors(taxon).reverse()) copied += await add(ancestor);
      }
      own += await add(taxon);
      this.#ordinals[taxon] = ordinal;
      this.#blocks[taxon] = block;
    }
  }
}

/** Taxa with children, depth first. */
function* depthFirst(tree: TaxonTree): Generator<number> {
  const next = Array.from(tree.parents.keys())
    .filter((taxon) => at(tree.parents, taxon) < 0)
    .reverse();
  for (let taxon = next.pop(); taxon !== undefined; taxon = next.pop()) {
    if (tree.isLeaf(taxon)) continue;
    yield taxon;
    for (const child of tree.children(taxon).toReversed()) next.push(child);
  }
}
