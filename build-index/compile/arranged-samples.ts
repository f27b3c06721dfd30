import type { CountedPopulation } from './genotyped-samples.ts';

/**
 * The samples of a group of genotypes, by population. Most of them have the same genotype, which is counted as what is left when the
 * others have been: nothing is done for each of thousands of samples but to look whether it is one of those.
 */
export class ArrangedSamples {
  /** As the group has them: runs of first index and number. */
  readonly samples: readonly number[];
  /** Places in the group, ascending, of the members of each population. */
  readonly #members: readonly Uint32Array[];
  /** Populations of place p: those at `#starts[p]` to `#starts[p + 1]` of `#memberships`. */
  readonly #starts: Uint32Array;
  readonly #memberships: Uint32Array;

  constructor(samples: readonly number[], populations: readonly CountedPopulation[]) {
    this.samples = samples;
    const of: number[][] = [];
    const members: number[][] = populations.map(() => []);
    for (let run = 0; run < samples.length; run += 2) {
      for (let sample = samples[run]!; sample < samples[run]! + samples[run + 1]!; sample++) {
        const place = of.push([]) - 1;
        for (const [each, population] of populations.entries()) {
          if (!population.samples.has(sample)) continue;
          of[place]!.push(each);
          members[each]!.push(place);
        }
      }
    }
    this.#members = members.map((places) => Uint32Array.from(places));
    this.#starts = new Uint32Array(of.length + 1);
    of.forEach((list, place) => (this.#starts[place + 1] = this.#starts[place]! + list.length));
    this.#memberships = Uint32Array.from(of.flat());
  }

  /**
   * How many samples of each population have which genotype, those of a population in the order in which its samples show them.
   *
   * @param codes one a sample of the group @param different number of genotypes
   */
  counted(codes: Uint16Array, different: number): [code: number, count: number][][] {
    const commonest = commonestOf(codes, different);
    const [starts, memberships] = [this.#starts, this.#memberships];
    const counts = new Uint32Array(this.#members.length * different);
    const first = new Uint32Array(counts.length);
    for (let place = 0; place < codes.length; place++) {
      const code = codes[place]!;
      if (code === commonest) continue;
      for (let at = starts[place]!; at < starts[place + 1]!; at++) {
        const which = memberships[at]! * different + code;
        if (counts[which]!++ === 0) first[which] = place;
      }
    }
    return this.#members.map((members, population) => {
      const from = population * different;
      let left = members.length;
      for (let code = 0; code < different; code++) left -= counts[from + code]!;
      if (left > 0) {
        counts[from + commonest] = left;
        first[from + commonest] = members.find((place) => codes[place] === commonest)!;
      }
      const shown: [code: number, count: number][] = [];
      for (let code = 0; code < different; code++) if (counts[from + code]! > 0) shown.push([code, counts[from + code]!]);
      return shown.length > 1 ? shown.sort(([a], [b]) => first[from + a]! - first[from + b]!) : shown;
    });
  }
}

/** The lowest of those that are equally common. */
function commonestOf(codes: Uint16Array, different: number): number {
  const counts = new Uint32Array(different);
  for (let at = 0; at < codes.length; at++) counts[codes[at]!]!++;
  return Math.max(0, counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0)));
}
