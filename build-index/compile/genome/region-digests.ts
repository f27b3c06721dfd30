import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ga4ghOf } from '../../../src/genome/sequence-digest.ts';
import { type Assembly, type MappedInterval, clip, compose } from './assembly.ts';
import { assembledBases } from './region-bases.ts';
import type { DumpRegion } from './regions.ts';
import type { ScratchBases } from './scratch-bases.ts';

/** The digests by which refget finds the sequence of a region. */
export interface RegionDigest {
  /** 32 hexadecimal digits. */
  md5: string;
  /** `SQ.` and 32 letters. */
  ga4gh: string;
}

/**
 * The digests of regions with bases, of the same bases that the service shows: upper case, without mask, N in gaps, and
 * the bases of X in the pseudo-autosomal regions of Y. Haplotypes and patches have none (docs/decisions/0026).
 *
 * @param regions those with bases
 */
export async function digestRegions(
  regions: Iterable<DumpRegion>,
  assembly: Assembly,
  scratch: ScratchBases,
): Promise<Map<DumpRegion, RegionDigest>> {
  const digests = new Map<DumpRegion, RegionDigest>();
  /** Of regions with dna, which scaffolds of one contig, and similar ones, show as a whole. */
  const ofDna = new Map<DumpRegion, RegionDigest>();
  for (const region of regions) {
    if (assembly.isAlternative(region)) continue;
    const sources = sourcesOf(region, assembly);
    const whole = wholeSource(region, sources);
    const digest = (whole && ofDna.get(whole)) ?? (await digestOf(assembledBases(scratch, sources, 1, region.length)));
    if (whole) ofDna.set(whole, digest);
    digests.set(region, digest);
  }
  return digests;
}

/** The intervals of a region on regions with dna, ascending and disjoint. */
function sourcesOf(region: DumpRegion, assembly: Assembly): MappedInterval[] {
  const own = ownSources(region, assembly);
  const borrowed = assembly.borrowedIntervals(region);
  if (borrowed.length === 0) return own;
  return [...own, ...borrowed.flatMap((interval) => compose(interval, ownSources(interval.target, assembly)))].sort(
    (one, other) => one.start - other.start,
  );
}

function ownSources(region: DumpRegion, assembly: Assembly): MappedInterval[] {
  const sources = assembly.sequenceIntervals(region);
  return assembly.ownIntervals(region).flatMap(([first, last]) => clip(sources, first, last));
}

/** The region with dna whose whole dna, and nothing else, is the sequence of a region; else null. */
function wholeSource(region: DumpRegion, sources: readonly MappedInterval[]): DumpRegion | null {
  const [source, ...more] = sources;
  if (!source || more.length > 0 || source.strand === -1) return null;
  const { target, start, end, from } = source;
  return start === 1 && end === region.length && from === 1 && target.length === region.length ? target : null;
}

/** Parts of bases, of up to 1 MiB, after which other work of the process gets a turn. */
const PARTS_BETWEEN_TURNS = 32;

async function digestOf(bases: Iterable<Uint8Array>): Promise<RegionDigest> {
  const [md5, sha512] = [createHash('md5'), createHash('sha512')];
  let parts = 0;
  for (const part of bases) {
    toUpperCase(part);
    md5.update(part);
    sha512.update(part);
    if (++parts % PARTS_BETWEEN_TURNS === 0) await setImmediate();
  }
  return { md5: md5.digest('hex'), ga4gh: ga4ghOf(sha512.digest()) };
}

const LOWER = 0x20;
const [FIRST_LOWER, LAST_LOWER] = [0x61, 0x7a];

/** Changes letters to upper case, in place. Ensembl's dumps are in upper case already, which four at a time show. */
function toUpperCase(ascii: Uint8Array): void {
  const words = new Uint32Array(ascii.buffer, ascii.byteOffset, ascii.length >> 2);
  let seen = 0;
  for (let at = 0; at < words.length; at++) seen |= words[at]!;
  for (let at = 4 * words.length; at < ascii.length; at++) seen |= ascii[at]!;
  if ((seen & 0x20202020) === 0) return;
  for (let at = 0; at < ascii.length; at++)
    if (ascii[at]! >= FIRST_LOWER && ascii[at]! <= LAST_LOWER) ascii[at]! &= ~LOWER;
}
