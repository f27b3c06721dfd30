/** Bases, codons and the two NCBI genetic codes that the demo genomes use. Sequences are upper-case ASCII bytes. */
import type { Random } from '../random.ts';

export type CodonTable = 1 | 2;

const BASES = [0x41, 0x43, 0x47, 0x54] as const;
const LETTERS = 'TCAG';

/** Amino acids in NCBI's order of codons: T, C, A, G, the third base fastest. */
const AMINO_ACIDS: Record<CodonTable, string> = {
  1: 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
  2: 'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIMMTTTTNNKKSS**VVVVAAAADDEEGGGG',
};

const rankOfBase = new Int8Array(256).fill(-1);
for (let rank = 0; rank < 4; rank++) rankOfBase[LETTERS.charCodeAt(rank)] = rank;

/** The amino acid of the codon at `at`: a letter, `*` for a stop, `X` when a base is ambiguous. */
export function aminoAcidAt(bases: Uint8Array, at: number, table: CodonTable): string {
  const [first, second, third] = [rankOfBase[bases[at]!]!, rankOfBase[bases[at + 1]!]!, rankOfBase[bases[at + 2]!]!];
  if (first < 0 || second < 0 || third < 0) return 'X';
  return AMINO_ACIDS[table][first * 16 + second * 4 + third]!;
}

/** The amino acids of the whole codons in `bases`. */
export function translate(bases: Uint8Array, table: CodonTable): string {
  let peptide = '';
  for (let at = 0; at + 3 <= bases.length; at += 3) peptide += aminoAcidAt(bases, at, table);
  return peptide;
}

/** Random bases; `gc` is the expected share of G and C. */
export function randomBases(random: Random, length: number, gc = 0.42): Uint8Array {
  const bases = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    const draw = random.next();
    bases[at] = draw < gc ? (draw * 2 < gc ? 0x43 : 0x47) : draw * 2 < 1 + gc ? 0x41 : 0x54;
  }
  return bases;
}

/** A base other than the given one; transitions are twice as likely as either transversion. */
export function substitute(random: Random, base: number): number {
  const transition = { 65: 0x47, 71: 0x41, 67: 0x54, 84: 0x43 }[base];
  if (transition === undefined) return base;
  if (random.chance(0.5)) return transition;
  return random.pick(BASES.filter((other) => other !== base && other !== transition));
}

/** An open reading frame: a start codon, `codons - 2` sense codons and a stop codon. */
export function randomCodingSequence(random: Random, codons: number, table: CodonTable): Uint8Array {
  const bases = new Uint8Array(codons * 3);
  bases.set(ascii('ATG'));
  for (let at = 3; at < bases.length - 3; at += 3) {
    do bases.set(randomBases(random, 3, 0.5), at);
    while (aminoAcidAt(bases, at, table) === '*');
  }
  bases.set(ascii(random.pick(table === 1 ? ['TAA', 'TAG', 'TGA'] : ['TAA', 'TAG'])), bases.length - 3);
  return bases;
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export function asText(bases: Uint8Array): string {
  return Buffer.from(bases.buffer, bases.byteOffset, bases.length).toString('latin1');
}
