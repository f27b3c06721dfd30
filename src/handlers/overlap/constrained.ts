/** Constrained elements of a set of species as overlap operations answer them. */
import { withoutPrefix } from '../../compara/alignment-record.ts';
import type { ConstrainedElementRecord } from '../../compara/constrained-element.ts';
import { sameName, shownName } from '../../names/name-text.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { ApiError } from '../../api-error.ts';
import type { OnSlice } from './annotation.ts';
import { refine } from './found-features.ts';
import type { FeatureKind } from './kind.ts';

/** The set whose elements are listed where a request names none. */
export const DEFAULT_SPECIES_SET = 'mammals';

/** Ensembl looks on the very region that was asked for: none are seen through a patch, a haplotype or a component. */
export const constrained: FeatureKind<OnSlice<ConstrainedElementRecord>> = {
  table: 'constrained-elements',
  async find(scope) {
    const set = setNamed(scope.release.manifest, scope.filters.species_set || DEFAULT_SPECIES_SET);
    // A comparative database states no longest element.
    const found = await scope.features('constrained-elements', null, 'core', (record) => record.set === set);
    return refine(found, (elements) => elements.filter(({ projected }) => !projected)
      .map((each) => ({ ...each, strand: each.record.strand })).sort((a, b) => a.start - b.start));
  },
  json({ record, start, end }, slice) {
    // The id in capitals, the strand of the database and nothing of the assembly: these are no features of a core database.
    return { feature_type: 'constrained', seq_region_name: slice.region.name, start, end, strand: record.strand, ID: record.dbId, score: record.score };
  },
  gff: () => ({ type: 'DNA_constraint_sequence', source: 'GERP' }),
  bed: ({ record }) => ({ name: String(record.dbId) }),
};

/** The number of a set of species; throws ApiError (400) for one that nothing was computed from, as Ensembl does. */
function setNamed({ constrainedSets = [] }: ReleaseManifest, name: string): number {
  const index = constrainedSets.findIndex((each) => sameName(withoutPrefix(each), withoutPrefix(name)));
  if (index >= 0) return index;
  const others = constrainedSets.length > 0 ? `, but of ${constrainedSets.map((each) => `'${each}'`).join(', ')}` : '';
  throw new ApiError(`This release holds no constrained elements of the species set '${shownName(name)}'${others}`);
}
