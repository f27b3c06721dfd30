import type { AlignedStretch } from '../../src/compara/alignment-record.ts';
import type { SeqRegionRecord } from '../../src/genome/seq-region.ts';
import { packPieces, stretchOf } from '../../src/genome/stored-stretch.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { Genome } from '../../src/release/genome.ts';
import type { GenomeEntry } from '../../src/release/manifest.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import type { Store } from '../../src/store/store.ts';

type AlignedPlace = Pick<AlignedStretch, 'genome' | 'region' | 'coordSystem' | 'start' | 'end'>;

/** Regions of all genomes remembered; a record of a chromosome takes some 10 KiB. */
const REMEMBERED = 5000;

/** Where the bases of aligned stretches are stored, from the region records that have been compiled. */
export class AlignedBases {
  readonly #genomes: ReadonlyMap<string, Genome>;
  /** Most recently used last. */
  readonly #regions = new Map<string, SeqRegionRecord>();

  constructor(genomes: readonly GenomeEntry[], written: Store) {
    const reader = new CachedBlockReader(written, new ByteCache());
    this.#genomes = new Map(genomes.flatMap((entry, index) => (entry.group === 'core' && entry.sequence ? [[entry.species, new Genome(index, entry, reader, {})]] : [])));
  }

  /** Null for a stretch that no compiled genome has. */
  async of({ genome, region, coordSystem, start, end }: AlignedPlace): Promise<Pick<AlignedStretch, 'version' | 'bases'> | null> {
    const key = `${genome}/${coordSystem}/${region}`;
    const record = this.#regions.get(key) ?? await this.#find(genome, region, coordSystem);
    if (!record || end > record.length) return null;
    this.#regions.delete(key);
    this.#regions.set(key, record);
    if (this.#regions.size > REMEMBERED) this.#regions.delete(this.#regions.keys().next().value!);
    return { version: record.version, bases: packPieces(stretchOf({ region: record, start, end, strand: 1 })) };
  }

  async #find(genome: string, name: string, coordSystem: string): Promise<SeqRegionRecord | undefined> {
    const [found = []] = await this.#genomes.get(genome)?.seqRegions([name]) ?? [];
    const named = found.filter((region) => region.name === name);
    return named.find((region) => region.coordSystem === coordSystem) ?? named[0];
  }
}
