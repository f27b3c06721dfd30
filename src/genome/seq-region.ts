/**
 * A sequence region (chromosome, scaffold, contig, patch …) and the places its features and bases are stored at.
 *
 * One record of the genome's `seq-regions` sorted table, under the lower-cased name and under each lower-cased synonym:
 *   varint head length | head JSON (SeqRegion) | one chunk directory per sequence piece, each after its varint length
 * The record contains the chunk directories (src/index/sequence/chunk-directory.ts) so that any slice costs one read
 * after this record.
 */
import { InvalidInput } from '../invalid-input.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { readVarint, varintLength, writeVarint } from '../index/blocks/integers.ts';

/**
 * How a region relates to the primary assembly: 'REF' without the non_ref attribute, else assembly_exception.exc_type,
 * and empty if the database does not list exceptions in its meta_coord table.
 */
type ExceptionType = 'REF' | 'HAP' | 'PAR' | 'PATCH_FIX' | 'PATCH_NOVEL' | '' | string;

/**
 * An interval of this region that corresponds to an interval of another one. Position p of this region,
 * start <= p <= end, is position from + (p - start) of the target on strand 1, and from + (end - p) on strand -1.
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

/** An interval whose bases are stored: as Segment, but the target is a stored sequence with its chunk directory. */
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
   * Intervals of this region that show another region's features and bases in addition to its own: the parts outside
   * the exception of a haplotype or patch, and the pseudo-autosomal regions of Y.
   */
  projection?: Segment[];
  /** For a region that is not top level: the top level intervals that it is a component of. */
  assembledInto?: Segment[];
  /** Stored bases of this region in ascending order; positions outside all pieces read as N. */
  sequence: SequencePiece[];
}

/** A region as read from the index: `directories[i]` lists the chunks of `sequence[i]`. */
export interface SeqRegionRecord extends SeqRegion {
  directories: Uint8Array[];
}

/** The part of a region that each feature's record contains, so that an answer needs no further read. */
export interface RegionRef {
  ordinal: number;
  name: string;
  coordSystem: string;
  version: string | null;
  /** Length of a circular region, absent on all others. */
  circularLength?: number;
}

/** The interval of a seq region that a request names; 1-based inclusive. start > end only on a circular region. */
export interface Slice {
  region: SeqRegionRecord;
  start: number;
  end: number;
  strand: Exclude<Strand, 0>;
}

/**
 * The region of a name that has the same coordinate system and version. The databases of a species use different
 * numbers for a region, but the same names.
 */
export function findRegion(
  named: readonly SeqRegionRecord[],
  { name, coordSystem, version }: Pick<SeqRegion, 'name' | 'coordSystem' | 'version'>,
): SeqRegionRecord | undefined {
  return named.find((each) => each.name === name && each.coordSystem === coordSystem && each.version === version);
}

/**
 * The forward slice of an interval that may extend beyond the ends of the region: wrapped on a circular region, cut
 * off at the ends of a linear one.
 */
export function forwardSlice(region: SeqRegionRecord, { start, end }: { start: number; end: number }): Slice {
  const { circular, length } = region;
  const onto = (position: number) =>
    circular ? wrapPosition(position, length) : Math.min(length, Math.max(1, position));
  return { region, start: onto(start), end: onto(end), strand: 1 };
}

/** As forwardSlice, but cut off at the ends of a circular region, too, where variants are not looked for beyond. */
export function linearSlice(region: SeqRegionRecord, { start, end }: { start: number; end: number }): Slice {
  const onto = (position: number) => Math.min(region.length, Math.max(1, position));
  return { region, start: onto(start), end: onto(end), strand: 1 };
}

/** A position before the origin of a circular region or beyond its length, as a position from 1 to the length. */
export function wrapPosition(position: number, length: number): number {
  return ((((position - 1) % length) + length) % length) + 1;
}

/**
 * Length of a slice in bases; on a circular region a slice over the origin has start > end. That of a faulty feature
 * that ends before it starts has no bases.
 */
export function sliceLength({ region, start, end }: Slice): number {
  return Math.max(0, end - start + 1 + (start > end && region.circular ? region.length : 0));
}

/**
 * The slice as spans with start <= end. A slice over the origin of a circular region gives two; the one before the
 * origin is first.
 */
export function linearSpans({ region, start, end }: Slice): { start: number; end: number }[] {
  return start <= end
    ? [{ start, end }]
    : [
        { start, end: region.length },
        { start: 1, end },
      ];
}

/** The forward slice of a feature. Throws InvalidInput for one that ends before it starts. */
export function sliceOfFeature(region: SeqRegionRecord, { start, end }: { start: number; end: number }): Slice {
  if (start > end && !region.circular)
    throw new InvalidInput(
      `In the database, this feature is at ${start}-${end} of ${region.name}: it ends before it starts, ` +
        `and the region ` +
        'is not circular',
    );
  return { region, start, end, strand: 1 };
}

/** Ensembl's name of a slice: coord system, version, region, start, end, strand. */
export function sliceName(slice: Slice): string {
  const { region } = slice;
  return [region.coordSystem, region.version ?? '', region.name, slice.start, slice.end, slice.strand].join(':');
}

const encoder = new TextEncoder();

/** An accession without its version: AC008066 for AC008066.4. Regions can be found by either. */
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

/** The strand of an interval of a seq region: forward, reverse, or 0 for neither or both. */
export type Strand = 1 | -1 | 0;

export function oppositeStrand(strand: Strand): Strand {
  return strand === 0 ? 0 : strand === 1 ? -1 : 1;
}
