/** Sets of consequence terms as bits, in Ensembl's order of severity, and their text in a dump. */
const TERMS = [
  'splice_acceptor_variant', 'splice_donor_variant', 'stop_gained', 'frameshift_variant', 'stop_lost', 'start_lost', 'inframe_insertion', 'inframe_deletion',
  'missense_variant', 'splice_region_variant', 'incomplete_terminal_codon_variant', 'stop_retained_variant', 'synonymous_variant', 'coding_sequence_variant',
  '5_prime_UTR_variant', '3_prime_UTR_variant', 'non_coding_transcript_exon_variant', 'intron_variant', 'NMD_transcript_variant', 'non_coding_transcript_variant',
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
