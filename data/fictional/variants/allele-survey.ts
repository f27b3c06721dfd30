/**
 * Allele counts in a survey of about 150,000 chromosomes. The model is gnomAD 3.1.2 genomes, which Ensembl's
 * vcf_config.json lists for human: ten populations of the same sizes, and all of them pooled.
 *
 * 53 % of the alternative alleles are in one chromosome, as in TOPMed's unrelated genomes (Nature 590:290, 2021,
 * Table 1), and 97 % have a frequency below 1 %. Alleles with a few copies are almost always in one population. Common
 * alleles are common in all; their frequencies differ like those of human continents (an F_ST of 0.06).
 */
import { at } from '../../../src/checked.ts';
import { SAMPLES } from '../genome/scale.ts';
import { normal, type Random } from '../random.ts';

/** Name in INFO fields, and the number of samples. */
export const SURVEYED = [
  ['fen', 20_744],
  ['cay', 456],
  ['bay', 7647],
  ['tor', 1736],
  ['lea', 2604],
  ['bog', 5316],
  ['dun', 34_029],
  ['bar', 2419],
  ['wad', 1047],
  ['ria', 158],
] as const;

const POPULATIONS = SURVEYED.length;
const SIZES = SURVEYED.map(([, size]) => size);
const ALL = SIZES.reduce((sum, size) => sum + size, 0);
const LOG_CHROMOSOMES = Math.log(2 * ALL);

/** Share of missing calls at a site: median, standard deviation of the logarithm, maximum. */
const MISSING = 0.001;
const MISSING_SIGMA = 1.5;
const MAX_MISSING = 0.5;
/** Share of variants without genotypes whose count has odds of 1/count. */
const OLD = 0.05;
/** Counts of the other variants without genotypes have odds of about count^-(EXPONENT + 1). */
const EXPONENT = 1.27;
/** Up to this number, copies are distributed one by one. */
const FEW = 8;
/** Probability that a further copy is in the population of the first. */
const AT_HOME = 0.85;
const F_ST = 0.06;
/** Maximum standard deviation of a population's log odds. */
const MAX_SIGMA = 3.5;

export class AlleleSurvey {
  /** Called chromosomes of each population at the site, even numbers. */
  readonly totals = new Int32Array(POPULATIONS);
  /** Copies of the first and the second alternative in each population. */
  readonly counts = [new Int32Array(POPULATIONS), new Int32Array(POPULATIONS)] as const;
  readonly #random: Random;
  readonly #factors = new Float64Array(POPULATIONS);
  #total = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Draws `totals` of a new site; returns their sum. */
  nextSite(): number {
    const random = this.#random;
    const missing = Math.min(MAX_MISSING, MISSING * Math.exp(MISSING_SIGMA * normal(random)));
    this.#total = 0;
    for (const [population, size] of SIZES.entries()) {
      const expected = size * missing * (0.5 + random.next());
      // The sum of three uniform numbers is nearly normal; this one has variance 1.
      const deviation = 2 * (random.next() + random.next() + random.next()) - 3;
      const lacking = Math.max(0, Math.floor(expected + deviation * Math.sqrt(expected) + random.next()));
      this.#total += this.totals[population] = 2 * Math.max(1, size - lacking);
    }
    return this.#total;
  }

  /**
   * Draws the counts of an alternative of the site; returns their sum, at least 1.
   * @param carriers haplotypes of the cohort with the allele; 0 for a variant without genotypes
   */
  count(which: 0 | 1, carriers: number): number {
    const counts = this.counts[which].fill(0);
    const copies = Math.max(1, Math.min(this.#total - 1, carriers === 0 ? this.#unseen() : this.#seen(carriers)));
    if (copies <= FEW) this.#place(counts, copies);
    else if (2 * copies <= this.#total) this.#spread(counts, copies / this.#total);
    else this.#spreadReference(counts, 1 - copies / this.#total);
    let sum = 0;
    for (let population = 0; population < POPULATIONS; population++) {
      const room = at(this.totals, population) - (which === 1 ? at(this.counts[0], population) : 0);
      sum += counts[population] = Math.min(room, at(counts, population));
    }
    // A second alternative has one copy even if no chromosome is left for it.
    return sum > 0 ? sum : (counts[0] = 1);
  }

  /** Copies of an allele that the cohort does not have. */
  #unseen(): number {
    const random = this.#random;
    return Math.floor(
      random.chance(OLD) ? Math.exp(random.next() * LOG_CHROMOSOMES) : (1 - random.next()) ** (-1 / EXPONENT),
    );
  }

  /** Copies of an allele of the cohort: about as frequent, but rarer in the survey if few of the cohort have it. */
  #seen(carriers: number): number {
    return Math.ceil(((this.#total * carriers) / (2 * SAMPLES)) * (1 - this.#random.next()) ** (2 / carriers));
  }

  #place(counts: Int32Array, copies: number): void {
    const home = this.#drawPopulation();
    for (let copy = 0; copy < copies; copy++) {
      const population = copy === 0 || this.#random.chance(AT_HOME) ? home : this.#drawPopulation();
      counts[population] = at(counts, population) + 1;
    }
  }

  /** Multiplies the odds of the rarer allele by a factor for each population. The weighted mean of the factors is 1. */
  #spread(counts: Int32Array, share: number): void {
    const sigma = Math.min(MAX_SIGMA, Math.sqrt(F_ST / (share * (1 - share))));
    const [factors, totals] = [this.#factors, this.totals];
    let sum = 0;
    for (const [population, total] of totals.entries()) {
      const factor = Math.exp(sigma * normal(this.#random));
      factors[population] = factor;
      sum += factor * total;
    }
    const odds = ((share / (1 - share)) * this.#total) / sum;
    for (const [population, total] of totals.entries()) {
      const own = odds * at(factors, population);
      counts[population] = Math.floor((total * own) / (1 + own) + this.#random.next());
    }
  }

  /** As `#spread`. @param share of the reference allele, which is the rarer one */
  #spreadReference(counts: Int32Array, share: number): void {
    this.#spread(counts, share);
    for (const [population, total] of this.totals.entries()) counts[population] = total - at(counts, population);
  }

  /** A random population, weighted by size. */
  #drawPopulation(): number {
    let left = this.#random.next() * ALL;
    const drawn = SIZES.findIndex((size) => (left -= size) < 0);
    return drawn < 0 ? POPULATIONS - 1 : drawn;
  }
}
