/** Variants of the database that mean the same as an item, in whatever words. */
import { at } from '../../checked.ts';
import { forwardSlice, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import { changeOf, isOfLetters, normalizedText, type PlacedAlleles } from '../../variants/variant-alleles.ts';
import { nativePlace, type VariantFeatureRecord } from '../../variants/variant-features.ts';
import { outermost, type Change, type Flanks } from '../../variants/variant-shift.ts';

export interface KnownVariant {
  record: VariantFeatureRecord;
  /** On the forward strand; an insertion stands between end and start = end + 1. */
  start: number;
  end: number;
}

/** Those that overlap each slice. One wave of reads. @param failed those that failed Ensembl's quality checks, too */
export async function readKnownVariants(
  genome: Genome,
  slices: readonly Slice[],
  failed: boolean,
): Promise<KnownVariant[][]> {
  const [displayed, hidden] = await Promise.all([
    genome.overlapping('variant-features', slices),
    failed ? genome.overlapping('hidden-variant-features', slices) : null,
  ]);
  return slices.map((_, each) =>
    [...displayed[each]!, ...(hidden?.[each] ?? [])]
      .filter(({ record }) => failed || !record.failed)
      .map((placed) => ({ record: placed.record, ...nativePlace(placed) })),
  );
}

/** A change and the known variants at the place where it is written. */
export interface ChangeAtPlace {
  change: Change;
  region: SeqRegionRecord;
  flanks: Flanks;
  known: readonly KnownVariant[];
}

/**
 * Known variants that may mean each change: those at its place, or all along the repeat that it can be moved through,
 * for the database may have it at any place there. One wave of reads; none when no change can be moved.
 */
export async function readKnownAlong(
  genome: Genome,
  changes: readonly ChangeAtPlace[],
  failed: boolean,
): Promise<(readonly KnownVariant[])[]> {
  const movable = changes.flatMap(({ change, region, flanks }, each) => {
    const [first, last] = outermost(change, flanks);
    return first.start === last.start
      ? []
      : [{ each, slice: forwardSlice(region, { start: first.start - 1, end: last.end + 1 }) }];
  });
  const found =
    movable.length > 0
      ? await readKnownVariants(
          genome,
          movable.map(({ slice }) => slice),
          failed,
        )
      : [];
  const along = new Map(movable.map(({ each }, which) => [each, at(found, which)]));
  return changes.map(({ known }, each) => along.get(each) ?? known);
}

/**
 * Names of the known variants that mean this very change; of those whose alleles COSMIC or HGMD keeps, all that stand
 * where it may stand.
 */
export function namesOfChange(
  { change, region, flanks }: Omit<ChangeAtPlace, 'known'>,
  known: readonly KnownVariant[],
): string[] {
  const line = flanks.along(1);
  const normalized = normalizedText(change, line);
  const [first, last] = outermost(change, flanks);
  const alike = known
    .map((variant) => countedLike(change, variant, region))
    .filter((variant) => {
      const changes = changesOfKnown(variant);
      if (!changes)
        return (
          variant.end - variant.start === first.end - first.start &&
          variant.start >= first.start &&
          variant.start <= last.start
        );
      return changes.some((each) => normalizedText(each, line) === normalized);
    });
  const rank = ({ record }: KnownVariant) => Number(record.somatic) * 2 + Number(!/^rs/i.test(record.name));
  return [...new Set(alike.sort((one, other) => rank(one) - rank(other)).map(({ record }) => record.name))];
}

/**
 * A known variant on a circle in positions that are counted as those of a change are, which may go beyond the origin.
 */
function countedLike(change: Change, variant: KnownVariant, { circular, length }: SeqRegionRecord): KnownVariant {
  const turns = circular ? Math.round((change.start - variant.start) / length) * length : 0;
  return turns === 0 ? variant : { ...variant, start: variant.start + turns, end: variant.end + turns };
}

/** What those of a known variant's alleles change that are sequences; null when it does not tell. */
function changesOfKnown({ record, start, end }: KnownVariant): Change[] | null {
  const alleles = record.alleles.toUpperCase().split('/');
  if (alleles.some((allele) => /COSMIC|HGMD/.test(allele))) return null;
  if (!isOfLetters(at(alleles, 0))) return [];
  const variant: PlacedAlleles = { start, end, strand: record.strand === -1 ? -1 : 1, alleles };
  return alleles
    .slice(1)
    .filter(isOfLetters)
    .map((allele) => changeOf(variant, allele));
}
