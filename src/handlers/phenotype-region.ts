/** Phenotypes of the features that overlap a region: phenotype/region. */
import type { Answer, OperationRequest } from '../catalogue/operation.ts';
import { sliceLength } from '../genome/feature-placement.ts';
import { overlaps, type PhenotypeFeatureType, type PhenotypeRecord } from '../genome/phenotype-record.ts';
import type { Placed } from '../genome/projection.ts';
import type { Slice } from '../genome/seq-region.ts';
import { ApiError } from '../http/api-error.ts';
import {
  describeOntologies, describePhenotype, genomeWithVariation, isOfClass, type PhenotypeClasses, type PhenotypeDetails,
} from './phenotype-answer.ts';
import { resolveSlice } from './slice-request.ts';

/** Longest slice that phenotypes are looked up for, in bases. */
export const PHENOTYPE_LIMIT = 10_000_000;

export interface PhenotypeRegionParams extends PhenotypeDetails, PhenotypeClasses {
  species: string;
  region: string;
  feature_type: PhenotypeFeatureType | undefined;
  only_phenotypes: boolean;
}

/** Two waves of reads: the region (with the directory of the phenotypes, where that is not at hand), then the phenotypes. */
export async function phenotypeRegion({ params, release }: OperationRequest<PhenotypeRegionParams>): Promise<Answer> {
  const genome = genomeWithVariation(release, params.species);
  const [slice] = await Promise.all([resolveSlice(genome, params.region), genome.phenotypesAt([])]);
  const length = sliceLength(slice);
  if (length > PHENOTYPE_LIMIT) {
    throw new ApiError(`${length} is greater than the maximum allowed length of ${PHENOTYPE_LIMIT}. Request smaller regions of sequence`);
  }
  const found = (await genome.overlappingPhenotypes(slice)).filter(({ record, ...place }) =>
    (!params.feature_type || record.type === params.feature_type) && isOfClass(record, params) && overlaps(record, place, slice));
  return { kind: 'value', value: listObjects(found, slice, params) };
}

/** Objects in order of their place; the phenotypes of each in order of their letters, with `only_phenotypes` each once. */
function listObjects(found: readonly Placed<PhenotypeRecord>[], slice: Slice, params: PhenotypeRegionParams): object[] {
  return [...Map.groupBy(found, ({ record }) => record.objectId)].map(([id, placed]) => {
    const sorted = placed.map((each) => ({ each, key: each.record.description.toLowerCase() })).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const seen = new Set<number>();
    const associations = sorted.flatMap(({ each: { record, ...place } }) => {
      if (!params.only_phenotypes) return [{ ...describePhenotype(record, params, locationOn(slice, record, place)), ...describeOntologies(record) }];
      if (seen.has(record.phenotypeId)) return [];
      seen.add(record.phenotypeId);
      return [{ description: record.description, ...describeOntologies(record) }];
    });
    return { id, phenotype_associations: associations };
  });
}

/** On the slice's region, where that shows another region's features. */
function locationOn({ region }: Slice, record: PhenotypeRecord, { start, end, projected }: { start: number; end: number; projected: boolean }): string | undefined {
  if (!projected) return undefined;
  // What stands between two bases is found by both of them.
  return record.start === record.end + 1 ? `${region.name}:${end}-${start}` : `${region.name}:${start}-${end}`;
}
