/**
 * Which consequences of variants stand below which terms of the Sequence Ontology. A variant has its most specific
 * consequences only: whoever asks for 'inframe_variant' wants 'inframe_deletion', too.
 */
import { CONSEQUENCE_TYPES } from './consequence-types.ts';

/** Name and accession of a term, lower-cased -> the consequences it stands for, itself included where it is one. */
export type ConsequenceTermsDocument = Record<string, string[]>;

/** Direct parents in the Sequence Ontology (release of 2021-11-22) of consequences and of the terms above them. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  structural_variant: ['sequence_variant'],
  feature_variant: ['structural_variant'],
  feature_ablation: ['structural_variant'],
  feature_amplification: ['structural_variant'],
  transcript_ablation: ['feature_ablation'],
  regulatory_region_ablation: ['feature_ablation'],
  TFBS_ablation: ['regulatory_region_ablation'],
  transcript_amplification: ['feature_amplification'],
  regulatory_region_amplification: ['feature_amplification'],
  TFBS_amplification: ['regulatory_region_amplification'],
  gene_variant: ['feature_variant'],
  intergenic_variant: ['feature_variant'],
  upstream_gene_variant: ['intergenic_variant'],
  downstream_gene_variant: ['intergenic_variant'],
  regulatory_region_variant: ['feature_variant'],
  TF_binding_site_variant: ['regulatory_region_variant'],
  feature_elongation: ['feature_variant'],
  feature_truncation: ['feature_variant'],
  internal_feature_elongation: ['feature_elongation'],
  transcript_variant: ['gene_variant'],
  splicing_variant: ['gene_variant'],
  splice_region_variant: ['splicing_variant'],
  splice_donor_region_variant: ['splice_region_variant'],
  splice_polypyrimidine_tract_variant: ['splice_region_variant'],
  exon_variant: ['transcript_variant'],
  intron_variant: ['transcript_variant'],
  NMD_transcript_variant: ['transcript_variant'],
  coding_transcript_variant: ['transcript_variant'],
  non_coding_transcript_variant: ['transcript_variant'],
  mature_miRNA_variant: ['non_coding_transcript_variant'],
  non_coding_transcript_exon_variant: ['non_coding_transcript_variant', 'exon_variant'],
  splice_site_variant: ['intron_variant'],
  splice_acceptor_variant: ['splice_site_variant'],
  splice_donor_variant: ['splice_site_variant'],
  splice_donor_5th_base_variant: ['splice_donor_region_variant'],
  UTR_variant: ['coding_transcript_variant'],
  '5_prime_UTR_variant': ['UTR_variant'],
  '3_prime_UTR_variant': ['UTR_variant'],
  coding_sequence_variant: ['coding_transcript_variant', 'exon_variant'],
  synonymous_variant: ['coding_sequence_variant'],
  protein_altering_variant: ['coding_sequence_variant'],
  initiator_codon_variant: ['coding_sequence_variant'],
  terminator_codon_variant: ['coding_sequence_variant'],
  start_lost: ['initiator_codon_variant'],
  start_retained_variant: ['initiator_codon_variant', 'synonymous_variant'],
  stop_retained_variant: ['terminator_codon_variant', 'synonymous_variant'],
  incomplete_terminal_codon_variant: ['terminator_codon_variant'],
  frameshift_variant: ['protein_altering_variant'],
  inframe_variant: ['protein_altering_variant'],
  stop_gained: ['feature_truncation', 'inframe_variant'],
  stop_lost: ['feature_elongation', 'terminator_codon_variant', 'inframe_variant'],
  missense_variant: ['inframe_variant'],
  inframe_indel: ['inframe_variant'],
  inframe_insertion: ['internal_feature_elongation', 'inframe_indel'],
  inframe_deletion: ['feature_truncation', 'inframe_indel'],
};

/** Accessions of the terms above consequences that are none themselves. */
const ACCESSIONS: Readonly<Record<string, string>> = {
  structural_variant: 'SO:0001537', gene_variant: 'SO:0001564', splicing_variant: 'SO:0001568', transcript_variant: 'SO:0001576', initiator_codon_variant: 'SO:0001582',
  terminator_codon_variant: 'SO:0001590', UTR_variant: 'SO:0001622', splice_site_variant: 'SO:0001629', inframe_variant: 'SO:0001650', exon_variant: 'SO:0001791',
  inframe_indel: 'SO:0001820', feature_variant: 'SO:0001878', feature_ablation: 'SO:0001879', feature_amplification: 'SO:0001880', internal_feature_elongation: 'SO:0001908',
};

let own: ConsequenceTermsDocument | undefined;

/**
 * The consequences that a name or accession stands for, in any case; null for a term that is none and has none below it.
 *
 * @param compiled what a release's ontology says, which goes before what is known here
 */
export function consequencesBelow(term: string, compiled: ConsequenceTermsDocument | null): readonly string[] | null {
  const key = term.toLowerCase();
  own ??= ownTerms();
  return (compiled && Object.hasOwn(compiled, key) ? compiled[key] : Object.hasOwn(own, key) ? own[key] : null) ?? null;
}

function ownTerms(): ConsequenceTermsDocument {
  const terms: ConsequenceTermsDocument = {};
  const accessions = new Map([...Object.entries(ACCESSIONS), ...CONSEQUENCE_TYPES.map(({ term, accession }) => [term, accession] as const)]);
  for (const { term } of CONSEQUENCE_TYPES) {
    for (const above of withAncestors(term)) {
      for (const key of [above, accessions.get(above)!]) (terms[key.toLowerCase()] ??= []).push(term);
    }
  }
  return terms;
}

function withAncestors(term: string, known = new Set<string>()): Set<string> {
  known.add(term);
  for (const parent of PARENTS[term] ?? []) withAncestors(parent, known);
  return known;
}
