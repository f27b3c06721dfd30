/** The feature table: every value of the parameter `feature` of overlap/region and overlap/id. */
import { ApiError } from '../../api-error.ts';
import { band, misc, repeat, simple } from './annotation.ts';
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
  constrained: constrained(),
  regulatory,
  motif,
  mane,
};

/** No release holds them so far, of any set of species: which Ensembl refuses, too. */
function constrained(): FeatureKind {
  return {
    async find({ filters }) {
      throw new ApiError(`This release holds no constrained elements of the species set '${(filters.species_set || 'mammals').slice(0, 200)}'`);
    },
    json: () => ({}),
    gff: () => ({ type: 'region' }),
    bed: () => ({ name: '' }),
  };
}
