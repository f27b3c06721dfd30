/** One variant against those around it. */
import { alternativesOf, hasMissing, type SampleSelection } from '../index/genotype-row.ts';
import { LociInMemory, type StoredRow } from './loci.ts';
import { floorOf, shown, type Partner, type Thresholds } from './thresholds.ts';

/**
 * Partners of one variant, in the order of `rows`. Most variants are too rare, or too common, to reach the r² asked for with
 * this one: their rows say how many alternative alleles they have, and are not even unpacked.
 *
 * @param one position of the variant in `rows`, the genotypes of all
 */
export function partnersOf(one: number, rows: readonly StoredRow[], selection: SampleSelection, thresholds: Thresholds): Partner[] {
  const floor = floorOf(thresholds);
  const worthwhile = worthUnpacking(rows[one]!, selection, floor);
  if (!worthwhile) return [];
  const others: number[] = [];
  for (let each = 0; each < rows.length; each++) if (each !== one && worthwhile(rows[each]!)) others.push(each);
  const missing = hasMissing(rows[one]!.block, rows[one]!.at) || others.some((each) => hasMissing(rows[each]!.block, rows[each]!.at));
  const loci = new LociInMemory(selection, others.length + 1, missing);
  if (!loci.add(rows[one]!)) return [];
  const variants = others.filter((each) => loci.add(rows[each]!));
  const found: Partner[] = [];
  loci.one = 0;
  loci.candidates(1, loci.count, floor, missing, (candidate) => {
    const partner = shown(candidate, variants[candidate.other - 1]!, thresholds);
    if (partner) found.push(partner);
  });
  return found;
}

/**
 * Says of a row whether it may reach r² with the one; null when none can. By the bound of frequency-bound.ts, r² is at most the
 * quotient of the odds of the rarer alleles. The alternative alleles of a row are exactly those of a selection of all samples,
 * and no fewer than those of any other. Nothing is said of rows with missing genotypes, nor when the one has some.
 */
function worthUnpacking(one: StoredRow, selection: SampleSelection, floor: number): ((row: StoredRow) => boolean) | null {
  const loci = new LociInMemory(selection, 1, hasMissing(one.block, one.at));
  if (!loci.add(one)) return null;
  if (loci.incomplete[0]) return () => true;
  const haplotypes = loci.haplotypes;
  const odds = Math.exp(-loci.rarities[0]!);
  const least = countOfOdds(odds * floor * (1 - 1e-6), haplotypes);
  const most = countOfOdds((odds / floor) * (1 + 1e-6), haplotypes);
  return ({ block, at }) => {
    if (hasMissing(block, at)) return true;
    const alternatives = alternativesOf(block, at);
    if (!selection.isWhole) return alternatives >= least;
    const rarer = Math.min(alternatives, haplotypes - alternatives);
    return rarer >= least && rarer <= most;
  };
}

/** The count, of `haplotypes`, that has some odds. */
function countOfOdds(odds: number, haplotypes: number): number {
  return (haplotypes * odds) / (1 + odds);
}
