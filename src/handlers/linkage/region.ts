/** Linkage disequilibrium of all pairs of variants in a region: ld/region. Streamed, since there may be millions. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { encodeNames, PairWriter, pairSyntax, type PairSyntax } from '../../formats/linkage-pairs.ts';
import { sliceLength, linearSpans, type Slice } from '../../genome/seq-region.ts';
import { ApiError } from '../../api-error.ts';
import { at } from '../../checked.ts';
import { LinkedVariants } from '../../linkage/pairs.ts';
import type { Thresholds } from '../../linkage/thresholds.ts';
import type { PopulationSamples } from '../../release/genotypes.ts';
import { PreviousCollections, placeAndName, genomeForLinkage, samplesOfPopulation } from './scope.ts';
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
 * Pairs sorted by position of their first variant, then of their second. Two waves of reads: region, samples and
 * directory; then genotypes.
 */
export async function linkageRegion(request: OperationRequest<LinkageRegionParams>): Promise<Answer> {
  const { params, release, format, longestSlice } = request;
  if (!params.population_name) throw new ApiError(POPULATION_NEEDED);
  const genome = await genomeForLinkage(release, params.species);
  const [slice, samples] = await Promise.all([
    resolveSlice(genome, params.region),
    samplesOfPopulation(genome, params.population_name),
  ]);
  // Ensembl compares the distance between start and end.
  if (sliceLength(slice) - 1 > longestSlice)
    throw new ApiError(`Specified region is too large. Maximum allowed size for region is ${longestSlice / 1e6}MB.`);
  return {
    kind: 'stream',
    chunks: pairText(slice, samples, thresholdsOf(params), pairSyntax(format === 'xml' ? 'xml' : 'json'), request),
  };
}

/**
 * The text of all pairs. Reads the genotypes and counts the work of all collections before the first chunk, so that
 * errors become error responses. To have only one collection in memory at a time, it reads all but the first again.
 */
async function* pairText(
  slice: Slice,
  samples: readonly PopulationSamples[],
  thresholds: Thresholds,
  syntax: PairSyntax,
  { work, memory }: RequestBudgets,
): AsyncGenerator<string | Uint8Array> {
  const queries = linearSpans(slice).map((span) => ({ region: slice.region.ordinal, ...span }));
  const blocks = await Promise.all(samples.map(({ collection }) => collection.memory(queries)));
  await reserveMemory(memory, Math.max(0, ...blocks) * MEMORY_OF_GENOTYPES);
  const previous = samples.length > 1 ? new PreviousCollections() : null;
  const load = (each: PopulationSamples) => genotypesOf(queries, each, thresholds, syntax, previous !== null);
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
          if (previous?.haveBoth(at(places, one), at(places, variant))) continue;
          writer.add(one, variant, r2, dPrime);
          first = false;
        }
        const chunk = writer.take();
        if (chunk) yield chunk;
      }
      const rest = writer.take(true);
      if (rest) yield rest;
      previous?.add(places);
    } finally {
      genotypes.linked.close();
    }
  }
  yield opening + syntax.closing;
}

/** Bytes of memory per byte of genotype blocks while pairs are written: blocks, bit planes and names. */
const MEMORY_OF_GENOTYPES = 6;

interface Genotypes {
  /** Names of the variants, encoded for the syntax. */
  names: Uint8Array[];
  /** Texts of placeAndName; empty if there is only one collection. */
  places: string[];
  linked: LinkedVariants;
}

/** The genotypes of a population in some regions, in order of position. */
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

/** Counts the work for the pairs of a population. Throws ApiError (400) if the request exceeds its CPU time. */
function countPairs(work: WorkBudget, { linked }: Genotypes, { selection }: PopulationSamples): void {
  work.spend(
    linked.comparisons() * (NANOSECONDS.pairOfLoci + (NANOSECONDS.pairOfLociBySamples * selection.count) / 64),
    'a smaller region or a higher r2',
  );
}
