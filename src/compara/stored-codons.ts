/**
 * Coding bases as a byte a codon: which of the 64 it is, T before C, A and G and the first base slowest, or OTHER for one that has
 * other letters, which then stand apart. The product is mostly what the standard code makes of them, so that it need not be stored.
 */
import { CodonTable } from '../genome/codon-table.ts';
import { utf8 } from '../index/utf8.ts';

const BASES = 'TCAG';
const OTHER = 64;
const CODON = 3;
const NO_BASE = 255;

const encoder = new TextEncoder();

/** Letters of each codon, three and three. */
const LETTERS = encoder.encode(Array.from({ length: OTHER }, (_, codon) => BASES[codon >> 4]! + BASES[(codon >> 2) & 3]! + BASES[codon & 3]!).join(''));
/** What each codon stands for; X for one with other letters. */
const RESIDUES = Uint8Array.from({ length: OTHER + 1 }, (_, codon) => (codon === OTHER ? 'X'.charCodeAt(0) : CodonTable.of(1).residueAt(LETTERS, CODON * codon)));
const BASE = new Uint8Array(256).fill(NO_BASE);
for (const [index, base] of [...BASES].entries()) BASE[base.charCodeAt(0)] = index;

export interface StoredCodons {
  codons: Uint8Array;
  /** Letters of the codons that are OTHER, then the one or two of a codon that is not whole. */
  others: Uint8Array;
}

/** @param bases ASCII */
export function toCodons(bases: Uint8Array): StoredCodons {
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

export function basesOf({ codons, others }: StoredCodons): string {
  const bases = roomFor(CODON * codons.length + CODON);
  let at = 0;
  let next = 0;
  for (let index = 0; index < codons.length; index++) {
    const codon = codons[index]!;
    // No pair taken apart: an engine that has not optimised this yet, as at a first request, makes an array and an iterator for each.
    let letters: Uint8Array = LETTERS;
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
export type Substitutions = readonly (readonly [place: number, residue: number])[];

/** What of a product the first codons do not tell; null where it is longer than they are, or more than a quarter of it is told otherwise. */
export function substitutions(product: Uint8Array, { codons }: StoredCodons): Substitutions | null {
  if (product.length > codons.length) return null;
  const different: [number, number][] = [];
  for (let place = 0; place < product.length; place++) {
    if (RESIDUES[codons[place]!] !== product[place] && different.push([place, product[place]!]) > product.length / 4) return null;
  }
  return different;
}

/** The product of so many codons. */
export function productOf(codons: Uint8Array, length: number, different: Substitutions): string {
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
