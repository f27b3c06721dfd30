/** Sequences of genes, transcripts, translations and exons by stable id: sequence/id. */
import { at, get, only } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { SequenceRecord } from '../../formats/sequence-formats.ts';
import { sharedGene, decodeGeneHead } from '../../genome/gene-record.ts';
import { ApiError, attempt, unwrap, type Outcome } from '../../api-error.ts';
import { regionOfGene, type Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { genomeWithDna } from '../../release/sequence-reader.ts';
import {
  checkSequenceParams,
  checkTrimming,
  isWholeGene,
  planGene,
  planOther,
  planSequences,
  type SentSequenceParams,
  type SequenceParams,
} from './objects.ts';
import { readPlans, type SequencePlan } from './plan.ts';
import { reserveForSlices } from './slice.ts';
import type { RequestBudgets } from '../../operation/memory-reservation.ts';
import { findAll, findAny, regionOfOther, type FoundOther } from '../resolve/other-object.ts';
import type { FoundObject } from '../resolve/stable-id.ts';

export interface SequenceIdParams extends SentSequenceParams {
  species: string | undefined;
  db_type: string | undefined;
  object_type: string | undefined;
}

/** GET sequence/id: the sequences of one object. Throws ApiError (400) for several without `multiple_sequences`. */
export async function sequenceId(
  request: OperationRequest<SequenceIdParams & { id: string; multiple_sequences: boolean }>,
): Promise<Answer> {
  const { params, release, longestSlice } = request;
  checkSequenceParams(params);
  const { object, other } = await findAny(release, params.id, filterOf(params));
  const sequences = object
    ? unwrap(only(await readSequences(release, [object], { ...params, longestSlice }, request)))
    : await readOther(release, other, { ...params, longestSlice }, request);
  if (object && sequences.length > 1 && !params.multiple_sequences)
    throw new ApiError(tooMany(object, params, sequences.length));
  if (sequences.length === 0) {
    throw new ApiError(
      'No sequences returned, please check the type specified is compatible with the object requested',
    );
  }
  return { kind: 'sequences', sequences, single: !params.multiple_sequences };
}

/** POST sequence/id: sequences in the order of ids; omits unknown ids and ids without a sequence of the type. */
export async function sequenceIds(request: OperationRequest<SequenceIdParams>): Promise<Answer> {
  const { params, items, release, longestSlice } = request;
  checkSequenceParams(params);
  const found = await findAll(release, items, filterOf(params));
  const objects = found.flatMap(({ object }) => object ?? []);
  const others = new Map(found.flatMap(({ other }) => (other ? [[other.requested, other]] : [])));
  const readings = { ...params, longestSlice };
  const outcomes = await readSequences(release, objects, readings, request);
  const readOthers = await Promise.all(
    [...others].map(
      async ([id, other]) => [id, await readOther(release, other, readings, request).catch(asOutcome)] as const,
    ),
  );
  const ofOthers = new Map(readOthers);
  let next = 0;
  const sequences = items.flatMap((id, which) => {
    const outcome = found[which]?.object ? at(outcomes, next++) : ofOthers.get(id);
    return !outcome || outcome instanceof ApiError ? [] : outcome;
  });
  if (sequences.length === 0) throw new ApiError('No results found', 404);
  return { kind: 'sequences', sequences, single: false };
}

function filterOf(params: SequenceIdParams) {
  return { species: params.species, objectType: params.object_type, dbType: params.db_type };
}

function tooMany(object: FoundObject, { type }: SentSequenceParams, count: number): string {
  const what = object.type === 'Gene' ? 'a gene and type not equal to "genomic"' : `a transcript and type "${type}"`;
  return (
    `Requesting ${what} can result in multiple sequences. ${count} sequences detected. ` +
    'Please rerun your request and specify the multiple_sequences parameter'
  );
}

function asOutcome(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** The sequences of an object outside genes. Two waves of reads: region, bases. Throws ApiError (400). */
async function readOther(
  release: Release,
  other: FoundOther,
  params: SequenceParams,
  budgets: RequestBudgets,
): Promise<SequenceRecord[]> {
  const withDna = await genomeWithDna(release, other.genome);
  const region = await regionOfOther(other, withDna);
  checkTrimming({ type: 'Gene' }, region, params);
  const plan = planOther(other, region, params);
  await reserveForSlices(budgets, plan.slices);
  return plan.assemble(get(await readPlans(withDna, [plan]), plan));
}

/**
 * The sequences or the error of each object. Two waves of reads: genes and regions, then bases. Throws ApiError (400)
 * if a genome has no sequence.
 */
async function readSequences(
  release: Release,
  objects: readonly FoundObject[],
  params: SequenceParams,
  budgets: RequestBudgets,
): Promise<Outcome<SequenceRecord[]>[]> {
  const outcomes: Outcome<SequenceRecord[]>[] = new Array(objects.length);
  const byGenome = Map.groupBy(objects.keys(), (which) => at(objects, which).genome);
  await Promise.all(
    [...byGenome].map(async ([genome, which]) => {
      const outcomesInGenome = await readInGenome(
        genome,
        await genomeWithDna(release, genome),
        which.map((each) => at(objects, each)),
        params,
        budgets,
      );
      for (const [index, each] of which.entries()) outcomes[each] = at(outcomesInGenome, index);
    }),
  );
  return outcomes;
}

async function readInGenome(
  genome: Genome,
  withDna: Genome,
  objects: readonly FoundObject[],
  params: SequenceParams,
  budgets: RequestBudgets,
): Promise<Outcome<SequenceRecord[]>[]> {
  const [genes, regions] = await Promise.all([
    genome.genes(objects.map((object) => object.stableId.gene)),
    withDna.seqRegions(objects.map((object) => object.stableId.region)),
  ]);
  const plans = objects.map((object, which): Outcome<SequencePlan> => {
    const gene = isWholeGene(object, params) ? null : sharedGene(at(genes, which));
    const head = gene ?? decodeGeneHead(at(genes, which));
    const region = regionOfGene(head, withDna, at(regions, which));
    return attempt(() => {
      checkTrimming(object, region, params);
      return gene ? planSequences(object, gene, region, params) : planGene(object, head, region, params);
    });
  });
  const accepted = plans.filter((plan): plan is SequencePlan => !(plan instanceof ApiError));
  await reserveForSlices(
    budgets,
    accepted.flatMap((plan) => plan.slices),
  );
  const bases = await readPlans(withDna, accepted);
  return plans.map((plan) => (plan instanceof ApiError ? plan : attempt(() => plan.assemble(get(bases, plan)))));
}
