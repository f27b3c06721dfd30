/** Linkage disequilibrium of a variant with those around it (ld/:id), and of two variants (ld/pairwise). */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import { at, get, only } from '../../checked.ts';
import type { VariantRun } from '../../index/genotypes/genotype-matrix.ts';
import { utf8 } from '../../index/blocks/bytes.ts';
import { mostSevere } from '../../variants/consequences.ts';
import { partnersOf, type WindowPartner } from '../../linkage/one-against-many.ts';
import { sixDecimals, type Partner, type Thresholds } from '../../linkage/thresholds.ts';
import { NANOSECONDS, type WorkBudget } from '../../work-budget.ts';
import type { Genome } from '../../release/genome.ts';
import type { GenotypeCollection, PopulationSamples } from '../../release/genotypes.ts';
import {
  PreviousCollections,
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
  /** Position of the other variant, in the region of the first. */
  position: number;
  population: string;
  values: Partner;
}

/**
 * Pairs of a variant with those within half a window on each side, in order of position. Waves of reads: variant,
 * samples and directories (one or two waves); genotypes; with `attribs`, the other variants.
 */
export async function linkageWindow({ params, release, work }: OperationRequest<LinkageWindowParams>): Promise<Answer> {
  if (!params.population_name) throw new ApiError(POPULATION_NEEDED);
  const genome = await genomeForLinkage(release, params.species);
  const [variants, samples] = await bothOf(
    placeVariants(genome, [params.id]),
    samplesOfPopulation(genome, params.population_name),
  );
  const variant = only(variants);
  // As in Ensembl, decimals are cut off and 0 means the widest window.
  const kilobases = Math.floor(params.window_size) || MAX_WINDOW;
  const pairs = await pairsInWindow(variant, samples, kilobases * 500, thresholdsOf(params), work);
  return {
    kind: 'value',
    value: params.attribs ? await withAttributes(genome, pairs, variant.mapping.region.ordinal) : pairs.map(describe),
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
  const genome = await genomeForLinkage(release, params.species);
  const wanted =
    params.population_name && params.population_name !== '0'
      ? samplesOfPopulation(genome, params.population_name)
      : samplesOfAllPopulations(genome);
  const [variants, samples] = await bothOf(placeVariants(genome, [params.id1, params.id2]), wanted);
  const genotypes = await genotypesOf(variants, new Set(samples.map(({ collection }) => collection)));
  const found = samples.map((each) => ({
    population: each.name,
    pairs: pairOf(variants, get(genotypes, each.collection), each, thresholdsOf(params)),
  }));
  // For a population in several collections, use the first one with genotypes of both variants.
  const pairs = [...Map.groupBy(found, ({ population }) => population).values()].flatMap(
    (same) => same.find((each) => each.pairs !== null)?.pairs ?? [],
  );
  return { kind: 'value', value: pairs.map(describe) };
}

export function thresholdsOf({ r2, d_prime: dPrime }: LinkageParams): Thresholds {
  return { r2, dPrime };
}

/** Waits for both, so that no rejection is unhandled. An error of the first takes precedence. */
async function bothOf<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([one, other]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return [first.value, second.value];
}

/** @param samples of one population in each of its collections @param reach bases on each side */
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
  const previous = samples.length > 1 ? new PreviousCollections() : null;
  return samples.flatMap(({ selection, name }, which) => {
    const runs = only(at(found, which));
    work.spend(
      NANOSECONDS.variantOfWindow * runs.reduce((variants, { from, to }) => variants + to - from, 0),
      'a smaller window_size',
    );
    const itself = lastAt(runs, start, names);
    if (!itself) return [];
    const partners = partnersOf(itself, runs, selection, thresholds).filter(
      ({ run, variant }) => !previous?.haveBoth(ITSELF, placeAndName(run.variant(variant))),
    );
    previous?.add([ITSELF, ...runs.flatMap((run) => [...run.variants()].map(placeAndName))]);
    return partners.map((values) => ({
      one: record.name,
      other: partnerName(values),
      position: values.run.variant(values.variant).position,
      population: name,
      values,
    }));
  });
}

/** Genotypes of each variant in each collection; null if the collection does not contain it. One wave of reads. */
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
          variants.map(({ mapping, names }, which) => lastAt(at(found, which), mapping.start, names)),
        ] as const;
      }),
    ),
  );
}

/** The pair in one population; empty if it is below a threshold, null if a variant has no genotypes. */
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

/** Key of the first variant, which may have different names in different collections. */
const ITSELF = '';

/** The last variant at a position with one of the names, as a run of one; null if there is none. */
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
 * Pairs with location and consequence of the other variant. As in Ensembl, omits variants that the database does not
 * contain at that location.
 *
 * @param region of the first variant
 */
async function withAttributes(genome: Genome, pairs: readonly Pair[], region: number): Promise<object[]> {
  const records = await genome.variants(pairs.map(({ other }) => other));
  return pairs.flatMap(({ other, position, population, values }, which) => {
    const record = records[which];
    const mapping = record?.mappings.find((place) => place.region.ordinal === region && place.start === position);
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
        clinical_significance: record?.clinicalSignificance,
      },
    ];
  });
}
