/** One result of a prediction: what the answer shows of an allele and a feature. */
import { impactOf } from '../../variants/consequences.ts';
import type { Candidate } from './pick.ts';

export type Block = Record<string, unknown>;

export interface Result extends Candidate {
  kind: 'transcript' | 'regulatory_feature' | 'motif_feature' | 'intergenic';
  block: Block;
}

/** Does an effect on a transcript have a term of its own? */
export function isNear({ situation, terms }: { situation: { within: boolean }; terms: readonly string[] }): boolean {
  return situation.within || !terms.includes('intergenic_variant');
}

/** @param shown the allele as answers name it */
export function intergenic(allele: string, shown: string, more: Block): Result {
  const terms = ['intergenic_variant'];
  const block = { variant_allele: shown, consequence_terms: terms, impact: impactOf('intergenic_variant'), ...more };
  return { kind: 'intergenic', allele, terms, transcript: null, block };
}
