/**
 * A gene's product that a comparative database compares: value of the `member-sequences` table, by the key of the
 * tree that it stands in, side by side with the tree's others, in the order of the leaves.
 *
 *   varint seq_member_id | flags (1) | varint and the runs of its row in the tree's alignment (cigar-line.ts), none
 *     where that has no such |
 *   of coding bases: varint and the letters of other codons | varint of codons | codons (StoredCodons) |
 *   of a product that they stand for: varint of codons behind it | varint and the substitutions: distance to the one
 *     before, residue |
 *   of another product: its letters, to the end of the record
 *
 * Flags: 1 a peptide, else RNA; 2 it has coding bases; 4 a product that the coding bases stand for; 8 another product.
 */
import { FieldReader, type FieldWriter } from '../index/blocks/fields.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { readVarint } from '../index/blocks/integers.ts';
import type { Runs } from './cigar-line.ts';
import { CodonTable } from '../genome/codon-table.ts';

const [PEPTIDE, CODING, TRANSLATED, LETTERS] = [1, 2, 4, 8] as const;

interface ProductFields {
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
    this.#codons =
      flags & CODING ? { others: fields.bytes(fields.number()), codons: fields.bytes(fields.number()) } : null;
    this.#translated =
      flags & TRANSLATED ? [this.#codons!.codons.length - fields.number(), readSubstitutions(fields)] : null;
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

/**
 * Coding bases as a byte a codon: which of the 64 it is, T before C, A and G and the first base slowest, or OTHER for
 * one that has other letters, which then stand apart. The product is mostly what the standard code makes of them, so
 * that it need not be stored.
 */
const BASES = 'TCAG';
const OTHER = 64;
const CODON = 3;
const NO_BASE = 255;

const encoder = new TextEncoder();

/** Letters of each codon, three and three. */
const CODON_LETTERS = encoder.encode(
  Array.from({ length: OTHER }, (_, codon) => BASES[codon >> 4]! + BASES[(codon >> 2) & 3]! + BASES[codon & 3]!).join(
    '',
  ),
);
/** What each codon stands for; X for one with other letters. */
const RESIDUES = Uint8Array.from({ length: OTHER + 1 }, (_, codon) =>
  codon === OTHER ? 'X'.charCodeAt(0) : CodonTable.of(1).residueAt(CODON_LETTERS, CODON * codon),
);
const BASE = new Uint8Array(256).fill(NO_BASE);
for (const [index, base] of [...BASES].entries()) BASE[base.charCodeAt(0)] = index;

interface StoredCodons {
  codons: Uint8Array;
  /** Letters of the codons that are OTHER, then the one or two of a codon that is not whole. */
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
    // No pair taken apart: an engine that has not optimised this yet, as at a first request, makes an array and an
    // iterator for each.
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

/** Where a product is another than what its codons stand for: places, ascending, and what is there. */
type Substitutions = readonly (readonly [place: number, residue: number])[];

/**
 * What of a product the first codons do not tell; null where it is longer than they are, or more than a quarter of it
 * is told otherwise.
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

/** The product of so many codons. */
function productOf(codons: Uint8Array, length: number, different: Substitutions): string {
  const residues = roomFor(length);
  for (let place = 0; place < length; place++) residues[place] = RESIDUES[codons[place]!]!;
  for (const [place, residue] of different) residues[place] = residue;
  return utf8.decode(residues.subarray(0, length));
}

let room = new Uint8Array(4096);

/** Memory that the next text is made in. */
function roomFor(bytes: number): Uint8Array {
  if (room.length < bytes) room = new Uint8Array(2 * bytes);
  return room;
}
