/** Linkage disequilibrium of one variant with those around it. */
import type { VariantRun } from '../index/genotypes/genotype-matrix.ts';
import type { SampleSelection } from '../index/genotypes/genotype-row.ts';
import { rarity, MIN_HAPLOTYPES } from './two-locus.ts';
import { leastR2, partnerWithin, type Partner, type Thresholds } from './thresholds.ts';
import { WindowScreen, type AlleleCountRange } from './window-screen.ts';

/** A partner; `variant` is the index of its record in the run's block. */
export interface WindowPartner extends Partner {
  run: VariantRun;
}

/**
 * Partners of one variant among those of some runs, in their order. Most variants are too rare, or too common, to reach
 * the requested r² with this one: the screen skips them by the number of alternative alleles in their rows.
 *
 * @param one a run with only the variant, in the same block as in `runs`; it is not its own partner
 */
export function partnersOf(
  one: VariantRun,
  runs: readonly VariantRun[],
  selection: SampleSelection,
  thresholds: Thresholds,
): WindowPartner[] {
  const floor = leastR2(thresholds);
  const screen = new WindowScreen(selection, one);
  const { alternatives, haplotypes } = screen;
  if (alternatives === 0 || alternatives === haplotypes || haplotypes < MIN_HAPLOTYPES) return [];
  const range = alleleCountRange(screen, selection, floor);
  const found: WindowPartner[] = [];
  for (const run of runs) {
    screen.candidates(run, range, floor, (index, counts) => {
      if (run.block === one.block && index === one.from) return;
      const partner = partnerWithin(counts, index, thresholds);
      if (partner) found.push({ ...partner, run });
    });
  }
  return found;
}

/**
 * The range of rows that may reach an r² of `floor` with the variant. By the bound of two-locus.ts, r² is at most the
 * quotient of the odds of the rarer alleles. A row counts the alternative alleles of all samples: exact if all are
 * selected, else an upper bound. If the variant lacks genotypes, the range is unlimited.
 */
function alleleCountRange(
  { alternatives, haplotypes, incomplete }: WindowScreen,
  { isWhole }: SampleSelection,
  floor: number,
): AlleleCountRange {
  if (incomplete) return { least: 0, most: Infinity };
  const odds = Math.exp(-rarity(alternatives, haplotypes));
  return {
    least: countOfOdds(odds * floor * (1 - 1e-6), haplotypes),
    most: isWhole ? countOfOdds((odds / floor) * (1 + 1e-6), haplotypes) : Infinity,
  };
}

/** The count of alleles, among `haplotypes`, that has the given odds. */
function countOfOdds(odds: number, haplotypes: number): number {
  return (haplotypes * odds) / (1 + odds);
}
