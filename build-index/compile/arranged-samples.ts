import { firstIndex } from '../../src/index/first-index.ts';
import type { ListedGenotypes } from '../../src/variants/listed-genotypes.ts';
import type { CountedPopulation } from './genotyped-samples.ts';

/** Samples that are in the same populations. */
interface Kind {
  /** Indexes of the populations. */
  populations: readonly number[];
}

/**
 * The samples of a group of genotypes, by population. Most of them have the same genotype, which is counted as what is left when the
 * others have been; and what samples of the same populations have is counted once for all of these.
 */
export class ArrangedSamples {
  /** As the group has them: runs of first index and number. */
  readonly samples: readonly number[];
  /** Places in the group, ascending, of the members of each population. */
  readonly #members: readonly Uint32Array[];
  readonly #kinds: readonly Kind[];
  /** Index in `#kinds`, by place. */
  readonly #kindOf: Uint32Array;

  constructor(samples: readonly number[], populations: readonly CountedPopulation[]) {
    this.samples = samples;
    const members: number[][] = populations.map(() => []);
    const kinds = new Map<string, number>();
    const kindOf: number[] = [];
    for (let run = 0; run < samples.length; run += 2) {
      for (let sample = samples[run]!; sample < samples[run]! + samples[run + 1]!; sample++) {
        const of = [...populations.keys()].filter((each) => populations[each]!.samples.has(sample));
        for (const each of of) members[each]!.push(kindOf.length);
        const key = of.join();
        if (!kinds.has(key)) kinds.set(key, kinds.size);
        kindOf.push(kinds.get(key)!);
      }
    }
    this.#members = members.map((places) => Uint32Array.from(places));
    this.#kinds = [...kinds.keys()].map((key) => ({ populations: key === '' ? [] : key.split(',').map(Number) }));
    this.#kindOf = Uint32Array.from(kindOf);
  }

  /** How many samples of each population have which genotype, those of a population in the order in which its samples show them. */
  counted({ genotypes, common, places, codes, listed }: ListedGenotypes): [code: number, count: number][][] {
    const different = genotypes.length;
    const kindOf = this.#kindOf;
    const byKind = new Uint32Array(this.#kinds.length * different);
    const firstOfKind = new Uint32Array(byKind.length);
    for (let each = 0; each < listed; each++) {
      const which = kindOf[places[each]!]! * different + codes[each]!;
      if (byKind[which]!++ === 0) firstOfKind[which] = places[each]!;
    }
    const counts = new Uint32Array(this.#members.length * different);
    const first = new Uint32Array(counts.length);
    for (let kind = 0; kind < this.#kinds.length; kind++) {
      for (let code = 0; code < different; code++) {
        const from = kind * different + code;
        if (byKind[from] === 0) continue;
        for (const population of this.#kinds[kind]!.populations) {
          const which = population * different + code;
          if (counts[which] === 0 || firstOfKind[from]! < first[which]!) first[which] = firstOfKind[from]!;
          counts[which]! += byKind[from]!;
        }
      }
    }
    return this.#members.map((members, population) => {
      const from = population * different;
      let left = members.length;
      for (let code = 0; code < different; code++) left -= counts[from + code]!;
      // Most have none of the others.
      if (left === members.length) return left > 0 ? [[common, left]] : [];
      if (left > 0) {
        counts[from + common] = left;
        first[from + common] = members.find((place) => !isListed(place))!;
      }
      const shown: [code: number, count: number][] = [];
      for (let code = 0; code < different; code++) if (counts[from + code]! > 0) shown.push([code, counts[from + code]!]);
      return shown.length > 1 ? shown.sort(([a], [b]) => first[from + a]! - first[from + b]!) : shown;
    });

    function isListed(place: number): boolean {
      const at = firstIndex(0, listed, (each) => places[each]! < place);
      return at < listed && places[at] === place;
    }
  }
}
