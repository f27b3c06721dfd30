/** Phenotypes of the features that overlap a region: phenotype/region. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import {
  decodePhenotype,
  overlaps,
  traitSortKey,
  type PhenotypeFeatureType,
  type PhenotypeRecord,
} from '../../genome/phenotype-record.ts';
import type { Placed } from '../../genome/projection.ts';
import { sliceLength, type Slice } from '../../genome/seq-region.ts';
import { ApiError } from '../../api-error.ts';
import {
  describeOntologies,
  describePhenotype,
  isOfClass,
  type PhenotypeClasses,
  type PhenotypeDetails,
} from './answer.ts';
import { checkSliceLength, resolveSlice } from '../resolve/slice.ts';
import { reserveForRecords } from '../../operation/memory-reservation.ts';
import { genomeWithVariation, noVariation } from '../resolve/genome.ts';

interface PhenotypeRegionParams extends PhenotypeDetails, PhenotypeClasses {
  species: string;
  region: string;
  feature_type: PhenotypeFeatureType | undefined;
  only_phenotypes: boolean;
}

/**
 * GET phenotype/region. Two waves of reads: the region, with the directory if it is not cached; then the phenotypes.
 */
export async function phenotypeRegion(request: OperationRequest<PhenotypeRegionParams>): Promise<Answer> {
  const { params, release, longestSlice } = request;
  const genome = await genomeWithVariation(release, params.species, noVariation(params.species, '--phenotypes'));
  const [slice] = await Promise.all([resolveSlice(genome, params.region), genome.phenotypes.at([])]);
  checkSliceLength(sliceLength(slice), longestSlice);
  const bytes = await genome.phenotypes.bytesOverlapping(slice);
  if (bytes > release.maxListBytes)
    throw new ApiError(
      `There are too many phenotypes in ${params.region} for one answer; please request a smaller region`,
    );
  await reserveForRecords(request, bytes, 'a smaller region');
  return { kind: 'value', value: listObjects(await genome.phenotypes.overlapping(slice), slice, params) };
}

interface Association {
  /** Sort key. */
  key: string;
  phenotypeId: number;
  description: object;
}

/**
 * Objects with significant associations in order of location; their phenotypes sorted by description, without
 * duplicates if `only_phenotypes`.
 */
function listObjects(found: readonly Placed<Uint8Array>[], slice: Slice, params: PhenotypeRegionParams): object[] {
  const objects = new Map<string, Association[]>();
  for (const { record: encoded, ...place } of found) {
    const record = decodePhenotype(encoded);
    if (!record.significant) continue;
    if (params.feature_type && record.type !== params.feature_type) continue;
    if (!isOfClass(record, params) || !overlaps(record, place, slice)) continue;
    const associations = objects.get(record.objectId) ?? [];
    objects.set(record.objectId, associations);
    if (params.only_phenotypes && associations.some(({ phenotypeId }) => phenotypeId === record.phenotypeId)) continue;
    const description = params.only_phenotypes
      ? { description: record.description }
      : describePhenotype(record, params, locationOn(slice, record, place));
    associations.push({
      key: traitSortKey(record.description),
      phenotypeId: record.phenotypeId,
      description: { ...description, ...describeOntologies(record) },
    });
  }
  return [...objects].map(([id, associations]) => {
    const sorted = associations.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return { id, phenotype_associations: sorted.map(({ description }) => description) };
  });
}

/** The location on the slice's region, for a feature that is projected from another region. */
function locationOn(
  { region }: Slice,
  record: PhenotypeRecord,
  { start, end, projected }: { start: number; end: number; projected: boolean },
): string | undefined {
  if (!projected) return undefined;
  // A feature between two bases is projected as these two bases.
  return record.start === record.end + 1 ? `${region.name}:${end}-${start}` : `${region.name}:${start}-${end}`;
}
