/**
 * A sequence region (chromosome, scaffold, contig, patch …) and where what it shows really stands.
 *
 * One record of the genome's `seq-regions` sorted table, under the lower-cased name and under each lower-cased synonym:
 *   varint head length | head JSON (SeqRegion) | one chunk directory per sequence piece, each behind its varint length
 * The chunk directories (src/index/sequence/chunk-directory.ts) ride along so that any slice costs one read after
 * this record.
 */
import { storedJson } from '../index/blocks/damaged-record.ts';
import { readVarint, varintLength, writeVarint } from '../index/blocks/integers.ts';

/**
 * How a region relates to the primary assembly: 'REF' without the non_ref attribute, else assembly_exception.exc_type,
 * and empty when the database does not list exceptions in its meta_coord table.
 */
type ExceptionType = 'REF' | 'HAP' | 'PAR' | 'PATCH_FIX' | 'PATCH_NOVEL' | '' | string;

/**
 * A stretch of this region that stands for a stretch of another one. Position p of this region, start <= p <= end, is
 * position from + (p - start) of the target on strand 1, and from + (end - p) on strand -1.
 */
export interface Segment {
  start: number;
  end: number;
  /** Ordinal and name of the target region. */
  region: number;
  name: string;
  from: number;
  strand: 1 | -1;
}

/** A stretch whose bases are stored: as Segment, but the target is a stored sequence whose chunks `directory` lists. */
export interface SequencePiece {
  start: number;
  end: number;
  from: number;
  strand: 1 | -1;
}

export interface SeqRegion {
  /** Key of this region in the genome's interval tables. */
  ordinal: number;
  name: string;
  coordSystem: string;
  /** Version of the coordinate system; null for contigs and clones of most databases. */
  version: string | null;
  /** Rank of the coordinate system: 1 is the highest. */
  rank: number;
  /** Is this the default version of its coordinate system? */
  defaultVersion: boolean;
  length: number;
  topLevel: boolean;
  circular: boolean;
  nonReference: boolean;
  exception: ExceptionType;
  karyotypeRank: number | null;
  /** NCBI genetic code, from the codon_table attribute; 1 when not given. */
  codonTable: number;
  synonyms: { name: string; db: string | null }[];
  /**
   * Stretches of this region that show another region's features and bases beside its own: what lies outside the
   * exception of a haplotype or patch, the pseudo-autosomal stretches of Y.
   */
  projection?: Segment[];
  /** For a region that is not top level: the top level stretches that it is a component of. */
  assembledInto?: Segment[];
  /** Stored bases of this region in ascending order; positions in no piece read as N. */
  sequence: SequencePiece[];
}

/** A region as read from the index: `directories[i]` lists the chunks of `sequence[i]`. */
export interface SeqRegionRecord extends SeqRegion {
  directories: Uint8Array[];
}

/** What of a region a feature's record carries, so that an answer needs no further read. */
export interface RegionRef {
  ordinal: number;
  name: string;
  coordSystem: string;
  version: string | null;
  /** Length of a circular region, absent on all others. */
  circularLength?: number;
}

/** A stretch of a seq region as a request asks for it; 1-based inclusive. start > end only on a circular region. */
export interface Slice {
  region: SeqRegionRecord;
  start: number;
  end: number;
  strand: Exclude<Strand, 0>;
}

/**
 * The region that another record means, among those that bear its name. Databases of one species number their regions
 * apart, but give them the same names.
 */
export function findRegion(
  named: readonly SeqRegionRecord[],
  { name, coordSystem, version }: Pick<SeqRegion, 'name' | 'coordSystem' | 'version'>,
): SeqRegionRecord | undefined {
  return named.find((each) => each.name === name && each.coordSystem === coordSystem && each.version === version);
}

/**
 * The forward slice of a stretch that may go beyond the ends of the region: around a circle, else as far as there are
 * bases.
 */
export function forwardSlice(region: SeqRegionRecord, { start, end }: { start: number; end: number }): Slice {
  const { circular, length } = region;
  const onto = (position: number) =>
    circular ? aroundCircle(position, length) : Math.min(length, Math.max(1, position));
  return { region, start: onto(start), end: onto(end), strand: 1 };
}

/** A position counted beyond the origin of a circle, or before it, as the circle has it. */
export function aroundCircle(position: number, length: number): number {
  return ((((position - 1) % length) + length) % length) + 1;
}

/** Bases a slice has; on a circular region one over the origin has start > end. */
export function sliceLength({ region, start, end }: Slice): number {
  return end - start + 1 + (start > end ? region.length : 0);
}

/**
 * The slice as stretches that end where they say: one over the origin of a circle is two, what stands before the
 * origin first.
 */
export function unbrokenSpans({ region, start, end }: Slice): { start: number; end: number }[] {
  return start <= end
    ? [{ start, end }]
    : [
        { start, end: region.length },
        { start: 1, end },
      ];
}

/** Ensembl's name of a slice: coord system, version, region, start, end, strand. */
export function sliceName(slice: Slice): string {
  const { region } = slice;
  return [region.coordSystem, region.version ?? '', region.name, slice.start, slice.end, slice.strand].join(':');
}

const encoder = new TextEncoder();

/** The name of an accession, by which its region is found, too, without its version: AC008066 for AC008066.4. */
export function unversioned(name: string): string {
  return name.replace(/\.\d+$/, '');
}

export function encodeSeqRegion({ directories, ...head }: SeqRegionRecord): Uint8Array {
  const headBytes = encoder.encode(JSON.stringify(head));
  const parts = [headBytes, ...directories];
  const record = new Uint8Array(parts.reduce((size, part) => size + varintLength(part.length) + part.length, 0));
  let at = 0;
  for (const part of parts) {
    at = writeVarint(record, at, part.length);
    record.set(part, at);
    at += part.length;
  }
  return record;
}

export function decodeSeqRegion(record: Uint8Array): SeqRegionRecord {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < record.length; ) {
    const [length, from] = readVarint(record, at);
    parts.push(record.subarray(from, from + length));
    at = from + length;
  }
  const [head, ...directories] = parts;
  return Object.assign(storedJson<SeqRegion>(head ?? record), { directories });
}

/** The strand of a stretch of a seq region: forward, reverse, or 0 for what is on neither or both. */
export type Strand = 1 | -1 | 0;

export function oppositeStrand(strand: Strand): Strand {
  return strand === 0 ? 0 : strand === 1 ? -1 : 1;
}
