import type { SeqRegionRecord } from '../../../src/genome/seq-region.ts';
import { CachedBlockReader } from '../../../src/index/block-reader.ts';
import { Genome } from '../../../src/release/genome.ts';
import type { GenomeEntry } from '../../../src/release/manifest.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { Store } from '../../../src/store/store.ts';

/** Regions of all genomes remembered, until all are forgotten; a record of a chromosome takes some 10 KiB. Ancestors come once each, and push out no chromosome for long. */
const REMEMBERED = 5000;

/** Seq regions as comparative databases name them, from the records that have been compiled of core genomes. */
export class WrittenRegions {
  readonly #genomes: ReadonlyMap<string, Genome>;
  /** Null for those that no genome has. */
  readonly #regions = new Map<string, SeqRegionRecord | null>();

  /** @param genomes of which some may be of other databases; those are passed over */
  constructor(genomes: readonly GenomeEntry[], written: Store) {
    const reader = new CachedBlockReader(written, new ByteCache());
    this.#genomes = new Map(genomes.flatMap((entry, index) => (entry.group === 'core' ? [[entry.species, new Genome(index, entry, reader, {})]] : [])));
  }

  /** Null for a region that no compiled genome has. Of several of a name, that of the coordinate system. */
  async find(genome: string, region: string, coordSystem: string): Promise<SeqRegionRecord | null> {
    const key = `${genome}/${coordSystem}/${region}`;
    const known = this.#regions.get(key);
    if (known !== undefined) return known;
    const record = await this.#read(genome, region, coordSystem) ?? null;
    if (this.#regions.size === REMEMBERED) this.#regions.clear();
    this.#regions.set(key, record);
    return record;
  }

  async #read(genome: string, name: string, coordSystem: string): Promise<SeqRegionRecord | undefined> {
    const [found = []] = await this.#genomes.get(genome)?.seqRegions([name]) ?? [];
    const named = found.filter((region) => region.name === name);
    return named.find((region) => region.coordSystem === coordSystem) ?? named[0];
  }
}
