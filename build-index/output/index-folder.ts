import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { encodeBlock } from '../../src/index/block.ts';
import { encodeDocument } from '../../src/index/document.ts';
import { GenotypeMatrixWriter } from '../../src/index/genotype-matrix.ts';
import { IntervalTableWriter } from '../../src/index/interval-table.ts';
import type { Compress, DirectoryPlace, TableWriterOptions } from '../../src/index/object-sink.ts';
import { SortedTableWriter } from '../../src/index/sorted-table.ts';
import { ROOT_KEY, type ObjectEntry, type ReleaseManifest, type TableEntry } from '../../src/release/manifest.ts';
import { ObjectFile } from './object-file.ts';

/** A table being written, and what the manifest says of it when it is complete. */
export interface OpenTable<Writer> {
  writer: Writer;
  finish(): Promise<TableEntry>;
}

const zip = promisify(gzip);
// A directory that rides along with the root needs no second level, and so no read of its own, up to this size: the
// stable ids of all Ensembl (some 60 million) take 2 MiB, and a value of Workers KV holds 25 MiB.
const ATTACHED_DIRECTORY_BYTES = 4 * 1024 * 1024;
// That of a hundred thousand variants of 2,500 samples: with a small one at hand, a window costs one wave less on a cold start.
const ATTACHED_MATRIX_DIRECTORY_BYTES = 16 * 1024;
// Level 9 saves 1 % over 7 on table rows and takes twice the time.
const compress: Compress = (bytes) => zip(bytes, { level: 7 });

/**
 * A release being written into an index folder. Objects gather in a hidden folder beside the releases; `publish` moves
 * it into place under the release's name and points the root value at it last, so that a reader sees the old release or
 * the new one, never a part.
 */
export class IndexFolder {
  readonly #folder: string;
  readonly #staging: string;
  readonly #attachments = new Map<string, TableEntry>();

  private constructor(folder: string, staging: string) {
    this.#folder = folder;
    this.#staging = staging;
  }

  static async create(folder: string): Promise<IndexFolder> {
    await mkdir(folder, { recursive: true });
    return new IndexFolder(folder, await mkdtemp(join(folder, '.building-')));
  }

  /** Runs `body` with a folder for whatever it must put down for a while. */
  async withScratch<T>(body: (scratch: string) => Promise<T>): Promise<T> {
    const scratch = await mkdtemp(join(this.#folder, '.scratch-'));
    try {
      return await body(scratch);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  createObject(name: string): Promise<ObjectFile> {
    return ObjectFile.create(this.#staging, name);
  }

  /** @param attach let the table's directory ride along with the root document; a number: with leaves of that size where it is larger */
  async sortedTable(name: string, attach: boolean | number = false, options: Omit<TableWriterOptions, 'compress'> = {}): Promise<OpenTable<SortedTableWriter>> {
    const sink = await this.createObject(name);
    return this.#table(name, new SortedTableWriter(sink, { compress, ...options, ...(attach ? { directoryBytes: attach === true ? ATTACHED_DIRECTORY_BYTES : attach } : {}) }), sink, attach);
  }

  async intervalTable(name: string): Promise<OpenTable<IntervalTableWriter>> {
    const sink = await this.createObject(name);
    return this.#table(name, new IntervalTableWriter(sink, { compress }), sink, false);
  }

  async genotypeMatrix(name: string): Promise<OpenTable<GenotypeMatrixWriter>> {
    const sink = await this.createObject(name);
    return this.#table(name, new GenotypeMatrixWriter(sink), sink, ATTACHED_MATRIX_DIRECTORY_BYTES);
  }

  async document(name: string, value: unknown, attachments: Record<string, Uint8Array> = {}): Promise<ObjectEntry> {
    const sink = await this.createObject(name);
    await sink.write(await encodeBlock(encodeDocument(value, attachments), compress));
    return sink.finish();
  }

  #table<Writer extends { finish(): Promise<DirectoryPlace> }>(name: string, writer: Writer, sink: ObjectFile, attach: boolean | number): OpenTable<Writer> {
    return {
      writer,
      finish: async () => {
        const directory = await writer.finish();
        const entry: TableEntry = { ...await sink.finish(), directory };
        if (attach) {
          entry.attached = name;
          this.#attachments.set(name, entry);
        }
        return entry;
      },
    };
  }

  /** Names the release by its content, moves it into place and makes it the current one. Returns its id. */
  async publish(draft: Omit<ReleaseManifest, 'id'>): Promise<string> {
    const attachments: Record<string, Uint8Array> = {};
    for (const [name, { object, directory }] of this.#attachments) attachments[name] = await this.#read(object, directory);
    const id = `${draft.version}-${createHash('sha256').update(JSON.stringify(draft)).digest('hex').slice(0, 12)}`;
    const manifest: ReleaseManifest = { id, ...withPrefix(draft, `${id}/`) };
    await rm(join(this.#folder, id), { recursive: true, force: true });
    await rename(this.#staging, join(this.#folder, id));
    const root = join(this.#folder, ROOT_KEY);
    await writeFile(`${root}.partial`, encodeDocument(manifest, attachments));
    await rename(`${root}.partial`, root);
    return id;
  }

  /** Lets go of a build that did not end well. */
  async discard(): Promise<void> {
    await rm(this.#staging, { recursive: true, force: true });
  }

  async #read(object: string, [offset, length]: DirectoryPlace): Promise<Uint8Array> {
    const file = await open(join(this.#staging, object));
    try {
      const bytes = new Uint8Array(length);
      await file.read(bytes, 0, length, offset);
      return bytes;
    } finally {
      await file.close();
    }
  }
}

/** A copy of the draft (or a part of it) in which every object's name is below the release's folder. */
function withPrefix<T>(part: T, prefix: string): T {
  if (Array.isArray(part)) return part.map((each) => withPrefix(each, prefix)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withPrefix(value, prefix)]));
  // Only entries of objects have both: see ObjectEntry.
  if (typeof copy.object === 'string' && typeof copy.sha256 === 'string') copy.object = prefix + copy.object;
  return copy as T;
}
