/** Densities of features as JSON, for the genome browser: how many begin in each part of a region. */
import { ApiError } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';
import type { PlacedTable } from '../../release/genome.ts';
import type { FeatureDensity } from '../../release/feature-density.ts';
import { partsOf, wrapped } from '../drawing/origin.ts';
import { browsedPlace, type BrowsedPlace } from './browse-place.ts';

/** Tables by the name of the feature in overlap/region. */
export const DENSITY_TABLES: ReadonlyMap<string, PlacedTable> = new Map<string, PlacedTable>([
  ['gene', 'genes'],
  ['variation', 'variant-features'],
  ['regulatory', 'regulatory-features'],
  ['repeat', 'repeats'],
]);

const DEFAULT_BINS = 256;
const MAX_BINS = 1000;

/** Throws ApiError (400) for an unknown place, feature or number of bins. */
export async function densityAnswer(
  release: Release,
  species: string,
  place: string,
  query: ReadonlyMap<string, readonly string[]>,
): Promise<string> {
  const feature = query.get('feature')?.[0] ?? '';
  const table = DENSITY_TABLES.get(feature);
  if (!table)
    throw new ApiError(
      `The parameter 'feature' must be one of ${[...DENSITY_TABLES.keys()].join(', ')}, not '${feature}'`,
    );
  const bins = Number(query.get('bins')?.[0] ?? DEFAULT_BINS);
  if (!Number.isInteger(bins) || bins < 1 || bins > MAX_BINS)
    throw new ApiError(`The parameter 'bins' must be a whole number from 1 to ${MAX_BINS}`);
  const found = await browsedPlace(release, species, place);
  const density = await densityOf(found, table, bins);
  const end = wrapped(found.end, found.circularLength);
  return JSON.stringify({ seq_region_name: found.region.name, start: found.start, end, ...density });
}

/** How many features begin in each part of a place. Over the origin, the parts before and after it have their share. */
export async function densityOf(
  { genome, region, start, end }: BrowsedPlace,
  table: PlacedTable,
  bins: number,
): Promise<FeatureDensity> {
  const spans = partsOf({ start, end }, region.length);
  const [first] = spans;
  const share = first ? Math.round((bins * (first.end - first.start + 1)) / (end - start + 1)) : bins;
  const parts = await Promise.all(
    spans.map((span, which) => {
      const count = spans.length === 1 ? bins : which === 0 ? share : bins - share;
      return count > 0 ? genome.density(table, { region, ...span, strand: 1 }, count) : { counts: [], exact: true };
    }),
  );
  return { counts: parts.flatMap(({ counts }) => counts), exact: parts.every(({ exact }) => exact) };
}
