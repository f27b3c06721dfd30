/** Structural variants by name. */
import { ApiError, attempt } from '../../api-error.ts';
import { at } from '../../checked.ts';
import { refuseLongVariant } from '../../effects/input-line.ts';
import { findRegion } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import type { Outcome } from '../../api-error.ts';
import type { Placed } from './vep-variant.ts';

/** The places of each structural variant; null for a name that is none. Two waves of reads, none without names. */
export async function placeStructural(genome: Genome, names: readonly string[]): Promise<(Outcome<Placed>[] | null)[]> {
  if (names.length === 0) return [];
  const found = await genome.variation.find(names, { details: false, genotypes: false });
  const variants = found.map((each) => (each?.structural ? each.variant : null));
  const regionNames = variants.flatMap((variant) => variant?.mappings.map(({ region }) => region.name) ?? []);
  const unique = [...new Set(regionNames)];
  const regions = new Map((await genome.seqRegions(unique)).map((named, index) => [at(unique, index), named]));
  return variants.map((variant, index) => {
    if (!variant) return null;
    const input = at(names, index);
    if (variant.mappings.length === 0) return [new ApiError(`No mappings found for variant '${input}'`)];
    return variant.mappings.map(({ region: reference, start, end, strand }) =>
      attempt((): Placed => {
        const region = findRegion(regions.get(reference.name) ?? [], reference);
        if (!region) throw new ApiError(`No mappings found for variant '${input}'`);
        refuseLongVariant(input, { start, end });
        return {
          input,
          name: input,
          region,
          sequence: region.name,
          start,
          end,
          strand,
          alleles: [],
          soClass: variant.soTerm,
          supporting: variant.supporting.map(({ soTerm }) => soTerm),
        };
      }),
    );
  });
}
