/** The products that homologies refer to, in memory: a few numbers of each. */
import { toldBy, type ToldIds } from '../../../src/compara/id-form.ts';
import type { FormedIds } from '../../../src/compara/homology-record.ts';
import { firstIndex } from '../../../src/index/first-index.ts';
import type { WrittenBlock } from '../../../src/index/object-sink.ts';
import type { Database } from '../../dump/database.ts';
import { integerColumn, textAt, textColumn } from '../../dump/duckdb-bytes.ts';

/** Form, number of the gene's id, number of the product's (-1 for ids that are told as texts), place, ids where one is told as text; in order of the number. */
const PRODUCTS = `
  WITH formed AS (
    SELECT p.*, coalesce(paired.form, alone.form, unnumbered.form) AS form, paired.form IS NOT NULL AS numbered, paired.form IS NULL AND alone.form IS NOT NULL AS numbered_gene,
      coalesce(paired.gene_least, alone.gene_least) AS gene_least, paired.product_least
    FROM compared_product p
      LEFT JOIN id_form paired ON paired.genome = p.genome AND paired.gene_prefix = p.gene_number.prefix AND paired.gene_digits = length(p.gene_number.digits)
        AND paired.product_prefix = p.product_number.prefix AND paired.product_digits = length(p.product_number.digits)
      LEFT JOIN id_form alone ON alone.genome = p.genome AND alone.gene_prefix = p.gene_number.prefix AND alone.gene_digits = length(p.gene_number.digits) AND alone.product_prefix IS NULL
      LEFT JOIN id_form unnumbered ON unnumbered.genome = p.genome AND unnumbered.gene_prefix IS NULL)
  SELECT form, CASE WHEN numbered OR numbered_gene THEN try_cast(gene_number.digits AS BIGINT) - gene_least ELSE -1 END,
    CASE WHEN numbered THEN try_cast(product_number.digits AS BIGINT) - product_least ELSE -1 END, place, CASE WHEN NOT numbered THEN gene END, CASE WHEN NOT numbered THEN product END
  FROM formed ORDER BY number`;

export class HomologyProducts {
  readonly #blocks: readonly WrittenBlock[];
  /** Ordinal of the first record of each block. */
  readonly #firsts: number[] = [];
  readonly #forms: number[] = [];
  readonly #genes: number[] = [];
  readonly #products: number[] = [];
  readonly #places: number[] = [];
  readonly #texts = new Map<number, [gene: string, product: string]>();

  private constructor(blocks: readonly WrittenBlock[]) {
    this.#blocks = blocks;
    let first = 0;
    for (const { records } of blocks) {
      this.#firsts.push(first);
      first += records;
    }
  }

  /** @param blocks those of the `member-sequences` table */
  static async read(database: Database, blocks: readonly WrittenBlock[]): Promise<HomologyProducts> {
    const products = new HomologyProducts(blocks);
    for await (const chunk of database.chunks(PRODUCTS)) {
      const [forms, genes, numbers, places] = [integerColumn(chunk, 0), integerColumn(chunk, 1), integerColumn(chunk, 2), integerColumn(chunk, 3)];
      const [geneIds, productIds] = [textColumn(chunk, 4), textColumn(chunk, 5)];
      for (const [row, number] of numbers.entries()) {
        if (number < 0) products.#texts.set(products.#forms.length, [textAt(geneIds, row), textAt(productIds, row)]);
        products.#forms.push(forms[row]!);
        products.#genes.push(genes[row]!);
        products.#products.push(number);
        products.#places.push(places[row]!);
      }
    }
    return products;
  }

  /** A product's ids and those of its gene. */
  ids(number: number): FormedIds {
    return { form: this.#forms[number]!, ids: this.#told(number) };
  }

  #told(number: number): ToldIds {
    const [gene, product] = [this.#genes[number]!, this.#products[number]!];
    if (product >= 0) return { gene, product };
    const [geneId, productId] = this.#texts.get(number)!;
    return { gene: gene >= 0 ? gene : geneId, product: toldBy(geneId, productId) };
  }

  /** Number of the block that a product stands in, and its index there. */
  place(number: number): [block: number, index: number] {
    const place = this.#places[number]!;
    const block = firstIndex(0, this.#firsts.length, (each) => this.#firsts[each]! <= place) - 1;
    return [block, place - this.#firsts[block]!];
  }

  block(number: number): WrittenBlock {
    return this.#blocks[number]!;
  }
}
