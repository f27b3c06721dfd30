/**
 * Haplotypes of a cohort. The model is that of `copiedHaplotypes` (demo-genotypes.ts), made fast for thousands of
 * haplotypes: each recombination and mutation takes a few draws, haplotypes without one take none.
 *
 * In contrast to that model, the population has grown recently, as the human one has. The last branches of the
 * genealogy are long, so most mutations are in one or a few haplotypes. Branch lengths give the allele frequencies of
 * phase 3 of the 1000 Genomes Project (Nature 526:68, 2015): 76 % of the variants are below 0.5 %, 14 % from 0.5 to 5
 * %, 10 % above; 40 % are in one haplotype (Table 1 there: 11 to 15 thousand in each of 2,504 genomes). Late haplotypes
 * copy related ones: old alleles are everywhere, young alleles are local.
 */
import { at } from '../../../src/checked.ts';
import { SAMPLES } from '../genome/scale.ts';
import type { Random } from '../random.ts';
import { SURVEY, type VariationDatabase } from './variation-database.ts';

/**
 * Switches of the copied haplotype per base and unit of branch length: a quarter of 4 × 10,000 × 1e-8, the share of
 * human recombination outside hot spots.
 */
const RECOMBINATION = 1e-4;
/**
 * This share of the total branch length belongs to the n-th haplotype with odds of n^-0.8, the rest with odds of n.
 * Fitted to the shares above.
 */
const OLD_BRANCHES = 0.6;
const OLD_ROOT = 5;
/** Haplotypes from this number on copy one of their own continent, except for a share of migrants. */
const CONTINENTS_PART = 50;
const MIGRANTS = 0.05;
/** From this number on, the share HERD_BOUND of the non-migrants copies one of their own herd. */
const HERDS_PART = 1000;
const HERD_BOUND = 0.6;
/** The number of draws in search of a relative. Without success, a haplotype copies an unrelated one. */
const MAX_SEARCHES = 100;

/** The continent and the herd of each haplotype. The two haplotypes of a sample follow each other. */
export interface Kinship {
  continents: ArrayLike<number>;
  herds: ArrayLike<number>;
}

export class Cohort {
  /**
   * The first `carriers` entries are the haplotypes with the mutant at the site. Sample n has haplotypes 2n and 2n + 1.
   */
  readonly carrying: Int32Array;
  carriers = 0;
  readonly #random: Random;
  readonly #kinship: Kinship | null;
  readonly #source: Int32Array;
  readonly #alleles: Uint8Array;
  /** Number of each haplotype among the samples. */
  readonly #place: Int32Array;
  /** The OLD_ROOT-th root of the number of haplotypes. */
  readonly #oldest: number;
  readonly #branches: number;
  #before: number | null = null;

  /** @param haplotypes at least 2 @param kinship null if all are of one herd */
  constructor(random: Random, haplotypes: number, kinship: Kinship | null = null) {
    this.#random = random;
    this.#kinship = kinship;
    this.#alleles = new Uint8Array(haplotypes);
    this.carrying = new Int32Array(haplotypes);
    this.#place = Int32Array.from({ length: haplotypes }, (_, each) => each);
    for (let last = haplotypes - 1; last > 0; last--) {
      const other = random.integer(0, last);
      [this.#place[last], this.#place[other]] = [at(this.#place, other), at(this.#place, last)];
    }
    this.#source = Int32Array.from({ length: haplotypes }, (_, each) => (each === 0 ? 0 : this.#copiedBy(each)));
    this.#oldest = haplotypes ** (1 / OLD_ROOT);
    this.#branches = (OLD_ROOT * (this.#oldest - 1)) / OLD_BRANCHES;
  }

  /** Draws the carriers of the mutant at a site, at least one. Sites must ascend. */
  next(position: number): void {
    if (this.#before !== null) this.#recombine(position - this.#before);
    this.#before = position;
    const mutated = this.#drawByBranch();
    const alleles = this.#alleles.fill(0, 0, mutated);
    alleles[mutated] = 1;
    const [source, place, carrying] = [this.#source, this.#place, this.carrying];
    carrying[0] = at(place, mutated);
    let carriers = 1;
    for (let each = mutated + 1; each < source.length; each++) {
      const allele = alleles[source[each]!]!;
      alleles[each] = allele;
      carrying[carriers] = place[each]!;
      carriers += allele;
    }
    this.carriers = carriers;
  }

  /**
   * Haplotypes switch to copying another one with odds of their branch lengths. The number of switches between two
   * sites has a Poisson distribution.
   */
  #recombine(distance: number): void {
    const limit = Math.exp(-Math.min(500, RECOMBINATION * distance * this.#branches));
    for (let chance = this.#random.next(); chance > limit; chance *= this.#random.next()) {
      const each = this.#drawByBranch();
      this.#source[each] = this.#copiedBy(each);
    }
  }

  /** The haplotype that the n-th one copies: an earlier one, or an earlier relative. */
  #copiedBy(each: number): number {
    const groups = this.#groupsFor(each);
    if (groups === null) return this.#random.integer(0, each - 1);
    const own = groups[at(this.#place, each)];
    let copied = 0;
    for (let search = 0; search < MAX_SEARCHES; search++) {
      copied = this.#random.integer(0, each - 1);
      if (groups[at(this.#place, copied)] === own) break;
    }
    return copied;
  }

  /** The grouping within which the n-th haplotype copies; null for any haplotype. */
  #groupsFor(each: number): ArrayLike<number> | null {
    if (this.#kinship === null || each < CONTINENTS_PART || this.#random.chance(MIGRANTS)) return null;
    return each >= HERDS_PART && this.#random.chance(HERD_BOUND) ? this.#kinship.herds : this.#kinship.continents;
  }

  /** A haplotype from the second on, with odds of its branch length. */
  #drawByBranch(): number {
    const { length } = this.#source;
    const isOld = this.#random.chance(OLD_BRANCHES);
    const drawn = this.#random.next();
    const rank = isOld ? (1 + drawn * (this.#oldest - 1)) ** OLD_ROOT : length * Math.sqrt(drawn);
    return Math.max(1, Math.min(length - 1, Math.floor(rank)));
  }
}

/** As in the 1000 Genomes Project: 26 populations of about 96 samples each, in five larger ones, in one of all. */
const POPULATIONS = 26;
const CONTINENTS = ['north', 'east', 'south', 'west', 'isles'] as const;

export const sampleNames = (): string[] =>
  Array.from({ length: SAMPLES }, (_, each) => `DEMO:animal${String(each + 1).padStart(4, '0')}`);

const herdOf = (sample: number): number => Math.floor((sample * POPULATIONS) / SAMPLES);
const continentOf = (sample: number): number => herdOf(sample) % CONTINENTS.length;

/** Kinship of the haplotypes of all samples. */
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
