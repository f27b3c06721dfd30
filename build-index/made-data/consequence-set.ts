/**
 * Sets of consequence terms as bits, and their text in a dump: the terms of the column's SET that a variant within a transcript can have,
 * in the order of its definition, in which MySQL writes them (ensembl-variation `sql/table.sql`, transcript_variation).
 */
const TERMS = [
  'splice_acceptor_variant', 'splice_donor_variant', 'stop_lost', 'coding_sequence_variant', 'missense_variant', 'stop_gained', 'synonymous_variant', 'frameshift_variant',
  'non_coding_transcript_variant', 'non_coding_transcript_exon_variant', 'NMD_transcript_variant', '5_prime_UTR_variant', '3_prime_UTR_variant',
  'incomplete_terminal_codon_variant', 'intron_variant', 'splice_region_variant', 'start_lost', 'stop_retained_variant', 'inframe_insertion', 'inframe_deletion',
  'protein_altering_variant', 'splice_donor_5th_base_variant', 'splice_donor_region_variant', 'splice_polypyrimidine_tract_variant',
] as const;

export type Term = (typeof TERMS)[number];

export const bitOf = (term: Term): number => 1 << TERMS.indexOf(term);

const texts = new Map<number, string>([[0, 'intergenic_variant']]);

export function textOf(set: number): string {
  let text = texts.get(set);
  if (text === undefined) {
    text = TERMS.filter((_, index) => set & (1 << index)).join();
    texts.set(set, text);
  }
  return text;
}
