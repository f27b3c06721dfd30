import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import {
  decodeDigestedSequence,
  encodeDigestedSequence,
  type DigestedSequence,
} from '../../../src/genome/sequence-digest.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import type { SortedRows } from '../rows/sorted-rows.ts';

/** Lines that are written at once. */
const LINES = 1000;

/**
 * Collects the digested sequences of the genomes of one database in a file: one line of base64 for each.
 * `writeSequenceDigests` makes the `sequence-digests` table of the release from the files of all databases.
 */
export class DigestRun {
  readonly #path: string;
  #lines: string[] = [];

  /** @param path of a file that does not exist yet */
  constructor(path: string) {
    this.#path = path;
  }

  /** @param sequence `genome` is the number of the genome in its database, from 0 */
  async add(sequence: DigestedSequence): Promise<void> {
    this.#lines.push(`${Buffer.from(encodeDigestedSequence(sequence)).toString('base64')}\n`);
    if (this.#lines.length === LINES) await this.save();
  }

  /** Completes the file, which may be empty. */
  async save(): Promise<void> {
    await appendFile(this.#path, this.#lines.splice(0).join(''));
  }
}

export interface SavedDigests {
  /** File that a DigestRun wrote. */
  path: string;
  /** Place in the manifest of the first genome of the database. */
  firstGenome: number;
}

/**
 * Adds the rows of the `sequence-digests` table: each sequence under its MD5 and under its GA4GH identifier. Of several
 * regions with the same sequence, top-level ones come first, then those of earlier genomes.
 */
export async function addSequenceDigests(runs: readonly SavedDigests[], rows: SortedRows): Promise<void> {
  for (const { path, firstGenome } of runs) {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const sequence = decodeDigestedSequence(Buffer.from(line, 'base64'));
      const record = Buffer.from(encodeDigestedSequence({ ...sequence, genome: firstGenome + sequence.genome }));
      for (const key of [sequence.md5, sequence.ga4gh])
        rows.add(key, record.toString('base64'), sequence.region.topLevel ? 0 : 1);
    }
  }
}

/** @param rows of addSequenceDigests */
export async function writeSequenceDigests(rows: SortedRows, table: SortedSink): Promise<void> {
  for await (const { key, value } of rows.sorted()) {
    const record: string = JSON.parse(value);
    await table.add(key, Buffer.from(record, 'base64'));
  }
}
