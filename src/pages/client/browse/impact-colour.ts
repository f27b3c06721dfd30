import type { Colour } from './colour-names.ts';

/** Terms by impact, as in src/variants/consequences.ts, whose descriptions a page need not load. */
const TERMS = {
  'impact-high':
    'transcript_ablation splice_acceptor_variant splice_donor_variant stop_gained frameshift_variant stop_lost ' +
    'start_lost transcript_amplification feature_elongation feature_truncation',
  'impact-moderate': 'inframe_insertion inframe_deletion missense_variant protein_altering_variant TFBS_ablation',
  'impact-low':
    'splice_donor_5th_base_variant splice_region_variant splice_donor_region_variant ' +
    'splice_polypyrimidine_tract_variant incomplete_terminal_codon_variant start_retained_variant ' +
    'stop_retained_variant synonymous_variant',
} as const satisfies Partial<Record<Colour, string>>;

const COLOURS = new Map<string, Colour>([
  ...TERMS['impact-high'].split(' ').map((term): [string, Colour] => [term, 'impact-high']),
  ...TERMS['impact-moderate'].split(' ').map((term): [string, Colour] => [term, 'impact-moderate']),
  ...TERMS['impact-low'].split(' ').map((term): [string, Colour] => [term, 'impact-low']),
]);

/** The colour of a variant by the impact of its consequence. */
export function impactColour(term: string): Colour {
  return COLOURS.get(term) ?? 'impact-modifier';
}
