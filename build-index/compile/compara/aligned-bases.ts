import type { AlignedStretch, AlignmentBlock, BasesOfBlock } from '../../../src/compara/alignment-record.ts';
import { packPieces, stretchOf, unpackPieces } from '../../../src/genome/stored-stretch.ts';
import { planReads } from '../../../src/index/read-plan.ts';
import type { GenomeEntry } from '../../../src/release/manifest.ts';
import type { Store } from '../../../src/store/store.ts';
import { WrittenRegions } from '../genome/written-regions.ts';

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

/** Bytes between bases of one genome that are read with them: ancestors of a block are stored side by side, or nearly so. */
const GAP = 16 * 1024;

/** Where the bases of all rows of a block are stored. */
export function basesOfBlock({ stretches }: AlignmentBlock, genomes: readonly GenomeEntry[]): BasesOfBlock {
  const ranges = stretches.flatMap(({ genome, bases }) => {
    const place = genomes.findIndex(({ species, group }) => species === genome && group === 'core');
    return unpackPieces(bases ?? []).map(({ stored: { offset, sizes } }) => ({ object: String(place), offset, length: sizes.reduce((sum, size) => sum + size, 0) }));
  });
  const stored = ranges.filter(({ length }) => length > 0);
  return planReads(stored, GAP, Infinity).flatMap(({ range: { object, offset, length } }) => [Number(object), offset, length]);
}
