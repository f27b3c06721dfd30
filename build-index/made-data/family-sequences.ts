/** Products of a family's genes in one alignment: a member has lost stretches of the columns and has other bases in some codons. */
import { aminoAcidAt, asText, randomCodingSequence, substitute } from '../demo/genetic-code.ts';
import type { Random } from '../demo/random.ts';
import { basesIn } from './alignment-columns.ts';
import { logNormal } from './log-normal.ts';

export interface AlignedMember {
  /** For each column of the alignment, 1 where the member has a residue. */
  mask: Uint8Array;
  /** Residues by column, and their codons; what stands where the member has none means nothing. */
  residues: Uint8Array;
  coding: Uint8Array;
}

/** Columns of a family: human proteins have some 415 residues, and each lacks some columns. */
const PRODUCT = { median: 470, sigma: 0.65, least: 50, most: 5000 };
/** A member lacks a stretch in so many columns: cigar lines of homologues have some 0.07 characters a residue, as Ensembl's have, one in ten of them 0.18 and more. */
const COLUMNS_PER_GAP = 65;
const MOST_GAPS = 80;

/** A product of some length, whose columns all members share. */
export function drawFounder(random: Random): Uint8Array {
  return randomCodingSequence(random, logNormal(random, PRODUCT.median, PRODUCT.sigma, PRODUCT.least, PRODUCT.most), 1).slice(0, -3);
}

/** The founder itself, as one of the family. @param coding bases without the stop */
export function wholeMember(coding: Uint8Array): AlignedMember {
  const columns = coding.length / 3;
  return { mask: new Uint8Array(columns).fill(1), residues: translated(coding), coding };
}

/** A member that has gone its own way. */
export function divergedMember(founder: AlignedMember, random: Random): AlignedMember {
  const { mask, residues, coding } = { mask: founder.mask.slice(), residues: founder.residues.slice(), coding: founder.coding.slice() };
  const rate = random.integer(5, 35) / 100;
  for (let site = 3 + random.skip(rate); site < coding.length; site += 1 + random.skip(rate)) {
    const codon = site - (site % 3);
    const before = coding[site]!;
    const old = residues[codon / 3]!;
    coding[site] = substitute(random, before);
    const now = aminoAcidAt(coding, codon, 1).charCodeAt(0);
    // Selection spares most changes of the product, and every new stop.
    if (now === STOP || (now !== old && random.chance(0.7))) coding[site] = before;
    else residues[codon / 3] = now;
  }
  for (let lost = logNormal(random, mask.length / COLUMNS_PER_GAP, 0.8, 0, MOST_GAPS); lost > 0; lost--) {
    const from = random.integer(1, mask.length - 1);
    mask.fill(0, from, Math.min(mask.length, from + logNormal(random, 6, 1, 1, Math.max(1, mask.length >> 3))));
  }
  return { mask, residues, coding };
}

/** Letters of the product, without gaps. */
export function productOf({ mask, residues }: AlignedMember): string {
  const letters = new Uint8Array(basesIn(mask));
  let at = 0;
  for (let column = 0; column < mask.length; column++) if (mask[column] === 1) letters[at++] = residues[column]!;
  return asText(letters);
}

/** Its coding bases. */
export function codingOf({ mask, coding }: AlignedMember): string {
  const bases = new Uint8Array(3 * basesIn(mask));
  let at = 0;
  for (let column = 0; column < mask.length; column++) {
    if (mask[column] === 0) continue;
    for (let site = 3 * column; site < 3 * column + 3; site++) bases[at++] = coding[site]!;
  }
  return asText(bases);
}

/** Residues that stand with the same one, and with any, of the other. */
export function sharedResidues(one: AlignedMember, other: AlignedMember): { identical: number; covered: number } {
  let [identical, covered] = [0, 0];
  for (let column = 0; column < one.mask.length; column++) {
    const both = one.mask[column]! & other.mask[column]!;
    covered += both;
    if (both === 1 && one.residues[column] === other.residues[column]) identical++;
  }
  return { identical, covered };
}

const STOP = 0x2a;

function translated(coding: Uint8Array): Uint8Array {
  const residues = new Uint8Array(coding.length / 3);
  for (let codon = 0; codon < residues.length; codon++) residues[codon] = aminoAcidAt(coding, 3 * codon, 1).charCodeAt(0);
  return residues;
}
