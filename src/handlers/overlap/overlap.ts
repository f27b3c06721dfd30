/** Features that overlap a region, or the region of a gene, transcript or exon. */
import { only } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { withinTrimmedEnds, type Place } from '../../genome/feature-placement.ts';
import { exonOf, transcriptOf, type Span } from '../../genome/transcript.ts';
import { sharedGene, type GeneRecord } from '../../genome/gene-record.ts';
import { sliceLength, sliceOfFeature, type Slice } from '../../genome/seq-region.ts';
import { ApiError } from '../../api-error.ts';
import { regionOfGene, type Genome } from '../../release/genome.ts';
import type { FeatureKind } from './kind.ts';
import { featureAnswer } from './feature-answer.ts';
import { OverlapScope, mapPieces, type FeaturePieces, type OverlapFilters } from './scope.ts';
import { resolveSlice, checkSliceLength } from '../resolve/slice.ts';
import { findAny, regionOfOther, type FoundOther } from '../resolve/other-object.ts';
import { noVariation } from '../resolve/genome.ts';
import type { FoundObject } from '../resolve/stable-id.ts';
import { band, misc, repeat, simple, constrained } from './annotation.ts';
import { cds, exon, gene, mane, transcript } from './genes.ts';
import { motif, regulatory } from './regulation.ts';
import { somaticStructuralVariation, somaticVariation, structuralVariation, variation } from './variation.ts';

export const NO_FEATURE = 'No feature given. Please specify a feature to retrieve from this service';

interface OverlapParameters extends OverlapFilters {
  feature: readonly string[];
}

interface RegionParameters extends OverlapParameters {
  species: string;
  region: string;
  trim_upstream: boolean;
  trim_downstream: boolean;
}

interface IdParameters extends OverlapParameters {
  id: string;
  species?: string;
  object_type?: string;
  trim_upstream: boolean;
  trim_downstream: boolean;
}

export async function overlapRegion(request: OperationRequest<RegionParameters>): Promise<Answer> {
  const { params, release } = request;
  const genome = await release.genome(params.species);
  const kinds = requestedKinds(params.feature, request.format);
  const [slice] = await Promise.all([resolveSlice(genome, params.region), prefetchDirectories(kinds, genome, request)]);
  return overlapping(request, kinds, new OverlapScope(release, genome, slice, params, request));
}

export async function overlapId(request: OperationRequest<IdParameters>): Promise<Answer> {
  const { params, release } = request;
  const { object, other } = await findAny(release, params.id, {
    species: params.species,
    objectType: params.object_type,
    dbType: params.db_type,
  });
  if (object?.type === 'Translation')
    throw new ApiError('The given stable ID does not point to a Feature. Cannot perform overlap');
  const kinds = requestedKinds(params.feature, request.format);
  const { genome } = object ?? other;
  const [slice] = await Promise.all([
    object ? sliceOfObject(object) : sliceOfOther(other),
    prefetchDirectories(kinds, genome, request),
  ]);
  return overlapping(request, kinds, new OverlapScope(release, genome, slice, params, request));
}

/** The requested kinds of features, without duplicates, in the order sent. BED shows transcripts instead of CDS. */
function requestedKinds(features: readonly string[], format: string): FeatureKind[] {
  const names = features
    .map((name) => name.toLowerCase())
    .map((name) => (format === 'bed' && name === 'cds' ? 'transcript' : name));
  return [...new Set(names)].flatMap((name) => FEATURE_KINDS[name] ?? []);
}

/** Reads the directories of the tables of the requested kinds, in the databases that contain them. */
function prefetchDirectories(
  kinds: readonly FeatureKind[],
  genome: Genome,
  { params, release }: OperationRequest<OverlapParameters>,
): Promise<unknown> | null {
  const tables = [...new Set(kinds.flatMap(({ table }) => table ?? []))];
  const own = genome.prefetchDirectories(tables);
  if (!params.db_type || params.db_type.toLowerCase() === genome.entry.group) return own;
  const ofChosen = async () => (await release.findGenome(genome.species, params.db_type))?.prefetchDirectories(tables);
  return Promise.all([own, ofChosen()]);
}

async function overlapping(
  request: OperationRequest<RegionParameters | IdParameters>,
  kinds: readonly FeatureKind[],
  scope: OverlapScope,
): Promise<Answer> {
  const { slice } = scope;
  const { params, format } = request;
  checkSliceLength(sliceLength(slice), request.longestSlice);
  const trimming = { upstream: params.trim_upstream, downstream: params.trim_downstream };
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const features: FeaturePieces<Place> = await kind.find(scope);
      return {
        kind,
        features: mapPieces(features, (list) => list.filter((feature) => withinTrimmedEnds(slice, feature, trimming))),
      };
    }),
  );
  const { species } = scope.genome;
  const lacksVariants =
    kinds.some(({ table }) => VARIANT_TABLES.has(table)) && !scope.release.hasDatabase(species, 'variation');
  const answer = featureAnswer(found, slice, format);
  return lacksVariants ? { ...answer, hint: noVariation(species, '--vcf') } : answer;
}

/** Tables of variants. As Ensembl does, a species without them has no variants; a hint says why. */
const VARIANT_TABLES = new Set<FeatureKind['table']>(['variant-features', 'structural-features']);

/** The forward slice of a gene, transcript or exon. Two reads in one wave. */
async function sliceOfObject(found: FoundObject): Promise<Slice> {
  const { genome, stableId } = found;
  const [records, regions] = await Promise.all([genome.genes([stableId.gene]), genome.seqRegions([stableId.region])]);
  const gene = sharedGene(only(records));
  return sliceOfFeature(regionOfGene(gene, genome, only(regions)), placeOf(gene, found));
}

/** The forward slice of an object outside genes. One read. */
async function sliceOfOther(other: FoundOther): Promise<Slice> {
  return sliceOfFeature(await regionOfOther(other, other.genome), other.gene);
}

function placeOf(gene: GeneRecord, { type, id }: FoundObject): Span {
  if (type === 'Gene') return gene;
  return type === 'Transcript' ? transcriptOf(gene, id) : exonOf(gene, id);
}

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
