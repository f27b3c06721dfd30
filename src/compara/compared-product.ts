/**
 * A gene's product that a comparative database compares: value of the `member-sequences` table, by the key of the tree that it stands in,
 * side by side with the tree's others, in the order of the leaves.
 *
 *   varint seq_member_id | flags (1) | varint and the runs of its row in the tree's alignment (pairwise-cigar.ts), none where that has no such |
 *   of coding bases: varint and the letters of other codons | varint of codons | codons (stored-codons.ts) |
 *   of a product that they stand for: varint of codons behind it | varint and the substitutions: distance to the one before, residue |
 *   of another product: its letters, to the end of the record
 *
 * Flags: 1 a peptide, else RNA; 2 it has coding bases; 4 a product that the coding bases stand for; 8 another product.
 */
import { FieldReader, FieldWriter } from '../index/fields.ts';
import { utf8 } from '../index/utf8.ts';
import { readVarint } from '../index/varint.ts';
import type { Runs } from './pairwise-cigar.ts';
import { basesOf, productOf, substitutions, toCodons, type StoredCodons, type Substitutions } from './stored-codons.ts';

const [PEPTIDE, CODING, TRANSLATED, LETTERS] = [1, 2, 4, 8] as const;

export interface ProductFields {
  /** seq_member_id. */
  id: number;
  /** Else an RNA. */
  peptide: boolean;
  row: Runs;
  /** ASCII; empty for what the database lacks. */
  product: Uint8Array;
  coding: Uint8Array;
}

/** A view of the writer's memory. */
export function encodeComparedProduct({ id, peptide, row, product, coding }: ProductFields, fields: FieldWriter): Uint8Array {
  const stored = coding.length > 0 ? toCodons(coding) : null;
  const different = stored && product.length > 0 ? substitutions(product, stored) : null;
  const hasLetters = product.length > 0 && !different;
  fields.number(id).number((peptide ? PEPTIDE : 0) | (stored ? CODING : 0) | (different ? TRANSLATED : 0) | (hasLetters ? LETTERS : 0));
  fields.number(row.length);
  for (const length of row) fields.number(length);
  if (stored) fields.number(stored.others.length).bytes(stored.others).number(stored.codons.length).bytes(stored.codons);
  if (stored && different) {
    fields.number(stored.codons.length - product.length).number(different.length);
    let before = 0;
    for (const [place, residue] of different) {
      fields.number(place - before).number(residue);
      before = place;
    }
  }
  if (hasLetters) fields.bytes(product);
  return fields.record();
}

/** The seq_member_id of a record. */
export function productId(record: Uint8Array): number {
  return readVarint(record, 0)[0];
}

/** Made of a record when it is needed, part by part; what is made is kept, and not to be changed. */
export class ComparedProduct {
  readonly id: number;
  readonly peptide: boolean;
  readonly row: Runs;
  readonly #codons: StoredCodons | null;
  /** How many codons the product has that they stand for, and where it is another. */
  readonly #translated: [length: number, different: Substitutions] | null;
  readonly #letters: Uint8Array | null;
  #product: string | null | undefined;
  #coding: string | null | undefined;

  constructor(record: Uint8Array) {
    const fields = new FieldReader(record);
    this.id = fields.number();
    const flags = fields.number();
    this.peptide = (flags & PEPTIDE) !== 0;
    this.row = fields.numbers();
    this.#codons = flags & CODING ? { others: fields.bytes(fields.number()), codons: fields.bytes(fields.number()) } : null;
    this.#translated = flags & TRANSLATED ? [this.#codons!.codons.length - fields.number(), readSubstitutions(fields)] : null;
    this.#letters = flags & LETTERS ? fields.rest() : null;
  }

  /** The peptide, or the RNA of a gene that codes for none; null for one that the database lacks. */
  get product(): string | null {
    return this.#product === undefined ? (this.#product = this.#madeProduct()) : this.#product;
  }

  /** The coding bases; null for RNA. */
  get coding(): string | null {
    return this.#coding === undefined ? (this.#coding = this.#codons && basesOf(this.#codons)) : this.#coding;
  }

  /** What answers show: with `coding` the coding bases of a peptide; RNA has none, and its own bases stand for them. */
  letters(coding: boolean): string | null {
    return coding && this.peptide ? this.coding : this.product;
  }

  #madeProduct(): string | null {
    if (this.#letters) return utf8.decode(this.#letters);
    return this.#translated && productOf(this.#codons!.codons, ...this.#translated);
  }
}

function readSubstitutions(fields: FieldReader): Substitutions {
  let place = 0;
  return fields.list(() => [(place += fields.number()), fields.number()] as const);
}
