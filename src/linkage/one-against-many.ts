/** One variant against those around it. */
import type { VariantRun } from '../index/genotypes/genotype-matrix.ts';
import type { SampleSelection } from '../index/genotypes/genotype-row.ts';
import { rarity, MIN_HAPLOTYPES } from './two-locus.ts';
import { floorOf, shown, type Partner, type Thresholds } from './thresholds.ts';
import { WindowScreen, type Worthwhile } from './window-screen.ts';

/** Where a partner stands: record `index` of a run's block. */
export interface WindowPartner extends Partner {
  run: VariantRun;
}

/**
 * Partners of one variant among those of some runs, in their order; `variant` is the record's index in its block.
 * Most variants are too rare, or too common, to reach the r² asked for with this one: their rows say how many
 * alternative alleles they have, and are not even looked at.
 *
 * @param one the variant, alone, where the runs have it: it is not its own partner
 */
export function partnersOf(
  one: VariantRun,
  runs: readonly VariantRun[],
  selection: SampleSelection,
  thresholds: Thresholds,
): WindowPartner[] {
  const floor = floorOf(thresholds);
  const screen = new WindowScreen(selection, one);
  const { alternatives, haplotypes } = screen;
  if (alternatives === 0 || alternatives === haplotypes || haplotypes < MIN_HAPLOTYPES) return [];
  const worthwhile = worthLookingAt(screen, selection, floor);
  const found: WindowPartner[] = [];
  for (const run of runs) {
    screen.candidates(run, worthwhile, floor, (index, counts) => {
      if (run.block === one.block && index === one.from) return;
      const partner = shown(counts, index, thresholds);
      if (partner) found.push({ ...partner, run });
    });
  }
  return found;
}

/**
 * Which rows may reach r² with the one. By the bound of two-locus.ts, r² is at most the quotient of the odds of
 * the rarer alleles. The alternative alleles of a row are exactly those of a selection of all samples, and no fewer
 * than those of any other. Nothing is said when the one lacks genotypes.
 */
function worthLookingAt(
  { alternatives, haplotypes, incomplete }: WindowScreen,
  { isWhole }: SampleSelection,
  floor: number,
): Worthwhile {
  if (incomplete) return { least: 0, most: Infinity };
  const odds = Math.exp(-rarity(alternatives, haplotypes));
  return {
    least: countOfOdds(odds * floor * (1 - 1e-6), haplotypes),
    most: isWhole ? countOfOdds((odds / floor) * (1 + 1e-6), haplotypes) : Infinity,
  };
}

/** The count, of `haplotypes`, that has some odds. */
function countOfOdds(odds: number, haplotypes: number): number {
  return (haplotypes * odds) / (1 + odds);
}
