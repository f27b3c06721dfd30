/**
 * Regulatory features and motifs at the ends of a breakpoint with mates. As in Ensembl, each of them has a block for
 * every end within 5,000 bases, also for those that do not touch it.
 */
import { overlaps } from '../../effects/intron-sites.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import type { Reach } from '../../effects/transcript-places.ts';
import type { Span } from '../../genome/transcript.ts';
import { impactOf } from '../../variants/consequences.ts';
import type { Around } from './around.ts';
import { touchedFeatures, type NearFeatures } from './feature-blocks.ts';
import type { Block, Result } from './result.ts';
import type { VepVariant } from './vep-variant.ts';

/** Bases on either side of a feature in which an end of a breakpoint with mates counts, whatever `distance` is. */
const NEAR_END = 5000;

/** An end of a breakpoint, or the whole of another variant. */
export interface End {
  shown: string;
  region: SeqRegionRecord;
  start: number;
  end: number;
}

/**
 * Is an end near a transcript or another feature?
 *
 * @param reach of transcripts: the distance of the request; at most NEAR_END bases count
 */
export function isClose(end: End, region: SeqRegionRecord, feature: Span, reach?: Reach): boolean {
  if (end.region.ordinal !== region.ordinal) return false;
  const near = reach ? Math.min(NEAR_END, Math.max(reach.upstream, reach.downstream)) : NEAR_END;
  return overlaps(end.start, end.end, feature.start - near, feature.end + near);
}

/** @param ends that of the variant, then its mates */
export function breakpointFeatureResults(
  variant: VepVariant,
  ends: readonly End[],
  { features, mateFeatures }: Around,
  more: Block,
): Result[] {
  const found = new Map<string, { region: SeqRegionRecord; feature: TouchedFeature }>();
  ends.forEach((end, index) => {
    const near = index === 0 ? features : mateFeatures[index - 1];
    for (const feature of near ? touched(near, end) : []) {
      const key = `${feature.kind} ${feature.id}`;
      if (!found.has(key)) found.set(key, { region: end.region, feature });
    }
  });
  return [...found.values()].flatMap(({ region, feature }) =>
    ends
      .filter((end) => isClose(end, region, feature))
      .map((end): Result => {
        const terms = [termOf(feature, region, end, variant)];
        const block = { variant_allele: end.shown, consequence_terms: terms, impact: impactOf(terms[0] ?? '') };
        const id = { [`${feature.kind}_id`]: feature.id };
        return {
          kind: feature.kind,
          allele: variant.soClass ?? '',
          terms,
          transcript: null,
          block: { ...block, ...id, ...more },
        };
      }),
  );
}

interface TouchedFeature extends Span {
  kind: 'regulatory_feature' | 'motif_feature';
  id: string | null;
}

function touched(near: NearFeatures, place: Span): TouchedFeature[] {
  const { regulatory, motifs } = touchedFeatures(near, place);
  return [
    ...regulatory.map(({ record, start, end }) => ({ kind: 'regulatory_feature' as const, id: record.id, start, end })),
    ...motifs.map(({ record, start, end }) => ({ kind: 'motif_feature' as const, id: record.id, start, end })),
  ];
}

/** Ensembl asks for the place of the variant first, whichever end a block is about. */
function termOf(feature: TouchedFeature, region: SeqRegionRecord, end: End, variant: VepVariant): string {
  const meets = (place: Span & { region: SeqRegionRecord }) =>
    place.region.ordinal === region.ordinal && overlaps(place.start, place.end, feature.start, feature.end);
  if (meets(variant)) return feature.kind === 'motif_feature' ? 'TF_binding_site_variant' : 'regulatory_region_variant';
  return meets(end) ? 'feature_truncation' : 'intergenic_variant';
}
