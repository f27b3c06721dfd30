/**
 * What a survey of a hundred and fifty thousand chromosomes counts of a variant, as the genomes of gnomAD 3.1.2 are
 * counted, which Ensembl's vcf_config.json lists for human: ten populations of those sizes, and all of them pooled.
 *
 * Of the alternatives 53 % are in one chromosome, as in TOPMed's unrelated genomes (Nature 590:290, 2021, Table 1),
 * and 97 % below 1 %. What is as rare as a handful is in one population, or nearly so; what is common is common in
 * all, by frequencies that differ as those of human continents do (an F_ST of 0.06).
 */
import { SAMPLES } from '../genome/scale.ts';
import { normal, type Random } from '../random.ts';

/** Name in fields of the file, and how many were looked at. */
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

/**
 * Missing calls at a site: the median, and how the logarithm spreads; where reads do not align, half of all and no
 * more.
 */
const MISSING = 0.001;
const MISSING_SPREAD = 1.5;
const MOST_MISSING = 0.5;
/**
 * Of variants that the cohort does not have this share is as old as any, with odds of 1/count; the counts of the
 * others fall off with this power and the next.
 */
const OLD = 0.05;
const STEEPNESS = 1.27;
/** So many copies are put into populations one by one, most of them where the first is. */
const FEW = 8;
const AT_HOME = 0.85;
/** F_ST, and how far at most a population's logarithm of the odds is off. */
const DIFFERENCE = 0.06;
const MOST_OFF = 3.5;

export class AlleleSurvey {
  /** Chromosomes of each population that were called at the site, even numbers. */
  readonly totals = new Int32Array(POPULATIONS);
  /** How many of each have the first alternative, and the second. */
  readonly counts = [new Int32Array(POPULATIONS), new Int32Array(POPULATIONS)] as const;
  readonly #random: Random;
  readonly #factors = new Float64Array(POPULATIONS);
  #total = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Draws `totals`, of a new site; returns their sum. */
  nextSite(): number {
    const random = this.#random;
    const missing = Math.min(MOST_MISSING, MISSING * Math.exp(MISSING_SPREAD * normal(random)));
    this.#total = 0;
    for (let population = 0; population < POPULATIONS; population++) {
      const expected = SIZES[population]! * missing * (0.5 + random.next());
      // Nearly normal, as the sum of three even numbers is; of variance 1.
      const off = 2 * (random.next() + random.next() + random.next()) - 3;
      const lacking = Math.max(0, Math.floor(expected + off * Math.sqrt(expected) + random.next()));
      this.#total += this.totals[population] = 2 * Math.max(1, SIZES[population]! - lacking);
    }
    return this.#total;
  }

  /**
   * Draws the counts of an alternative of the site; returns their sum, at least 1.
   * @param carriers haplotypes of the cohort that have it; 0 for one without genotypes
   */
  count(which: 0 | 1, carriers: number): number {
    const counts = this.counts[which].fill(0);
    const copies = Math.max(1, Math.min(this.#total - 1, carriers === 0 ? this.#unseen() : this.#seen(carriers)));
    if (copies <= FEW) this.#place(counts, copies);
    else if (2 * copies <= this.#total) this.#spread(counts, copies / this.#total);
    else this.#spreadReference(counts, 1 - copies / this.#total);
    let sum = 0;
    for (let population = 0; population < POPULATIONS; population++) {
      const room = this.totals[population]! - (which === 1 ? this.counts[0][population]! : 0);
      sum += counts[population] = Math.min(room, counts[population]!);
    }
    // Of a second alternative that has no room left there is one nevertheless.
    return sum > 0 ? sum : (counts[0] = 1);
  }

  #unseen(): number {
    const random = this.#random;
    return Math.floor(
      random.chance(OLD) ? Math.exp(random.next() * LOG_CHROMOSOMES) : (1 - random.next()) ** (-1 / STEEPNESS),
    );
  }

  /** About as frequent as in the cohort; what one of it has by chance is rarer in the survey. */
  #seen(carriers: number): number {
    return Math.ceil(((this.#total * carriers) / (2 * SAMPLES)) * (1 - this.#random.next()) ** (2 / carriers));
  }

  #place(counts: Int32Array, copies: number): void {
    const home = this.#drawPopulation();
    for (let copy = 0; copy < copies; copy++)
      counts[copy === 0 || this.#random.chance(AT_HOME) ? home : this.#drawPopulation()]!++;
  }

  /** Multiplies the odds of the rarer allele by a factor for each population, the weighted mean of which is 1. */
  #spread(counts: Int32Array, share: number): void {
    const off = Math.min(MOST_OFF, Math.sqrt(DIFFERENCE / (share * (1 - share))));
    const [factors, totals] = [this.#factors, this.totals];
    let sum = 0;
    for (let population = 0; population < POPULATIONS; population++) {
      factors[population] = Math.exp(off * normal(this.#random));
      sum += factors[population]! * totals[population]!;
    }
    const odds = ((share / (1 - share)) * this.#total) / sum;
    for (let population = 0; population < POPULATIONS; population++) {
      const own = odds * factors[population]!;
      counts[population] = Math.floor((totals[population]! * own) / (1 + own) + this.#random.next());
    }
  }

  #spreadReference(counts: Int32Array, share: number): void {
    this.#spread(counts, share);
    for (let population = 0; population < POPULATIONS; population++)
      counts[population] = this.totals[population]! - counts[population]!;
  }

  /** By size. */
  #drawPopulation(): number {
    let left = this.#random.next() * ALL;
    let population = 0;
    while (population < POPULATIONS - 1 && (left -= SIZES[population]!) >= 0) population++;
    return population;
  }
}
