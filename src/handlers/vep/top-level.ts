/** Variants on a part of a top-level region, such as a contig. As in Ensembl, answers are about that region. */
import { at } from '../../checked.ts';
import { onTarget } from '../../genome/projection.ts';
import type { Segment } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import type { VepVariant } from './vep-variant.ts';

/**
 * The variants, of which those that lie within one part of a top-level region are moved there and keep their id. Others
 * stay, and so do the mates of breakpoints. One wave of reads if a variant is moved.
 */
export async function onTopLevel<T extends VepVariant | null>(genome: Genome, variants: readonly T[]): Promise<T[]> {
  const segments = variants.map((variant) => (variant ? segmentOf(variant) : null));
  const names = [...new Set(segments.flatMap((segment) => segment?.name ?? []))];
  if (names.length === 0) return [...variants];
  const found = (await genome.seqRegions(names)).flat();
  return variants.map((variant, index) => {
    const segment = at(segments, index);
    const region = segment && found.find(({ ordinal }) => ordinal === segment.region);
    return variant && region ? moved(variant, segment, region) : variant;
  });
}

function segmentOf({ region, start, end }: VepVariant): Segment | null {
  if (region.topLevel) return null;
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  return region.assembledInto?.find((each) => each.start <= low && high <= each.end) ?? null;
}

function moved<T extends VepVariant>(variant: T, segment: Segment, region: VepVariant['region']): T {
  const move = <T extends Pick<VepVariant, 'start' | 'end' | 'strand'>>(place: T): T => {
    const [start, end] = [onTarget(segment, place.start), onTarget(segment, place.end)];
    if (segment.strand === 1) return { ...place, start, end };
    return { ...place, start: end, end: start, strand: place.strand === 1 ? -1 : 1 };
  };
  return { ...move(variant), region, sequence: region.name, computed: variant.computed.map(move) };
}
