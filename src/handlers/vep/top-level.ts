/** Variants on a part of a top-level region, such as a contig. As in Ensembl, answers are about that region. */
import { at } from '../../checked.ts';
import { onTarget } from '../../genome/projection.ts';
import type { Segment } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import type { PlacedLine } from './place.ts';
import { vepVariant, type VepVariant } from './vep-variant.ts';

/**
 * The variants of lines, null for a line that is only echoed. Those that lie within one part of a top-level region are
 * moved there and keep their id; others stay. One wave of reads if a variant is moved.
 */
export async function variantsOf(
  genome: Genome,
  lines: readonly PlacedLine[],
  minimal: boolean,
): Promise<(VepVariant | null)[]> {
  const variants = lines.map((line) => ('echo' in line ? null : vepVariant(line, minimal)));
  const segments = variants.map((variant) => (variant ? segmentOf(variant) : null));
  const names = [...new Set(segments.flatMap((segment) => segment?.name ?? []))];
  if (names.length === 0) return variants;
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

function moved(variant: VepVariant, segment: Segment, region: VepVariant['region']): VepVariant {
  const move = <T extends Pick<VepVariant, 'start' | 'end' | 'strand'>>(place: T): T => {
    const [start, end] = [onTarget(segment, place.start), onTarget(segment, place.end)];
    if (segment.strand === 1) return { ...place, start, end };
    return { ...place, start: end, end: start, strand: place.strand === 1 ? -1 : 1 };
  };
  return { ...move(variant), region, sequence: region.name, computed: variant.computed.map(move) };
}
