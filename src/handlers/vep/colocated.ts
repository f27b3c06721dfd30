/** Known variants at the place of a variant, as answers list them. */
import { changedSpan, matchedPairs, type AllelePair } from '../../effects/allele-match.ts';
import { overlaps } from '../../effects/intron-sites.ts';
import { linearSlice, type Slice } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import { nativePlace, type VariantFeatureRecord } from '../../variants/variant-features.ts';
import type { VepVariant } from './vep-variant.ts';

export interface KnownFeature {
  record: VariantFeatureRecord;
  start: number;
  end: number;
}

/** Bases of a variant above which known variants are only read where it changes the reference. */
const LONG = 100;

/**
 * Where known variants of a variant may be: a base beyond either side. Of thousands of known variants within a long
 * deletion, only those at its beginning may have its alleles, or its place.
 */
export function colocatedSlice(variant: VepVariant): Slice {
  const { region, start, end } = variant;
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  if (high - low < LONG) return linearSlice(region, { start: low - 1, end: high + 1 });
  const changed = changedSpan(variant);
  const [first, last] = [Math.min(changed.start, low), Math.max(changed.end, low)];
  return linearSlice(region, { start: Math.max(low, first) - 1, end: Math.min(high, last) + 1 });
}

/** Known variants in each slice, in order of start. One wave of reads. */
export async function readKnownFeatures(
  genome: Genome,
  slices: readonly Slice[],
  failed: boolean,
): Promise<KnownFeature[][]> {
  const [shown, hidden] = await Promise.all([
    genome.overlapping('variant-features', slices),
    genome.overlapping('hidden-variant-features', slices),
  ]);
  return slices.map((_, index) =>
    [...(shown[index] ?? []), ...(hidden[index] ?? [])]
      .filter(({ record }) => failed || !record.failed)
      .map((placed) => ({ record: placed.record, ...nativePlace(placed) }))
      .sort((one, other) => one.start - other.start || one.record.row - other.record.row),
  );
}

/** A known variant that shares an alternative allele with a variant. */
export interface MatchedKnown {
  feature: KnownFeature;
  /** Empty for one that counts for any allele. */
  pairs: readonly AllelePair[];
}

/** Those that share an alternative allele with the variant, each name once. */
export function matchedKnown(variant: VepVariant, known: readonly KnownFeature[]): MatchedKnown[] {
  const names = new Set<string>();
  return known.flatMap((feature) => {
    const pairs = sharedPairs(variant, feature);
    if (pairs?.length === 0 || names.has(feature.record.name)) return [];
    names.add(feature.record.name);
    return [{ feature, pairs: pairs ?? [] }];
  });
}

/** The same as answers list them. @param notes further fields of some */
export function colocated(
  variant: VepVariant,
  known: readonly KnownFeature[],
  notes: ReadonlyMap<KnownFeature, object>,
): object[] {
  return matchedKnown(variant, known).map(({ feature }) => ({ ...describe(feature), ...notes.get(feature) }));
}

/** The alternative alleles of the variant that a known one has; null for one that counts for any allele. */
export function sharedAlleles(variant: VepVariant, known: KnownFeature): string[] | null {
  return sharedPairs(variant, known)?.map(({ own }) => own) ?? null;
}

function sharedPairs(variant: VepVariant, { record, start, end }: KnownFeature): AllelePair[] | null {
  if (!overlaps(variant.start, variant.end, Math.min(start, end), Math.max(start, end))) return [];
  const alleles = cleaned(record.alleles);
  // Variants of COSMIC and HGMD have no alleles: they count at the very place.
  if (!alleles.includes('/')) return start === variant.start && end === variant.end ? null : [];
  return matchedPairs(variant, { start, strand: record.strand === -1 ? -1 : 1, alleles: alleles.split('/') });
}

function cleaned(alleles: string): string {
  if (!/\s|\/$|\/\//.test(alleles)) return alleles;
  return alleles.replaceAll(/\s+/g, '_').replace(/\/$/, '').replace('//', '/');
}

function describe({ record, start, end }: KnownFeature): object {
  const { name, alleles, strand, somatic, clinicalSignificance, variationId, phenotypeOrDisease } = record;
  return {
    id: name,
    allele_string: cleaned(alleles),
    start,
    end,
    strand,
    ...(variationId !== undefined && { variation_id: variationId }),
    ...(somatic && { somatic: 1 }),
    ...(phenotypeOrDisease && { phenotype_or_disease: 1 }),
    ...(clinicalSignificance.length > 0 && {
      clin_sig: clinicalSignificance.map((each) => each.replaceAll(' ', '_')),
    }),
  };
}
