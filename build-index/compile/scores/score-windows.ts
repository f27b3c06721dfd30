/**
 * Records of scores on their way into a table, in files: one for each region and input. Files of scores are sorted by
 * position, but list regions in an order of their own, and several may belong to one table. So nothing is sorted, and
 * memory does not grow with the files.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeScores, WINDOW, type ScoreRow, type ScoreSource } from '../../../src/effects/allele-scores.ts';
import type { IntervalSink } from '../../output/genome-tables.ts';

const HEAD_BYTES = 12;
const FLUSH_BYTES = 1024 * 1024;

/** The rows of one region in one file, which arrive in order of position. */
class RegionFile {
  readonly #path: string;
  readonly #source: ScoreSource;
  #file: FileHandle | null = null;
  #parts: Buffer[] = [];
  #bytes = 0;
  #rows: ScoreRow[] = [];
  reached = 0;

  constructor(path: string, source: ScoreSource) {
    this.#path = path;
    this.#source = source;
  }

  /** Returns a promise only where it writes. */
  add(row: ScoreRow): Promise<void> | undefined {
    const [first] = this.#rows;
    if (first && windowOf(row) !== windowOf(first)) this.#encode();
    this.#rows.push(row);
    this.reached = row.position;
    return this.#bytes < FLUSH_BYTES ? undefined : this.#flush();
  }

  async finish(): Promise<void> {
    this.#encode();
    await this.#flush();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  #encode(): void {
    const [first] = this.#rows;
    if (!first) return;
    const payload = encodeScores(this.#source, this.#rows);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(first.position, 0);
    head.writeUInt32LE(this.reached, 4);
    head.writeUInt32LE(payload.length, 8);
    this.#parts.push(head, Buffer.from(payload));
    this.#bytes += HEAD_BYTES + payload.length;
    this.#rows = [];
  }

  async #flush(): Promise<void> {
    this.#file ??= await open(this.#path, 'wx');
    const bytes = Buffer.concat(this.#parts);
    [this.#parts, this.#bytes] = [[], 0];
    await this.#file.writeFile(bytes);
  }
}

function windowOf({ position }: ScoreRow): number {
  return Math.floor(position / WINDOW);
}

export class ScoreWindows {
  readonly #folder: string;
  readonly #source: ScoreSource;
  /** Paths of each region's files, by ordinal. */
  readonly #paths = new Map<number, string[]>();
  #current: { region: number; file: RegionFile } | null = null;
  #done = new Set<number>();
  #count = 0;

  /** @param folder for the files; the caller removes it */
  constructor(folder: string, source: ScoreSource) {
    this.#folder = folder;
    this.#source = source;
  }

  /** @returns what is wrong with the order of a row, as a clause; a promise only where files are opened or written */
  add(region: number, row: ScoreRow): string | undefined | Promise<string | undefined> {
    if (this.#current?.region !== region) return this.#begin(region).then((fault) => fault ?? this.add(region, row));
    const { file } = this.#current;
    if (row.position < file.reached) return `comes after position ${file.reached} of its chromosome`;
    return file.add(row)?.then(() => undefined);
  }

  async #begin(region: number): Promise<string | undefined> {
    await this.#endRegion();
    if (this.#done.has(region)) return 'comes back to a chromosome after another one';
    const path = join(this.#folder, `${this.#count++}`);
    this.#paths.set(region, [...(this.#paths.get(region) ?? []), path]);
    this.#current = { region, file: new RegionFile(path, this.#source) };
    return undefined;
  }

  /** Closes the file that is open after an error. */
  async close(): Promise<void> {
    await this.#current?.file.close();
    this.#current = null;
  }

  /** Ends an input file: the next one may have the same regions. */
  async endFile(): Promise<void> {
    await this.#endRegion();
    this.#done = new Set();
  }

  /** Writes all records to a table. */
  async write(table: IntervalSink): Promise<void> {
    for (const [region, paths] of [...this.#paths].sort(([one], [other]) => one - other)) {
      const inputs = paths.map(recordsOf);
      const heads = await Promise.all(inputs.map(async (records) => ({ records, next: await records.next() })));
      try {
        for (;;) {
          const [first] = heads
            .filter(({ next }) => !next.done)
            .sort((one, other) => startOf(one.next.value) - startOf(other.next.value));
          if (!first || first.next.done) break;
          const { start, end, payload } = first.next.value;
          await table.add(region, start, end, payload);
          first.next = await first.records.next();
        }
      } finally {
        // Closes the files after an error.
        for (const records of inputs) await records.return(undefined);
      }
    }
  }

  async #endRegion(): Promise<void> {
    if (!this.#current) return;
    await this.#current.file.finish();
    this.#done.add(this.#current.region);
    this.#current = null;
  }
}

interface StoredWindow {
  start: number;
  end: number;
  payload: Uint8Array;
}

function startOf(window: StoredWindow | undefined): number {
  return window?.start ?? Infinity;
}

async function* recordsOf(path: string): AsyncGenerator<StoredWindow, undefined> {
  const file = await open(path);
  try {
    let [bytes, at] = [Buffer.alloc(0), 0];
    const atLeast = async (wanted: number): Promise<boolean> => {
      while (bytes.length - at < wanted) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(FLUSH_BYTES), 0, FLUSH_BYTES, null);
        if (bytesRead === 0) return false;
        bytes = Buffer.concat([bytes.subarray(at), buffer.subarray(0, bytesRead)]);
        at = 0;
      }
      return true;
    };
    while (await atLeast(HEAD_BYTES)) {
      const [start, end, length] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
      if (!(await atLeast(HEAD_BYTES + length))) throw new Error(`a temporary file of scores is truncated: ${path}`);
      at += HEAD_BYTES;
      yield { start, end, payload: bytes.subarray(at, at + length) };
      at += length;
    }
    return undefined;
  } finally {
    await file.close();
  }
}
