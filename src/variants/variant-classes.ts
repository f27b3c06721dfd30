/** Classes of variants: terms of the Sequence Ontology, Ensembl's display terms and IUPAC's ambiguity codes. */

/** Classes whose display term differs from the SO term. */
const DISPLAY_TERMS: Readonly<Record<string, string>> = {
  SNV: 'SNP',
  structural_variant: 'SV',
  copy_number_variation: 'CNV',
  probe: 'CNV_PROBE',
  copy_number_gain: 'gain',
  copy_number_loss: 'loss',
  complex_structural_alteration: 'complex alteration',
};

/** All other classes: their display term is the SO term with spaces for underscores. */
const PLAIN_TERMS = new Set([
  'substitution',
  'insertion',
  'deletion',
  'indel',
  'tandem_repeat',
  'sequence_alteration',
  'genetic_marker',
  'inversion',
  'tandem_duplication',
  'mobile_element_insertion',
  'mobile_element_deletion',
  'interchromosomal_breakpoint',
  'intrachromosomal_breakpoint',
  'translocation',
  'duplication',
  'novel_sequence_insertion',
  'interchromosomal_translocation',
  'intrachromosomal_translocation',
  'Alu_insertion',
  'Alu_deletion',
  'HERV_deletion',
  'HERV_insertion',
  'LINE1_deletion',
  'LINE1_insertion',
  'SVA_deletion',
  'SVA_insertion',
  'complex_substitution',
  'short_tandem_repeat_variation',
  'loss_of_heterozygosity',
  'complex_chromosomal_rearrangement',
]);

/**
 * Ensembl's display term for a class of variants, such as 'SNP' for 'SNV', or 'somatic SNV' for a somatic one. Null for
 * an unknown class.
 */
export function displayClass(soTerm: string, somatic = false): string | null {
  if (somatic && soTerm === 'SNV') return 'somatic SNV';
  const term = DISPLAY_TERMS[soTerm] ?? (PLAIN_TERMS.has(soTerm) ? soTerm.replaceAll('_', ' ') : null);
  return somatic && term !== null ? `somatic ${term}` : term;
}

/**
 * The class (SO term) that Ensembl derives from an allele string, for variants without a class in the database. The
 * first allele is the reference.
 */
export function classOfAlleles(alleleString: string): string {
  if (/^[A-Z](\/[A-Z])+$/.test(alleleString)) return 'SNV';
  if (/\)\d+/.test(alleleString)) return 'tandem_repeat';
  const [reference = '', ...others] = alleleString.replace(/\/+$/, '').split('/');
  if (others.length === 0) return /INS/.test(reference) ? 'insertion' : /DEL/.test(reference) ? 'deletion' : UNKNOWN;
  if (reference === '-') {
    if (others.every((allele) => /^[A-Z]+$|INS/.test(allele))) return 'insertion';
    return others.length === 1 && /DEL/.test(others[0] ?? '') ? 'deletion' : UNKNOWN;
  }
  if (/^[A-Z]+$/.test(reference)) {
    if (others.every((allele) => /-|DEL/.test(allele))) return 'deletion';
    if (!/^[A-Z]+(\/[A-Z]+)+$/.test(alleleString)) return UNKNOWN;
    return others.every((allele) => allele.length === reference.length) ? 'substitution' : 'indel';
  }
  return /DEL/.test(reference) && others.every((allele) => allele.includes('-')) ? 'deletion' : UNKNOWN;
}

const UNKNOWN = 'sequence_alteration';

const AMBIGUITY: Readonly<Record<string, string>> = {
  AC: 'M',
  ACG: 'V',
  ACGT: 'N',
  ACT: 'H',
  AG: 'R',
  AGT: 'D',
  AT: 'W',
  CG: 'S',
  CGT: 'B',
  CT: 'Y',
  GT: 'K',
  A: 'A',
  C: 'C',
  G: 'G',
  T: 'T',
  '-': '-',
};

/** The IUPAC letter for some alleles; null unless all are single bases. */
export function ambiguityCode(alleles: Iterable<string>): string | null {
  const bases = new Set<string>();
  for (const allele of alleles) for (const base of allele === 'N' ? 'ACGT' : [allele]) bases.add(base);
  return AMBIGUITY[[...bases].sort().join('').toUpperCase()] ?? null;
}
