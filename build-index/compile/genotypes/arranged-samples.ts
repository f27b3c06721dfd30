import { firstIndex } from '../../../src/index/tables/first-index.ts';
import type { ListedGenotypes } from '../../../src/variants/genotypes-record.ts';
import type { CountedPopulation } from './genotyped-samples.ts';

/**
 * The populations of each sample. Many samples share a set of populations: most are in one population and in those that
 * pool it.
 */
export class PopulationSets {
  /** Sets of populations, as their indexes. The first is the empty set. */
  readonly sets: (readonly number[])[] = [[]];
  readonly populations: number;
  /** Index in `sets` by number of the sample. */
  readonly #setOf: Uint32Array;

  constructor(populations: readonly CountedPopulation[]) {
    this.populations = populations.length;
    const bySample: number[][] = [];
    for (const [population, { samples }] of populations.entries())
      for (const sample of samples) (bySample[sample] ??= []).push(population);
    const known = new Map([['', 0]]);
    this.#setOf = Uint32Array.from({ length: bySample.length }, (_, sample) => {
      const members = bySample[sample] ?? [];
      const key = members.join();
      let set = known.get(key);
      if (set === undefined) known.set(key, (set = this.sets.push(members) - 1));
      return set;
    });
  }

  of(sample: number): number {
    return this.#setOf[sample] ?? 0;
  }
}

/**
 * Counts the genotypes of a group of samples by population. Two shortcuts save time: only the samples without the
 * commonest genotype are counted one by one, and samples with the same set of populations are counted together. The
 * constructor does little per sample, because every line in which a sample has no genotype needs a new instance.
 */
export class ArrangedSamples {
  /** Runs of first number and count, as in the group. */
  readonly samples: readonly number[];
  /** Sets of populations, as their indexes. */
  readonly #sets: readonly (readonly number[])[];
  /** Index in `#sets` by place in the group. */
  readonly #setOf: Uint32Array;
  /** Places in the group, sorted by set; `#starts` is the first index of each set. */
  readonly #places: Uint32Array;
  readonly #starts: Uint32Array;
  /** Number of samples of each population. */
  readonly #sizes: Uint32Array;
  /** Of the last group, by set and genotype: number of samples, and the place of the first of them. */
  #inSets = new Uint32Array(0);
  #firstInSets = new Uint32Array(0);
  /** Of the last group, by population and genotype: the place of the first sample. */
  #first = new Uint32Array(0);
  /** Number of distinct genotypes of the last group. */
  #different = 0;
  /** Commonest genotype of the last group. */
  #common = 0;
  /** Of the last group, by population and genotype: number of samples. */
  counts = new Uint32Array(0);

  constructor(samples: readonly number[], sets: PopulationSets) {
    this.samples = samples;
    this.#sets = sets.sets;
    let count = 0;
    for (let run = 1; run < samples.length; run += 2) count += samples[run]!;
    this.#setOf = new Uint32Array(count);
    this.#starts = new Uint32Array(this.#sets.length + 1);
    for (let run = 0, place = 0; run < samples.length; run += 2) {
      const end = samples[run]! + samples[run + 1]!;
      for (let sample = samples[run]!; sample < end; sample++) {
        const set = sets.of(sample);
        this.#setOf[place++] = set;
        this.#starts[set + 1]!++;
      }
    }
    this.#sizes = new Uint32Array(sets.populations);
    for (let set = 0; set < this.#sets.length; set++) {
      for (const population of this.#sets[set]!) this.#sizes[population]! += this.#starts[set + 1]!;
      this.#starts[set + 1]! += this.#starts[set]!;
    }
    this.#places = new Uint32Array(count);
    const next = this.#starts.slice();
    for (let place = 0; place < count; place++) this.#places[next[this.#setOf[place]!]!++] = place;
  }

  /** Counts the genotypes of a group of these samples. The other methods and `counts` refer to the last group. */
  count(group: ListedGenotypes): void {
    const different = group.genotypes.length;
    [this.#different, this.#common] = [different, group.common];
    this.#countSets(group);
    [this.counts, this.#first] = [
      cleared(this.counts, this.#sizes.length * different),
      cleared(this.#first, this.#sizes.length * different),
    ];
    for (let set = 0; set < this.#sets.length; set++) {
      for (let code = 0; code < different; code++) {
        const from = set * different + code;
        const count = this.#inSets[from]!;
        if (count === 0) continue;
        for (const population of this.#sets[set]!) {
          const which = population * different + code;
          if (this.counts[which] === 0 || this.#firstInSets[from]! < this.#first[which]!)
            this.#first[which] = this.#firstInSets[from]!;
          this.counts[which]! += count;
        }
      }
    }
  }

  /** The genotype that all samples of a population have; -1 if they have several or there are no samples. */
  uniform(population: number): number {
    const from = population * this.#different;
    const members = this.#sizes[population]!;
    return members > 0 && this.counts[from + this.#common] === members ? this.#common : -1;
  }

  /** The genotypes of a population, in the order of the first samples that have them. */
  shown(population: number): number[] {
    const different = this.#different;
    const from = population * different;
    const codes: number[] = [];
    for (let code = 0; code < different; code++) {
      if (this.counts[from + code] === 0) continue;
      let at = codes.length;
      while (at > 0 && this.#first[from + codes[at - 1]!]! > this.#first[from + code]!) at--;
      if (at === codes.length) codes.push(code);
      else codes.splice(at, 0, code);
    }
    return codes;
  }

  #countSets(group: ListedGenotypes): void {
    const { genotypes, places, codes, listed } = group;
    const different = genotypes.length;
    const inSets = (this.#inSets = cleared(this.#inSets, this.#sets.length * different));
    const first = (this.#firstInSets = cleared(this.#firstInSets, this.#sets.length * different));
    const setOf = this.#setOf;
    for (let each = 0; each < listed; each++) {
      const which = setOf[places[each]!]! * different + codes[each]!;
      if (inSets[which]!++ === 0) first[which] = places[each]!;
    }
    for (let set = 0; set < this.#sets.length; set++) this.#countCommon(group, set);
  }

  /** Counts the samples of a set that are not listed. They have the commonest genotype. */
  #countCommon({ genotypes, common, places, listed }: ListedGenotypes, set: number): void {
    const from = set * genotypes.length;
    let member = this.#starts[set]!;
    const size = this.#starts[set + 1]! - member;
    let left = size;
    for (let code = 0; code < genotypes.length; code++) left -= this.#inSets[from + code]!;
    if (left === 0) return;
    if (left < size) while (isListed(this.#places[member]!, places, listed)) member++;
    this.#inSets[from + common] = left;
    this.#firstInSets[from + common] = this.#places[member]!;
  }
}

function isListed(place: number, places: Uint32Array, listed: number): boolean {
  const at = firstIndex(0, listed, (each) => places[each]! < place);
  return at < listed && places[at] === place;
}

/** At least `length` zeros, in the same memory if it suffices. */
function cleared(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  return numbers.length < length ? new Uint32Array(length) : numbers.fill(0, 0, length);
}
