import { translateCodons } from '../../../src/variants/hgvs-protein.ts';

/**
 * Sets of consequence terms as bits, and their text in a dump: the terms of the column's SET that a variant within a
 * transcript can have, in the order of its definition, in which MySQL writes them (ensembl-variation `sql/table.sql`,
 * transcript_variation).
 */
const TERMS = [
  'splice_acceptor_variant',
  'splice_donor_variant',
  'stop_lost',
  'coding_sequence_variant',
  'missense_variant',
  'stop_gained',
  'synonymous_variant',
  'frameshift_variant',
  'non_coding_transcript_variant',
  'non_coding_transcript_exon_variant',
  'NMD_transcript_variant',
  '5_prime_UTR_variant',
  '3_prime_UTR_variant',
  'incomplete_terminal_codon_variant',
  'intron_variant',
  'splice_region_variant',
  'start_lost',
  'stop_retained_variant',
  'inframe_insertion',
  'inframe_deletion',
  'protein_altering_variant',
  'splice_donor_5th_base_variant',
  'splice_donor_region_variant',
  'splice_polypyrimidine_tract_variant',
] as const;

export type Term = (typeof TERMS)[number];

export const bitOf = (term: Term): number => 1 << TERMS.indexOf(term);

const texts = new Map<number, string>([[0, 'intergenic_variant']]);

export function textOf(set: number): string {
  let text = texts.get(set);
  if (text === undefined) {
    text = TERMS.filter((_, index) => set & (1 << index)).join();
    texts.set(set, text);
  }
  return text;
}

// What a variant beside an exon does to splicing, by its distances from the exons on both sides of the intron;
// Ensembl's rules since its release 107.
const [ACCEPTOR, DONOR, REGION, INTRON] = [
  bitOf('splice_acceptor_variant'),
  bitOf('splice_donor_variant'),
  bitOf('splice_region_variant'),
  bitOf('intron_variant'),
];
const [FIFTH, DONOR_REGION, TRACT] = [
  bitOf('splice_donor_5th_base_variant'),
  bitOf('splice_donor_region_variant'),
  bitOf('splice_polypyrimidine_tract_variant'),
];
/** No base of an intron further from both exons than this is part of a splice site. */
const FURTHEST = 17;

/**
 * Distances are 1 for the base of the intron next to the exon.
 *
 * @param donor of the variant's nearest base to the exon before it in the transcript @param acceptor the same for the
 * exon behind it
 * @param length bases of the intron that it takes; 0 for an insertion, which stands before its nearest base
 */
export function intronTerms(donor: number, acceptor: number, length: number): number {
  if (donor > FURTHEST && acceptor > FURTHEST) return INTRON;
  const [donorEnd, acceptorEnd] = [donor + length - 1, acceptor + length - 1];
  const atDonor = (first: number, last: number): boolean => donorEnd >= first && donor <= last;
  const atAcceptor = (first: number, last: number): boolean => acceptorEnd >= first && acceptor <= last;
  const sites = (atDonor(1, 2) ? DONOR : 0) | (atAcceptor(1, 2) ? ACCEPTOR : 0);
  let terms = sites;
  if (atDonor(5, 5)) terms |= FIFTH;
  else if (atDonor(3, 6) && (sites & DONOR) === 0) terms |= DONOR_REGION;
  if (atAcceptor(3, 17)) terms |= TRACT;
  const isBetween = length === 0 && (donor === 1 || donor === 3 || acceptor === 1 || acceptor === 3);
  if ((terms & ~TRACT) === 0 && (isBetween || atDonor(3, 8) || atAcceptor(3, 8))) terms |= REGION;
  return (donorEnd >= 3 && acceptorEnd >= 3) || isBetween || terms === 0 ? terms | INTRON : terms;
}

// Codons and residues of an insertion or a deletion within a coding sequence, as Ensembl's API writes them, and the
// terms that follow from them.
interface CodingChange {
  terms: number;
  /** `GAT/GT`; `-` for none: an insertion between two codons, or codons deleted as a whole. */
  codons: string;
  /** `D/X`: an incomplete codon is an X. */
  residues: string;
}

/**
 * Bases `start` to `end` of a coding sequence become others; an insertion stands between `end` and `start` = `end` +
 * 1. Null where the last codon touched is not whole.
 *
 * @param coding an N for each base that is missing before it
 */
export function codingChange(
  coding: string,
  start: number,
  end: number,
  alternative: string,
  completeStart: boolean,
): CodingChange | null {
  const [from, to] = [Math.ceil(start / 3) * 3 - 3, Math.ceil(end / 3) * 3];
  if (to > coding.length) return null;
  const codons = coding.slice(from, to);
  const changed = coding.slice(from, start - 1) + alternative + coding.slice(end, to);
  const [residues, otherResidues] = [residuesOf(codons), residuesOf(changed)];
  return {
    terms:
      termsOf(codons, changed, residues, otherResidues) |
      (from === 0 && completeStart && !(changed + coding.slice(to, to + 3)).startsWith('ATG')
        ? bitOf('start_lost')
        : 0),
    codons: `${codons || '-'}/${changed || '-'}`,
    residues: residues === otherResidues ? residues : `${residues}/${otherResidues}`,
  };
}

function residuesOf(codons: string): string {
  return translateCodons(codons, 1) + (codons.length % 3 === 0 ? '' : 'X') || '-';
}

function termsOf(codons: string, changed: string, residues: string, otherResidues: string): number {
  const [stopped, stops] = [residues.includes('*'), otherResidues.includes('*')];
  const stop = stops && !stopped ? bitOf('stop_gained') : stopped && !stops ? bitOf('stop_lost') : 0;
  if ((changed.length - codons.length) % 3 !== 0) return stop | bitOf('frameshift_variant');
  const [shorter, longer, whole] =
    changed.length > codons.length
      ? [codons, changed, bitOf('inframe_insertion')]
      : [changed, codons, bitOf('inframe_deletion')];
  if (longer.startsWith(shorter) || longer.endsWith(shorter)) return stop | whole;
  return stop || bitOf('protein_altering_variant');
}
