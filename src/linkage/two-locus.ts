/**
 * Linkage disequilibrium of two loci from unphased diploid genotypes, as Ensembl estimates it. Haplotypes are AB, Ab,
 * aB, ab (capitals are reference alleles). The phase of double heterozygotes is unknown: expectation maximisation
 * divides them between the two possible phases.
 */

/** Counts of two loci, over the samples with a genotype at both. */
export interface TwoLocusCounts {
  /** Haplotypes: twice the samples. */
  haplotypes: number;
  /** Alternative alleles at the first locus and at the second. */
  altA: number;
  altB: number;
  /** Haplotypes that certainly have both alternative alleles: 2 for hom/hom, 1 for hom/het and het/hom samples. */
  altAlt: number;
  /** Samples that are heterozygous at both. */
  doubleHet: number;
}

interface Disequilibrium {
  r2: number;
  /** |D′|. */
  dPrime: number;
}

/** Pairs with fewer counted haplotypes are left out. */
export const MIN_HAPLOTYPES = 40;
/** Pairs with a lower r² are left out of every answer; compared in single precision, as in Ensembl's program. */
export const MIN_R2 = 0.05;
/** Factor of the requested r² in screens, so that rounding errors do not reject a pair that just reaches it. */
export const SLACK = 1 - 1e-6;
/** Expectation maximisation ends when θ changes by at most this. */
const CONVERGED = 0.0001;

/**
 * r² and |D′| of a pair; null for a pair that answers leave out: r² below 0.05, fewer than 40 haplotypes, or a value
 * that rounding errors lift above 1. θ is the share of double heterozygotes that are Ab/aB; it starts at 0.5. The sixth
 * decimal of the result depends on every step, so the order of the arithmetic must not change.
 */
export function disequilibrium({ haplotypes, altA, altB, altAlt, doubleHet }: TwoLocusCounts): Disequilibrium | null {
  if (haplotypes < MIN_HAPLOTYPES) return null;
  const nab = altAlt;
  const nAb = altB - altAlt - doubleHet;
  const naB = altA - altAlt - doubleHet;
  const nAB = haplotypes + altAlt - altA - altB;
  let theta = 0.5;
  // Without double heterozygotes nothing depends on θ.
  for (let before = doubleHet === 0 ? theta : 2; Math.abs(theta - before) > CONVERGED; ) {
    before = theta;
    const repulsion = (nAb + theta * doubleHet) * (naB + theta * doubleHet);
    const sum = (nAB + (1 - theta) * doubleHet) * (nab + (1 - theta) * doubleHet) + repulsion;
    theta = sum === 0 ? 0.5 : repulsion / sum;
  }
  const fA = (haplotypes - altA) / haplotypes;
  const fB = (haplotypes - altB) / haplotypes;
  const d = (nAB + (1 - theta) * doubleHet) / haplotypes - fA * fB;
  const variance = fA * fB * (1 - fA) * (1 - fB);
  const r2 = variance === 0 ? 0 : (d * d) / variance;
  const single = Math.fround(r2);
  if (single < MIN_R2 || single > 1) return null;
  const limit = d < 0 ? Math.min(fA * fB, (1 - fA) * (1 - fB)) : d > 0 ? Math.min(fA * (1 - fB), (1 - fA) * fB) : 0;
  const dPrime = limit === 0 ? 0 : d / limit;
  return Math.fround(dPrime) > 1 ? null : { r2, dPrime: Math.abs(dPrime) };
}

/*
 * Upper bound of r² from allele frequencies alone.
 *
 * Let a and b be the frequencies of the alternative alleles and h that of the haplotype with both. The other three
 * haplotypes have frequencies a - h, b - h and 1 - a - b + h. None of the four is negative for any θ, because the
 * estimator only divides haplotypes that were counted. With D = h - ab this means
 *
 *   D <= min(a(1 - b), b(1 - a))   and   -D <= min(ab, (1 - a)(1 - b)).
 *
 * Divide the squares by a(1 - a)b(1 - b), and write A = a/(1 - a), B = b/(1 - b) for the odds:
 *
 *   D >= 0:  r² <= min(A/B, B/A)          since (a(1 - b))² / (a(1 - a)b(1 - b)) = A/B, and vice versa
 *   D <= 0:  r² <= min(AB, 1/(AB))        since (ab)² / (…) = AB, and ((1 - a)(1 - b))² / (…) = 1/(AB)
 *
 * Each bound has the form exp(-distance): r² <= exp(-|ln A - ln B|) or r² <= exp(-|ln A + ln B|). The smaller of the
 * two distances is | |ln A| - |ln B| |. So with the rarity R = |ln(a/(1 - a))| of each locus, which is the same for
 * both of its alleles,
 *
 *   r² <= exp(-|R1 - R2|),
 *
 * with equality if one haplotype is nested in the other. A pair can have r² >= m only if |R1 - R2| <= -ln m, so the
 * possible partners of a locus are contiguous if loci are sorted by rarity. The bound needs frequencies among the same
 * samples: with missing genotypes, those of a pair are unknown until it is counted.
 */

/** Rarity of a locus: |ln of the odds of its alternative allele|; infinite if all haplotypes are the same. */
export function rarity(alternatives: number, haplotypes: number): number {
  return Math.abs(Math.log(alternatives / (haplotypes - alternatives)));
}

/** Largest difference in rarity of two loci with r² >= `r2`, with a margin for rounding errors. */
export function maxRarityDistance(r2: number): number {
  return -Math.log(r2) + 1e-6;
}
