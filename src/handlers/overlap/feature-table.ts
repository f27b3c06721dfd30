/** The feature table: every value of the parameter `feature` of overlap/region and overlap/id. */
import { band, misc, repeat, simple } from './annotation.ts';
import { constrained } from './constrained.ts';
import { cds, exon } from './exons.ts';
import { gene, mane, transcript } from './genes.ts';
import type { FeatureKind } from './kind.ts';
import { motif, regulatory } from './regulation.ts';
import { somaticStructuralVariation, somaticVariation, structuralVariation, variation } from './variation.ts';

export const FEATURE_KINDS: Readonly<Record<string, FeatureKind>> = {
  band,
  gene,
  transcript,
  cds,
  exon,
  repeat,
  simple,
  misc,
  variation,
  somatic_variation: somaticVariation,
  structural_variation: structuralVariation,
  somatic_structural_variation: somaticStructuralVariation,
  constrained,
  regulatory,
  motif,
  mane,
};
