/**
 * Compact forms of the stable ids of a genome's genes and products. Most ids are a prefix and a number of fixed width
 * (`ENSG00000139618`): records contain the number, and the species document of the database contains the form of each
 * genome's ids once.
 */
import type { FieldReader, FieldWriter } from '../index/blocks/fields.ts';

/** Ids that end in a number. */
interface NumberedIds {
  prefix: string;
  /** Least number of digits; shorter numbers are zero-padded. */
  digits: number;
  /** The least number of all ids, which records subtract. */
  least: number;
}

/** Forms of the ids of a genome's genes and products; null for ids that are stored as texts. */
export interface IdForm {
  /** genome_db_id; 0 if the database does not contain it. */
  genome: number;
  gene: NumberedIds | null;
  product: NumberedIds | null;
}

/** Ids of a gene and of its compared product. */
export interface ComparedIds {
  geneId: string;
  productId: string;
}

/**
 * Ids in a form: numbers minus the least one. Otherwise the gene's id as text; the product's as the number of letters
 * that it shares with the gene's, and the rest.
 */
export interface EncodedIds {
  gene: number | string;
  product: number | readonly [alike: number, rest: string];
}

/** Writes ids; numbers of genes as the difference from the gene before. */
export class IdWriter {
  readonly #fields: FieldWriter;
  #before = 0;

  constructor(fields: FieldWriter) {
    this.#fields = fields;
  }

  write({ gene, product }: EncodedIds): void {
    const number = typeof gene === 'number' ? gene : 0;
    if (typeof gene === 'number') {
      this.#fields.signed(gene - this.#before);
      this.#before = gene;
    } else {
      this.#fields.text(gene);
    }
    if (typeof product === 'number') this.#fields.signed(product - number);
    else this.#fields.number(product[0]).text(product[1]);
  }
}

export class IdReader {
  readonly #fields: FieldReader;
  #before = 0;

  constructor(fields: FieldReader) {
    this.#fields = fields;
  }

  read({ gene, product }: IdForm): ComparedIds {
    const fields = this.#fields;
    const number = gene ? (this.#before += fields.signed()) : 0;
    const geneId = gene ? numbered(gene, number) : fields.text();
    return {
      geneId,
      productId: product
        ? numbered(product, number + fields.signed())
        : geneId.slice(0, fields.number()) + fields.text(),
    };
  }
}

/** A product's id as the number of letters that it shares with its gene's id, and the rest. */
export function relativeTo(geneId: string, productId: string): readonly [alike: number, rest: string] {
  let alike = 0;
  while (alike < geneId.length && geneId.charCodeAt(alike) === productId.charCodeAt(alike)) alike++;
  return [alike, productId.slice(alike)];
}

function numbered({ prefix, digits, least }: NumberedIds, above: number): string {
  const number = String(least + above);
  return number.length < digits ? prefix + ZEROS.slice(0, digits - number.length) + number : prefix + number;
}

/** Ids with longer numbers are stored as texts. */
export const MAX_DIGITS = 15;
const ZEROS = '0'.repeat(MAX_DIGITS);

/**
 * Prefixes of ids select the compara databases that may contain an id, without any read: the manifest lists the
 * prefixes of each database. Six letters suffice: `ensmusg` and `ensmust` are of the same species.
 */
const LETTERS = 6;

/**
 * The prefix of an id in lower case, up to its first digit, as a regular expression; the compiler's SQL uses it too.
 */
export const PATTERN = `^[^0-9]{0,${LETTERS}}`;
const PREFIX = new RegExp(PATTERN, 'u');

/** The prefix of an id in any case. */
export function idPrefix(id: string): string {
  return PREFIX.exec(id.toLowerCase())?.[0] ?? '';
}
