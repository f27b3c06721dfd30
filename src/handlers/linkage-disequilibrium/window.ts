/** Linkage disequilibrium of a variant with those around it, and of two variants: ld/:id and ld/pairwise. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { VariantRun } from '../../index/genotype-matrix.ts';
import { partnersOf, type WindowPartner } from '../../linkage/one-against-many.ts';
import { sixDecimals } from '../../linkage/six-decimals.ts';
import type { StoredRow } from '../../linkage/loci.ts';
import type { Partner, Thresholds } from '../../linkage/thresholds.ts';
import type { Genome } from '../../release/genome.ts';
import type { PopulationSamples } from '../../release/genotypes.ts';
import {
  genomeWithVariants, mostSevere, placeVariants, samplesOfAllPopulations, samplesOfPopulation, type PlacedVariant,
} from './scope.ts';

/** Widest window around a variant, in kb. */
export const MAX_WINDOW = 500;
export const POPULATION_NEEDED = 'A population name is required for this endpoint. Use GET /info/variation/populations/:species?filter=LD to retrieve a list of all populations with LD data.';

export interface LinkageParams {
  species: string;
  d_prime: number;
  r2: number;
}

export interface LinkageWindowParams extends LinkageParams {
  id: string;
  population_name: string | undefined;
  window_size: number;
  attribs: boolean;
}

interface Pair {
  one: string;
  other: string;
  population: string;
  values: Partner;
}

/**
 * Pairs of a variant with those within half the window to either side, in order of position. Reads: the variant, the samples
 * and the directories in one wave or two, then the genotypes; with `attribs`, then what is known of the partners.
 */
export async function linkageWindow({ params, release }: OperationRequest<LinkageWindowParams>): Promise<Answer> {
  if (!params.population_name) throw new ApiError(POPULATION_NEEDED);
  const genome = genomeWithVariants(release, params.species);
  const [[variant], samples] = await bothOf(placeVariants(genome, [params.id]), samplesOfPopulation(genome, params.population_name));
  // Nothing and nought mean the widest; what else is not whole is cut off.
  const kilobases = Math.floor(params.window_size || MAX_WINDOW);
  const pairs = (await Promise.all(samples.map((each) => pairsInWindow(variant!, each, kilobases * 500, thresholdsOf(params))))).flat();
  return { kind: 'value', value: params.attribs ? await withAttributes(genome, pairs) : pairs.map(describe) };
}

export interface LinkagePairParams extends LinkageParams {
  id1: string;
  id2: string | undefined;
  population_name: string | undefined;
}

/** The pair in one population, or in each that has genotypes of both variants. */
export async function linkagePairwise({ params, release }: OperationRequest<LinkagePairParams>): Promise<Answer> {
  if (!params.id2) throw new ApiError('Two variant names are required for this endpoint.');
  const genome = genomeWithVariants(release, params.species);
  const wanted = params.population_name && params.population_name !== '0' ? samplesOfPopulation(genome, params.population_name) : samplesOfAllPopulations(genome);
  const [variants, samples] = await bothOf(placeVariants(genome, [params.id1, params.id2]), wanted);
  const pairs = (await Promise.all(samples.map((each) => pairOf(variants[0]!, variants[1]!, each, thresholdsOf(params))))).flat();
  return { kind: 'value', value: pairs.map(describe) };
}

export function thresholdsOf({ r2, d_prime: dPrime }: LinkageParams): Thresholds {
  return { r2, dPrime };
}

/** Waits for both, so that no rejection is left over; what the first is refused for goes before the second. */
async function bothOf<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([one, other]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return [first.value, second.value];
}

/** @param reach bases to either side */
async function pairsInWindow({ mapping: { region, start, end }, names, record }: PlacedVariant, { collection, selection, name }: PopulationSamples, reach: number, thresholds: Thresholds): Promise<Pair[]> {
  const [runs] = await collection.runs([{ region: region.ordinal, start: Math.max(1, Math.min(start, end) - reach), end: Math.max(start, end) + reach }]);
  const itself = lastAt(runs!, start, names);
  if (!itself) return [];
  return partnersOf(rowOf(itself), runs!, selection, thresholds).map((values) => ({ one: record.name, other: partnerName(values), population: name, values }));
}

async function pairOf(one: PlacedVariant, other: PlacedVariant, { collection, selection, name }: PopulationSamples, thresholds: Thresholds): Promise<Pair[]> {
  const found = await collection.runs([one, other].map(({ mapping: { region, start } }) => ({ region: region.ordinal, start, end: start })));
  const [first, second] = [one, other].map(({ mapping, names }, each) => lastAt(found[each]!, mapping.start, names));
  if (!first || !second || one.record.dbId === other.record.dbId) return [];
  return partnersOf(rowOf(first), [second], selection, thresholds).map((values) => ({ one: one.record.name, other: other.record.name, population: name, values }));
}

const decoder = new TextDecoder();

/** Of variants in order of position, the last at one that has one of the names, alone. */
function lastAt(runs: readonly VariantRun[], position: number, names: ReadonlySet<string>): VariantRun | null {
  for (const run of [...runs].reverse()) {
    const found = run.lastAt(position, (variant) => names.has(decoder.decode(variant.name)));
    if (found) return found;
  }
  return null;
}

function rowOf(variant: VariantRun): StoredRow {
  return { block: variant.block, at: variant.genotypesAt(variant.from) };
}

function partnerName({ run, variant }: WindowPartner): string {
  return decoder.decode(run.variant(variant).name);
}

function describe({ one, other, population, values }: Pair): object {
  return { variation1: one, variation2: other, population_name: population, r2: sixDecimals(values.r2), d_prime: sixDecimals(values.dPrime) };
}

/** Partners with their place and consequences; those that the database does not know are left out. */
async function withAttributes(genome: Genome, pairs: readonly Pair[]): Promise<object[]> {
  const records = await genome.variants(pairs.map(({ other }) => other));
  return pairs.flatMap(({ other, population, values }, each) => {
    const mapping = records[each]?.mappings[0];
    if (!mapping) return [];
    return [{
      variation: other, population_name: population, r2: sixDecimals(values.r2), d_prime: sixDecimals(values.dPrime),
      chr: mapping.region.name, start: mapping.start, end: mapping.end, strand: mapping.strand,
      consequence_type: mostSevere(mapping.consequences), clinical_significance: records[each]!.clinicalSignificance,
    }];
  });
}
