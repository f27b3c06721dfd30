/** Bases, codons and the two NCBI genetic codes of the fictional genomes. Sequences are upper-case ASCII bytes. */
import { at, get } from '../../../src/checked.ts';
import type { Random } from '../random.ts';

export type CodonTable = 1 | 2;

const BASES = [0x41, 0x43, 0x47, 0x54] as const;
const LETTERS = 'TCAG';

/** Amino acids in NCBI's order of codons: T, C, A, G; the third base changes fastest. */
const AMINO_ACIDS: Record<CodonTable, string> = {
  1: 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
  2: 'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIMMTTTTNNKKSS**VVVVAAAADDEEGGGG',
};

const rankOfBase = new Int8Array(256).fill(-1);
for (let rank = 0; rank < 4; rank++) rankOfBase[LETTERS.charCodeAt(rank)] = rank;

/**
 * The amino acid of the codon at a 0-based offset: a letter, `*` for a stop, `X` for an ambiguous or incomplete codon.
 */
export function aminoAcidAt(bases: Uint8Array, offset: number, table: CodonTable): string {
  const first = rankAt(bases, offset);
  const second = rankAt(bases, offset + 1);
  const third = rankAt(bases, offset + 2);
  if (first < 0 || second < 0 || third < 0) return 'X';
  return AMINO_ACIDS[table].charAt(first * 16 + second * 4 + third);
}

function rankAt(bases: Uint8Array, offset: number): number {
  return rankOfBase[bases[offset] ?? 0] ?? -1;
}

/** The amino acids of the complete codons in `bases`. */
export function translate(bases: Uint8Array, table: CodonTable): string {
  let peptide = '';
  for (let offset = 0; offset + 3 <= bases.length; offset += 3) peptide += aminoAcidAt(bases, offset, table);
  return peptide;
}

/** Random bases; `gc` is the expected share of G and C. */
export function randomBases(random: Random, length: number, gc = 0.42): Uint8Array {
  const bases = new Uint8Array(length);
  for (let offset = 0; offset < length; offset++) {
    const draw = random.next();
    bases[offset] = draw < gc ? (draw * 2 < gc ? 0x43 : 0x47) : draw * 2 < 1 + gc ? 0x41 : 0x54;
  }
  return bases;
}

/** A different base; the transition is twice as likely as either transversion. */
export function substitute(random: Random, base: number): number {
  const transition = { 65: 0x47, 71: 0x41, 67: 0x54, 84: 0x43 }[base];
  if (transition === undefined) return base;
  if (random.chance(0.5)) return transition;
  return random.pick(BASES.filter((other) => other !== base && other !== transition));
}

const COMPLEMENTS: ReadonlyMap<number, number> = new Map([
  [0x41, 0x54],
  [0x43, 0x47],
  [0x47, 0x43],
  [0x54, 0x41],
]);

/** Throws RangeError for an ambiguous base. */
export function complementOf(base: number): number {
  return get(COMPLEMENTS, base);
}

/** Substitutes bases in place at `rate` per site, from `start` (inclusive) to `end` (exclusive). */
export function substituteAll(random: Random, bases: Uint8Array, rate: number, start: number, end: number): void {
  for (let site = start + random.skip(rate); site < end; site += 1 + random.skip(rate))
    bases[site] = substitute(random, at(bases, site));
}

/** An open reading frame: a start codon, `codons - 2` sense codons and a stop codon. */
export function randomCodingSequence(random: Random, codons: number, table: CodonTable): Uint8Array {
  const bases = new Uint8Array(codons * 3);
  bases.set(ascii('ATG'));
  for (let offset = 3; offset < bases.length - 3; offset += 3) {
    do bases.set(randomBases(random, 3, 0.5), offset);
    while (aminoAcidAt(bases, offset, table) === '*');
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
