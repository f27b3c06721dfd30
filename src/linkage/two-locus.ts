/**
 * Linkage disequilibrium of two loci from unphased diploid genotypes, as Ensembl estimates it: of the haplotypes AB,
 * Ab, aB, ab (capitals are reference alleles) those of double heterozygotes are unknown, and are shared out by
 * expectation maximisation between the two ways they can be phased.
 */

/** What is counted of two loci, over the samples with a genotype at both. */
export interface TwoLocusCounts {
  /** Haplotypes: twice the samples. */
  haplotypes: number;
  /** Alternative alleles at the first locus and at the second. */
  altA: number;
  altB: number;
  /** Haplotypes that hold both alternative alleles for certain: 2 for hom/hom, 1 for hom/het and het/hom samples. */
  altAlt: number;
  /** Samples that are heterozygous at both. */
  doubleHet: number;
}

interface Disequilibrium {
  r2: number;
  /** |D′|. */
  dPrime: number;
}

/** Pairs of which fewer haplotypes are counted tell nothing. */
export const MIN_HAPLOTYPES = 40;
/** Pairs below are left out of every answer, compared in single precision as Ensembl's program does. */
export const MIN_R2 = 0.05;
/**
 * Times the r² asked for: what screens let pass, with room for what rounding may take off a pair that is just there.
 */
export const SLACK = 1 - 1e-6;
/** Expectation maximisation ends when θ moves by no more. */
const CONVERGED = 0.0001;

/**
 * r² and |D′| of a pair; null for one that answers leave out: r² below 0.05, fewer than 40 haplotypes, or a value
 * that rounding lifts above 1. θ is the share of double heterozygotes that are Ab/aB; it starts at 0.5, and the
 * result depends, in the sixth decimal, on every step from there: the order of the arithmetic is part of the
 * definition.
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

/**
 * What r² two loci can reach by their allele frequencies alone.
 *
 * Let a and b be the frequencies of the alternative alleles and h that of the haplotype with both. The other three
 * haplotypes have frequencies a - h, b - h and 1 - a - b + h; none of the four is negative, whatever θ the estimator
 * ends at, since it only shares out haplotypes that were counted. With D = h - ab that says
 *
 *   D <= min(a(1 - b), b(1 - a))   and   -D <= min(ab, (1 - a)(1 - b)).
 *
 * Divide the squares by a(1 - a)b(1 - b), and write A = a/(1 - a), B = b/(1 - b) for the odds:
 *
 *   D >= 0:  r² <= min(A/B, B/A)          since (a(1 - b))² / (a(1 - a)b(1 - b)) = A/B, and the other way round
 *   D <= 0:  r² <= min(AB, 1/(AB))        since (ab)² / (…) = AB, and ((1 - a)(1 - b))² / (…) = 1/(AB)
 *
 * Each is e to the minus of a distance: r² <= exp(-|ln A - ln B|) or r² <= exp(-|ln A + ln B|). Of the two distances
 * the smaller is | |ln A| - |ln B| |. So with the rarity R = |ln(a/(1 - a))| of each locus, whichever allele is the
 * rarer one,
 *
 *   r² <= exp(-|R1 - R2|),
 *
 * and equality is reached by haplotypes that nest. A pair can have r² >= m only if |R1 - R2| <= -ln m: sorted by
 * rarity, the partners that a locus can have are neighbours. All this holds for frequencies among the same samples:
 * where genotypes are missing, those of a pair are not known before it is counted.
 */

/** Rarity of a locus: |ln of the odds of its alternative allele|; infinite when all haplotypes are the same. */
export function rarity(alternatives: number, haplotypes: number): number {
  return Math.abs(Math.log(alternatives / (haplotypes - alternatives)));
}

/** Farthest apart in rarity that two loci with r² >= `r2` can be. Rounding is given more room than it can need. */
export function reach(r2: number): number {
  return -Math.log(r2) + 1e-6;
}
