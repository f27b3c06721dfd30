/** Rows of the comparative database about the regions of all genomes, to which its members and alignments refer. */
import type { ComparaDatabase } from './compara-methods.ts';
import type { DemoWorld } from './generate.ts';
import type { PlacedRegion } from './placement.ts';
import type { DemoSpecies } from './species-tree.ts';

/** Writes them; gives their dnafrag_ids. */
export function writeDnafrags(db: ComparaDatabase, { species }: DemoWorld, genomeId: (species: DemoSpecies) => number): Map<PlacedRegion, number> {
  const ids = new Map<PlacedRegion, number>();
  for (const { species: its, regions } of species) {
    for (const region of regions) {
      const dnafrag_id = db.nextId('dnafrag');
      ids.set(region, dnafrag_id);
      db.insert('dnafrag', {
        dnafrag_id, length: region.length, name: region.name, genome_db_id: genomeId(its), coord_system_name: region.kind === 'unplaced' ? 'scaffold' : 'chromosome',
        is_reference: region.kind === 'alternative' ? 0 : 1,
      });
    }
  }
  return ids;
}
