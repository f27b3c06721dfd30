/** How variants are classed, worded and coded: facts of the Sequence Ontology, Ensembl's display terms and IUPAC. */

/** SO terms that Ensembl shows in other words; all others are shown without their underscores. */
const DISPLAY_TERMS: Readonly<Record<string, string>> = {
  SNV: 'SNP', structural_variant: 'SV', copy_number_variation: 'CNV', probe: 'CNV_PROBE', copy_number_gain: 'gain', copy_number_loss: 'loss',
  complex_structural_alteration: 'complex alteration',
};

/** Ensembl's term for a class of variants, such as 'SNP' for 'SNV'; short somatic variants are told from others. */
export function displayClass(soTerm: string, somatic = false): string {
  if (somatic && soTerm === 'SNV') return 'somatic SNV';
  const term = DISPLAY_TERMS[soTerm] ?? soTerm.replaceAll('_', ' ');
  return somatic ? `somatic ${term}` : term;
}

const AMBIGUITY: Readonly<Record<string, string>> = {
  AC: 'M', ACG: 'V', ACGT: 'N', ACT: 'H', AG: 'R', AGT: 'D', AT: 'W', CG: 'S', CGT: 'B', CT: 'Y', GT: 'K', A: 'A', C: 'C', G: 'G', T: 'T', '-': '-',
};

/** The IUPAC letter for some alleles; null when they are not all single bases. */
export function ambiguityCode(alleles: Iterable<string>): string | null {
  const bases = new Set<string>();
  for (const allele of alleles) for (const base of allele === 'N' ? 'ACGT' : [allele]) bases.add(base);
  return AMBIGUITY[[...bases].sort().join('').toUpperCase()] ?? null;
}
