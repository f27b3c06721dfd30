/**
 * NCBI's genetic codes (https://www.ncbi.nlm.nih.gov/Taxonomy/Utils/wprintgc.cgi) and the translation of one codon.
 *
 * Each code is the 64 residues of its codons in the order TTT, TTC, TTA, TTG, TCT … GGG: first base slowest, and
 * within a base T, C, A, G. A codon with ambiguity letters has a residue if all codons that it may mean agree.
 */

import { at } from '../checked.ts';

const STANDARD = 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG';

/** Differences from the standard code: codon and residue, by number of the code. */
const DIFFERENCES: Readonly<Record<number, string>> = {
  1: '',
  2: 'AGA* AGG* ATAM TGAW', // vertebrate mitochondrial
  3: 'ATAM CTTT CTCT CTAT CTGT TGAW', // yeast mitochondrial
  4: 'TGAW', // mold, protozoan and coelenterate mitochondrial; Mycoplasma
  5: 'AGAS AGGS ATAM TGAW', // invertebrate mitochondrial
  6: 'TAAQ TAGQ', // ciliate, dasycladacean and Hexamita nuclear
  9: 'AAAN AGAS AGGS TGAW', // echinoderm and flatworm mitochondrial
  10: 'TGAC', // euplotid nuclear
  11: '', // bacterial, archaeal and plant plastid
  12: 'CTGS', // alternative yeast nuclear
  13: 'AGAG AGGG ATAM TGAW', // ascidian mitochondrial
  14: 'AAAN AGAS AGGS TAAY TGAW', // alternative flatworm mitochondrial
  15: 'TAGQ', // Blepharisma nuclear
  16: 'TAGL', // chlorophycean mitochondrial
  21: 'TGAW ATAM AGAS AGGS AAAN', // trematode mitochondrial
  22: 'TCA* TAGL', // Scenedesmus obliquus mitochondrial
  23: 'TTA*', // Thraustochytrium mitochondrial
  24: 'AGAS AGGK TGAW', // Rhabdopleuridae mitochondrial
  25: 'TGAG', // candidate division SR1 and Gracilibacteria
  26: 'CTGA', // Pachysolen tannophilus nuclear
  27: 'TAAQ TAGQ TGAW', // Karyorelict nuclear
  28: 'TAAQ TAGQ TGAW', // Condylostoma nuclear
  29: 'TAAY TAGY', // Mesodinium nuclear
  30: 'TAAE TAGE', // peritrich nuclear
  31: 'TAAE TAGE TGAW', // Blastocrithidia nuclear
  32: 'TAGW', // Balanophoraceae plastid
  33: 'TAAY TGAW AGAS AGGK', // Cephalodiscidae mitochondrial
};

/** Codons that mean a residue within a coding sequence and a stop at its end, by number of the code. */
const STOPS_AT_END: Readonly<Record<number, string>> = { 27: 'TGA', 28: 'TAA TAG TGA', 31: 'TAA TAG' };

/**
 * Codons other than ATG that may start a protein, by number of the code; those of BioPerl 1.6.924, which Ensembl uses.
 * It has fewer than NCBI for codes 9, 13 and 15, and lacks codes from 25 on, which have only ATG here.
 */
const OTHER_STARTS: Readonly<Record<number, string>> = {
  1: 'TTG CTG',
  2: 'ATT ATC ATA GTG',
  3: 'ATA',
  4: 'TTA TTG CTG ATT ATC ATA GTG',
  5: 'TTG ATT ATC ATA GTG',
  11: 'TTG CTG ATT ATC ATA GTG',
  12: 'CTG',
  21: 'GTG',
  23: 'ATT GTG',
};

/** Position of a base in the order of the codes. */
const ORDER = 'TCAG';
/** Which of T, C, A, G (bits 1, 2, 4, 8) an IUPAC letter may be, by character code; 0 for all other characters. */
const POSSIBLE = new Uint8Array(256);
/** Index in ORDER of an unambiguous base by character code; 4 for all other characters. */
const PLAIN = new Uint8Array(256).fill(4);
for (const [letter, bases] of Object.entries({
  T: 'T',
  U: 'T',
  C: 'C',
  A: 'A',
  G: 'G',
  R: 'AG',
  Y: 'CT',
  S: 'CG',
  W: 'AT',
  K: 'GT',
  M: 'AC',
  B: 'CGT',
  D: 'AGT',
  H: 'ACT',
  V: 'ACG',
  N: 'ACGT',
  X: 'ACGT',
})) {
  const mask = [...bases].reduce((bits, base) => bits | (1 << ORDER.indexOf(base)), 0);
  for (const code of [letter.charCodeAt(0), letter.toLowerCase().charCodeAt(0)]) {
    POSSIBLE[code] = mask;
    if (bases.length === 1) PLAIN[code] = ORDER.indexOf(bases);
  }
}

const STOP = '*'.charCodeAt(0);
const METHIONINE = 'M'.charCodeAt(0);
const UNKNOWN = 'X'.charCodeAt(0);
/** Letters for one of two residues. */
const PAIRS: Readonly<Record<string, number>> = { DN: 'B'.charCodeAt(0), EQ: 'Z'.charCodeAt(0) };

export class CodonTable {
  readonly #residues: Uint8Array;
  readonly #stopsAtEnd: Uint8Array;
  /** Residues at the start of a protein: M for codons that may start it. */
  readonly #first: Uint8Array;
  /**
   * Cached residues of codons with ambiguity letters, by the possible bases of each letter, 4 bits each; 0 if unset.
   */
  readonly #ambiguous = new Uint8Array(4096);

  private constructor(code: number, differences: string) {
    this.#residues = residuesOf(differences);
    this.#stopsAtEnd = this.#withCodons(STOPS_AT_END[code], STOP);
    this.#first = this.#withCodons(OTHER_STARTS[code], METHIONINE);
  }

  /** The residues, but for some codons that mean another one. */
  #withCodons(codons = '', residue: number): Uint8Array {
    const residues = this.#residues.slice();
    for (const codon of codons.split(' ').filter(Boolean)) residues[codonIndex(codon)] = residue;
    return residues;
  }

  static readonly #known = new Map<number, CodonTable>();

  static isKnown(code: number): boolean {
    return DIFFERENCES[code] !== undefined;
  }

  /** The genetic code of a number; the standard code for an unknown number. */
  static of(code: number): CodonTable {
    const differences = DIFFERENCES[code];
    if (differences === undefined) return CodonTable.of(1);
    let table = CodonTable.#known.get(code);
    if (!table) CodonTable.#known.set(code, (table = new CodonTable(code, differences)));
    return table;
  }

  /**
   * Character code of the residue of the codon at a 0-based position of an ASCII sequence (any case); X if unknown.
   */
  residueAt(sequence: Uint8Array, at: number): number {
    const first = PLAIN[sequence[at]!]!;
    const second = PLAIN[sequence[at + 1]!]!;
    const third = PLAIN[sequence[at + 2]!]!;
    if ((first | second | third) < 4) return this.#residues[first * 16 + second * 4 + third]!;
    const possible = possibleBases(sequence, at);
    return (this.#ambiguous[possible] ||= residueOf(this.#residues, possible));
  }

  /** Residue of the first codon of a protein: M if the codon, or all that an ambiguous one may mean, can start one. */
  firstResidueOf(sequence: Uint8Array): number {
    const first = residueOf(this.#first, possibleBases(sequence, 0));
    return first === METHIONINE ? first : this.residueAt(sequence, 0);
  }

  /**
   * Is the codon at a position a stop at the end of a coding sequence? If ambiguous, all its meanings must be stops.
   */
  isStop(sequence: Uint8Array, at: number): boolean {
    return residueOf(this.#stopsAtEnd, possibleBases(sequence, at)) === STOP;
  }
}

/** The possible bases of the three letters of a codon, the first in the highest 4 of 12 bits. */
function possibleBases(sequence: Uint8Array, at: number): number {
  return (POSSIBLE[sequence[at]!]! << 8) | (POSSIBLE[sequence[at + 1]!]! << 4) | POSSIBLE[sequence[at + 2]!]!;
}

function residueOf(meanings: Uint8Array, bases: number): number {
  const residues = new Set<number>();
  for (let codon = 0; codon < 64; codon++) {
    const isPossible = (bases >> (8 + (codon >> 4))) & (bases >> (4 + ((codon >> 2) & 3))) & (bases >> (codon & 3)) & 1;
    if (isPossible) residues.add(at(meanings, codon));
  }
  const [first] = residues;
  if (first !== undefined && residues.size === 1) return first;
  return PAIRS[String.fromCharCode(...[...residues].sort((a, b) => a - b))] ?? UNKNOWN;
}

function residuesOf(differences: string): Uint8Array {
  const residues = Uint8Array.from(STANDARD, (residue) => residue.charCodeAt(0));
  for (const difference of differences.split(' ').filter(Boolean))
    residues[codonIndex(difference)] = difference.charCodeAt(3);
  return residues;
}

function codonIndex(codon: string): number {
  return [...codon.slice(0, 3)].reduce((index, base) => index * 4 + ORDER.indexOf(base), 0);
}
