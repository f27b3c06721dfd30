/**
 * A gene's product in a compara database: value of the `member-sequences` table, by the key of its gene tree. The
 * products of a tree are adjacent, in the order of the leaves.
 *
 *   varint seq_member_id | flags (1) | varint number and the runs of its row in the tree's alignment (cigar-line.ts),
 *     0 without a row |
 *   with coding bases: varint length and the letters of other codons | varint number of codons | codons
 *     (StoredCodons) |
 *   with a product that follows from them: varint number of codons after it | varint number of substitutions, for each
 *     the distance to the one before and the residue |
 *   with another product: its letters, to the end of the record
 *
 * Flags: 1 a peptide, else RNA; 2 has coding bases; 4 has a product that follows from them; 8 has another product.
 */
import { present } from '../checked.ts';
import { FieldReader, type FieldWriter } from '../index/blocks/fields.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { readVarint } from '../index/blocks/integers.ts';
import type { Runs } from './cigar-line.ts';
import { CodonTable } from '../genome/codon-table.ts';

const [PEPTIDE, CODING, TRANSLATED, LETTERS] = [1, 2, 4, 8] as const;

interface ProductFields {
  /** seq_member_id. */
  id: number;
  /** False for an RNA. */
  peptide: boolean;
  row: Runs;
  /** Product and coding bases in ASCII; empty if the database lacks them. */
  product: Uint8Array;
  coding: Uint8Array;
}

/** Returns a view of the writer's memory. */
export function encodeComparedProduct(
  { id, peptide, row, product, coding }: ProductFields,
  fields: FieldWriter,
): Uint8Array {
  const stored = coding.length > 0 ? toCodons(coding) : null;
  const different = stored && product.length > 0 ? substitutions(product, stored) : null;
  const hasLetters = product.length > 0 && !different;
  fields
    .number(id)
    .number(
      (peptide ? PEPTIDE : 0) | (stored ? CODING : 0) | (different ? TRANSLATED : 0) | (hasLetters ? LETTERS : 0),
    );
  fields.number(row.length);
  for (const length of row) fields.number(length);
  if (stored)
    fields.number(stored.others.length).bytes(stored.others).number(stored.codons.length).bytes(stored.codons);
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

/** A decoded record. Its texts are created on first access. */
export class ComparedProduct {
  readonly id: number;
  readonly peptide: boolean;
  readonly row: Runs;
  readonly #codons: StoredCodons | null;
  /** For a product that follows from codons: the codons, its number of residues, and its substitutions. */
  readonly #translated: readonly [codons: Uint8Array, length: number, different: Substitutions] | null;
  readonly #letters: Uint8Array | null;
  #product: string | null | undefined;
  #coding: string | null | undefined;

  constructor(record: Uint8Array) {
    const fields = new FieldReader(record);
    this.id = fields.number();
    const flags = fields.number();
    this.peptide = (flags & PEPTIDE) !== 0;
    this.row = fields.numbers();
    this.#codons =
      flags & CODING ? { others: fields.bytes(fields.number()), codons: fields.bytes(fields.number()) } : null;
    if (flags & TRANSLATED) {
      const { codons } = present(this.#codons, 'the codons of a product');
      this.#translated = [codons, codons.length - fields.number(), readSubstitutions(fields)];
    } else this.#translated = null;
    this.#letters = flags & LETTERS ? fields.rest() : null;
  }

  /** The peptide, or the RNA of a non-coding gene; null if the database lacks it. */
  get product(): string | null {
    return this.#product === undefined ? (this.#product = this.#madeProduct()) : this.#product;
  }

  /** The coding bases; null for RNA. */
  get coding(): string | null {
    return this.#coding === undefined ? (this.#coding = this.#codons && basesOf(this.#codons)) : this.#coding;
  }

  /** The letters for an answer. @param coding selects the coding bases of a peptide; for RNA it makes no difference */
  letters(coding: boolean): string | null {
    return coding && this.peptide ? this.coding : this.product;
  }

  #madeProduct(): string | null {
    if (this.#letters) return utf8.decode(this.#letters);
    return this.#translated && productOf(...this.#translated);
  }
}

function readSubstitutions(fields: FieldReader): Substitutions {
  let place = 0;
  return fields.list(() => [(place += fields.number()), fields.number()] as const);
}

/*
 * Coding bases are stored as a byte for each codon: its number among the 64, in the order T, C, A, G with the first
 * base slowest, or OTHER for a codon with other letters, which are stored separately. Most products are the translation
 * by the standard code, so that they need not be stored.
 */
const BASES = 'TCAG';
const OTHER = 64;
const CODON = 3;
const NO_BASE = 255;

const encoder = new TextEncoder();

/** Letters of each codon, three and three. */
const CODON_LETTERS = encoder.encode(
  Array.from({ length: OTHER }, (_, codon) =>
    [codon >> 4, (codon >> 2) & 3, codon & 3].map((base) => BASES.charAt(base)).join(''),
  ).join(''),
);
/** Residue of each codon by the standard code; X for OTHER. */
const RESIDUES = Uint8Array.from({ length: OTHER + 1 }, (_, codon) =>
  codon === OTHER ? 'X'.charCodeAt(0) : CodonTable.of(1).residueAt(CODON_LETTERS, CODON * codon),
);
const BASE = new Uint8Array(256).fill(NO_BASE);
for (const [index, base] of [...BASES].entries()) BASE[base.charCodeAt(0)] = index;

interface StoredCodons {
  codons: Uint8Array;
  /** Letters of the codons that are OTHER, then the one or two letters of an incomplete codon. */
  others: Uint8Array;
}

/** @param bases ASCII */
function toCodons(bases: Uint8Array): StoredCodons {
  const codons = new Uint8Array(Math.floor(bases.length / CODON));
  const others: number[] = [];
  for (let index = 0, at = 0; index < codons.length; index++, at += CODON) {
    const first = BASE[bases[at]!]!;
    const second = BASE[bases[at + 1]!]!;
    const third = BASE[bases[at + 2]!]!;
    if ((first | second | third) < 4) codons[index] = (first << 4) | (second << 2) | third;
    else {
      codons[index] = OTHER;
      others.push(bases[at]!, bases[at + 1]!, bases[at + 2]!);
    }
  }
  others.push(...bases.subarray(CODON * codons.length));
  return { codons, others: Uint8Array.from(others) };
}

function basesOf({ codons, others }: StoredCodons): string {
  const bases = roomFor(CODON * codons.length + CODON);
  let at = 0;
  let next = 0;
  for (let index = 0; index < codons.length; index++) {
    const codon = codons[index]!;
    // No destructuring of pairs: in code that is not optimised yet, as at a first request, it allocates an array and an
    // iterator each.
    let letters: Uint8Array = CODON_LETTERS;
    let from = CODON * codon;
    if (codon === OTHER) {
      letters = others;
      from = next;
      next += CODON;
    }
    bases[at++] = letters[from]!;
    bases[at++] = letters[from + 1]!;
    bases[at++] = letters[from + 2]!;
  }
  for (; next < others.length; next++) bases[at++] = others[next]!;
  return utf8.decode(bases.subarray(0, at));
}

/** Residues of a product that differ from the translation of its codons; places are 0-based and ascend. */
type Substitutions = readonly (readonly [place: number, residue: number])[];

/**
 * The substitutions of a product; null if it is longer than the codons, or if more than a quarter of its residues
 * differ.
 */
function substitutions(product: Uint8Array, { codons }: StoredCodons): Substitutions | null {
  if (product.length > codons.length) return null;
  const different: [number, number][] = [];
  for (let place = 0; place < product.length; place++) {
    if (RESIDUES[codons[place]!] !== product[place] && different.push([place, product[place]!]) > product.length / 4)
      return null;
  }
  return different;
}

/** The product of the first `length` codons. */
function productOf(codons: Uint8Array, length: number, different: Substitutions): string {
  const residues = roomFor(length);
  for (let place = 0; place < length; place++) residues[place] = RESIDUES[codons[place]!]!;
  for (const [place, residue] of different) residues[place] = residue;
  return utf8.decode(residues.subarray(0, length));
}

let room = new Uint8Array(4096);

/** A buffer that the next call may overwrite. */
function roomFor(bytes: number): Uint8Array {
  if (room.length < bytes) room = new Uint8Array(2 * bytes);
  return room;
}
