import type { GenotypeGroup } from './variant-details.ts';

/** A group of genotypes as those that read, count and store it want it: most samples have the same genotype, and the others are listed. */
export interface ListedGenotypes extends Pick<GenotypeGroup, 'submission' | 'genotypes' | 'samples'> {
  /** Samples. */
  count: number;
  /** What most of them have, as index in `genotypes`; of several the first. */
  common: number;
  /** Places in the group of those that have another, ascending: the first `listed` count. */
  places: Uint32Array;
  /** What each of these has. */
  codes: Uint32Array;
  listed: number;
}

export function listGenotypes({ submission, genotypes, samples, codes: all }: GenotypeGroup): ListedGenotypes {
  const counts = new Uint32Array(genotypes.length);
  for (let place = 0; place < all.length; place++) counts[all[place]!]!++;
  const common = Math.max(0, counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0)));
  const rest = all.length - (counts[common] ?? 0);
  const [places, codes] = [new Uint32Array(rest), new Uint32Array(rest)];
  let listed = 0;
  for (let place = 0; listed < rest; place++) {
    if (all[place] === common) continue;
    places[listed] = place;
    codes[listed++] = all[place]!;
  }
  return { submission, genotypes, samples, count: all.length, common, places, codes, listed };
}
