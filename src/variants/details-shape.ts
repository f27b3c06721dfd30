/** What the writer and the reader of records of details (details-record.ts) have to agree on. */
import { MANY, type FrequencyGroup } from './frequency-groups.ts';

/** Alleles follow from genotypes; pools from those that they pool; all sums are the usual ones; all are an even number off these, of which the half is told. */
export const FLAGS = { follow: 1, pooled: 2, usual: 4, halves: 8 } as const;
/** Groups of which one number tells whether they have another name than the first. */
export const MARKED_TOGETHER = 28;

/** Has a group no name but the first? Its names' numbers stand between two places. */
export function isLone(members: readonly number[], from: number, to: number): boolean {
  return to - from === 1 && members[from] === 0;
}

/** Of each group of alleles the group of genotypes that its counts may follow from, -1 for none; null where none has any. */
export function partnersOf(alleles: readonly FrequencyGroup[], genotypes: readonly FrequencyGroup[]): number[] | null {
  const partners = alleles.map((group) => (group.digits !== MANY ? -1
    : genotypes.findIndex(({ population, submission, digits }) => digits === MANY && population === group.population && submission === group.submission)));
  return partners.some((partner) => partner >= 0) ? partners : null;
}
