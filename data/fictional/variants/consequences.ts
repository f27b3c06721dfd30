import { translateCodons } from '../../../src/variants/hgvs-protein.ts';

/**
 * Consequence terms of variants within a transcript. A set of terms is a bit mask; bit n is the n-th term. The order is
 * that of the SET column (ensembl-variation `sql/table.sql`, transcript_variation), in which MySQL writes them.
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

/** The terms of a bit mask, separated by commas, as in a dump. */
export function textOf(set: number): string {
  let text = texts.get(set);
  if (text === undefined) {
    text = TERMS.filter((_, index) => set & (1 << index)).join();
    texts.set(set, text);
  }
  return text;
}

const ACCEPTOR = bitOf('splice_acceptor_variant');
const DONOR = bitOf('splice_donor_variant');
const REGION = bitOf('splice_region_variant');
const INTRON = bitOf('intron_variant');
const FIFTH = bitOf('splice_donor_5th_base_variant');
const DONOR_REGION = bitOf('splice_donor_region_variant');
const TRACT = bitOf('splice_polypyrimidine_tract_variant');
/** The greatest distance from an exon at which an intronic base is part of a splice site. */
const FURTHEST = 17;

/**
 * Terms of a variant in an intron, by Ensembl's rules since release 107. The intronic base next to an exon has
 * distance 1.
 *
 * @param donor distance of the variant's nearest base from the exon before the intron, in the transcript's sense
 * @param acceptor distance of the variant's nearest base from the exon after the intron
 * @param length replaced bases; 0 for an insertion, which is before its nearest base
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

/** Codons and residues of an insertion or deletion in a coding sequence as Ensembl's API writes them, and its terms. */
interface CodingChange {
  terms: number;
  /** `GAT/GT`; `-` for no codon: an insertion between two codons, or a deletion of whole codons. */
  codons: string;
  /** `D/X`: an incomplete codon is an X. */
  residues: string;
}

/**
 * The effect of replacing bases `start` to `end` (1-based) of a coding sequence; `start` = `end` + 1 inserts between
 * them. Null if the last codon touched is incomplete.
 *
 * @param coding starts with an N for each missing base of the first codon
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
