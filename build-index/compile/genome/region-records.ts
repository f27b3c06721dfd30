import { encodeSeqRegion, unversioned, type SeqRegionRecord } from '../../../src/genome/seq-region.ts';
import type { SortedSink } from '../../output/lazy-table.ts';
import { asSegment, type Assembly } from './assembly.ts';
import { isCircular, type DumpRegion, type RegionSet } from './regions.ts';
import type { StoredStretch } from './sequence.ts';

/**
 * Writes the `seq-regions` table: each region under its lower-cased name and each of its synonyms, accessions also without their version. Regions of several
 * coordinate systems may share a name; the reader picks by rank.
 */
export async function writeRegionRecords(
  { list }: RegionSet, assembly: Assembly, bases: ReadonlyMap<DumpRegion, StoredStretch[]>, table: SortedSink,
): Promise<void> {
  const keys: { key: Buffer; region: DumpRegion }[] = [];
  for (const region of list) {
    const names = [region.name, ...region.synonyms.map(({ name }) => name)];
    for (const name of new Set([...names, ...names.map(unversioned)].map((each) => each.toLowerCase()))) keys.push({ key: Buffer.from(name), region });
  }
  keys.sort((a, b) => Buffer.compare(a.key, b.key) || a.region.ordinal - b.region.ordinal);
  for (const { key, region } of keys) await table.add(key.toString(), encodeSeqRegion(regionRecord(region, assembly, bases.get(region) ?? [])));
}

function regionRecord(region: DumpRegion, assembly: Assembly, bases: readonly StoredStretch[]): SeqRegionRecord {
  const first = (code: string) => region.attribs.get(code)?.[0];
  const karyotypeRank = first('karyotype_rank');
  const projection = assembly.borrowedStretches(region).map(asSegment);
  const assembledInto = assembly.topLevelStretches(region).map(asSegment);
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
