import type { RegionRef } from '../../../src/genome/seq-region.ts';
import { isCircular, type RegionSet } from '../genome/regions.ts';

/** What a record says of a region. Null for an unknown seq_region_id. */
export function regionRef({ byId }: RegionSet, id: number): RegionRef | null {
  const region = byId.get(id);
  if (!region) return null;
  const { ordinal, name, length, coordSystem } = region;
  return {
    ordinal, name, coordSystem: coordSystem.name, version: coordSystem.version,
    ...(isCircular(region) ? { circularLength: length } : {}),
  };
}
