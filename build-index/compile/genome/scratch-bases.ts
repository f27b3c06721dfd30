import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { readDna } from '../../dump/dna-reader.ts';

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
    const put = async (bytes: Uint8Array) => void await this.#file.appendFile(bytes);
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
   * Bases `start` to `end` (1-based) of a region as ASCII; fewer when the dump holds fewer. Synchronous: genes ask for a
   * few bases at a time, from a file that the system has just written.
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
