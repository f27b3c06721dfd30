/** The genome and span that an address of the genome browser names. */
import { ApiError } from '../../api-error.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { readRegion } from '../search/search-query.ts';

export interface BrowsedPlace {
  genome: Genome;
  region: SeqRegionRecord;
  /** 1-based inclusive, within the region. */
  start: number;
  end: number;
}

/** Bases that are shown of a region without positions, from its beginning. */
const FIRST_BASES = 1_000_000;

/** Throws ApiError (400) for an unknown species or region, and for positions beyond its end. */
export async function browsedPlace(release: Release, species: string, text: string): Promise<BrowsedPlace> {
  const genome = release.genome(species);
  const span = readRegion(text);
  if (!span && text.includes(':'))
    throw new ApiError(`'${text.slice(0, 100)}' is not a region: expected name:start-end, such as 7:1000-2000`);
  const name = span?.name ?? text;
  const region = (await genome.seqRegions([name])).flat()[0];
  if (!region) throw new ApiError(`The genome of ${genome.species} has no region '${name.slice(0, 100)}'`);
  const start = span?.start ?? 1;
  if (start > region.length)
    throw new ApiError(`The position ${start} is beyond the end of ${region.name}, which has ${region.length} bases`);
  return { genome, region, start, end: Math.min(span?.end ?? FIRST_BASES, region.length) };
}

/** The address of a span below the base path. */
export function browseAddress({ genome, region }: Pick<BrowsedPlace, 'genome' | 'region'>, start: number, end: number) {
  return `/browse/${genome.species}/${encodeURIComponent(region.name)}:${start}-${end}`;
}
