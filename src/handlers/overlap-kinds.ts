/** The feature table: every value of the parameter `feature` of overlap/region and overlap/id. */
import { ApiError } from '../http/api-error.ts';
import { band, misc, repeat, simple } from './overlap-annotation.ts';
import { cds, exon } from './overlap-exons.ts';
import { gene, mane, transcript } from './overlap-genes.ts';
import type { FeatureKind } from './overlap-kind.ts';
import type { OverlapScope } from './overlap-scope.ts';

export const FEATURE_KINDS: Readonly<Record<string, FeatureKind>> = {
  band,
  gene,
  transcript,
  cds,
  exon,
  repeat,
  simple,
  misc,
  variation: withoutData(),
  somatic_variation: withoutData(),
  structural_variation: withoutData(),
  somatic_structural_variation: withoutData(),
  constrained: withoutData(),
  regulatory: withoutData((scope) => requireFuncgen(scope, 'RegulatoryFeature')),
  motif: withoutData((scope) => requireFuncgen(scope, 'MotifFeature')),
  mane,
};

/** A kind that no genome of the release has data for: nothing overlaps, unless the species cannot have any. */
function withoutData(check?: (scope: OverlapScope) => void): FeatureKind {
  return {
    async find(scope) {
      check?.(scope);
      return [];
    },
    json: () => ({}),
    gff: () => ({ type: 'region' }),
    bed: () => ({ name: '' }),
  };
}

function requireFuncgen({ release, genome: { species } }: OverlapScope, object: string): void {
  if (release.manifest.species.some((entry) => entry.name === species && entry.groups.includes('funcgen'))) return;
  throw new ApiError(`No adaptor found for species ${species}, object ${object} and DB funcgen`);
}
