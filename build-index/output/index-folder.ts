import { copyFile, link, mkdir, rm, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encodeBlock } from '../../src/index/block.ts';
import { markBlock } from '../../src/index/block-mark.ts';
import { encodeDocument } from '../../src/index/document.ts';
import { GenotypeMatrixWriter } from '../../src/index/genotype-matrix.ts';
import { IntervalTableWriter } from '../../src/index/interval-table.ts';
import type { DirectoryPlace, TableWriterOptions } from '../../src/index/object-sink.ts';
import { SortedTableWriter } from '../../src/index/sorted-table.ts';
import type { ObjectEntry, TableEntry } from '../../src/release/manifest.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { removeAbandoned, workFolder } from './abandoned.ts';
import { BLOCK_FORM, type BlockForm } from './block-form.ts';
import { makeFolder } from './make-folder.ts';
import { ObjectFile } from './object-file.ts';
import { publish, type ReleaseDraft } from './publish.ts';
import type { WantedDirectory } from './wanted-directory.ts';

/** A table being written, and what the manifest says of it when it is complete. */
export interface OpenTable<Writer> {
  writer: Writer;
  finish(): Promise<TableEntry>;
}

/**
 * Whether a table's directory should ride along with the root: before all others, if there is room, if there is room and
 * with leaves of a size (bytes) of its own, or if there is room after all others.
 */
export type Attach = 'first' | boolean | number | 'last';

// The directory of stable ids, with which most requests begin, needs no second level, and so no read of its own, up to this
// size: that is some 100 million ids.
const FIRST_DIRECTORY_BYTES = 2 * 1024 * 1024;
// Of a table whose directory should ride along: a release has room for one or two such beside the others.
const WHOLE_DIRECTORY_BYTES = 2 * 1024 * 1024;
// That of a hundred thousand variants of 2,500 samples: with a small one at hand, a window costs one wave less on a cold start.
const ATTACHED_MATRIX_DIRECTORY_BYTES = 16 * 1024;
// Who asks for genotypes learns where they stand from what was read before: a level more would be one read after another. That of a hundred million variants.
const MATRIX_DIRECTORY_BYTES = 1024 * 1024;

/**
 * A release, or a unit of one, being written. Objects gather in a hidden folder beside the releases; `publish` moves it into place
 * under the release's name and points the root value at it last, so that a reader sees the old release or the new one,
 * never a part.
 */
export class IndexFolder {
  /** What tells the blocks of this build from those of others: input-stamp.ts. Set before the first object is written. */
  stamp = '';
  /** Where work folders are made. */
  readonly #folder: string;
  readonly #staging: string;
  readonly #form: BlockForm;
  /** In the order in which the tables were completed. */
  readonly #wanted: WantedDirectory[] = [];
  readonly #begun: ObjectFile[] = [];
  /** Links to objects of other units. */
  readonly #lent: string[] = [];

  private constructor(folder: string, staging: string, form: BlockForm) {
    this.#folder = folder;
    this.#staging = staging;
    this.#form = form;
  }

  static async create(folder: string, form = BLOCK_FORM): Promise<IndexFolder> {
    await makeFolder(folder);
    await removeAbandoned(folder);
    return new IndexFolder(folder, await workFolder(folder, 'building'), form);
  }

  /** For a unit, whose objects go to `staging`; whatever it must put down for a while, to `work`. */
  static async ofUnit(work: string, staging: string, form = BLOCK_FORM): Promise<IndexFolder> {
    await mkdir(staging, { recursive: true });
    return new IndexFolder(work, staging, form);
  }

  /** Runs `body` with a folder for whatever it must put down for a while. */
  async withScratch<T>(body: (scratch: string) => Promise<T>): Promise<T> {
    const scratch = await workFolder(this.#folder, 'scratch');
    try {
      return await body(scratch);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  async createObject(name: string): Promise<ObjectFile> {
    const object = await ObjectFile.create(this.#staging, name, this.stamp);
    this.#begun.push(object);
    return object;
  }

  async sortedTable(name: string, attach: Attach = false, options: Pick<TableWriterOptions, 'blockBytes' | 'directoryBytes'> = {}): Promise<OpenTable<SortedTableWriter>> {
    const sink = await this.createObject(name);
    const directoryBytes = attach === 'first' ? FIRST_DIRECTORY_BYTES : typeof attach === 'number' ? attach : options.directoryBytes;
    return this.#table(new SortedTableWriter(sink, { ...options, ...this.#form, directoryBytes, wholeDirectoryBytes: wholeBytes(attach) }), sink, attach);
  }

  async intervalTable(name: string, attach: Attach = false, options: Pick<TableWriterOptions, 'blockBytes'> = {}): Promise<OpenTable<IntervalTableWriter>> {
    const sink = await this.createObject(name);
    return this.#table(new IntervalTableWriter(sink, { ...options, ...this.#form, wholeDirectoryBytes: wholeBytes(attach) }), sink, attach);
  }

  async genotypeMatrix(name: string): Promise<OpenTable<GenotypeMatrixWriter>> {
    const sink = await this.createObject(name);
    return this.#table(new GenotypeMatrixWriter(sink, { directoryBytes: MATRIX_DIRECTORY_BYTES, wholeDirectoryBytes: WHOLE_DIRECTORY_BYTES }), sink, ATTACHED_MATRIX_DIRECTORY_BYTES);
  }

  async document(name: string, value: unknown, attachments: Record<string, Uint8Array> = {}): Promise<ObjectEntry> {
    const sink = await this.createObject(name);
    await sink.write(markBlock(await encodeBlock(encodeDocument(value, attachments), this.#form.compress), sink.number, 0));
    return sink.finish();
  }

  #table<Writer extends { finish(): Promise<DirectoryPlace>; readonly wholeDirectory: DirectoryPlace | null }>(writer: Writer, sink: ObjectFile, attach: Attach): OpenTable<Writer> {
    return {
      writer,
      finish: async () => {
        const directory = await writer.finish();
        const entry: TableEntry = { ...await sink.finish(), directory };
        if (attach) this.#wanted.push({ table: entry, whole: writer.wholeDirectory, when: attach === 'first' || attach === 'last' ? attach : 'among' });
        return entry;
      },
    };
  }

  /** What has been written so far, for who has to read it again, and closes it then. */
  written(): LocalFolder {
    return new LocalFolder(this.#staging);
  }

  /** Directories of what has been written that should ride along with the root. */
  get wanted(): readonly WantedDirectory[] {
    return this.#wanted;
  }

  /** Takes over objects that stand in another folder, and which of their directories are wanted; they stay there, too. */
  async adopt(from: string, entries: Iterable<ObjectEntry>, wanted: readonly WantedDirectory[]): Promise<void> {
    for (const { object } of entries) {
      const place = join(this.#staging, object);
      await mkdir(dirname(place), { recursive: true });
      // Not all file systems have links.
      await link(join(from, object), place).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return undefined;
        if (error.code === 'ENOENT' || error.code === 'ENOSPC') throw error;
        return copyFile(join(from, object), place);
      });
    }
    this.#wanted.push(...wanted);
  }

  /** Lets what is compiled here read objects that stand in another folder, until they are given back. */
  async borrow(from: string, entries: Iterable<ObjectEntry>): Promise<void> {
    for (const { object } of entries) {
      const place = join(this.#staging, object);
      await mkdir(dirname(place), { recursive: true });
      await symlink(join(from, object), place);
      this.#lent.push(place);
    }
  }

  async giveBack(): Promise<void> {
    for (const place of this.#lent.splice(0)) await unlink(place);
  }

  /** Makes what has been written the current release; see `publish`. Returns the release's id. */
  publish(draft: ReleaseDraft): Promise<string> {
    // With many genomes, what few requests need must not take the room of what all do.
    const wanted = (['first', 'among', 'last'] as const).flatMap((turn) => this.#wanted.filter(({ when }) => when === turn));
    return publish(this.#folder, this.#staging, draft, wanted);
  }

  /** Lets go of a build that did not end well. */
  async discard(): Promise<void> {
    for (const object of this.#begun) await object.abandon();
    await rm(this.#staging, { recursive: true, force: true });
  }
}

/** Of a directory that never rides along, nobody would read what stands in one piece. */
function wholeBytes(attach: Attach): number {
  return attach === false ? 0 : WHOLE_DIRECTORY_BYTES;
}
