/** Repeats, simple features, misc features, karyotype bands and constrained elements of the overlap operations. */
import type { BandRecord, MiscFeatureRecord, RepeatRecord, SimpleFeatureRecord } from '../../genome/feature-records.ts';
import { oppositeStrand, type Strand } from '../../genome/seq-region.ts';
import type { Placed } from '../../genome/projection.ts';
import { mapPieces } from './scope.ts';
import { allows } from './genes.ts';
import { baseJson, type FeatureKind } from './kind.ts';
import { withoutPrefix, type ConstrainedElementRecord } from '../../compara/alignment-record.ts';
import { sameName, shownName } from '../../names/name-text.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { ApiError } from '../../api-error.ts';

export type OnSlice<R> = Placed<R> & { strand: Strand };

/** Repeats of the core database; logic_name and db_type are ignored. */
export const repeat: FeatureKind<OnSlice<RepeatRecord>> = {
  table: 'repeats',
  find: async (scope) => mapPieces(await scope.features('repeats', 'repeat_feature', 'core'), withStrands),
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
    return mapPieces(
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
    // A score of 0 is omitted like a missing one.
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
    return mapPieces(await scope.features('misc-features', 'misc_feature', 'chosen', inSet), withStrands);
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

/** Only chromosomes of the karyotype in the core database have bands. */
export const band: FeatureKind<OnSlice<BandRecord>> = {
  table: 'bands',
  async find(scope) {
    if (scope.slice.region.karyotypeRank === null) return [];
    return mapPieces(await scope.features('bands', 'karyotype', 'core'), (bands) =>
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

/** The first attribute with code name, else with code synonym, else ''. */
function miscName({ attribs }: MiscFeatureRecord): string {
  const first = (code: string) => attribs.find((attrib) => attrib.code.toLowerCase() === code)?.value;
  return first('name') ?? first('synonym') ?? '';
}

/** Adds the strand relative to the region of the slice. */
export function withStrands<R extends { strand: Strand }>(found: readonly Placed<R>[]): OnSlice<R>[] {
  return found.map((placed) => {
    const { strand } = placed.record;
    return { ...placed, strand: placed.flipped ? oppositeStrand(strand) : strand };
  });
}

/** Default of the parameter species_set. */
export const DEFAULT_SPECIES_SET = 'mammals';

/**
 * Only elements on the requested region itself, as in Ensembl; none are projected to patches, haplotypes or
 * components.
 */
export const constrained: FeatureKind<OnSlice<ConstrainedElementRecord>> = {
  table: 'constrained-elements',
  async find(scope) {
    const set = setNamed(scope.release.manifest, scope.filters.species_set || DEFAULT_SPECIES_SET);
    // A compara database has no maximal feature length.
    const found = await scope.features('constrained-elements', null, 'core', (record) => record.set === set);
    return mapPieces(found, (elements) =>
      elements
        .filter(({ projected }) => !projected)
        .map((each) => ({ ...each, strand: each.record.strand }))
        .sort((a, b) => a.start - b.start),
    );
  },
  json({ record, start, end }, slice) {
    // As in Ensembl: `ID` in capitals, the strand of the database, no assembly.
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
  gff: () => ({ type: 'DNA_constraint_sequence', source: 'GERP', id: ['ID', ''] }),
  bed: ({ record }) => ({ name: String(record.dbId) }),
};

/** The index of a species set. Throws ApiError (400), as Ensembl does, for a set without constrained elements. */
function setNamed({ constrainedSets = [] }: ReleaseManifest, name: string): number {
  const index = constrainedSets.findIndex((each) => sameName(withoutPrefix(each), withoutPrefix(name)));
  if (index >= 0) return index;
  const others =
    constrainedSets.length > 0 ? `; it contains those of ${constrainedSets.map((each) => `'${each}'`).join(', ')}` : '';
  throw new ApiError(`This release contains no constrained elements of the species set '${shownName(name)}'${others}`);
}
