/**
 * Haplotypes with believable linkage disequilibrium: each copies those made before it, in stretches that recombination ends,
 * the copying model of Li and Stephens (Genetics 165:2213, 2003). Every site has one mutation. The haplotype it strikes is
 * drawn with odds of 1/n for the n-th, as the branches of a genealogy of n lines would have it, so that most alleles are rare;
 * whoever copies the mutant there later inherits it.
 */
import type { Random } from './random.ts';

/** Switches of the copied haplotype for each base and haplotype made before; some 1e-8 × 4 × 10,000 in humans. */
const RECOMBINATION = 4e-4;

/**
 * For each site, in order, the allele of every haplotype: 1 for the mutant, 0 for the other. The array is reused for the next site.
 *
 * @param positions of the sites, ascending
 * @param count haplotypes, at least 2
 */
export function* copiedHaplotypes(random: Random, positions: Iterable<number>, count: number, recombination = RECOMBINATION): Generator<Uint8Array> {
  const source = new Int32Array(count);
  const alleles = new Uint8Array(count);
  let harmonic = 0;
  for (let n = 1; n < count; n++) {
    source[n] = random.integer(0, n - 1);
    harmonic += 1 / n;
  }
  let before: number | null = null;
  for (const position of positions) {
    if (before !== null) switchSources(random, source, recombination * (position - before));
    const struck = drawStruck(random, harmonic);
    alleles[0] = 0;
    for (let n = 1; n < count; n++) alleles[n] = n === struck ? 1 : alleles[source[n]!]!;
    yield alleles;
    before = position;
  }
}

/** The n-th haplotype changes what it copies with a chance of 1 - exp(-distance / n). */
function switchSources(random: Random, source: Int32Array, distance: number): void {
  for (let n = 1; n < source.length; n++) {
    if (random.next() < 1 - Math.exp(-distance / n)) source[n] = random.integer(0, n - 1);
  }
}

function drawStruck(random: Random, harmonic: number): number {
  let left = random.next() * harmonic;
  let n = 1;
  for (left -= 1; left > 0; left -= 1 / n) n++;
  return n;
}
