/**
 * Consequences that a variant can have, worst first, as Ensembl's Variation API ranks and words them: terms of the
 * Sequence Ontology with its accessions and definitions.
 */

export interface ConsequenceType {
  /** SO term. */
  term: string;
  accession: string;
  label: string;
  description: string;
}

type Row = [term: string, accession: number, description: string, label?: string];

const ROWS: Row[] = [
  ['transcript_ablation', 1893, 'A feature ablation whereby the deleted region includes a transcript feature'],
  ['splice_acceptor_variant', 1574, "A splice variant that changes the 2 base region at the 3' end of an intron"],
  ['splice_donor_variant', 1575, "A splice variant that changes the 2 base region at the 5' end of an intron"],
  ['stop_gained', 1587, 'A sequence variant whereby at least one base of a codon is changed, resulting in a premature stop codon, leading to a shortened transcript'],
  ['frameshift_variant', 1589, 'A sequence variant which causes a disruption of the translational reading frame, because the number of nucleotides inserted or deleted is not a multiple of three'],
  ['stop_lost', 1578, 'A sequence variant where at least one base of the terminator codon (stop) is changed, resulting in an elongated transcript'],
  ['start_lost', 2012, 'A codon variant that changes at least one base of the canonical start codon'],
  ['transcript_amplification', 1889, 'A feature amplification of a region containing a transcript'],
  ['feature_elongation', 1907, 'A sequence variant that causes the extension of a genomic feature, with regard to the reference sequence'],
  ['feature_truncation', 1906, 'A sequence variant that causes the reduction of a genomic feature, with regard to the reference sequence'],
  ['inframe_insertion', 1821, 'An inframe non synonymous variant that inserts bases into in the coding sequence'],
  ['inframe_deletion', 1822, 'An inframe non synonymous variant that deletes bases from the coding sequence'],
  ['missense_variant', 1583, 'A sequence variant, that changes one or more bases, resulting in a different amino acid sequence but where the length is preserved'],
  ['protein_altering_variant', 1818, 'A sequence_variant which is predicted to change the protein encoded in the coding sequence'],
  ['splice_donor_5th_base_variant', 1787, 'A sequence variant that causes a change at the 5th base pair after the start of the intron in the orientation of the transcript'],
  ['splice_region_variant', 1630, 'A sequence variant in which a change has occurred within the region of the splice site, either within 1-3 bases of the exon or 3-8 bases of the intron'],
  ['splice_donor_region_variant', 2170, "A sequence variant that falls in the region between the 3rd and 6th base after splice junction (5' end of intron)."],
  ['splice_polypyrimidine_tract_variant', 2169, "A sequence variant that falls in the polypyrimidine tract at 3' end of intron between 17 and 3 bases from the end (acceptor -3 to acceptor -17)"],
  ['incomplete_terminal_codon_variant', 1626, 'A sequence variant where at least one base of the final codon of an incompletely annotated transcript is changed'],
  ['start_retained_variant', 2019, 'A sequence variant where at least one base in the start codon is changed, but the start remains'],
  ['stop_retained_variant', 1567, 'A sequence variant where at least one base in the terminator codon is changed, but the terminator remains'],
  ['synonymous_variant', 1819, 'A sequence variant where there is no resulting change to the encoded amino acid'],
  ['coding_sequence_variant', 1580, 'A sequence variant that changes the coding sequence'],
  ['mature_miRNA_variant', 1620, 'A transcript variant located with the sequence of the mature miRNA'],
  ['5_prime_UTR_variant', 1623, "A UTR variant of the 5' UTR"],
  ['3_prime_UTR_variant', 1624, "A UTR variant of the 3' UTR"],
  ['non_coding_transcript_exon_variant', 1792, 'A sequence variant that changes non-coding exon sequence in a non-coding transcript'],
  ['intron_variant', 1627, 'A transcript variant occurring within an intron'],
  ['NMD_transcript_variant', 1621, 'A variant in a transcript that is the target of NMD'],
  ['non_coding_transcript_variant', 1619, 'A transcript variant of a non coding RNA gene'],
  ['coding_transcript_variant', 1968, 'A transcript variant of a protein coding gene'],
  ['upstream_gene_variant', 1631, "A sequence variant located 5' of a gene"],
  ['downstream_gene_variant', 1632, "A sequence variant located 3' of a gene"],
  ['TFBS_ablation', 1895, 'A feature ablation whereby the deleted region includes a transcription factor binding site'],
  ['TFBS_amplification', 1892, 'A feature amplification of a region containing a transcription factor binding site'],
  ['TF_binding_site_variant', 1782, 'A sequence variant located within a transcription factor binding site', 'TF binding site'],
  ['regulatory_region_ablation', 1894, 'A feature ablation whereby the deleted region includes a regulatory region'],
  ['regulatory_region_amplification', 1891, 'A feature amplification of a region containing a regulatory region'],
  ['regulatory_region_variant', 1566, 'A sequence variant located within a regulatory region'],
  ['intergenic_variant', 1628, 'A sequence variant located in the intergenic region, between genes'],
  ['sequence_variant', 1060, 'A sequence_variant is a non exact copy of a sequence_feature or genome exhibiting one or more sequence_alteration'],
];

/** By rank: the position, counted from 1. */
export const CONSEQUENCE_TYPES: readonly ConsequenceType[] = ROWS.map(([term, accession, description, label]) => ({
  term, accession: `SO:${String(accession).padStart(7, '0')}`, label: label ?? term.replaceAll('_', ' '), description,
}));

const RANKS = new Map(ROWS.map(([term], rank) => [term, rank]));

/** The worst of some SO terms, those that Ensembl does not rank last; null for none. */
export function mostSevere(terms: Iterable<string>): string | null {
  let worst: string | null = null;
  for (const term of terms) if (worst === null || (RANKS.get(term) ?? Infinity) < (RANKS.get(worst) ?? Infinity)) worst = term;
  return worst;
}
