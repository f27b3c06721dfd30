import { firstIndex } from '../../src/index/first-index.ts';
import type { ListedGenotypes } from '../../src/variants/listed-genotypes.ts';
import type { CountedPopulation } from './genotyped-samples.ts';

/**
 * The samples of a group of genotypes, by population. Most of them have the same genotype, which is counted as what is left when the
 * others have been; and what samples of the same populations have is counted once for all of these.
 */
export class ArrangedSamples {
  /** As the group has them: runs of first index and number. */
  readonly samples: readonly number[];
  /** Places in the group, ascending, of the members of each population. */
  readonly #members: readonly Uint32Array[];
  /** The sets of populations that samples are in, as their indexes. */
  readonly #sets: readonly (readonly number[])[];
  /** Index in `#sets`, by place. */
  readonly #setOf: Uint32Array;
  /** Of the group that was counted last, by set and genotype: samples, and the place of the first of them. */
  #inSets = new Uint32Array(0);
  #firstInSets = new Uint32Array(0);
  #first = new Uint32Array(0);
  /** How many genotypes it has. */
  #different = 0;
  #common = 0;
  /** Of the group that was counted last, by population and genotype: samples. */
  counts = new Uint32Array(0);

  constructor(samples: readonly number[], populations: readonly CountedPopulation[]) {
    this.samples = samples;
    const members: number[][] = populations.map(() => []);
    const sets = new Map<string, { index: number; populations: number[] }>();
    const setOf: number[] = [];
    for (let run = 0; run < samples.length; run += 2) {
      for (let sample = samples[run]!; sample < samples[run]! + samples[run + 1]!; sample++) {
        const of = [...populations.keys()].filter((each) => populations[each]!.samples.has(sample));
        for (const each of of) members[each]!.push(setOf.length);
        const key = of.join();
        let set = sets.get(key);
        if (!set) sets.set(key, (set = { index: sets.size, populations: of }));
        setOf.push(set.index);
      }
    }
    this.#members = members.map((places) => Uint32Array.from(places));
    this.#sets = [...sets.values()].map(({ populations: of }) => of);
    this.#setOf = Uint32Array.from(setOf);
  }

  /** Counts the genotypes of a group of these samples; then `counts` and `shown` tell of it. */
  count(group: ListedGenotypes): void {
    const different = group.genotypes.length;
    [this.#different, this.#common] = [different, group.common];
    this.#countSets(group);
    [this.counts, this.#first] = [cleared(this.counts, this.#members.length * different), cleared(this.#first, this.#members.length * different)];
    for (let set = 0; set < this.#sets.length; set++) {
      for (let code = 0; code < different; code++) {
        const from = set * different + code;
        const count = this.#inSets[from]!;
        if (count === 0) continue;
        for (const population of this.#sets[set]!) {
          const which = population * different + code;
          if (this.counts[which] === 0 || this.#firstInSets[from]! < this.#first[which]!) this.#first[which] = this.#firstInSets[from]!;
          this.counts[which]! += count;
        }
      }
    }
    for (let population = 0; population < this.#members.length; population++) this.#countCommon(group, population);
  }

  /** The genotype that all samples of a population have; -1 where they have several, or there are none. */
  alike(population: number): number {
    const from = population * this.#different;
    const members = this.#members[population]!.length;
    return members > 0 && this.counts[from + this.#common] === members ? this.#common : -1;
  }

  /** The genotypes that samples of a population have, in the order in which they show them. */
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

  #countSets({ genotypes, places, codes, listed }: ListedGenotypes): void {
    const different = genotypes.length;
    const inSets = (this.#inSets = cleared(this.#inSets, this.#sets.length * different));
    const first = (this.#firstInSets = cleared(this.#firstInSets, this.#sets.length * different));
    const setOf = this.#setOf;
    for (let each = 0; each < listed; each++) {
      const which = setOf[places[each]!]! * different + codes[each]!;
      if (inSets[which]!++ === 0) first[which] = places[each]!;
    }
  }

  /** What the members have of whom nothing is listed. */
  #countCommon({ genotypes, common, places, listed }: ListedGenotypes, population: number): void {
    const members = this.#members[population]!;
    const from = population * genotypes.length;
    let left = members.length;
    for (let code = 0; code < genotypes.length; code++) left -= this.counts[from + code]!;
    if (left === 0) return;
    this.counts[from + common] = left;
    // Where others have nothing else there is no order to find.
    if (left === members.length) return;
    let member = 0;
    for (; ; member++) {
      const place = members[member]!;
      const at = firstIndex(0, listed, (each) => places[each]! < place);
      if (at === listed || places[at] !== place) break;
    }
    this.#first[from + common] = members[member]!;
  }
}

/** Zeros, so many at least. */
function cleared(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  return numbers.length < length ? new Uint32Array(length) : numbers.fill(0, 0, length);
}
