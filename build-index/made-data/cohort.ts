/**
 * Haplotypes of a cohort by the model of demo/haplotypes.ts, made for thousands of them: what a recombination or a mutation strikes
 * is drawn, all else costs nothing but to follow who copies whom.
 */
import { Random } from '../demo/random.ts';

/** Switches of the copied haplotype for each base and haplotype made before, in chromosomes of human kind: 4 × 10,000 × 1e-8. */
const RECOMBINATION = 4e-4;

export class Cohort {
  /** Haplotypes that have the mutant at the site, of which the first `carriers` count; two of one sample follow each other. */
  readonly carrying: Int32Array;
  carriers = 0;
  readonly #random: Random;
  readonly #source: Int32Array;
  readonly #alleles: Uint8Array;
  /** Where in the samples a haplotype stands. */
  readonly #place: Int32Array;
  readonly #harmonic: number;
  readonly #logCount: number;
  #before: number | null = null;

  /** @param haplotypes at least 2 */
  constructor(random: Random, haplotypes: number) {
    this.#random = random;
    this.#source = Int32Array.from({ length: haplotypes }, (_, each) => (each === 0 ? 0 : random.integer(0, each - 1)));
    this.#alleles = new Uint8Array(haplotypes);
    this.carrying = new Int32Array(haplotypes);
    this.#place = Int32Array.from({ length: haplotypes }, (_, each) => each);
    for (let last = haplotypes - 1; last > 0; last--) {
      const other = random.integer(0, last);
      [this.#place[last], this.#place[other]] = [this.#place[other]!, this.#place[last]!];
    }
    this.#logCount = Math.log(haplotypes);
    this.#harmonic = this.#source.reduce((sum, _, each) => sum + (each === 0 ? 0 : 1 / each), 0);
  }

  /** Draws who carries the mutant at a site; sites ascend. Always at least one does. */
  next(position: number): void {
    if (this.#before !== null) this.#recombine(position - this.#before);
    this.#before = position;
    const struck = this.#drawByRank();
    const alleles = this.#alleles.fill(0, 0, struck);
    alleles[struck] = 1;
    const [source, place, carrying] = [this.#source, this.#place, this.carrying];
    carrying[0] = place[struck]!;
    let carriers = 1;
    for (let each = struck + 1; each < source.length; each++) {
      const allele = alleles[source[each]!]!;
      alleles[each] = allele;
      carrying[carriers] = place[each]!;
      carriers += allele;
    }
    this.carriers = carriers;
  }

  /** The n-th haplotype turns to another one at a rate of 1/n; how many do between two sites is a Poisson number. */
  #recombine(distance: number): void {
    const limit = Math.exp(-Math.min(500, RECOMBINATION * distance * this.#harmonic));
    for (let chance = this.#random.next(); chance > limit; chance *= this.#random.next()) {
      const each = this.#drawByRank();
      this.#source[each] = this.#random.integer(0, each - 1);
    }
  }

  /** A haplotype from the second on, the n-th with odds of about 1/n. */
  #drawByRank(): number {
    return Math.min(this.#source.length - 1, Math.floor(Math.exp(this.#random.next() * this.#logCount)));
  }
}
