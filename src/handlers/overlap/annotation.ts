/** Repeats, simple features, misc features and karyotype bands as overlap operations answer them. */
import type { BandRecord, MiscFeatureRecord, RepeatRecord, SimpleFeatureRecord } from '../../genome/feature-records.ts';
import type { Strand } from '../../genome/seq-region.ts';
import type { Placed } from '../../genome/projection.ts';
import { refine } from './scope.ts';
import { allows } from './genes.ts';
import { baseJson, type FeatureKind } from './kind.ts';
import { withoutPrefix, type ConstrainedElementRecord } from '../../compara/alignment-record.ts';
import { sameName, shownName } from '../../names/name-text.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { ApiError } from '../../api-error.ts';

export type OnSlice<R> = Placed<R> & { strand: Strand };

/** Neither logic_name nor db_type narrows repeats: as bases, they are those of the core database. */
export const repeat: FeatureKind<OnSlice<RepeatRecord>> = {
  table: 'repeats',
  find: async (scope) => refine(await scope.features('repeats', 'repeat_feature', 'core'), withStrands),
  json(feature, slice) {
    const json = baseJson(slice, feature, 'repeat');
    json.description = feature.record.name;
    return json;
  },
  gff: ({ record }) => ({ type: 'repeat_region', source: record.gffSource }),
  bed: ({ record }) => ({ name: record.name }),
};

export const simple: FeatureKind<OnSlice<SimpleFeatureRecord>> = {
  table: 'simple-features',
  async find(scope) {
    const { logic_name } = scope.filters;
    return refine(
      await scope.features('simple-features', 'simple_feature', 'chosen', (record) =>
        allows(logic_name, record.logicName),
      ),
      withStrands,
    );
  },
  json(feature, slice) {
    const { record } = feature;
    const json = baseJson(slice, feature, 'simple');
    json.logic_name = record.logicName;
    // Neither an absent score nor one of 0 is shown.
    if (record.score) json.score = record.score;
    if (record.label) json.external_name = record.label;
    return json;
  },
  gff: ({ record }) => ({ type: 'biological_region', source: record.gffSource }),
  bed: ({ record }) => ({ name: record.label ?? '' }),
};

export const misc: FeatureKind<OnSlice<MiscFeatureRecord>> = {
  table: 'misc-features',
  async find(scope) {
    const wanted = scope.filters.misc_set;
    const inSet = ({ sets }: MiscFeatureRecord) => allows(wanted, null) || sets.some((set) => allows(wanted, set.code));
    return refine(await scope.features('misc-features', 'misc_feature', 'chosen', inSet), withStrands);
  },
  json(feature, slice) {
    const { attribs, sets } = feature.record;
    const json = baseJson(slice, feature, 'misc');
    json.id = miscName(feature.record);
    for (const { code, value } of attribs) json[code] = value;
    if (sets.length > 0) {
      json.misc_set_code = sets.map((set) => set.code);
      json.misc_set_name = sets.map((set) => set.name);
    }
    return json;
  },
  gff: () => ({ type: 'biological_region' }),
  bed: ({ record }) => ({ name: miscName(record) }),
};

/** Only chromosomes of the karyotype have bands, and only in the core database. */
export const band: FeatureKind<OnSlice<BandRecord>> = {
  table: 'bands',
  async find(scope) {
    if (scope.slice.region.karyotypeRank === null) return [];
    return refine(await scope.features('bands', 'karyotype', 'core'), (bands) =>
      bands.map((each) => ({ ...each, strand: 0 as const })),
    );
  },
  json(feature, slice) {
    const json = baseJson(slice, feature, 'band');
    json.id = feature.record.name;
    json.stain = feature.record.stain;
    return json;
  },
  gff: () => ({ type: 'chromosome_band' }),
  bed: ({ record }) => ({ name: record.name }),
};

/** The first attribute called name, else the first called synonym, else nothing. */
function miscName({ attribs }: MiscFeatureRecord): string {
  const first = (code: string) => attribs.find((attrib) => attrib.code.toLowerCase() === code)?.value;
  return first('name') ?? first('synonym') ?? '';
}

/** With strands on the region of the slice. */
export function withStrands<R extends { strand: Strand }>(found: readonly Placed<R>[]): OnSlice<R>[] {
  return found.map((placed) => {
    const { strand } = placed.record;
    return { ...placed, strand: (placed.flipped && strand ? -strand : strand) as Strand };
  });
}

/** The set whose elements are listed where a request names none. */
export const DEFAULT_SPECIES_SET = 'mammals';

/** Ensembl looks on the very region that was asked for: none are seen through a patch, a haplotype or a component. */
export const constrained: FeatureKind<OnSlice<ConstrainedElementRecord>> = {
  table: 'constrained-elements',
  async find(scope) {
    const set = setNamed(scope.release.manifest, scope.filters.species_set || DEFAULT_SPECIES_SET);
    // A comparative database states no longest element.
    const found = await scope.features('constrained-elements', null, 'core', (record) => record.set === set);
    return refine(found, (elements) =>
      elements
        .filter(({ projected }) => !projected)
        .map((each) => ({ ...each, strand: each.record.strand }))
        .sort((a, b) => a.start - b.start),
    );
  },
  json({ record, start, end }, slice) {
    // The id in capitals, the strand of the database and nothing of the assembly: these are no features of a core
    // database.
    return {
      feature_type: 'constrained',
      seq_region_name: slice.region.name,
      start,
      end,
      strand: record.strand,
      ID: record.dbId,
      score: record.score,
    };
  },
  gff: () => ({ type: 'DNA_constraint_sequence', source: 'GERP' }),
  bed: ({ record }) => ({ name: String(record.dbId) }),
};

/** The number of a set of species; throws ApiError (400) for one that nothing was computed from, as Ensembl does. */
function setNamed({ constrainedSets = [] }: ReleaseManifest, name: string): number {
  const index = constrainedSets.findIndex((each) => sameName(withoutPrefix(each), withoutPrefix(name)));
  if (index >= 0) return index;
  const others = constrainedSets.length > 0 ? `, but of ${constrainedSets.map((each) => `'${each}'`).join(', ')}` : '';
  throw new ApiError(`This release contains no constrained elements of the species set '${shownName(name)}'${others}`);
}
