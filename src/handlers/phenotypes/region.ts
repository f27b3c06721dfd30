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
import { genomeWithVariation } from '../resolve/genome.ts';

interface PhenotypeRegionParams extends PhenotypeDetails, PhenotypeClasses {
  species: string;
  region: string;
  feature_type: PhenotypeFeatureType | undefined;
  only_phenotypes: boolean;
}

/**
 * Two waves of reads: the region (with the directory of the phenotypes, where that is not at hand), then the
 * phenotypes.
 */
export async function phenotypeRegion(request: OperationRequest<PhenotypeRegionParams>): Promise<Answer> {
  const { params, release, longestSlice } = request;
  const genome = genomeWithVariation(release, params.species);
  const [slice] = await Promise.all([resolveSlice(genome, params.region), genome.phenotypes.at([])]);
  checkSliceLength(sliceLength(slice), longestSlice);
  const bytes = await genome.phenotypes.bytesOverlapping(slice);
  if (bytes > release.maxListBytes)
    throw new ApiError(
      `There are too many phenotypes in ${params.region} for one answer; please ask for a smaller region`,
    );
  await reserveForRecords(request, bytes, 'a smaller region');
  return { kind: 'value', value: listObjects(await genome.phenotypes.overlapping(slice), slice, params) };
}

interface Association {
  /** What associations of an object are sorted by. */
  key: string;
  phenotypeId: number;
  description: object;
}

/**
 * Objects that something significant is said of, in order of their place; the phenotypes of each in order of their
 * letters, with `only_phenotypes` each once.
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

/** On the slice's region, where that shows another region's features. */
function locationOn(
  { region }: Slice,
  record: PhenotypeRecord,
  { start, end, projected }: { start: number; end: number; projected: boolean },
): string | undefined {
  if (!projected) return undefined;
  // What stands between two bases is found by both of them.
  return record.start === record.end + 1 ? `${region.name}:${end}-${start}` : `${region.name}:${start}-${end}`;
}
