/** Linkage disequilibrium of all pairs of variants in a region: ld/region. Streamed, as there may be millions. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { encodeNames, PairWriter, pairSyntax, type PairSyntax } from '../../formats/linkage-pairs.ts';
import { sliceLength, linearSpans, type Slice } from '../../genome/seq-region.ts';
import { ApiError } from '../../api-error.ts';
import { LinkedVariants } from '../../linkage/pairs.ts';
import type { Thresholds } from '../../linkage/thresholds.ts';
import type { PopulationSamples } from '../../release/genotypes.ts';
import { EarlierCollections, placeAndName, genomeForLinkage, samplesOfPopulation } from './scope.ts';
import { POPULATION_NEEDED, thresholdsOf, type LinkageParams } from './window.ts';
import { NANOSECONDS, type WorkBudget } from '../../work-budget.ts';
import type { MatrixQuery } from '../../index/genotypes/genotype-matrix.ts';
import { utf8 } from '../../index/blocks/bytes.ts';
import { reserveMemory, type RequestBudgets } from '../../operation/memory-reservation.ts';
import { resolveSlice } from '../resolve/slice.ts';

export interface LinkageRegionParams extends LinkageParams {
  region: string;
  population_name: string | undefined;
}

/**
 * Pairs in order of their first variant, then of their second. Two waves of reads: region, samples and directory, then
 * the genotypes.
 */
export async function linkageRegion(request: OperationRequest<LinkageRegionParams>): Promise<Answer> {
  const { params, release, format, longestSlice } = request;
  if (!params.population_name) throw new ApiError(POPULATION_NEEDED);
  const genome = genomeForLinkage(release, params.species);
  const [slice, samples] = await Promise.all([
    resolveSlice(genome, params.region),
    samplesOfPopulation(genome, params.population_name),
  ]);
  // Ensembl takes the distance of the ends.
  if (sliceLength(slice) - 1 > longestSlice)
    throw new ApiError(`Specified region is too large. Maximum allowed size for region is ${longestSlice / 1e6}MB.`);
  return {
    kind: 'stream',
    chunks: written(slice, samples, thresholdsOf(params), pairSyntax(format === 'xml' ? 'xml' : 'json'), request),
  };
}

/**
 * Genotypes are read, and pairs counted, before the first chunk, so that a store that fails and too much work become an
 * answer. Those of a further collection are let go of once they are counted and read again when their turn comes: one
 * collection at a time is in memory.
 */
async function* written(
  slice: Slice,
  samples: readonly PopulationSamples[],
  thresholds: Thresholds,
  syntax: PairSyntax,
  { work, memory }: RequestBudgets,
): AsyncGenerator<string | Uint8Array> {
  const queries = linearSpans(slice).map((stretch) => ({ region: slice.region.ordinal, ...stretch }));
  const blocks = await Promise.all(samples.map(({ collection }) => collection.memory(queries)));
  await reserveMemory(memory, Math.max(0, ...blocks) * MEMORY_OF_GENOTYPES);
  const earlier = samples.length > 1 ? new EarlierCollections() : null;
  const load = (each: PopulationSamples) => genotypesOf(queries, each, thresholds, syntax, earlier !== null);
  for (const each of samples.slice(1)) {
    const genotypes = await load(each);
    try {
      countPairs(work, genotypes, each);
    } finally {
      genotypes.linked.close();
    }
  }
  let opening = syntax.opening;
  let first = true;
  for (const each of samples) {
    const genotypes = await load(each);
    try {
      const { names, places, linked } = genotypes;
      if (opening) {
        countPairs(work, genotypes, each);
        yield opening;
        opening = '';
      }
      const writer = new PairWriter(syntax, names, each.name, first);
      for (let one = 0; one < names.length; one++) {
        for (const { variant, r2, dPrime } of linked.partnersAfter(one)) {
          if (earlier?.haveBoth(places[one]!, places[variant]!)) continue;
          writer.add(one, variant, r2, dPrime);
          first = false;
        }
        const chunk = writer.take();
        if (chunk) yield chunk;
      }
      const rest = writer.take(true);
      if (rest) yield rest;
      earlier?.add(places);
    } finally {
      genotypes.linked.close();
    }
  }
  yield opening + syntax.closing;
}

/**
 * What genotypes take for each byte of their blocks while their pairs are written: the blocks, planes of bits for rare
 * variants too, and the names.
 */
const MEMORY_OF_GENOTYPES = 6;

interface Genotypes {
  /** As the syntax writes them. */
  names: Uint8Array[];
  /** See placeAndName; empty when they are not asked for. */
  places: string[];
  linked: LinkedVariants;
}

/**
 * Of the variants in order of position. Blocks are let go of once their genotypes stand in the memory of the screen.
 */
async function genotypesOf(
  queries: readonly MatrixQuery[],
  { collection, selection }: PopulationSamples,
  thresholds: Thresholds,
  syntax: PairSyntax,
  withPlaces: boolean,
): Promise<Genotypes> {
  const variants = (await collection.variants(queries)).flat();
  return {
    names: encodeNames(
      variants.map(({ name }) => utf8.decode(name)),
      syntax,
    ),
    places: withPlaces ? variants.map(placeAndName) : [],
    linked: new LinkedVariants(
      variants.map(({ block, genotypesAt }) => ({ block, at: genotypesAt })),
      selection,
      thresholds,
    ),
  };
}

/** Counts the work of a population's pairs. Throws ApiError (400). */
function countPairs(work: WorkBudget, { linked }: Genotypes, { selection }: PopulationSamples): void {
  work.spend(
    linked.comparisons() * (NANOSECONDS.pairOfLoci + (NANOSECONDS.pairOfLociBySamples * selection.count) / 64),
    'a smaller region or a higher r2',
  );
}
