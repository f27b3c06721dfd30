/**
 * Haplotypes of a cohort by the model of demo/haplotypes.ts, made for thousands of them: what a recombination or a
 * mutation strikes is drawn, all else costs nothing but to follow who copies whom.
 *
 * Other than there, the cohort has grown of late, as humans have: the last branches of its genealogy are long, so
 * that most mutations strike one or a few of those that live. The lengths are set so that alleles are as rare as in
 * the third phase of the 1000 Genomes Project (Nature 526:68, 2015): of its variants 76 % are below 0.5 %, 14 % from
 * there to 5 %, 10 % above; and 40 % are in one haplotype alone (Table 1 there: 11 to 15 thousand for each of 2,504
 * genomes). The later haplotypes copy their kin: of those who came early all have a share, what is young is in one
 * place.
 */
import { at } from '../../../src/checked.ts';
import { SAMPLES } from '../genome/scale.ts';
import type { Random } from '../random.ts';
import { SURVEY, type VariationDatabase } from './variation-database.ts';

/**
 * Switches of the copied haplotype for each base and length of branch: of the 4 × 10,000 × 1e-8 of human chromosomes
 * the quarter that is not in hot spots, of which there are none here.
 */
const RECOMBINATION = 1e-4;
/**
 * This share of all branches belongs to haplotypes with odds of n^-0.8 for the n-th, the others to those with odds of
 * n: fitted to the shares above.
 */
const OLD_BRANCHES = 0.6;
const OLD_ROOT = 5;
/**
 * Haplotypes from this on copy their own continent's, but for this share; and from that on, this share their own
 * herd's.
 */
const CONTINENTS_PART = 50;
const MIGRANTS = 0.05;
const HERDS_PART = 1000;
const HERD_BOUND = 0.6;
/** Of kin there are few early on: whoever finds none in so many draws copies a stranger. */
const SEARCHES = 100;

/** To which continent and herd each haplotype belongs, two of one sample behind each other. */
export interface Kinship {
  continents: ArrayLike<number>;
  herds: ArrayLike<number>;
}

export class Cohort {
  /**
   * Haplotypes that have the mutant at the site, of which the first `carriers` count; two of one sample follow each
   * other.
   */
  readonly carrying: Int32Array;
  carriers = 0;
  readonly #random: Random;
  readonly #kinship: Kinship | null;
  readonly #source: Int32Array;
  readonly #alleles: Uint8Array;
  /** Where in the samples a haplotype stands. */
  readonly #place: Int32Array;
  /** The root of their number. */
  readonly #oldest: number;
  readonly #branches: number;
  #before: number | null = null;

  /** @param haplotypes at least 2 @param kinship null where all are one herd */
  constructor(random: Random, haplotypes: number, kinship: Kinship | null = null) {
    this.#random = random;
    this.#kinship = kinship;
    this.#alleles = new Uint8Array(haplotypes);
    this.carrying = new Int32Array(haplotypes);
    this.#place = Int32Array.from({ length: haplotypes }, (_, each) => each);
    for (let last = haplotypes - 1; last > 0; last--) {
      const other = random.integer(0, last);
      [this.#place[last], this.#place[other]] = [this.#place[other]!, this.#place[last]!];
    }
    this.#source = Int32Array.from({ length: haplotypes }, (_, each) => (each === 0 ? 0 : this.#copiedBy(each)));
    this.#oldest = haplotypes ** (1 / OLD_ROOT);
    this.#branches = (OLD_ROOT * (this.#oldest - 1)) / OLD_BRANCHES;
  }

  /** Draws who carries the mutant at a site; sites ascend. Always at least one does. */
  next(position: number): void {
    if (this.#before !== null) this.#recombine(position - this.#before);
    this.#before = position;
    const struck = this.#drawByBranch();
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

  /**
   * A haplotype turns to another one at the rate of its branch's length; how many do between two sites is a Poisson
   * number.
   */
  #recombine(distance: number): void {
    const limit = Math.exp(-Math.min(500, RECOMBINATION * distance * this.#branches));
    for (let chance = this.#random.next(); chance > limit; chance *= this.#random.next()) {
      const each = this.#drawByBranch();
      this.#source[each] = this.#copiedBy(each);
    }
  }

  /** Whom the n-th haplotype copies: any before it, or one of its kin. */
  #copiedBy(each: number): number {
    const kin = this.#kinOf(each);
    if (kin === null) return this.#random.integer(0, each - 1);
    const own = kin[this.#place[each]!];
    let copied = 0;
    for (let search = 0; search < SEARCHES; search++) {
      copied = this.#random.integer(0, each - 1);
      if (kin[this.#place[copied]!] === own) break;
    }
    return copied;
  }

  #kinOf(each: number): ArrayLike<number> | null {
    if (this.#kinship === null || each < CONTINENTS_PART || this.#random.chance(MIGRANTS)) return null;
    return each >= HERDS_PART && this.#random.chance(HERD_BOUND) ? this.#kinship.herds : this.#kinship.continents;
  }

  /** A haplotype from the second on, with odds of its branch's length. */
  #drawByBranch(): number {
    const { length } = this.#source;
    const isOld = this.#random.chance(OLD_BRANCHES);
    const drawn = this.#random.next();
    const rank = isOld ? (1 + drawn * (this.#oldest - 1)) ** OLD_ROOT : length * Math.sqrt(drawn);
    return Math.max(1, Math.min(length - 1, Math.floor(rank)));
  }
}

// Rows of populations as the 1000 Genomes Project has them: 26 of some 96 samples each, in five larger ones, in one of
// all.
const POPULATIONS = 26;
const CONTINENTS = ['north', 'east', 'south', 'west', 'isles'] as const;

export const sampleNames = (): string[] =>
  Array.from({ length: SAMPLES }, (_, each) => `DEMO:animal${String(each + 1).padStart(4, '0')}`);

const herdOf = (sample: number): number => Math.floor((sample * POPULATIONS) / SAMPLES);
const continentOf = (sample: number): number => herdOf(sample) % CONTINENTS.length;

/** Of the haplotypes of all samples. */
export function cohortKinship(): Kinship {
  const ofHaplotypes = (group: (sample: number) => number) =>
    Uint8Array.from({ length: 2 * SAMPLES }, (_, haplotype) => group(haplotype >> 1));
  return { continents: ofHaplotypes(continentOf), herds: ofHaplotypes(herdOf) };
}

export function writeCohortPopulations(db: VariationDatabase): void {
  const samples = sampleNames();
  const sizeOf = (test: (sample: number) => boolean) => samples.filter((_, each) => test(each)).length;
  const all = db.addPopulation('DEMO:ALL', 'All fictional animals with genotypes', SAMPLES, 'UNDISPLAYABLE');
  const continents = CONTINENTS.map((name, index) => {
    const size = sizeOf((each) => continentOf(each) === index);
    return db.addPopulation(`DEMO:${name.toUpperCase()}`, `Fictional animals of the ${name}`, size, 'UNDISPLAYABLE');
  });
  const herds = Array.from({ length: POPULATIONS }, (_, index) => {
    const size = sizeOf((each) => herdOf(each) === index);
    return db.addPopulation(`DEMO:herd${index + 1}`, `Herd ${index + 1} of fictional animals`, size, 'LD');
  });
  db.addPopulation(SURVEY, 'Fictional animals seen in passing, without genotypes', null, 'UNDISPLAYABLE');
  for (const [each, name] of samples.entries()) {
    const groups = [at(herds, herdOf(each)), at(continents, continentOf(each)), all];
    db.addSample(name, each % 2 === 0 ? 'Female' : 'Male', groups);
  }
}
