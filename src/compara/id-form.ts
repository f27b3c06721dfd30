/**
 * How stable ids of a genome's genes and products are written: most are some letters and a number of fixed width
 * (`ENSG00000139618`), so that records hold a number, and what the genome's ids have alike stands once, in the
 * species of the database.
 */
import type { FieldReader, FieldWriter } from '../index/blocks/fields.ts';

/** Ids that end in a number. */
interface NumberedIds {
  prefix: string;
  /** Digits of the number, which has zeros before it where it is shorter. */
  digits: number;
  /** The least number of all: it is told as how far it lies above. */
  least: number;
}

/** What genes of a genome and their products are called; null for ids that are told as texts. */
export interface IdForm {
  /** genome_db_id; 0 where the database does not tell it. */
  genome: number;
  gene: NumberedIds | null;
  product: NumberedIds | null;
}

/** A gene and the product of it that is compared. */
export interface ComparedIds {
  geneId: string;
  productId: string;
}

/**
 * The ids of one in its form: numbers above the least, or the gene's as text and the product's as how many letters of
 * it are the gene's, and the others.
 */
export interface EncodedIds {
  gene: number | string;
  product: number | readonly [alike: number, rest: string];
}

/** Writes the ids of some products; numbers of genes as how far they are from the one before. */
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

/** How a product's id is told by its gene's. */
export function relativeTo(geneId: string, productId: string): readonly [alike: number, rest: string] {
  let alike = 0;
  while (alike < geneId.length && geneId.charCodeAt(alike) === productId.charCodeAt(alike)) alike++;
  return [alike, productId.slice(alike)];
}

function numbered({ prefix, digits, least }: NumberedIds, above: number): string {
  const number = String(least + above);
  return number.length < digits ? prefix + ZEROS.slice(0, digits - number.length) + number : prefix + number;
}

/** Longer numbers are not told as such. */
export const MAX_DIGITS = 15;
const ZEROS = '0'.repeat(MAX_DIGITS);

/**
 * What tells stable ids of one division from those of another before anything is read: their first letters. A
 * comparative database lists those of all ids that it knows something by, so that only databases are asked that may
 * have an id.
 */

/** Letters of which more tell nothing: `ensmusg` and `ensmust` are of one species. */
const LETTERS = 6;

/** What an id in lower case begins with, up to its first digit, as a regular expression: for the compiler's SQL too. */
export const PATTERN = `^[^0-9]{0,${LETTERS}}`;
const PREFIX = new RegExp(PATTERN, 'u');

/** The same of an id in any case. */
export function idPrefix(id: string): string {
  return PREFIX.exec(id.toLowerCase())![0];
}
