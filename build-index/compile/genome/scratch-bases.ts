import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { readDna } from '../../dump/dna-reader.ts';
import { FIRST_DEPARTURES } from '../../dump/departures.ts';
import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { type Assembly, type MappedInterval, clip } from './assembly.ts';
import { type DumpRegion, isCircular, type RegionSet } from './regions.ts';

/** The table of a database's sequences. */
export const DNA = 'dna';

const BUFFER_BYTES = 1024 * 1024;

interface Place {
  offset: number;
  length: number;
  /** Line of the dump, from 1, of the region's first row. */
  line: number;
}

const NOWHERE: Place = { offset: 0, length: 0, line: 0 };

/**
 * The `dna` table as one flat file, so that contigs can be read in the order of the chromosomes that they form. A
 * genome is read once from the dump and once from this file. Memory holds only the offset of each contig.
 */
export class ScratchBases {
  readonly #file: FileHandle;
  readonly #places = new Map<number, Place>();
  #lastId = 0;
  #lastRow = 0;
  #endsWithNewline = true;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Reads the dna of a database into a file in `folder` (which the caller removes). */
  static async load(dump: DumpDatabase, folder: string): Promise<ScratchBases> {
    const scratch = new ScratchBases(await open(join(folder, 'dna'), 'w+'));
    const path = dump.tables.get(DNA);
    try {
      if (path) await scratch.#fill(path, dump);
    } catch (error) {
      await scratch.close();
      throw error;
    }
    return scratch;
  }

  async #fill(path: string, { schema, departures }: DumpDatabase): Promise<void> {
    let offset = 0;
    // Ancestral sequences are many and short: one write for each would take longer than reading them.
    const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    let filled = 0;
    const put = async (bytes: Uint8Array) => void (await this.#file.appendFile(bytes));
    const reading = departures?.reading(path, DNA);
    for await (const { seqRegionId, line, bases, isOpen } of readDna(path, schema.get(DNA), undefined, reading)) {
      const place = this.#places.get(seqRegionId);
      if (place) place.length += bases.length;
      else this.#places.set(seqRegionId, { offset, length: bases.length, line });
      if (isOpen) this.#endsWithNewline = false;
      this.#lastRow = seqRegionId;
      this.#lastId = Math.max(this.#lastId, seqRegionId);
      offset += bases.length;
      if (filled + bases.length > buffer.length) {
        await put(buffer.subarray(0, filled));
        filled = 0;
      }
      if (bases.length > buffer.length) await put(bases);
      else {
        buffer.set(bases, filled);
        filled += bases.length;
      }
    }
    await put(buffer.subarray(0, filled));
  }

  /** Number of bases of a region in the dump; 0 if it has none. */
  lengthOf(seqRegionId: number): number {
    return this.#place(seqRegionId).length;
  }

  /** Line of the dump, from 1, with the bases of a region; 0 if it has none. */
  lineOf(seqRegionId: number): number {
    return this.#place(seqRegionId).line;
  }

  /** Each region with bases, and the line of the dump, from 1, of its first row. */
  *lines(): Generator<[seqRegionId: number, line: number]> {
    for (const [id, { line }] of this.#places) yield [id, line];
  }

  has(seqRegionId: number): boolean {
    return this.#places.has(seqRegionId);
  }

  /** The greatest id of a region with bases; 0 if there is none. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Id of the region of the dump's last row; 0 if there is none. */
  get lastRow(): number {
    return this.#lastRow;
  }

  /** Does the dump's last row end with a newline? mysqldump ends every row with one. */
  get endsWithNewline(): boolean {
    return this.#endsWithNewline;
  }

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  /**
   * Bases `start` to `end` (1-based) of a region as ASCII; fewer if the dump contains fewer. Synchronous: the compiler
   * of genes reads a few bases at a time, from a file that is still in the system's cache.
   */
  read(seqRegionId: number, start: number, end: number): Uint8Array {
    const { offset, length } = this.#place(seqRegionId);
    const bytes = new Uint8Array(Math.max(0, Math.min(end, length) - start + 1));
    if (bytes.length > 0) readSync(this.#file.fd, bytes, 0, bytes.length, offset + start - 1);
    return bytes;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #place(seqRegionId: number): Place {
    return this.#places.get(seqRegionId) ?? NOWHERE;
  }
}

/** Reads intervals of assembled regions while genes are compiled. */
export class GeneBases {
  readonly #assembly: Assembly;
  readonly #scratch: ScratchBases;
  readonly #intervals = new Map<DumpRegion, MappedInterval[]>();

  constructor(assembly: Assembly, scratch: ScratchBases) {
    this.#assembly = assembly;
    this.#scratch = scratch;
  }

  /**
   * The forward bases of a region from `start` to `end` as ASCII, N where there are none. If start > end, bases across
   * the origin of a circular region, and none of others. Null when the database has no dna.
   */
  read(region: DumpRegion, start: number, end: number): Uint8Array | null {
    if (this.#scratch.isEmpty) return null;
    if (start > end && !isCircular(region)) return new Uint8Array(0);
    if (start > end) return joinBytes([this.#read(region, start, region.length), this.#read(region, 1, end)]);
    return this.#read(region, start, end);
  }

  #read(region: DumpRegion, start: number, end: number): Uint8Array {
    const result = new Uint8Array(end - start + 1).fill(0x4e);
    for (const part of clip(this.#own(region), start, end)) {
      const bases = this.#scratch.read(part.target.id, part.from, part.from + part.end - part.start);
      result.set(part.strand === 1 ? bases : reverseComplement(bases), part.start - start);
    }
    return result;
  }

  #own(region: DumpRegion): MappedInterval[] {
    let intervals = this.#intervals.get(region);
    if (!intervals) this.#intervals.set(region, (intervals = this.#assembly.sequenceIntervals(region)));
    return intervals;
  }
}

/** Regions of a species whose bases are missing from a database that contains bases of other regions. */
export interface LackingBases {
  regions: readonly DumpRegion[];
  /** Are these all regions of the species? */
  areAll: boolean;
  /** Would all the missing rows follow the last row, as if the file had been cut off between two rows? */
  areLast: boolean;
}

/**
 * Counts regions with more or fewer bases than their length says. Lacking bases are served as N, further ones are not
 * served. A database may also lack all bases of some regions or of a whole species.
 *
 * If the missing rows would be last in the file, it may have been cut off. A cut nearly always falls within a row,
 * since rows have hundreds to millions of bytes: the last row then lacks its newline and is shorter than its region, or
 * others are missing after it, and the file is rejected. A file that ends with a complete row is accepted and the
 * operator is notified. Fewer than one cut in a thousand falls between two rows, and databases that never had these
 * bases must compile.
 *
 * @returns null if no bases are missing
 * @throws DumpError with the file and the region for a file that was cut off, or if departures are errors
 */
export function checkBases(dump: DumpDatabase, { list }: RegionSet, bases: ScratchBases): LackingBases | null {
  if (bases.isEmpty) return null;
  const path = dump.tables.get(DNA);
  const wrong = list.filter(({ id, length }) => bases.has(id) && bases.lengthOf(id) !== length);
  if (wrong.length > 0) {
    const first = wrong
      .slice(0, FIRST_DEPARTURES)
      .map(
        ({ id, name, length }) =>
          `${path} line ${bases.lineOf(id)}: seq region ${id} (${name}) has ${bases.lengthOf(id)} bases, but its ` +
          `length in seq_region is ${length}; one of the two tables is damaged or truncated`,
      );
    // The end of a large file without its last newline was lost.
    const isCut = !bases.endsWithNewline && wrong.some(({ id }) => id === bases.lastRow);
    if (!dump.departures || isCut) throw new DumpError(first[0]);
    const kind = 'sequence of the wrong length';
    dump.departures.add({ file: path ?? dump.folder, table: DNA, kind, count: wrong.length, first });
  }
  const regions = list.filter(
    ({ id, length, coordSystem }) => coordSystem.sequenceLevel && length > 0 && !bases.has(id),
  );
  const atEnd = regions.filter(({ id }) => id > bases.lastId);
  const [first] = atEnd;
  if (first && !bases.endsWithNewline) {
    throw new DumpError(
      `${path}: the file ends without a newline and lacks the bases of ${countOf(atEnd.length, 'region')} after its ` +
        `last row (such as seq region ${first.id}, ${first.name}); it is truncated, or only its last newline is ` +
        'missing',
    );
  }
  return regions.length > 0
    ? { regions, areAll: !list.some(({ id }) => bases.has(id)), areLast: atEnd.length === regions.length }
    : null;
}

/** A count with its noun: "1 region", "2 regions". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
