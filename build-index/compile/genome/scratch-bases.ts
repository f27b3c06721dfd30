import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { reverseComplement } from '../../../src/genome/bases.ts';
import { joinBytes } from '../../../src/index/blocks/bytes.ts';
import { readDna } from '../../dump/dna-reader.ts';
import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { type Assembly, type MappedInterval, clip } from './assembly.ts';
import type { DumpRegion, RegionSet } from './regions.ts';

/** The table that holds a database's sequences. */
export const DNA = 'dna';

const GATHERED_BYTES = 1024 * 1024;

interface Place {
  offset: number;
  length: number;
  /** Of the dump, from 1: where its row stands, or its first. */
  line: number;
}

const NOWHERE: Place = { offset: 0, length: 0, line: 0 };

/**
 * The `dna` table as one flat file, so that contigs can be read in the order of the chromosomes they make up. A genome
 * is read once from the dump and once from here, whatever its size; memory holds only where each contig begins.
 */
export class ScratchBases {
  readonly #file: FileHandle;
  readonly #places = new Map<number, Place>();
  #lastId = 0;
  #endWithNewline = true;

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

  async #fill(path: string, { schema }: DumpDatabase): Promise<void> {
    let at = 0;
    // Ancestors are many and short: one write for each would take longer than reading them.
    const gathered = Buffer.allocUnsafe(GATHERED_BYTES);
    let filled = 0;
    const put = async (bytes: Uint8Array) => void (await this.#file.appendFile(bytes));
    for await (const { seqRegionId, line, bases, isOpen } of readDna(path, schema.get(DNA))) {
      const place = this.#places.get(seqRegionId);
      if (place) place.length += bases.length;
      else this.#places.set(seqRegionId, { offset: at, length: bases.length, line });
      if (isOpen) this.#endWithNewline = false;
      this.#lastId = Math.max(this.#lastId, seqRegionId);
      at += bases.length;
      if (filled + bases.length > gathered.length) {
        await put(gathered.subarray(0, filled));
        filled = 0;
      }
      if (bases.length > gathered.length) await put(bases);
      else {
        gathered.set(bases, filled);
        filled += bases.length;
      }
    }
    await put(gathered.subarray(0, filled));
  }

  /** Bases of a region; 0 for one that the dump has none of. */
  lengthOf(seqRegionId: number): number {
    return this.#place(seqRegionId).length;
  }

  /** Line of the dump, from 1, in which the bases of a region stand; 0 for one that it has none of. */
  lineOf(seqRegionId: number): number {
    return this.#place(seqRegionId).line;
  }

  has(seqRegionId: number): boolean {
    return this.#places.has(seqRegionId);
  }

  /** The greatest id of a region that has bases; 0 when none has. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Whether the dump's last row does, as mysqldump ends each. */
  get endWithNewline(): boolean {
    return this.#endWithNewline;
  }

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  /**
   * Bases `start` to `end` (1-based) of a region as ASCII; fewer when the dump holds fewer. Synchronous: genes ask for
   * a few bases at a time, from a file that the system has just written.
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
   * The bases of a region's own dna from `start` to `end` (over the origin when start > end) on the forward strand as
   * ASCII, N where there are none; null when the database has no dna.
   */
  read(region: DumpRegion, start: number, end: number): Uint8Array | null {
    if (this.#scratch.isEmpty) return null;
    if (start > end) return joinBytes([this.read(region, start, region.length)!, this.read(region, 1, end)!]);
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

/** Regions of a species that a database has no bases of, though it has those of others. */
export interface LackingBases {
  regions: readonly DumpRegion[];
  /** Whether they are all that the species has. */
  areAll: boolean;
  /** Whether they would all stand behind the last row, as in a file that was cut short between two rows. */
  areLast: boolean;
}

/**
 * Bases of a region are as many as it is long. Databases may have none of some regions, which read as N, or of a
 * species.
 *
 * Where those would stand last, the file may have been cut short. It then ends within a row, as rows are hundreds to
 * millions of bytes and newlines one: what is left of the row is shorter than its region, or lacks its newline, and is
 * refused. A file that ends with a whole row is taken as it is: hardly one of a thousand that were cut ends so, and
 * refused, a database that never had these bases could not be compiled at all. The operator is told which bases they
 * are.
 *
 * @returns null where nothing lacks
 * @throws DumpError with the file and the region
 */
export function checkBases(dump: DumpDatabase, { list }: RegionSet, bases: ScratchBases): LackingBases | null {
  if (bases.isEmpty) return null;
  const path = dump.tables.get(DNA);
  const wrong = list.find(({ id, length }) => bases.has(id) && bases.lengthOf(id) !== length);
  if (wrong)
    throw new DumpError(
      `${path} line ${bases.lineOf(wrong.id)}: seq region ${wrong.id} (${wrong.name}) has ` +
        `${bases.lengthOf(wrong.id)} bases here, and a length of ${wrong.length} in seq_region: one of the two is ` +
        'damaged, or cut short',
    );
  const regions = list.filter(
    ({ id, length, coordSystem }) => coordSystem.sequenceLevel && length > 0 && !bases.has(id),
  );
  const behind = regions.filter(({ id }) => id > bases.lastId);
  const [first] = behind;
  if (first && !bases.endWithNewline) {
    throw new DumpError(
      `${path}: the file ends without a newline, and has no bases of ${countOf(behind)} behind, such as seq region ` +
        `${first.id} (${first.name}): it was cut short, or needs a newline at its end`,
    );
  }
  return regions.length > 0
    ? { regions, areAll: !list.some(({ id }) => bases.has(id)), areLast: behind.length === regions.length }
    : null;
}

/** As in "2 regions". */
export function countOf({ length }: readonly DumpRegion[]): string {
  return `${length} ${length === 1 ? 'region' : 'regions'}`;
}
