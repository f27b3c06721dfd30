/** The seq region that a gene stands on, from the regions that bear its name. */
import { findRegion, type RegionRef, type SeqRegionRecord } from '../genome/seq-region.ts';
import { StoreError } from '../store/store.ts';
import type { Genome } from './genome.ts';

/**
 * @param genome the gene's own, or another database of its species
 * @param named what `genome` has under the region's name
 * Throws StoreError when the region is not among them.
 */
export function regionOfGene(gene: { id: string; region: RegionRef }, genome: Genome, named: readonly SeqRegionRecord[]): SeqRegionRecord {
  const region = findRegion(named, gene.region);
  if (region) return region;
  throw new StoreError(`${genome.species} has no seq region ${gene.region.coordSystem} ${gene.region.name}, where ${gene.id} stands`);
}
