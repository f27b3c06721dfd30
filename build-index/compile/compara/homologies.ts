import { at, get } from '../../../src/checked.ts';
import {
  type DetailsFields,
  type HomologyState,
  type Millionths,
  SCORES,
} from '../../../src/compara/homology-details.ts';
import { type FormedIds, encodeGeneHomologies } from '../../../src/compara/homology-record.ts';
import { type EncodedIds, relativeTo } from '../../../src/compara/id-form.ts';
import { GatheredSlices } from '../../../src/index/blocks/byte-slices.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import type { WrittenBlock } from '../../../src/index/blocks/object-sink.ts';
import { firstIndex } from '../../../src/index/tables/first-index.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import { COMPARA_TABLES } from '../../../src/release/table-registry.ts';
import type { Database } from '../../dump/database.ts';
import { byteColumn, integerColumn, textColumn } from '../../dump/query-chunks.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { memoize } from '../../memoize.ts';
import { GENES, HOMOLOGIES } from './homology-parts.ts';

/**
 * Writes every gene with its homologies. Needs the tables of stageHomologyParts.
 * @param blocks blocks of the `member-sequences` table
 */
export async function compileHomologies(
  database: Database,
  folder: IndexFolder,
  compara: string,
  blocks: readonly WrittenBlock[],
): Promise<TableEntry> {
  const products = await HomologyProducts.read(database, blocks);
  const groups = homologiesOfGenes(database);
  const { writer, finish } = await folder.sortedTable(COMPARA_TABLES.homologies, { compara });
  const fields = new FieldWriter();
  let group = await groups.next();
  for await (const chunk of database.chunks(GENES)) {
    const [ranks, versions, forms, canonical] = [
      integerColumn(chunk, 0),
      integerColumn(chunk, 2),
      integerColumn(chunk, 3),
      integerColumn(chunk, 4),
    ];
    const [keys, ids] = [byteColumn(chunk, 1), textColumn(chunk, 5)];
    const records = new GatheredSlices(ranks.length);
    for (const [row, rank] of ranks.entries()) {
      const its = !group.done && group.value.rank === rank ? group.value : null;
      // The homologies of a gene may be those of a product that is not the canonical one.
      const own = its ? its.own : at(canonical, row);
      const record = encodeGeneHomologies(
        {
          gene:
            own >= 0
              ? products.ids(own)
              : { form: at(forms, row), ids: { gene: at(ids, row), product: relativeTo('', '') } },
          version: at(versions, row),
          levels: its?.levels ?? [],
          targets: its?.targets.map((number) => products.ids(number)) ?? [],
          details: {
            ...placesOf(own, its?.targets ?? [], products),
            ids: its?.ids ?? [],
            states: its?.states ?? [],
            percentages: its?.percentages ?? [],
            scores: its?.scores ?? [],
            cigarLines: its?.cigarLines ?? [],
          },
        },
        fields,
      );
      records.add(record);
      if (its) group = await groups.next();
    }
    await writer.addAll(keys, records.take());
  }
  return finish();
}

/** @param own number of the gene's product, or -1 */
function placesOf(
  own: number,
  targets: readonly number[],
  products: HomologyProducts,
): Pick<DetailsFields, 'blocks' | 'product' | 'targets'> {
  const places = targets.map((number) => products.place(number));
  const ownPlace = own >= 0 ? products.place(own) : null;
  const blocks = [...new Set([...(ownPlace ? [ownPlace] : []), ...places].map(([block]) => block))].sort(
    (a, b) => a - b,
  );
  const numbered = ([block, index]: readonly [number, number]) => [blocks.indexOf(block), index] as const;
  return {
    blocks: blocks.map((block) => products.block(block)),
    product: ownPlace && numbered(ownPlace),
    targets: places.map(numbered),
  };
}

/** All homologies of a gene, with the numbers of products and levels that HOMOLOGIES selects. */
interface HomologyGroup {
  rank: number;
  own: number;
  targets: number[];
  levels: number[];
  ids: number[];
  percentages: Millionths[];
  states: HomologyState[];
  scores: string[];
  cigarLines: (string | null)[];
}

async function* homologiesOfGenes(database: Database): AsyncGenerator<HomologyGroup> {
  let group: HomologyGroup | undefined;
  const known = new KnownStates();
  for await (const chunk of database.chunks(HOMOLOGIES)) {
    const [ranks, owns, targets] = [integerColumn(chunk, 0), integerColumn(chunk, 1), integerColumn(chunk, 2)];
    const [levels, ids, hasLines] = [integerColumn(chunk, 3), integerColumn(chunk, 4), integerColumn(chunk, 9)];
    const [identities, similarities] = [integerColumn(chunk, 5), integerColumn(chunk, 6)];
    const [otherIdentities, otherSimilarities] = [integerColumn(chunk, 7), integerColumn(chunk, 8)];
    const [lines, otherLines, states] = [textColumn(chunk, 10), textColumn(chunk, 11), textColumn(chunk, 12)];
    for (const [row, rank] of ranks.entries()) {
      if (!group || group.rank !== rank) {
        if (group) yield group;
        group = {
          rank,
          own: at(owns, row),
          targets: [],
          levels: [],
          ids: [],
          percentages: [],
          states: [],
          scores: [],
          cigarLines: [],
        };
      }
      group.targets.push(targets[row]!);
      group.levels.push(levels[row]!);
      group.ids.push(ids[row]!);
      group.percentages.push([identities[row]!, similarities[row]!, otherIdentities[row]!, otherSimilarities[row]!]);
      const hasCigarLines = hasLines[row] === 1;
      const { state, scores } = known.of(at(states, row), hasCigarLines);
      group.states.push(state);
      if (scores.length > 0) group.scores.push(...scores);
      if (hasCigarLines) group.cigarLines.push(cigarLine(at(lines, row)), cigarLine(at(otherLines, row)));
    }
  }
  if (group) yield group;
}

/** HOMOLOGIES puts an equals sign before a cigar line to distinguish it from NULL, which is an empty text. */
function cigarLine(text: string): string | null {
  return text === '' ? null : text.slice(1);
}

interface ReadState {
  state: HomologyState;
  scores: string[];
}

const MAX_REMEMBERED = 10_000;

/** Parses states as HOMOLOGIES writes them. States that differ only in the values of scores share one object. */
class KnownStates {
  readonly #states = new Map<string, HomologyState>();
  /** Most homologies have one of a few combinations of scores. A trailing tab means that there are cigar lines. */
  readonly #read = memoize((text: string) => this.#parse(text), MAX_REMEMBERED);

  of(text: string, hasCigarLines: boolean): ReadState {
    return this.#read(hasCigarLines ? `${text}\t` : text);
  }

  #parse(text: string): ReadState {
    const [treeCompliant = '', highConfidence = '', ...scores] = text.split('\t');
    const hasCigarLines = scores.length > SCORES.length;
    const bits = SCORES.reduce((sum, _, place) => sum | (scores[place] ? 1 << place : 0), 0);
    const key = `${treeCompliant} ${highConfidence} ${bits} ${hasCigarLines}`;
    let state = this.#states.get(key);
    if (!state)
      this.#states.set(
        key,
        (state = {
          treeCompliant: numberOf(treeCompliant),
          highConfidence: numberOf(highConfidence),
          bits,
          hasCigarLines,
        }),
      );
    return { state, scores: scores.filter(Boolean) };
  }
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text);
}

/**
 * Form, number in the gene's id, number in the product's id (-1 for ids that are stored as texts), place, and the ids
 * that are stored as texts; in the order of product numbers.
 */
const PRODUCTS = `
  WITH formed AS (
    SELECT p.*, coalesce(paired.form, alone.form, unnumbered.form) AS form, paired.form IS NOT NULL AS numbered,
      paired.form IS NULL AND alone.form IS NOT NULL AS numbered_gene,
      coalesce(paired.gene_least, alone.gene_least) AS gene_least, paired.product_least
    FROM compared_product p
      LEFT JOIN id_form paired ON paired.genome = p.genome AND paired.gene_prefix = p.gene_number.prefix
        AND paired.gene_digits = length(p.gene_number.digits)
        AND paired.product_prefix = p.product_number.prefix AND paired.product_digits = length(p.product_number.digits)
      LEFT JOIN id_form alone ON alone.genome = p.genome AND alone.gene_prefix = p.gene_number.prefix
        AND alone.gene_digits = length(p.gene_number.digits) AND alone.product_prefix IS NULL
      LEFT JOIN id_form unnumbered ON unnumbered.genome = p.genome AND unnumbered.gene_prefix IS NULL)
  SELECT form, CASE WHEN numbered OR numbered_gene THEN try_cast(gene_number.digits AS BIGINT) - gene_least ELSE -1 END,
    CASE WHEN numbered THEN try_cast(product_number.digits AS BIGINT) - product_least ELSE -1 END, place,
      CASE WHEN NOT numbered THEN gene END, CASE WHEN NOT numbered THEN product END
  FROM formed ORDER BY number`;

class HomologyProducts {
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

  /** @param blocks blocks of the `member-sequences` table */
  static async read(database: Database, blocks: readonly WrittenBlock[]): Promise<HomologyProducts> {
    const products = new HomologyProducts(blocks);
    for await (const chunk of database.chunks(PRODUCTS)) {
      const [forms, genes, numbers, places] = [
        integerColumn(chunk, 0),
        integerColumn(chunk, 1),
        integerColumn(chunk, 2),
        integerColumn(chunk, 3),
      ];
      const [geneIds, productIds] = [textColumn(chunk, 4), textColumn(chunk, 5)];
      for (const [row, number] of numbers.entries()) {
        if (number < 0) products.#texts.set(products.#forms.length, [at(geneIds, row), at(productIds, row)]);
        products.#forms.push(at(forms, row));
        products.#genes.push(at(genes, row));
        products.#products.push(number);
        products.#places.push(at(places, row));
      }
    }
    return products;
  }

  /** A product's ids and those of its gene. */
  ids(number: number): FormedIds {
    return { form: this.#forms[number]!, ids: this.#encodedIds(number) };
  }

  #encodedIds(number: number): EncodedIds {
    const [gene, product] = [this.#genes[number]!, this.#products[number]!];
    if (product >= 0) return { gene, product };
    const [geneId, productId] = get(this.#texts, number);
    return { gene: gene >= 0 ? gene : geneId, product: relativeTo(geneId, productId) };
  }

  /** Number of the block that contains a product, and the product's index in it. */
  place(number: number): [block: number, index: number] {
    const place = this.#places[number]!;
    const block = firstIndex(0, this.#firsts.length, (each) => this.#firsts[each]! <= place) - 1;
    return [block, place - this.#firsts[block]!];
  }

  block(number: number): WrittenBlock {
    return at(this.#blocks, number);
  }
}
