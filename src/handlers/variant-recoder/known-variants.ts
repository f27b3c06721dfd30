/** Finds the known variants that make the same change as an item. */
import { at } from '../../checked.ts';
import { forwardSlice, type SeqRegionRecord, type Slice } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import { changeOf, isOfLetters, normalizedText, type PlacedAlleles } from '../../variants/variant-alleles.ts';
import { nativePlace, type VariantFeatureRecord } from '../../variants/variant-features.ts';
import { outermost, type Change, type Flanks } from '../../variants/variant-shift.ts';

export interface KnownVariant {
  record: VariantFeatureRecord;
  /** On the forward strand; an insertion is between end and start = end + 1. */
  start: number;
  end: number;
}

/**
 * Known variants that overlap each slice. One wave of reads.
 *
 * @param failed include variants that failed Ensembl's quality checks
 */
export async function readKnownVariants(
  genome: Genome,
  slices: readonly Slice[],
  failed: boolean,
): Promise<KnownVariant[][]> {
  const [displayed, hidden] = await Promise.all([
    genome.overlapping('variant-features', slices),
    genome.overlapping('hidden-variant-features', slices),
  ]);
  return slices.map((_, each) =>
    [...at(displayed, each), ...at(hidden, each)]
      .filter(({ record }) => failed || !record.failed)
      .map((placed) => ({ record: placed.record, ...nativePlace(placed) })),
  );
}

/** A change and the known variants at its position. */
export interface ChangeAtPlace {
  change: Change;
  region: SeqRegionRecord;
  flanks: Flanks;
  known: readonly KnownVariant[];
}

/**
 * Known variants that may make each change. A change within a repeat can be shifted, and the database may contain it at
 * any position there: for these, all variants along the repeat. One wave of reads; none if no change can be shifted.
 */
export async function readKnownAlong(
  genome: Genome,
  changes: readonly ChangeAtPlace[],
  failed: boolean,
): Promise<(readonly KnownVariant[])[]> {
  const shiftable = changes.flatMap(({ change, region, flanks }, each) => {
    const [first, last] = outermost(change, flanks);
    return first.start === last.start
      ? []
      : [{ each, slice: forwardSlice(region, { start: first.start - 1, end: last.end + 1 }) }];
  });
  const found =
    shiftable.length > 0
      ? await readKnownVariants(
          genome,
          shiftable.map(({ slice }) => slice),
          failed,
        )
      : [];
  const along = new Map(shiftable.map(({ each }, which) => [each, at(found, which)]));
  return changes.map(({ known }, each) => along.get(each) ?? known);
}

/**
 * Names of the known variants that make a change. Variants with undisclosed alleles (COSMIC, HGMD) count if they are
 * at a position to which the change can be shifted.
 */
export function namesOfChange(
  { change, region, flanks }: Omit<ChangeAtPlace, 'known'>,
  known: readonly KnownVariant[],
): string[] {
  const line = flanks.along(1);
  const normalized = normalizedText(change, line);
  const [first, last] = outermost(change, flanks);
  const same = known
    .map((variant) => unrolledLike(change, variant, region))
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
  return [...new Set(same.sort((one, other) => rank(one) - rank(other)).map(({ record }) => record.name))];
}

/** A known variant with the positions of a change, which may exceed the length of a circular region. */
function unrolledLike(change: Change, variant: KnownVariant, { circular, length }: SeqRegionRecord): KnownVariant {
  const offset = circular ? Math.round((change.start - variant.start) / length) * length : 0;
  return offset === 0 ? variant : { ...variant, start: variant.start + offset, end: variant.end + offset };
}

/** The changes of a known variant's alleles that are sequences; null if the alleles are undisclosed. */
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
