import { encodeTaxonCard } from '../../../src/terms/taxon-card.ts';
import type { Database } from '../../dump/database.ts';
import { integerColumn, textColumn, textsOf } from '../../dump/duckdb-bytes.ts';
import type { TaxonTree } from './taxon-tree.ts';

/** Bytes of the longest letter of UTF-16 in UTF-8. */
const LONGEST_LETTER = 3;
const COMMA = 0x2c;

/** The cards of all taxa as they are stored, one after the other: 2.5 million names take 120 MB. Taxa go by their place in the tree. */
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
      const [taxonIds, texts, tags, nulls, scientific] = [integerColumn(chunk, 0), textColumn(chunk, 1), textColumn(chunk, 2), integerColumn(chunk, 3), integerColumn(chunk, 4)];
      const [textOf, tagOf] = [textsOf(texts), textsOf(tags)];
      for (let row = 0; row < taxonIds.length; row++) {
        if (taxonIds[row] !== current) end(current);
        current = taxonIds[row]!;
        names.push({ name: nulls[row] === 1 ? null : textOf(row), tag: tagOf(row), isScientific: scientific[row] === 1 });
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

  /** Names that the card does not show: those of no class, or of one that is called 'name', which is what answers call the scientific one. */
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
