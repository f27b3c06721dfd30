/** The answers about regulatory features and motifs that a variant overlaps. */
import { featureTerms, motifEffect, onStrand, type Amount } from '../../effects/feature-effect.ts';
import { overlaps } from '../../effects/intron-sites.ts';
import { isBreakpointClass, kindOf } from '../../effects/structural-variant-effect.ts';
import type { BindingMatrixRecord, MotifFeatureRecord, RegulatoryFeatureRecord } from '../../genome/feature-records.ts';
import type { Span } from '../../genome/transcript.ts';
import type { Placed } from '../../genome/projection.ts';
import { linearSlice, type Slice } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import { impactOf } from '../../variants/consequences.ts';
import { alleleBases, alleleLength } from '../../variants/variant-alleles.ts';
import type { Flanks } from '../../variants/variant-shift.ts';
import { overlapOf } from './transcript-block.ts';
import { shownClass } from './variant-forms.ts';
import type { VepAllele, VepVariant } from './vep-variant.ts';

export interface NearFeatures {
  regulatory: readonly Placed<RegulatoryFeatureRecord>[];
  motifs: readonly Placed<MotifFeatureRecord>[];
}

/** Binding matrices by id; null for one that the genome lacks. */
export type Matrices = ReadonlyMap<string, BindingMatrixRecord | null>;

/** Ensembl looks for motifs in windows of this many bases, and only in those that have a regulatory feature. */
export const WINDOW = 50_000;

/** Features of each slice. One wave of reads. */
export async function readFeatures(genome: Genome, slices: readonly Slice[]): Promise<NearFeatures[]> {
  const [regulatory, all] = await Promise.all([
    genome.overlapping(
      'regulatory-features',
      slices.map((slice) => linearSlice(slice.region, windowsOf(slice))),
    ),
    genome.overlapping('motif-features', slices),
  ]);
  const motifs = all.map((list, index) => ((regulatory[index] ?? []).length > 0 ? list : []));
  return slices.map((_, index) => ({ regulatory: regulatory[index] ?? [], motifs: motifs[index] ?? [] }));
}

/** Ids of the binding matrices that the effects of a variant need: those of the motifs that it touches. */
export function matrixIdsOf(variant: VepVariant, near: NearFeatures): string[] {
  if (variant.soClass !== null) return [];
  return touchedFeatures(near, variant).motifs.map(({ record }) => record.matrix);
}

/** One wave of reads, none without ids. */
export async function readMatrices(genome: Genome, ids: Iterable<string>): Promise<Matrices> {
  return new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await genome.bindingMatrix(id)] as const)));
}

/**
 * The windows that contain an interval; their regulatory features are read. 1-based, inclusive, start <= end: order the
 * ends of an insertion first.
 */
export function windowsOf({ start, end }: Span): Span {
  return {
    start: Math.floor((start - 1) / WINDOW) * WINDOW + 1,
    end: (Math.floor((end - 1) / WINDOW) + 1) * WINDOW,
  };
}

interface FeatureBlock {
  kind: 'regulatory_feature' | 'motif_feature';
  /** For a structural variant, one without bases. */
  allele: VepAllele;
  terms: string[];
  block: Record<string, unknown>;
}

/** The features that a place touches and that answers list. */
export function touchedFeatures(
  { regulatory, motifs }: NearFeatures,
  { start, end }: Span,
): Pick<NearFeatures, 'regulatory' | 'motifs'> {
  const touched = <T>(some: readonly Placed<T>[]) => some.filter((each) => overlaps(start, end, each.start, each.end));
  return {
    regulatory: touched(regulatory).filter(({ record }) => record.soTerm !== 'epigenetically_modified_region'),
    motifs: touched(motifs),
  };
}

/** @param matrices of the motifs that the variant touches; those of structural variants need none */
export function featureBlocks(
  variant: VepVariant,
  features: NearFeatures,
  flanks: Flanks,
  matrices: Matrices,
): FeatureBlock[] {
  const { regulatory, motifs } = touchedFeatures(features, variant);
  return [
    ...regulatory.flatMap((feature) =>
      allelesOf(variant).map(({ allele, shown, amount }): FeatureBlock => {
        const terms = featureTerms('regulatory', feature, allele, amount);
        return {
          kind: 'regulatory_feature',
          allele,
          terms,
          block: {
            variant_allele: shown,
            consequence_terms: terms,
            impact: impactOf(terms[0] ?? ''),
            regulatory_feature_id: feature.record.id,
            ...overlapOfStructural(feature, variant),
          },
        };
      }),
    ),
    ...motifs.flatMap((feature) =>
      allelesOf(variant).map((each) => motifBlock(variant, feature, matrices, flanks, each)),
    ),
  ];
}

/** How much of a feature a structural variant covers. A breakpoint covers nothing. */
function overlapOfStructural(feature: Span, variant: VepVariant): Record<string, unknown> {
  const { soClass } = variant;
  return soClass === null || isBreakpointClass(soClass) ? {} : overlapOf(feature, variant);
}

interface ShownAllele {
  allele: VepAllele;
  shown: string;
  amount: Amount;
}

function allelesOf(variant: VepVariant): ShownAllele[] {
  const { soClass, start, end, strand, supporting } = variant;
  if (soClass !== null) {
    const kind = kindOf({ start, end, soClass, supporting });
    const allele = { start, end, strand, reference: '', alternative: '', number: 1, movable: false, isSnp: false };
    return [{ allele, shown: shownClass(variant), amount: { removes: kind.isDeletion, adds: kind.isGain } }];
  }
  return variant.computed.map((allele) => ({
    allele,
    shown: allele.alternative,
    amount: { removes: alleleLength(allele.alternative) < alleleLength(allele.reference), adds: false },
  }));
}

function motifBlock(
  variant: VepVariant,
  feature: Placed<MotifFeatureRecord>,
  matrices: Matrices,
  flanks: Flanks,
  { allele, shown, amount }: ShownAllele,
): FeatureBlock {
  const { record, start, end } = feature;
  const terms = featureTerms('motif', feature, allele, amount);
  const block: Record<string, unknown> = {
    variant_allele: shown,
    consequence_terms: terms,
    impact: impactOf(terms[0] ?? ''),
    motif_feature_id: record.id,
  };
  const result: FeatureBlock = { kind: 'motif_feature', allele, terms, block };
  Object.assign(block, overlapOfStructural(feature, variant));
  if (variant.soClass !== null) return result;
  const strand = record.strand === -1 ? -1 : 1;
  const matrix = matrices.get(record.matrix);
  Object.assign(block, { motif_name: record.matrix, transcription_factors: record.complexes, strand });
  if (!matrix) return result;
  const bases = strand === 1 ? flanks.along(1).bases(start, end) : flanks.along(-1).bases(-end, -start);
  const turn = (letters: string) => onStrand(alleleBases(letters), allele.strand, strand);
  const motif = { start, end, strand, frequencies: matrix.frequencies } as const;
  const effect = motifEffect(motif, bases, allele, turn(allele.reference), turn(allele.alternative));
  if (effect.position !== null) block['motif_pos'] = effect.position;
  block['high_inf_pos'] = effect.isInformative ? 'Y' : 'N';
  if (effect.scoreChange !== null) block['motif_score_change'] = Number(effect.scoreChange.toFixed(3));
  return result;
}
