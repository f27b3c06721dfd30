/**
 * When Ensembl gives which consequence term: the situation that a term needs (its gate) and the tier. Once a term of
 * tier 1 or 2 is given, terms of later tiers are not. The conditions themselves are methods of the effect classes,
 * named here.
 */
import type { Situation } from './situation.ts';

export interface Rule<Condition extends string> {
  term: string;
  tier: 1 | 2 | 3;
  gate: (situation: Situation) => boolean;
  condition: Condition;
}

/** Conditions of transcripts; structural variants test only some. */
export type TranscriptCondition =
  | 'ablation'
  | 'acceptor'
  | 'donor'
  | 'stopGained'
  | 'frameshift'
  | 'stopLost'
  | 'startLost'
  | 'amplification'
  | 'elongation'
  | 'truncation'
  | 'inframeInsertion'
  | 'inframeDeletion'
  | 'missense'
  | 'proteinAltering'
  | 'donorFifthBase'
  | 'spliceRegion'
  | 'donorRegion'
  | 'polypyrimidine'
  | 'partialCodon'
  | 'startRetained'
  | 'stopRetained'
  | 'synonymous'
  | 'codingUnknown'
  | 'matureMirna'
  | 'utr5'
  | 'utr3'
  | 'nonCodingExon'
  | 'intronic'
  | 'nmd'
  | 'nonCoding'
  | 'codingTranscript'
  | 'upstream'
  | 'downstream';

const small = (gate: (situation: Situation) => boolean) => (situation: Situation) =>
  !situation.structural && gate(situation);
const isCoding = ({ coding }: Situation) => coding;
const atIntronEnd = ({ intronEnd }: Situation) => intronEnd;
const notProteinCoding = ({ within, biotype }: Situation) => within && biotype !== 'protein_coding';

/** In the order of severity. */
export const TRANSCRIPT_RULES: readonly Rule<TranscriptCondition>[] = [
  {
    term: 'transcript_ablation',
    tier: 1,
    gate: ({ covers, length }) => covers && length === 'shorter',
    condition: 'ablation',
  },
  { term: 'splice_acceptor_variant', tier: 3, gate: small(atIntronEnd), condition: 'acceptor' },
  { term: 'splice_donor_variant', tier: 3, gate: small(atIntronEnd), condition: 'donor' },
  { term: 'stop_gained', tier: 3, gate: small(isCoding), condition: 'stopGained' },
  {
    term: 'frameshift_variant',
    tier: 3,
    gate: ({ coding, structural, length }) => coding && (structural || length !== 'same'),
    condition: 'frameshift',
  },
  { term: 'stop_lost', tier: 3, gate: isCoding, condition: 'stopLost' },
  { term: 'start_lost', tier: 3, gate: isCoding, condition: 'startLost' },
  {
    term: 'transcript_amplification',
    tier: 1,
    gate: ({ covers, length }) => covers && length === 'longer',
    condition: 'amplification',
  },
  {
    term: 'feature_elongation',
    tier: 3,
    gate: ({ structural, length }) => structural && length === 'longer',
    condition: 'elongation',
  },
  {
    term: 'feature_truncation',
    tier: 3,
    gate: ({ structural, length }) => structural && length === 'shorter',
    condition: 'truncation',
  },
  {
    term: 'inframe_insertion',
    tier: 3,
    gate: small(({ coding, length }) => coding && length === 'longer'),
    condition: 'inframeInsertion',
  },
  {
    term: 'inframe_deletion',
    tier: 3,
    gate: ({ coding, length }) => coding && length === 'shorter',
    condition: 'inframeDeletion',
  },
  {
    term: 'missense_variant',
    tier: 3,
    gate: small(({ coding, length }) => coding && length === 'same'),
    condition: 'missense',
  },
  { term: 'protein_altering_variant', tier: 3, gate: small(isCoding), condition: 'proteinAltering' },
  { term: 'splice_donor_5th_base_variant', tier: 3, gate: small(atIntronEnd), condition: 'donorFifthBase' },
  { term: 'splice_region_variant', tier: 3, gate: small(atIntronEnd), condition: 'spliceRegion' },
  { term: 'splice_donor_region_variant', tier: 3, gate: small(atIntronEnd), condition: 'donorRegion' },
  {
    term: 'splice_polypyrimidine_tract_variant',
    tier: 3,
    gate: ({ intron, exon }) => intron && !exon,
    condition: 'polypyrimidine',
  },
  { term: 'incomplete_terminal_codon_variant', tier: 3, gate: small(isCoding), condition: 'partialCodon' },
  { term: 'start_retained_variant', tier: 3, gate: isCoding, condition: 'startRetained' },
  { term: 'stop_retained_variant', tier: 3, gate: small(isCoding), condition: 'stopRetained' },
  { term: 'synonymous_variant', tier: 3, gate: small(isCoding), condition: 'synonymous' },
  { term: 'coding_sequence_variant', tier: 3, gate: isCoding, condition: 'codingUnknown' },
  {
    term: 'mature_miRNA_variant',
    tier: 2,
    gate: ({ within, biotype }) => within && biotype !== 'protein_coding' && biotype !== 'nonsense_mediated_decay',
    condition: 'matureMirna',
  },
  { term: '5_prime_UTR_variant', tier: 3, gate: ({ exon, utr }) => exon && utr, condition: 'utr5' },
  { term: '3_prime_UTR_variant', tier: 3, gate: ({ exon, utr }) => exon && utr, condition: 'utr3' },
  {
    term: 'non_coding_transcript_exon_variant',
    tier: 3,
    gate: (situation) => situation.exon && notProteinCoding(situation),
    condition: 'nonCodingExon',
  },
  { term: 'intron_variant', tier: 3, gate: ({ intron }) => intron, condition: 'intronic' },
  {
    term: 'NMD_transcript_variant',
    tier: 3,
    gate: ({ within, biotype }) => within && biotype === 'nonsense_mediated_decay',
    condition: 'nmd',
  },
  { term: 'non_coding_transcript_variant', tier: 3, gate: notProteinCoding, condition: 'nonCoding' },
  {
    term: 'coding_transcript_variant',
    tier: 3,
    gate: ({ within, biotype }) => within && biotype === 'protein_coding',
    condition: 'codingTranscript',
  },
  { term: 'upstream_gene_variant', tier: 3, gate: ({ within }) => !within, condition: 'upstream' },
  { term: 'downstream_gene_variant', tier: 3, gate: ({ within }) => !within, condition: 'downstream' },
];

const BESIDE = new Set(['upstream_gene_variant', 'downstream_gene_variant']);

/** Rules of a list in groups, so that a call does not look at those that cannot apply. */
interface Groups<Condition extends string> {
  beside: readonly Rule<Condition>[];
  tiers: readonly (readonly Rule<Condition>[])[];
}

const groupsOf = new WeakMap<object, unknown>();

function grouped<Condition extends string>(rules: readonly Rule<Condition>[]): Groups<Condition> {
  let groups = groupsOf.get(rules) as Groups<Condition> | undefined;
  if (!groups) {
    groups = {
      beside: rules.filter(({ term }) => BESIDE.has(term)),
      tiers: [1, 2, 3].map((tier) => rules.filter((rule) => rule.tier === tier)),
    };
    groupsOf.set(rules, groups);
  }
  return groups;
}

/** The terms whose gate fits and whose condition holds; `intergenic_variant` if there are none. */
export function termsOf<Condition extends string>(
  rules: readonly Rule<Condition>[],
  situation: Situation,
  holds: (condition: Condition) => boolean,
): string[] {
  const terms: string[] = [];
  const { beside, tiers } = grouped(rules);
  // Next to a feature, a small variant can only be up- or downstream of it.
  if (!situation.within && !situation.structural) {
    for (const rule of beside) if (holds(rule.condition)) terms.push(rule.term);
    return terms.length > 0 ? terms : ['intergenic_variant'];
  }
  // Tier by tier; within a tier the order is that of severity.
  for (const [index, tier] of tiers.entries()) {
    for (const rule of tier) if (rule.gate(situation) && holds(rule.condition)) terms.push(rule.term);
    if (terms.length > 0 && index < tiers.length - 1) break;
  }
  return terms.length > 0 ? terms : ['intergenic_variant'];
}
