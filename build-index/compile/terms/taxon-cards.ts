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

/** Bytes of the longest letter of UTF-16 in UTF-8. */
const LONGEST_LETTER = 3;
const COMMA = 0x2c;

/**
 * The cards of all taxa as they are stored, one after the other: 2.5 million names take 120 MB. Taxa go by their place
 * in the tree.
 */
export class TaxonCards {
  #bytes: Buffer;
  /** Where each card begins, and the end of the last. */
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
    const end = (taxonId: number) => {
      // Taxa up to this one that have no names, and this one.
      while (cards.#written < tree.size && tree.ids[cards.#written]! <= taxonId) {
        const taxon = cards.#written;
        cards.#add(tree.ids[taxon]!, tree.isLeaf(taxon), tree.ids[taxon] === taxonId ? names : []);
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
      for (let row = 0; row < taxonIds.length; row++) {
        if (taxonIds[row] !== current) end(current);
        current = taxonIds[row]!;
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

  /** A card in UTF-8: a view. */
  of(taxon: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[taxon], this.#starts[taxon + 1]);
  }

  /** Some cards, joined with commas. */
  joined(taxa: Int32Array): Uint8Array {
    if (taxa.length === 0) return new Uint8Array();
    const all = new Uint8Array(taxa.length - 1 + this.sizeOf(taxa)).fill(COMMA);
    let at = 0;
    for (const taxon of taxa) {
      const card = this.of(taxon);
      all.set(card, at);
      at += card.length + 1;
    }
    return all;
  }

  /** Bytes of some cards. */
  sizeOf(taxa: Int32Array): number {
    let size = 0;
    for (const taxon of taxa) size += this.#starts[taxon + 1]! - this.#starts[taxon]!;
    return size;
  }

  /**
   * Names that the card does not show: those of no class, or of one that is called 'name', which is what answers call
   * the scientific one.
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
    const start = this.#starts[this.#written]!;
    if (start + LONGEST_LETTER * text.length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.ceil(1.5 * this.#bytes.length) + LONGEST_LETTER * text.length);
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

/** All names in the order of the taxa's ids, and of one taxon in that of the dump. */
const NAMES = `
  SELECT taxon_id, coalesce(name, ''), coalesce(replace(lower(name_class), ' ', '_'), '${HIDDEN}'),
    (name IS NULL)::BIGINT, coalesce(name_class = 'scientific name', false)::BIGINT
  FROM ncbi_taxa_name WHERE taxon_id IS NOT NULL ORDER BY taxon_id, rowid`;

/**
 * Bytes of the cards of a block, and what each card takes beside its text: key and start. Less than those after which
 * writers begin another.
 */
const BLOCK_BYTES = 40 * 1024;
const CARD_HEAD = 24;

/**
 * The cards of taxa that have children, so that a line of descent is read in one block however many taxa there are:
 * written in the order of a walk down the tree, where a block begins with the cards on the way from the root to its
 * first taxon. All ancestors of its other taxa then stand in it too: what is visited between a taxon and one below it
 * is below it as well. The ways take a tenth more bytes.
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

  static async write(
    tree: TaxonTree,
    texts: TaxonCards,
    folder: IndexFolder,
  ): Promise<[entry: TableEntry, lines: TaxonLines]> {
    const { writer, finish } = await folder.sortedTable(TAXON_TABLES.cards);
    const lines = new TaxonLines(tree, writer);
    await lines.#write(texts);
    return [await finish(), lines];
  }

  /** Where the cards of a taxon that has children and of its ancestors stand, the root's last. */
  of(taxon: number): RecordLocation[] {
    const block = this.#blocks[taxon]!;
    // What stands in an earlier block has its copy in this one by its depth.
    const ordinalOf = (each: number) =>
      this.#blocks[each] === block ? this.#ordinals[each]! : block + this.#tree.depths[each]!;
    return [taxon, ...this.#tree.ancestors(taxon)].map((each) => this.#writer.locate(ordinalOf(each)));
  }

  async #write(texts: TaxonCards): Promise<void> {
    let [number, block, ordinal, way, own] = [-1, 0, -1, 0, Infinity];
    const add = async (taxon: number): Promise<number> => {
      const card = texts.of(taxon);
      ordinal = await this.#writer.add(
        `${String(number).padStart(8, '0')}:${String(ordinal + 1 - block).padStart(6, '0')}`,
        card,
      );
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
  const next = Array.from(tree.parents.keys())
    .filter((taxon) => tree.parents[taxon]! < 0)
    .reverse();
  for (let taxon = next.pop(); taxon !== undefined; taxon = next.pop()) {
    if (tree.isLeaf(taxon)) continue;
    yield taxon;
    for (const child of tree.children(taxon).toReversed()) next.push(child);
  }
}
