import type { AlignedStretch } from '../../src/compara/alignment-record.ts';
import { packPieces, stretchOf } from '../../src/genome/stored-stretch.ts';
import type { GenomeEntry } from '../../src/release/manifest.ts';
import type { Store } from '../../src/store/store.ts';
import { WrittenRegions } from './written-regions.ts';

type AlignedPlace = Pick<AlignedStretch, 'genome' | 'region' | 'coordSystem' | 'start' | 'end'>;

/** Where the bases of aligned stretches are stored, from the region records that have been compiled. */
export class AlignedBases {
  readonly #regions: WrittenRegions;

  constructor(genomes: readonly GenomeEntry[], written: Store) {
    this.#regions = new WrittenRegions(genomes.filter(({ sequence }) => sequence), written);
  }

  /** Null for a stretch that no compiled genome has. */
  async of({ genome, region, coordSystem, start, end }: AlignedPlace): Promise<Pick<AlignedStretch, 'version' | 'bases'> | null> {
    const record = await this.#regions.find(genome, region, coordSystem);
    if (!record || end > record.length) return null;
    return { version: record.version, bases: packPieces(stretchOf({ region: record, start, end, strand: 1 })) };
  }
}
