/**
 * Layout of a release's root: a document (src/index/document.ts) whose JSON is parsed by the first request of a
 * process. The JSON therefore contains only the properties that genomes are found by. Its attachments are
 *
 *   /shapes      the record layouts of tables outside genomes, each at the byte range that its table states
 *                (TableEntry.attachedShapes)
 *   the directories of such tables: copies of the bytes in the objects, under the names that the tables state
 *                (TableEntry.attached)
 *   /genomes     the documents of the genomes, one after the other, unless they are an object of their own
 *
 * A genome is a document of its own. Its JSON has the other properties of the genome, and its attachments are the
 * layouts and directories of the genome's tables. A request parses only its genome: with hundreds of them, the names of
 * all directories alone would take 40 ms.
 *
 * Documents in the root cost no read. But a process reads the whole root, so those of many genomes are in an object of
 * the release (ReleaseManifest.genomeDocuments), one block each, and a request reads only its genome.
 */
import { at } from '../checked.ts';
import { crc32 } from '../index/kernels/checksum.ts';
import { decodeDocument, encodeDocument } from '../index/document.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import { FORMAT_VERSIONS, HEADER_LENGTH } from '../index/blocks/object-header.ts';
import { utf8, joinBytes } from '../index/blocks/bytes.ts';
import { StoreError, type ByteRange } from '../store/store.ts';
import type { RecordLayouts } from '../variants/record-layouts.ts';
import {
  mapObjects,
  objectsOf,
  type CompiledGenome,
  type CompiledManifest,
  type GenomeEntry,
  type ListedGenome,
  type ObjectEntry,
  type ReleaseManifest,
  type SpeciesEntry,
  type TableEntry,
} from './manifest.ts';
import { fromRows, toRows, type RowList } from './row-list.ts';

/**
 * Version of this layout and of the manifest, in the root's header in place of the version of documents. Up to 2 it was
 * the version of documents.
 */
export const ROOT_VERSION = 8;

/** Names of attachments; no object has such a name. */
const [GENOMES, LAYOUTS] = ['/genomes', '/shapes'];

export interface Root {
  manifest: ReleaseManifest;
  /** Ends of the genomes in their attachment or object, in the order of the manifest. */
  genomeEnds: number[];
  /** By name; the values are views of the root's bytes. */
  attachments: Attachments;
  /** Genomes that were parsed, by index in the manifest. */
  opened: StoredGenome[];
  /** A genome in the root was found to be damaged. No other copy of it exists, so the root must be read again. */
  isDamaged: boolean;
}

type Attachments = Record<string, Uint8Array>;

/** A parsed genome. Shared between requests: do not modify. */
export interface StoredGenome {
  entry: GenomeEntry;
  /** Layouts and directories of its tables. */
  attachments: Attachments;
}

/**
 * `formats`: FORMAT_VERSIONS of the release's objects. A service that cannot read a newer release must keep the one
 * that it has.
 *
 * `sum`: checksum of /shapes.
 */
type RootValue = Omit<ReleaseManifest, 'species' | 'genomes'> &
  Pick<Root, 'genomeEnds'> & { species: RowList; genomes: RowList; sum: number; formats: Record<string, number> };
/** The properties of a genome in its document; `sum` as in RootValue. */
type RestOfGenome = Omit<GenomeEntry, keyof ListedGenome> & { sum: number };
type Place = readonly [offset: number, length: number];

/** Parsed layouts by attachment and offset. Each is parsed once for as long as its attachment is in memory. */
const parsed = new WeakMap<Uint8Array, Map<number, unknown>>();

/** The object that contains the documents of the genomes, and the end of each block in it. */
export interface GenomesObject {
  genomeDocuments: ObjectEntry;
  genomeEnds: number[];
}

/** A whole release: parsed from its root and the documents of all genomes. */
export interface WholeRelease {
  manifest: CompiledManifest;
  /** The attached directories, by attachment name. */
  directories: Attachments;
}

/**
 * Encodes the documents of the genomes, in the order of the manifest.
 *
 * @param directories the directories to attach, by attachment name; those of tables outside genomes are ignored
 */
export function encodeGenomes({ genomes }: CompiledManifest, directories: Attachments = {}): Uint8Array[] {
  return genomes.map(({ species: _, group: __, aliases: ___, ...properties }) => {
    const [stored, layouts] = withoutLayouts(properties);
    const its = attachedNames(properties).flatMap((name) => {
      const directory = directories[name];
      return directory ? [[name, directory] as const] : [];
    });
    const value: RestOfGenome = { ...stored, sum: crc32(layouts) };
    return encodeDocument(value, { [LAYOUTS]: layouts, ...Object.fromEntries(its) }, ROOT_VERSION);
  });
}

/**
 * Encodes the root of a release.
 *
 * @param directories the directories to store in the root, by attachment name
 * @param apart the object of the genomes (encodeGenomes), which are then not in the root
 */
export function encodeRoot(
  manifest: CompiledManifest,
  directories: Attachments = {},
  apart?: GenomesObject,
): Uint8Array {
  const { genomeDocuments: _, ...others } = manifest;
  const { genomes } = others;
  const documents = apart ? [] : encodeGenomes(manifest, directories);
  let end = 0;
  const { genomeDocuments, genomeEnds = documents.map(({ length }) => (end += length)) } = apart ?? {};
  const listed = genomes.map(({ species, group, aliases }): ListedGenome => ({ species, group, aliases }));
  const [stored, layouts] = withoutLayouts({
    ...others,
    species: toRows(manifest.species),
    genomes: toRows(listed),
    ...(genomeDocuments && { genomeDocuments }),
  });
  const ofGenomes = new Set(genomes.flatMap((genome) => attachedNames(genome)));
  const attached = Object.entries(directories).filter(([name]) => !ofGenomes.has(name));
  return encodeDocument(
    { ...stored, genomeEnds, sum: crc32(layouts), formats: FORMAT_VERSIONS } satisfies RootValue,
    { [LAYOUTS]: layouts, ...Object.fromEntries(attached), ...(!apart && { [GENOMES]: joinBytes(documents) }) },
    ROOT_VERSION,
  );
}

/** Attachment names of the tables of a genome. */
function attachedNames(genome: Omit<CompiledGenome, keyof ListedGenome>): string[] {
  return [...objectsOf(genome).values()].flatMap(({ attached = [] }) => attached);
}

/** A part of a manifest whose tables have the places of their layouts instead of the layouts, and these. */
function withoutLayouts<T>(value: T): [stored: T, layouts: Uint8Array] {
  const layouts = new PartsWriter();
  const stored = mapObjects(value, (entry) => {
    const { shapes, ...table } = entry;
    return shapes ? { ...table, attachedShapes: layouts.add(shapes) } : entry;
  });
  return [stored, layouts.bytes()];
}

/**
 * Parses the parts of a root that every request needs. Throws StoreError for bytes that are not a root of this version,
 * for a root whose objects have other format versions, for a wrong length, and for damage outside genomes and
 * directories.
 */
export function decodeRoot(bytes: Uint8Array): Root {
  const { value, attachments } = decodeDocument(bytes, "the release's root", ROOT_VERSION);
  const { genomeEnds, sum, formats, ...stored } = value as RootValue;
  const other = otherFormat(formats);
  if (other) throw new StoreError(`the release ${stored.id} has objects of another format: ${other}`);
  checkLayouts(attachments, sum, "the release's root");
  const manifest = {
    ...stored,
    species: fromRows<SpeciesEntry>(stored.species),
    genomes: fromRows<ListedGenome>(stored.genomes),
  };
  return { manifest, genomeEnds, attachments, opened: [], isDamaged: false };
}

function checkLayouts(attachments: Attachments, sum: number, name: string): void {
  if (crc32(attachments[LAYOUTS] ?? new Uint8Array()) !== sum)
    throw new StoreError(`${name} is damaged: the checksum of ${LAYOUTS} differs`);
}

/**
 * Why this software cannot read the release of a root of any version, as a clause; null for a readable release, and for
 * bytes that are not a valid root.
 */
export function foreignFormat(bytes: Uint8Array): string | null {
  const version = bytes[HEADER_LENGTH - 1];
  try {
    const { value } = decodeDocument(bytes, "the release's root", version);
    return version === ROOT_VERSION
      ? otherFormat((value as RootValue).formats)
      : `its root is of format version ${version}; this software reads version ${ROOT_VERSION}`;
  } catch {
    return null;
  }
}

function otherFormat(formats: Record<string, number>): string | null {
  const other = Object.entries(FORMAT_VERSIONS).find(([shape, version]) => formats[shape] !== version);
  return other ? `${other[0]} of version ${formats[other[0]]}; this software reads version ${other[1]}` : null;
}

/**
 * A genome by its index in the manifest; not a promise if it is known or in the root. At most one read. Throws
 * StoreError if the genome cannot be read or is damaged. Notes damage in the root: blocks of objects are read again
 * anyway.
 */
export function genomeOf(root: Root, index: number, reader: BlockReader): StoredGenome | Promise<StoredGenome> {
  const { manifest, opened } = root;
  const known = opened[index];
  if (known) return known;
  const count = manifest.genomes.length;
  if (!(index < count)) throw new StoreError(`the index refers to genome ${index} of ${count}`);
  if (manifest.genomeDocuments) return readGenome(root, index, reader);
  try {
    return (opened[index] = parseGenome(root, index, genomeInRoot(root, index)));
  } catch (error) {
    root.isDamaged = true;
    throw error;
  }
}

async function readGenome(root: Root, index: number, reader: BlockReader): Promise<StoredGenome> {
  await openGenomes(root, [index], reader);
  return at(root.opened, index);
}

/**
 * Opens those of some genomes that are not in the root and not known, for genomeOf: one wave, with one read for genomes
 * next to each other. Skips unknown indices. Throws StoreError if a genome cannot be read or is damaged.
 */
export async function openGenomes(root: Root, indices: readonly number[], reader: BlockReader): Promise<void> {
  const { manifest, opened } = root;
  if (!manifest.genomeDocuments) return;
  const missing = [...new Set(indices)].filter((index) => index < manifest.genomes.length && !opened[index]);
  if (missing.length === 0) return;
  const documents = await documentsOf(root, missing, reader);
  // Another request may have read a genome meanwhile.
  for (const [place, index] of missing.entries()) opened[index] ??= parseGenome(root, index, documents[place]);
}

/** The documents of genomes; one wave of reads. The parsed genomes stay in memory, so blocks are not cached. */
function documentsOf(root: Root, indices: readonly number[], reader: BlockReader): Promise<Uint8Array[]> {
  const { genomeDocuments } = root.manifest;
  if (!genomeDocuments) return Promise.resolve(indices.map((index) => genomeInRoot(root, index)));
  const ranges = indices.map((index): ByteRange => {
    const [offset, length] = genomePlace(root, index);
    return { object: genomeDocuments.object, offset, length };
  });
  return reader.withoutCaching().blocks(ranges);
}

function genomeInRoot(root: Root, index: number): Uint8Array {
  const [offset, length] = genomePlace(root, index);
  return root.attachments[GENOMES]?.subarray(offset, offset + length) ?? new Uint8Array();
}

function genomePlace({ genomeEnds }: Root, index: number): Place {
  const start = genomeEnds[index - 1] ?? 0;
  return [start, at(genomeEnds, index) - start];
}

function parseGenome({ manifest }: Root, index: number, document: Uint8Array = new Uint8Array()): StoredGenome {
  const listed = at(manifest.genomes, index);
  const place = manifest.genomeDocuments ? manifest.genomeDocuments.object : `the root of ${manifest.id}`;
  const name = `the genome ${listed.species} (${listed.group}) in ${place}`;
  const { value, attachments } = decodeDocument(document, name, ROOT_VERSION);
  const { sum, ...rest } = value as RestOfGenome;
  checkLayouts(attachments, sum, name);
  return { entry: { ...listed, ...rest }, attachments };
}

/**
 * The record layouts of a table; undefined for a table without layouts. Shared between requests: do not modify. Throws
 * StoreError if they are damaged.
 */
export function layoutsOf(
  table: Pick<TableEntry, 'object' | 'attachedShapes'>,
  attachments: Attachments,
): RecordLayouts | undefined {
  const { attachedShapes } = table;
  return (
    attachedShapes &&
    kept(attachments[LAYOUTS], attachedShapes, () => storedLayouts(table.object, attachedShapes, attachments))
  );
}

/**
 * The complete manifest, with every object of the release, and all attached directories; parsed on each call. Throws
 * StoreError if a genome cannot be read, or a part is damaged.
 */
export async function readWholeRelease(root: Root, reader: BlockReader): Promise<WholeRelease> {
  const { manifest, attachments } = root;
  const documents = await documentsOf(root, [...manifest.genomes.keys()], reader);
  const genomes = documents.map((document, index) => parseGenome(root, index, document));
  return {
    manifest: {
      ...withLayouts(manifest, attachments),
      genomes: genomes.map((genome): CompiledGenome => withLayouts(genome.entry, genome.attachments)),
    },
    directories: directoriesOf([root, ...genomes]),
  };
}

function withLayouts<T>(value: T, attachments: Attachments): T {
  return mapObjects(value, (entry) => {
    const { attachedShapes, ...table } = entry;
    return attachedShapes ? { ...table, shapes: storedLayouts(entry.object, attachedShapes, attachments) } : entry;
  });
}

/** Bytes of the directories that a root contains, which are not parsed. */
export function attachedBytes(root: Root): number {
  const { genomeDocuments, genomes } = root.manifest;
  const inRoot = genomeDocuments ? [] : genomes.map((_, index) => parseGenome(root, index, genomeInRoot(root, index)));
  return Object.values(directoriesOf([root, ...inRoot])).reduce((sum, { length }) => sum + length, 0);
}

function directoriesOf(documents: readonly { attachments: Attachments }[]): Attachments {
  const all = documents.map(({ attachments: { [GENOMES]: _, [LAYOUTS]: __, ...directories } }) => directories);
  return Object.assign({}, ...all) as Attachments;
}

/** Concatenates values, as JSON, into one attachment. */
class PartsWriter {
  readonly #texts: Uint8Array[] = [];
  #length = 0;

  add(value: unknown): [offset: number, length: number] {
    const text = new TextEncoder().encode(JSON.stringify(value));
    this.#texts.push(text);
    this.#length += text.length;
    return [this.#length - text.length, text.length];
  }

  bytes(): Uint8Array {
    return joinBytes(this.#texts);
  }
}

function storedLayouts(object: string, [offset, length]: Place, attachments: Attachments): RecordLayouts {
  const layouts = attachments[LAYOUTS];
  if (!layouts || offset + length > layouts.length)
    throw new StoreError(`the list of record layouts of ${object} in the root is missing`);
  return JSON.parse(utf8.decode(layouts.subarray(offset, offset + length))) as RecordLayouts;
}

/** The result of `read` for a part, computed once for as long as its attachment is in memory. */
function kept<T>(attachment: Uint8Array | undefined, [offset]: Place, read: () => T): T {
  if (!attachment) return read();
  let values = parsed.get(attachment);
  if (!values) parsed.set(attachment, (values = new Map()));
  if (!values.has(offset)) values.set(offset, read());
  return values.get(offset) as T;
}
