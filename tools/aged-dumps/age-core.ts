import { without, type AgeStep } from './age-step.ts';

export const CORE_STEPS: readonly AgeStep[] = [
  without(96, 'biotype.so_term'),
  without(92, 'biotype'),
  without(91, 'protein_feature.cigar_line', 'protein_feature.align_type'),
];
