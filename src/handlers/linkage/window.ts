/** Linkage disequilibrium of a variant with those around it, and of two variants: ld/:id and ld/pairwise. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import type { VariantRun } from '../../index/genotypes/genotype-matrix.ts';
import { utf8 } from '../../index/blocks/bytes.ts';
import { mostSevere } from '../../variants/consequences.ts';
import { partnersOf, type WindowPartner } from '../../linkage/one-against-many.ts';
import { sixDecimals, type Partner, type Thresholds } from '../../linkage/thresholds.ts';
import { NANOSECONDS, type WorkBudget } from '../../work-budget.ts';
import type { Genome } from '../../release/genome.ts';
import type { GenotypeCollection, PopulationSamples } from '../../release/genotypes.ts';
import {
  EarlierCollections,
  placeAndName,
  genomeForLinkage,
  placeVariants,
  samplesOfAllPopulations,
  samplesOfPopulation,
  type PlacedVariant,
} from './scope.ts';

/** Widest window around a variant, in kb. */
export const MAX_WINDOW = 500;
export const POPULATION_NEEDED =
  'A population name is required for this endpoint. Use GET /info/variation/populations/:species?filter=LD to ' +
  'retrieve a list of all populations with LD data.';

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
  /** Where the other stands in the region of the one. */
  position: number;
  population: string;
  values: Partner;
}

/**
 * Pairs of a variant with those within half the window to either side, in order of position. Reads: the variant, the
 * samples and the directories in one wave or two, then the genotypes; with `attribs`, then what is known of the
 * partners.
 */
export async function linkageWindow({ params, release, work }: OperationRequest<LinkageWindowParams>): Promise<Answer> {
  if (!params.population_name) throw new ApiError(POPULATION_NEEDED);
  const genome = genomeForLinkage(release, params.species);
  const [[variant], samples] = await bothOf(
    placeVariants(genome, [params.id]),
    samplesOfPopulation(genome, params.population_name),
  );
  // What is not whole is cut off; nothing and nought mean the widest.
  const kilobases = Math.floor(params.window_size) || MAX_WINDOW;
  const pairs = await pairsInWindow(variant!, samples, kilobases * 500, thresholdsOf(params), work);
  return {
    kind: 'value',
    value: params.attribs ? await withAttributes(genome, pairs, variant!.mapping.region.ordinal) : pairs.map(describe),
  };
}

export interface LinkagePairParams extends LinkageParams {
  id1: string;
  id2: string | undefined;
  population_name: string | undefined;
}

/** The pair in one population, or in each that has genotypes of both variants. */
export async function linkagePairwise({ params, release }: OperationRequest<LinkagePairParams>): Promise<Answer> {
  if (!params.id2) throw new ApiError('Two variant names are required for this endpoint.');
  const genome = genomeForLinkage(release, params.species);
  const wanted =
    params.population_name && params.population_name !== '0'
      ? samplesOfPopulation(genome, params.population_name)
      : samplesOfAllPopulations(genome);
  const [variants, samples] = await bothOf(placeVariants(genome, [params.id1, params.id2]), wanted);
  const genotypes = await genotypesOf(variants, new Set(samples.map(({ collection }) => collection)));
  const found = samples.map((each) => pairOf(variants, genotypes.get(each.collection)!, each, thresholdsOf(params)));
  // Of a population in several collections the first with genotypes of both tells: null for those without.
  const pairs = [...Map.groupBy(samples.keys(), (each) => samples[each]!.name).values()].flatMap(
    (same) => same.map((each) => found[each]!).find((each) => each !== null) ?? [],
  );
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

/** @param samples of one population, in each of its collections @param reach bases to either side */
async function pairsInWindow(
  { mapping: { region, start, end }, names, record }: PlacedVariant,
  samples: readonly PopulationSamples[],
  reach: number,
  thresholds: Thresholds,
  work: WorkBudget,
): Promise<Pair[]> {
  const window = {
    region: region.ordinal,
    start: Math.max(1, Math.min(start, end) - reach),
    end: Math.max(start, end) + reach,
  };
  const found = await Promise.all(samples.map(({ collection }) => collection.runs([window])));
  const earlier = samples.length > 1 ? new EarlierCollections() : null;
  return samples.flatMap(({ selection, name }, each) => {
    const [runs] = found[each]!;
    work.spend(
      NANOSECONDS.variantOfWindow * runs!.reduce((variants, { from, to }) => variants + to - from, 0),
      'a smaller window_size',
    );
    const itself = lastAt(runs!, start, names);
    if (!itself) return [];
    const partners = partnersOf(itself, runs!, selection, thresholds).filter(
      ({ run, variant }) => !earlier?.haveBoth(ITSELF, placeAndName(run.variant(variant))),
    );
    earlier?.add([ITSELF, ...runs!.flatMap((run) => [...run.variants()].map(placeAndName))]);
    return partners.map((values) => ({
      one: record.name,
      other: partnerName(values),
      position: values.run.variant(values.variant).position,
      population: name,
      values,
    }));
  });
}

/**
 * Each variant alone, in each collection that has it: looked for once, however many populations a collection has. One
 * wave of reads.
 */
async function genotypesOf(
  variants: readonly PlacedVariant[],
  collections: ReadonlySet<GenotypeCollection>,
): Promise<Map<GenotypeCollection, (VariantRun | null)[]>> {
  const places = variants.map(({ mapping: { region, start } }) => ({ region: region.ordinal, start, end: start }));
  return new Map(
    await Promise.all(
      [...collections].map(async (collection) => {
        const found = await collection.runs(places);
        return [
          collection,
          variants.map(({ mapping, names }, each) => lastAt(found[each]!, mapping.start, names)),
        ] as const;
      }),
    ),
  );
}

/** Null where a variant has no genotypes; empty for a pair that is not shown. */
function pairOf(
  [one, other]: readonly PlacedVariant[],
  [first, second]: readonly (VariantRun | null)[],
  { selection, name }: PopulationSamples,
  thresholds: Thresholds,
): Pair[] | null {
  if (!one || !other || !first || !second) return null;
  if (one.record.name === other.record.name) return [];
  return partnersOf(first, [second], selection, thresholds).map((values) => ({
    one: one.record.name,
    other: other.record.name,
    position: other.mapping.start,
    population: name,
    values,
  }));
}

/** Stands for the one variant, which collections may have under different names. */
const ITSELF = '';

/** Of variants in order of position, the last at one that has one of the names, alone. */
function lastAt(runs: readonly VariantRun[], position: number, names: ReadonlySet<string>): VariantRun | null {
  for (const run of [...runs].reverse()) {
    const found = run.lastAt(position, (variant) => names.has(utf8.decode(variant.name)));
    if (found) return found;
  }
  return null;
}

function partnerName({ run, variant }: WindowPartner): string {
  return utf8.decode(run.variant(variant).name);
}

function describe({ one, other, population, values }: Pair): object {
  return {
    variation1: one,
    variation2: other,
    population_name: population,
    r2: sixDecimals(values.r2),
    d_prime: sixDecimals(values.dPrime),
  };
}

/**
 * Partners with their place and consequences; those that the database does not know are left out, as in Ensembl, and so
 * are those that it has elsewhere only.
 *
 * @param region of the one
 */
async function withAttributes(genome: Genome, pairs: readonly Pair[], region: number): Promise<object[]> {
  const records = await genome.variants(pairs.map(({ other }) => other));
  return pairs.flatMap(({ other, position, population, values }, each) => {
    const mapping = records[each]?.mappings.find(
      (place) => place.region.ordinal === region && place.start === position,
    );
    if (!mapping) return [];
    return [
      {
        variation: other,
        population_name: population,
        r2: sixDecimals(values.r2),
        d_prime: sixDecimals(values.dPrime),
        chr: mapping.region.name,
        start: mapping.start,
        end: mapping.end,
        strand: mapping.strand,
        consequence_type: mostSevere(mapping.consequences),
        clinical_significance: records[each]!.clinicalSignificance,
      },
    ];
  });
}
