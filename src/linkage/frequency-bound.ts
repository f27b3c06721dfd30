/**
 * What r² two loci can reach by their allele frequencies alone.
 *
 * Let a and b be the frequencies of the alternative alleles and h that of the haplotype with both. The other three
 * haplotypes have frequencies a - h, b - h and 1 - a - b + h; none of the four is negative, whatever θ the estimator ends at,
 * since it only shares out haplotypes that were counted. With D = h - ab that says
 *
 *   D <= min(a(1 - b), b(1 - a))   and   -D <= min(ab, (1 - a)(1 - b)).
 *
 * Divide the squares by a(1 - a)b(1 - b), and write A = a/(1 - a), B = b/(1 - b) for the odds:
 *
 *   D >= 0:  r² <= min(A/B, B/A)          since (a(1 - b))² / (a(1 - a)b(1 - b)) = A/B, and the other way round
 *   D <= 0:  r² <= min(AB, 1/(AB))        since (ab)² / (…) = AB, and ((1 - a)(1 - b))² / (…) = 1/(AB)
 *
 * Each is e to the minus of a distance: r² <= exp(-|ln A - ln B|) or r² <= exp(-|ln A + ln B|). Of the two distances the
 * smaller is | |ln A| - |ln B| |. So with the rarity R = |ln(a/(1 - a))| of each locus, whichever allele is the rarer one,
 *
 *   r² <= exp(-|R1 - R2|),
 *
 * and equality is reached by haplotypes that nest. A pair can have r² >= m only if |R1 - R2| <= -ln m: sorted by rarity, the
 * partners that a locus can have are neighbours. All this holds for frequencies among the same samples: where genotypes are
 * missing, those of a pair are not known before it is counted.
 */

/** Rarity of a locus: |ln of the odds of its alternative allele|; infinite when all haplotypes are the same. */
export function rarity(alternatives: number, haplotypes: number): number {
  return Math.abs(Math.log(alternatives / (haplotypes - alternatives)));
}

/** Farthest apart in rarity that two loci with r² >= `r2` can be. Rounding is given more room than it can need. */
export function reach(r2: number): number {
  return -Math.log(r2) + 1e-6;
}
