import { copyFile, link, mkdir, rm, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encodeBlock, markBlock } from '../../src/index/blocks/block.ts';
import { encodeDocument } from '../../src/index/document.ts';
import { GenotypeMatrixWriter } from '../../src/index/genotypes/genotype-matrix.ts';
import { IntervalTableWriter } from '../../src/index/tables/interval-table.ts';
import type { DirectoryPlace, TableWriterOptions, Compress } from '../../src/index/blocks/object-sink.ts';
import { SortedTableWriter } from '../../src/index/tables/sorted-table.ts';
import type { ObjectEntry, TableEntry } from '../../src/release/manifest.ts';
import { objectName, type PathParts, type TableOptions, type TableSpec } from '../../src/release/table-spec.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { removeAbandoned, workFolder, makeFolder } from './work-folder.ts';
import { ObjectFile } from './object-file.ts';
import { type ReleaseDraft, type WantedDirectory, writeRelease } from './write-release.ts';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { threadsOfProcess } from '../dump/duckdb-share.ts';

/** A table being written. `finish` returns its manifest entry. */
export interface OpenTable<Writer> {
  writer: Writer;
  finish(): Promise<TableEntry>;
}

/**
 * Directories that should be in the root are also stored in one piece up to this size. A root has room for one or two.
 */
const WHOLE_DIRECTORY_BYTES = 2 * 1024 * 1024;

/**
 * A release, or a unit of one, being written. Objects gather in a hidden folder next to the releases. `writeRelease`
 * moves the folder into place and replaces the value `current` last, so that readers see the old release or the new
 * one, never a part.
 */
export class IndexFolder {
  /** Identifies the input of this build in the marks of blocks: build-index/units/input-files.ts. Set it first. */
  stamp = '';
  /** Parent of work folders. */
  readonly #folder: string;
  readonly #staging: string;
  readonly #form: BlockForm;
  /** In the order in which tables were completed. */
  readonly #wanted: WantedDirectory[] = [];
  readonly #begun: ObjectFile[] = [];
  /** Links to objects of other units. */
  readonly #borrowed: string[] = [];

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

  /** For a unit. @param work folder for temporary files @param staging folder for objects */
  static async ofUnit(work: string, staging: string, form = BLOCK_FORM): Promise<IndexFolder> {
    await mkdir(staging, { recursive: true });
    return new IndexFolder(work, staging, form);
  }

  /** Runs `body` with a folder for temporary files, which is removed afterwards. */
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

  /** Begins a sorted table. @param spec its entry in the table registry */
  async sortedTable<P extends string>(
    spec: TableSpec<'sorted', P>,
    ...parts: PathParts<P>
  ): Promise<OpenTable<SortedTableWriter>> {
    const sink = await this.createObject(objectName(spec, ...parts));
    return this.#table(new SortedTableWriter(sink, { ...optionsOf(spec), ...this.#form }), sink, spec);
  }

  async intervalTable<P extends string>(
    spec: TableSpec<'interval', P>,
    ...parts: PathParts<P>
  ): Promise<OpenTable<IntervalTableWriter>> {
    const sink = await this.createObject(objectName(spec, ...parts));
    return this.#table(new IntervalTableWriter(sink, { ...optionsOf(spec), ...this.#form }), sink, spec);
  }

  async genotypeMatrix<P extends string>(
    spec: TableSpec<'matrix', P>,
    ...parts: PathParts<P>
  ): Promise<OpenTable<GenotypeMatrixWriter>> {
    const sink = await this.createObject(objectName(spec, ...parts));
    return this.#table(new GenotypeMatrixWriter(sink, optionsOf(spec)), sink, spec);
  }

  document<P extends string>(
    spec: TableSpec<'document', P>,
    value: unknown,
    ...parts: PathParts<P>
  ): Promise<ObjectEntry> {
    return this.documentWith(spec, value, {}, ...parts);
  }

  /** A document with attachments, by name. */
  async documentWith<P extends string>(
    spec: TableSpec<'document', P>,
    value: unknown,
    attachments: Record<string, Uint8Array>,
    ...parts: PathParts<P>
  ): Promise<ObjectEntry> {
    const sink = await this.createObject(objectName(spec, ...parts));
    await sink.write(
      markBlock(await encodeBlock(encodeDocument(value, attachments), this.#form.compress), sink.number, 0),
    );
    return sink.finish();
  }

  #table<Writer extends { finish(): Promise<DirectoryPlace>; readonly wholeDirectory: DirectoryPlace | null }>(
    writer: Writer,
    sink: ObjectFile,
    { attach = 'never' }: TableOptions,
  ): OpenTable<Writer> {
    return {
      writer,
      finish: async () => {
        const directory = await writer.finish();
        const entry: TableEntry = { ...(await sink.finish()), directory };
        if (attach !== 'never') this.#wanted.push({ table: entry, whole: writer.wholeDirectory, when: attach });
        return entry;
      },
    };
  }

  /** A store of the objects written so far. The caller closes it. */
  written(): LocalFolder {
    return new LocalFolder(this.#staging);
  }

  /** Directories of written tables that should be in the root. */
  get wanted(): readonly WantedDirectory[] {
    return this.#wanted;
  }

  /** Adds links to the objects of another folder, or copies of them, and their wanted directories. */
  async adopt(from: string, entries: Iterable<ObjectEntry>, wanted: readonly WantedDirectory[]): Promise<void> {
    for (const { object } of entries) {
      const place = join(this.#staging, object);
      await mkdir(dirname(place), { recursive: true });
      // Not all file systems support hard links.
      await link(join(from, object), place).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return undefined;
        if (error.code === 'ENOENT' || error.code === 'ENOSPC') throw error;
        return copyFile(join(from, object), place);
      });
    }
    this.#wanted.push(...wanted);
  }

  /** Makes objects of another folder readable through `written`, until `giveBack`. */
  async borrow(from: string, entries: Iterable<ObjectEntry>): Promise<void> {
    for (const { object } of entries) {
      const place = join(this.#staging, object);
      await mkdir(dirname(place), { recursive: true });
      await symlink(join(from, object), place);
      this.#borrowed.push(place);
    }
  }

  /** Removes the borrowed objects. */
  async giveBack(): Promise<void> {
    for (const place of this.#borrowed.splice(0)) await unlink(place);
  }

  /** Makes the written objects the current release: see writeRelease. Returns the release's id. */
  writeRelease(draft: ReleaseDraft, beforeCurrent?: (id: string) => Promise<void>): Promise<string> {
    // With many genomes, directories that most requests need come first.
    const wanted = (['first', 'among', 'last'] as const).flatMap((turn) =>
      this.#wanted.filter(({ when }) => when === turn),
    );
    const form = { stamp: this.stamp, compress: this.#form.compress };
    return writeRelease(this.#folder, this.#staging, draft, wanted, form, beforeCurrent);
  }

  /** Removes everything written, after a failure. */
  async discard(): Promise<void> {
    for (const object of this.#begun) await object.abandon();
    await rm(this.#staging, { recursive: true, force: true });
  }
}

/**
 * Options of a table's writer. A directory that is never in the root is not stored in one piece, which has no reader.
 */
function optionsOf({ attach = 'never', directoryBytes, blockBytes }: TableOptions): TableWriterOptions {
  return {
    ...(blockBytes === undefined ? {} : { blockBytes }),
    directoryBytes,
    wholeDirectoryBytes: attach === 'never' ? 0 : WHOLE_DIRECTORY_BYTES,
  };
}

const zip = promisify(gzip);
// Level 9 saves 1 % over 6 on table rows and takes twice the time.
const LEVEL = { level: 6 };
// Compressing on another thread costs 0.2 ms of CPU more, as much as compressing 5 KB. It pays only with a free core.
const compress: Compress = async (bytes) => (threadsOfProcess() === 1 ? gzipSync(bytes, LEVEL) : zip(bytes, LEVEL));

/**
 * How a build cuts objects into blocks and compresses them. `name` is unique, so that units in another form are not
 * reused. `blockBytes` overrides that of all tables.
 */
export type BlockForm = Pick<TableWriterOptions, 'blockBytes'> & { name: string; compress: Compress };

/** The form of every index that is served. */
export const BLOCK_FORM: BlockForm = { name: 'served', compress };
