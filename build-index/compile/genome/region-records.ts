import { type SeqRegionRecord, encodeSeqRegion, unversioned } from '../../../src/genome/seq-region.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Genome } from '../../../src/release/genome.ts';
import type { GenomeEntry } from '../../../src/release/manifest.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { Store } from '../../../src/store/store.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { type Assembly, asSegment } from './assembly.ts';
import { type DumpRegion, type RegionSet, isCircular } from './regions.ts';
import type { StoredBases } from './sequence.ts';

/**
 * Writes the `seq-regions` table: each region under its name and its synonyms in lower case, accessions also without
 * their version. Regions of several coordinate systems may share a name; the reader chooses by rank.
 */
export async function writeRegionRecords(
  { list }: RegionSet,
  assembly: Assembly,
  bases: ReadonlyMap<DumpRegion, StoredBases[]>,
  table: SortedSink,
): Promise<void> {
  const keys: { key: Buffer; region: DumpRegion }[] = [];
  for (const region of list) {
    const names = [region.name, ...region.synonyms.map(({ name }) => name)];
    for (const name of new Set([...names, ...names.map(unversioned)].map((each) => each.toLowerCase())))
      keys.push({ key: Buffer.from(name), region });
  }
  keys.sort((a, b) => Buffer.compare(a.key, b.key) || a.region.ordinal - b.region.ordinal);
  for (const { key, region } of keys)
    await table.add(key.toString(), encodeSeqRegion(regionRecord(region, assembly, bases.get(region) ?? [])));
}

export function regionRecord(region: DumpRegion, assembly: Assembly, bases: readonly StoredBases[]): SeqRegionRecord {
  const first = (code: string) => region.attribs.get(code)?.[0];
  const karyotypeRank = first('karyotype_rank');
  const projection = assembly.borrowedIntervals(region).map(asSegment);
  const assembledInto = assembly.topLevelIntervals(region).map(asSegment);
  return {
    ordinal: region.ordinal,
    name: region.name,
    coordSystem: region.coordSystem.name,
    version: region.coordSystem.version,
    rank: region.coordSystem.rank,
    defaultVersion: region.coordSystem.default,
    length: region.length,
    topLevel: region.topLevel,
    circular: isCircular(region),
    nonReference: region.attribs.has('non_ref'),
    exception: exceptionOf(region, assembly),
    karyotypeRank: karyotypeRank === undefined ? null : Number(karyotypeRank),
    codonTable: Number(first('codon_table') ?? 1),
    synonyms: region.synonyms,
    ...(projection.length > 0 ? { projection } : {}),
    ...(assembledInto.length > 0 ? { assembledInto } : {}),
    sequence: bases.map(({ start, end, from, strand }) => ({ start, end, from, strand })),
    directories: bases.map(({ target }) => target),
  };
}

function exceptionOf(region: DumpRegion, assembly: Assembly): string {
  return region.attribs.has('non_ref') ? assembly.exceptionType(region) : 'REF';
}

/**
 * Regions in the cache, of all genomes together; a full cache is emptied. The record of a chromosome takes some 10 KiB.
 * Ancestral sequences are asked for once each, so chromosomes soon return to the cache.
 */
const MAX_CACHED_REGIONS = 5000;

/** Finds seq regions by their names in compara databases, in the compiled records of core genomes. */
export class WrittenRegions {
  readonly #genomes: ReadonlyMap<string, Genome>;
  /** Null for a region that no genome contains. */
  readonly #regions = new Map<string, SeqRegionRecord | null>();

  /** @param genomes genomes of databases other than core are ignored */
  constructor(genomes: readonly GenomeEntry[], written: Store) {
    const reader = new CachedBlockReader(written, new ByteCache());
    this.#genomes = new Map(
      genomes.flatMap((entry, index) =>
        entry.group === 'core' ? [[entry.species, new Genome(index, entry, reader, {})]] : [],
      ),
    );
  }

  /** Null for a region that no compiled genome contains. Prefers a region of the given coordinate system. */
  async find(genome: string, region: string, coordSystem: string): Promise<SeqRegionRecord | null> {
    const key = `${genome}/${coordSystem}/${region}`;
    const known = this.#regions.get(key);
    if (known !== undefined) return known;
    const record = (await this.#read(genome, region, coordSystem)) ?? null;
    if (this.#regions.size === MAX_CACHED_REGIONS) this.#regions.clear();
    this.#regions.set(key, record);
    return record;
  }

  async #read(genome: string, name: string, coordSystem: string): Promise<SeqRegionRecord | undefined> {
    const [found = []] = (await this.#genomes.get(genome)?.seqRegions([name])) ?? [];
    const named = found.filter((region) => region.name === name);
    return named.find((region) => region.coordSystem === coordSystem) ?? named[0];
  }
}
