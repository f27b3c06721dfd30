/** The genome and span that an address of the genome browser names. */
import { ApiError } from '../../api-error.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { wrapped } from '../drawing/origin.ts';
import type { Span } from '../drawing/text.ts';
import { readRegion } from '../search/search-query.ts';

export interface BrowsedPlace {
  genome: Genome;
  region: SeqRegionRecord;
  /** 1-based inclusive. Over the origin of a circular region, the end continues beyond its length. */
  start: number;
  end: number;
  /** Length of a circular region; 0 for a linear one. */
  circularLength: number;
}

/** Bases that are shown of a region without positions, from its beginning. */
const FIRST_BASES = 1_000_000;

/** Throws ApiError (400) for an unknown species or region, and for positions beyond its end. */
export async function browsedPlace(release: Release, species: string, text: string): Promise<BrowsedPlace> {
  const genome = await release.genome(species);
  const span = readRegion(text);
  if (!span && text.includes(':'))
    throw new ApiError(`'${text.slice(0, 100)}' is not a region: expected name:start-end, such as 7:1000-2000`);
  const name = span?.name ?? text;
  const region = (await genome.seqRegions([name])).flat()[0];
  if (!region) throw new ApiError(`The genome of ${genome.species} has no region '${name.slice(0, 100)}'`);
  const { start, end } = span ? placedSpan(span, region) : { start: 1, end: FIRST_BASES };
  if (start > region.length)
    throw new ApiError(`The position ${start} is beyond the end of ${region.name}, which has ${region.length} bases`);
  const circularLength = region.circular ? region.length : 0;
  const isOver = region.circular && span !== null && span.end < span.start;
  return { genome, region, start, end: isOver ? end : Math.min(end, region.length), circularLength };
}

/** A span whose end is before its start: over the origin of a circular region, the other way round on other regions. */
export function placedSpan({ start, end }: Span, { circular, length }: SeqRegionRecord): Span {
  if (end >= start) return { start, end };
  return circular ? { start, end: end + length } : { start: end, end: start };
}

/** The address of a span below the base path. */
export function browseAddress(
  { genome, region, circularLength }: Pick<BrowsedPlace, 'genome' | 'region' | 'circularLength'>,
  start: number,
  end: number,
) {
  const span = `${wrapped(start, circularLength)}-${wrapped(end, circularLength)}`;
  return `/browse/${genome.species}/${encodeURIComponent(region.name)}:${span}`;
}
