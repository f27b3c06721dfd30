/** Densities of features as JSON, for the genome browser: how many begin in each part of a region. */
import { ApiError } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';
import type { PlacedTable } from '../../release/genome.ts';
import { browsedPlace } from './browse-place.ts';

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
  const { genome, region, start, end } = await browsedPlace(release, species, place);
  const density = await genome.density(table, { region, start, end, strand: 1 }, bins);
  return JSON.stringify({ seq_region_name: region.name, start, end, ...density });
}
