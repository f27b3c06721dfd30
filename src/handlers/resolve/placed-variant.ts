import { ApiError } from '../../api-error.ts';
import type { VariantRecord } from '../../variants/variant-record.ts';

/**
 * Throws ApiError (400) if one of the variants is on a region that the core database lacks: Ensembl fails for the whole
 * request, also if the variant has other places.
 */
export function refusePartlyPlaced(records: readonly (VariantRecord | null)[]): void {
  const partlyPlaced = records.find((record) => record?.isPartlyPlaced);
  if (!partlyPlaced) return;
  throw new ApiError(`variant ${partlyPlaced.name} is on a region that this release does not have; leave it out`);
}
