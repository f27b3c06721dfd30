/**
 * Consequences that a variant can have, in the rank order and wording of Ensembl's Variation API, worst first: terms
 * of the Sequence Ontology with accessions and definitions.
 */

import { get } from '../checked.ts';

interface ConsequenceType {
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
  [
    'stop_gained',
    1587,
    'A sequence variant whereby at least one base of a codon is changed, resulting in a premature stop codon, ' +
      'leading to a shortened transcript',
  ],
  [
    'frameshift_variant',
    1589,
    'A sequence variant which causes a disruption of the translational reading frame, because the number of ' +
      'nucleotides inserted or deleted is not a multiple of three',
  ],
  [
    'stop_lost',
    1578,
    'A sequence variant where at least one base of the terminator codon (stop) is changed, resulting in an elongated ' +
      'transcript',
  ],
  ['start_lost', 2012, 'A codon variant that changes at least one base of the canonical start codon'],
  ['transcript_amplification', 1889, 'A feature amplification of a region containing a transcript'],
  [
    'feature_elongation',
    1907,
    'A sequence variant that causes the extension of a genomic feature, with regard to the reference sequence',
  ],
  [
    'feature_truncation',
    1906,
    'A sequence variant that causes the reduction of a genomic feature, with regard to the reference sequence',
  ],
  ['inframe_insertion', 1821, 'An inframe non synonymous variant that inserts bases into in the coding sequence'],
  ['inframe_deletion', 1822, 'An inframe non synonymous variant that deletes bases from the coding sequence'],
  [
    'missense_variant',
    1583,
    'A sequence variant, that changes one or more bases, resulting in a different amino acid sequence but where the ' +
      'length is preserved',
  ],
  [
    'protein_altering_variant',
    1818,
    'A sequence_variant which is predicted to change the protein encoded in the coding sequence',
  ],
  [
    'splice_donor_5th_base_variant',
    1787,
    'A sequence variant that causes a change at the 5th base pair after the start of the intron in the orientation ' +
      'of the transcript',
  ],
  [
    'splice_region_variant',
    1630,
    'A sequence variant in which a change has occurred within the region of the splice site, either within 1-3 bases ' +
      'of the exon or 3-8 bases of the intron',
  ],
  [
    'splice_donor_region_variant',
    2170,
    "A sequence variant that falls in the region between the 3rd and 6th base after splice junction (5' end of " +
      'intron).',
  ],
  [
    'splice_polypyrimidine_tract_variant',
    2169,
    "A sequence variant that falls in the polypyrimidine tract at 3' end of intron between 17 and 3 bases from the " +
      'end (acceptor -3 to acceptor -17)',
  ],
  [
    'incomplete_terminal_codon_variant',
    1626,
    'A sequence variant where at least one base of the final codon of an incompletely annotated transcript is changed',
  ],
  [
    'start_retained_variant',
    2019,
    'A sequence variant where at least one base in the start codon is changed, but the start remains',
  ],
  [
    'stop_retained_variant',
    1567,
    'A sequence variant where at least one base in the terminator codon is changed, but the terminator remains',
  ],
  ['synonymous_variant', 1819, 'A sequence variant where there is no resulting change to the encoded amino acid'],
  ['coding_sequence_variant', 1580, 'A sequence variant that changes the coding sequence'],
  ['mature_miRNA_variant', 1620, 'A transcript variant located with the sequence of the mature miRNA'],
  ['5_prime_UTR_variant', 1623, "A UTR variant of the 5' UTR"],
  ['3_prime_UTR_variant', 1624, "A UTR variant of the 3' UTR"],
  [
    'non_coding_transcript_exon_variant',
    1792,
    'A sequence variant that changes non-coding exon sequence in a non-coding transcript',
  ],
  ['intron_variant', 1627, 'A transcript variant occurring within an intron'],
  ['NMD_transcript_variant', 1621, 'A variant in a transcript that is the target of NMD'],
  ['non_coding_transcript_variant', 1619, 'A transcript variant of a non coding RNA gene'],
  ['coding_transcript_variant', 1968, 'A transcript variant of a protein coding gene'],
  ['upstream_gene_variant', 1631, "A sequence variant located 5' of a gene"],
  ['downstream_gene_variant', 1632, "A sequence variant located 3' of a gene"],
  ['TFBS_ablation', 1895, 'A feature ablation whereby the deleted region includes a transcription factor binding site'],
  ['TFBS_amplification', 1892, 'A feature amplification of a region containing a transcription factor binding site'],
  [
    'TF_binding_site_variant',
    1782,
    'A sequence variant located within a transcription factor binding site',
    'TF binding site',
  ],
  ['regulatory_region_ablation', 1894, 'A feature ablation whereby the deleted region includes a regulatory region'],
  ['regulatory_region_amplification', 1891, 'A feature amplification of a region containing a regulatory region'],
  ['regulatory_region_variant', 1566, 'A sequence variant located within a regulatory region'],
  ['intergenic_variant', 1628, 'A sequence variant located in the intergenic region, between genes'],
  [
    'sequence_variant',
    1060,
    'A sequence_variant is a non exact copy of a sequence_feature or genome exhibiting one or more sequence_alteration',
  ],
];

/** In order of rank: the first has rank 1. */
export const CONSEQUENCE_TYPES: readonly ConsequenceType[] = ROWS.map(([term, accession, description, label]) => ({
  term,
  accession: `SO:${String(accession).padStart(7, '0')}`,
  label: label ?? term.replaceAll('_', ' '),
  description,
}));

const RANKS = new Map(ROWS.map(([term], rank) => [term, rank]));

/** Position of a term in the order of severity, from 1; beyond all for an unknown one. */
export function severityOf(term: string): number {
  return (RANKS.get(term) ?? Infinity) + 1;
}

type Impact = 'HIGH' | 'MODERATE' | 'LOW' | 'MODIFIER';

/** Ensembl's impact of a term. It follows the order of severity, but for terms of features that are no transcripts. */
export function impactOf(term: string): Impact {
  if (term === 'TFBS_ablation') return 'MODERATE';
  const severity = severityOf(term);
  if (severity <= severityOf('feature_truncation')) return 'HIGH';
  if (severity <= severityOf('protein_altering_variant')) return 'MODERATE';
  return severity <= severityOf('synonymous_variant') ? 'LOW' : 'MODIFIER';
}

/** The worst of some SO terms; null for an empty list. Terms that Ensembl does not rank count as the least severe. */
export function mostSevere(terms: Iterable<string>): string | null {
  let worst: string | null = null;
  for (const term of terms)
    if (worst === null || (RANKS.get(term) ?? Infinity) < (RANKS.get(worst) ?? Infinity)) worst = term;
  return worst;
}

/**
 * Name or accession of a term of the Sequence Ontology, lower-cased -> the consequences at or below it. A variant has
 * only its most specific consequences, so a request for 'inframe_variant' must also find 'inframe_deletion'.
 */
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

/** Accessions of the terms in PARENTS that are not consequences themselves. */
const ACCESSIONS: Readonly<Record<string, string>> = {
  structural_variant: 'SO:0001537',
  gene_variant: 'SO:0001564',
  splicing_variant: 'SO:0001568',
  transcript_variant: 'SO:0001576',
  initiator_codon_variant: 'SO:0001582',
  terminator_codon_variant: 'SO:0001590',
  UTR_variant: 'SO:0001622',
  splice_site_variant: 'SO:0001629',
  inframe_variant: 'SO:0001650',
  exon_variant: 'SO:0001791',
  inframe_indel: 'SO:0001820',
  feature_variant: 'SO:0001878',
  feature_ablation: 'SO:0001879',
  feature_amplification: 'SO:0001880',
  internal_feature_elongation: 'SO:0001908',
};

let builtIn: ConsequenceTermsDocument | undefined;

/**
 * The consequences at or below a term, given by its name or accession in any case; null if there are none.
 *
 * @param compiled terms from a release's ontology; they take precedence over the built-in ones
 */
export function consequencesBelow(term: string, compiled: ConsequenceTermsDocument | null): readonly string[] | null {
  const key = term.toLowerCase();
  builtIn ??= builtInTerms();
  if (compiled && Object.hasOwn(compiled, key)) return compiled[key] ?? null;
  return Object.hasOwn(builtIn, key) ? (builtIn[key] ?? null) : null;
}

function builtInTerms(): ConsequenceTermsDocument {
  const terms: ConsequenceTermsDocument = {};
  const accessions = new Map([
    ...Object.entries(ACCESSIONS),
    ...CONSEQUENCE_TYPES.map(({ term, accession }) => [term, accession] as const),
  ]);
  for (const { term } of CONSEQUENCE_TYPES) {
    for (const above of withAncestors(term)) {
      for (const key of [above, get(accessions, above)]) (terms[key.toLowerCase()] ??= []).push(term);
    }
  }
  return terms;
}

function withAncestors(term: string, known = new Set<string>()): Set<string> {
  known.add(term);
  for (const parent of PARENTS[term] ?? []) withAncestors(parent, known);
  return known;
}
