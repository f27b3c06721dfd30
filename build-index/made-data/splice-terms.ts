/** What a variant beside an exon does to splicing, by its distances from the exons on both sides of the intron; Ensembl's rules since its release 107. */
import { bitOf } from './consequence-set.ts';

const [ACCEPTOR, DONOR, REGION, INTRON] = [bitOf('splice_acceptor_variant'), bitOf('splice_donor_variant'), bitOf('splice_region_variant'), bitOf('intron_variant')];
const [FIFTH, DONOR_REGION, TRACT] = [bitOf('splice_donor_5th_base_variant'), bitOf('splice_donor_region_variant'), bitOf('splice_polypyrimidine_tract_variant')];
/** No base of an intron further from both exons than this is part of a splice site. */
const FURTHEST = 17;

/**
 * Distances are 1 for the base of the intron next to the exon.
 *
 * @param donor of the variant's nearest base to the exon before it in the transcript @param acceptor the same for the exon behind it
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
