/**
 * GET and POST /ga4gh/beacon/query: in which datasets a variant is known. Three waves of reads: region and sets;
 * features; the variants of those that match, and genes. Effects of structural variants take two more.
 *
 * As in Ensembl, faults of the parameters are reported within an answer of status 200.
 */
import { ApiError } from '../../api-error.ts';
import { only } from '../../checked.ts';
import { linearSlice, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import type { Placed } from '../../genome/projection.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { Genome } from '../../release/genome.ts';
import { reserveForRecords } from '../../operation/memory-reservation.ts';
import type { StructuralFeatureRecord, VariantFeatureRecord } from '../../variants/variant-features.ts';
import { API_VERSION, beaconOf, type Beacon } from './beacon.ts';
import { Datasets, type Dataset } from './datasets.ts';
import { datasetNames, faultOf, questionOf, type BeaconError, type BeaconParams, type Question } from './parameters.ts';
import { answersQuery } from './short-variants.ts';
import { answersStructural } from './structural.ts';
import { findShort, findStructural, resultSet, type Match } from './results.ts';

/** Bases on either side of the query in which Ensembl looks for features. */
const MARGIN = 5;
const FEWER = 'a shorter range';

type Request = OperationRequest<BeaconParams>;

export async function beaconQuery(request: Request): Promise<Answer> {
  const { params, release } = request;
  const beacon = await beaconOf(release);
  const { genome, assembly } = beacon;
  const sent = new Set([...(request.query?.keys() ?? []), ...Object.keys(request.body)]);
  const [sets, regions] = await Promise.all([
    genome.document('variant-sets'),
    genome.seqRegions([params.referenceName ?? '']),
  ]);
  const datasets = new Datasets(sets ?? []);
  const wanted = datasetNames(params);
  const include = params.includeResultsetResponses;
  const answer = (error: BeaconError | null, found: Found): Answer => ({
    kind: 'value',
    value: {
      meta: metaOf(beacon, include ?? 'HIT', sent.has('datasetIds') ? wanted : null),
      response: { resultSets: found.sets },
      responseSummary: { exists: found.exists, numTotalResults: found.sets?.length ?? 0 },
      ...(error ? { error } : {}),
    },
  });
  const { assemblyId = '' } = params;
  if (assemblyId.toUpperCase() !== assembly.toUpperCase())
    return answer(
      {
        errorCode: 400,
        errorMessage: `User provided assemblyId (${assemblyId}) does not match with dataset assembly (${assembly})`,
      },
      NOTHING,
    );
  const fault = faultOf(params, sent, (name) => datasets.isKnown(name), assembly);
  if (fault) return answer(fault, NOTHING);
  const question = questionOf(params);
  const region = regions[0]?.[0];
  if (!region) throw new ApiError(`the genome has no region '${question.referenceName}'`);
  const mode = modeOf(include);
  const matches = await matchesOf(request, genome, region, question, datasets);
  const named = wanted.length > 0 ? datasets.named(wanted) : null;
  return answer(null, matches ? choose(beacon, matches, datasets, named, mode) : { exists: false, sets: null });
}

type Mode = 'ALL' | 'HIT' | 'MISS' | 'NONE';

/** As in Ensembl, other values mean HIT. */
function modeOf(include = 'HIT'): Mode {
  const upper = include.toUpperCase();
  return upper === 'ALL' || upper === 'MISS' || upper === 'NONE' ? upper : 'HIT';
}

interface Found {
  exists: boolean | null;
  sets: object[] | null;
}

const NOTHING: Found = { exists: null, sets: null };

/** The datasets to report, of those that the request names or of all. */
function choose(
  beacon: Beacon,
  matches: readonly Match[],
  datasets: Datasets,
  named: ReadonlySet<Dataset> | null,
  mode: Mode,
): Found {
  const isFound = matches.length > 0;
  if (mode === 'NONE') return { exists: isFound, sets: null };
  const hit = new Set(matches.flatMap((match) => [...match.datasets]));
  const among = [...(named ?? datasets.all)];
  const missesNamed = named !== null && !among.some((dataset) => hit.has(dataset));
  const shown = mode === 'ALL' ? among : among.filter((dataset) => hit.has(dataset) === (mode === 'HIT'));
  return {
    exists: isFound && !missesNamed,
    sets: shown.map((dataset) => resultSet(dataset, hit.has(dataset) ? matches : null, beacon)),
  };
}

/** Null if no feature of the kind is near. */
async function matchesOf(
  request: Request,
  genome: Genome,
  region: SeqRegionRecord,
  question: Question,
  datasets: Datasets,
): Promise<Match[] | null> {
  if (question.start - MARGIN > question.end + MARGIN + 1)
    throw new ApiError(`the end ${question.end - 1} is before the start ${question.start - 1}`);
  const span = { start: question.start - MARGIN, end: question.end + MARGIN };
  if (span.end - span.start >= request.longestSlice)
    throw new ApiError(`the range has more than ${request.longestSlice} bases; ask for ${FEWER}`);
  if (span.start > region.length) return null;
  const slice = linearSlice(region, span);
  return question.variantType === null
    ? shortMatches(request, genome, slice, question, datasets)
    : structuralMatches(request, genome, slice, question, datasets);
}

async function shortMatches(
  request: Request,
  genome: Genome,
  slice: Slice,
  question: Question,
  datasets: Datasets,
): Promise<Match[] | null> {
  await reserveForRecords(request, await genome.bytesOverlapping('variant-features', slice), FEWER);
  const near = only(await genome.overlapping('variant-features', [slice])).filter(
    (feature) => !feature.record.somatic && isWithin(feature, slice),
  );
  if (near.length === 0) return null;
  const features = near.filter((feature) => answersQuery(feature, question));
  return findShort(request, genome, slice.region, features, datasets);
}

/** An insertion is between two bases: the slice must contain both. */
function isWithin({ start, end, record }: Placed<VariantFeatureRecord>, slice: Slice): boolean {
  return !record.insertion || (start >= slice.start && end <= slice.end);
}

async function structuralMatches(
  request: Request,
  genome: Genome,
  slice: Slice,
  question: Question,
  datasets: Datasets,
): Promise<Match[] | null> {
  await reserveForRecords(request, await genome.bytesOverlapping('structural-features', slice), FEWER);
  const near = only(await genome.overlapping('structural-features', [slice])).filter(
    ({ record }: Placed<StructuralFeatureRecord>) => !record.somatic && !record.probe,
  );
  if (near.length === 0) return null;
  const features = near.filter((feature) => answersStructural(feature, question));
  return findStructural(request, genome, slice.region, features, datasets);
}

function metaOf({ id }: Beacon, include: string, datasetIds: readonly string[] | null): object {
  const schemas = [{ entityType: 'genomicVariant', schema: '' }];
  return {
    beaconId: id,
    apiVersion: API_VERSION,
    returnedSchemas: schemas,
    receivedRequestSummary: {
      apiVersion: API_VERSION,
      requestedSchemas: schemas,
      pagination: { limit: 0, skip: 0 },
      requestedGranularity: 'record',
      includeResultsetResponses: include,
      ...(datasetIds ? { datasetIds } : {}),
    },
    createDateTime: null,
    updateDateTime: null,
    testMode: false,
    includeResultsetResponses: include,
  };
}
