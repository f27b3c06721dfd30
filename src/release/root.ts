/**
 * Layout of a release's root: a document (src/index/document.ts) whose JSON is parsed by the first request of a
 * process. The JSON therefore contains only the properties that genomes are found by. Its attachments are
 *
 *   /shapes      the record layouts of tables outside genomes, each at the byte range that its table states
 *                (TableEntry.attachedShapes)
 *   the directories of such tables: copies of the bytes in the objects, under the names that the tables state
 *                (TableEntry.attached)
 *   /genomes     the genomes, one after the other
 *
 * A genome is a document of its own. Its JSON has the other properties of the genome, and its attachments are the
 * layouts and directories of the genome's tables. A request parses only its genome: with hundreds of them, the names of
 * all directories alone would take 40 ms.
 */
import { at } from '../checked.ts';
import { crc32 } from '../index/blocks/checksum.ts';
import { decodeDocument, encodeDocument } from '../index/document.ts';
import { FORMAT_VERSIONS, HEADER_LENGTH } from '../index/blocks/object-header.ts';
import { utf8, joinBytes } from '../index/blocks/bytes.ts';
import { StoreError } from '../store/store.ts';
import type { RecordLayouts } from '../variants/record-layouts.ts';
import {
  mapObjects,
  objectsOf,
  type CompiledGenome,
  type CompiledManifest,
  type GenomeEntry,
  type ListedGenome,
  type ReleaseManifest,
  type TableEntry,
} from './manifest.ts';

/**
 * Version of this layout and of the manifest, in the root's header in place of the version of documents. Up to 2 it was
 * the version of documents.
 */
export const ROOT_VERSION = 7;

/** Names of attachments; no object has such a name. */
const [GENOMES, LAYOUTS] = ['/genomes', '/shapes'];

export interface Root {
  manifest: ReleaseManifest;
  /** Ends of the genomes in their attachment, in the order of the manifest. */
  genomeEnds: number[];
  /** By name; the values are views of the root's bytes. */
  attachments: Attachments;
  /** Genomes that were parsed, by index in the manifest. */
  opened: StoredGenome[];
  /** A genome was found to be damaged. No other copy of it exists, so the root must be read again. */
  isDamaged: boolean;
}

type Attachments = Record<string, Uint8Array>;

/** A genome in a root. Shared between requests: do not modify. */
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
type RootValue = ReleaseManifest & Pick<Root, 'genomeEnds'> & { sum: number; formats: Record<string, number> };
/** The properties of a genome in its document; `sum` as in RootValue. */
type RestOfGenome = Omit<GenomeEntry, keyof ListedGenome> & { sum: number };
type Place = readonly [offset: number, length: number];

/** Parsed layouts by attachment and offset. Each is parsed once for as long as its attachment is in memory. */
const parsed = new WeakMap<Uint8Array, Map<number, unknown>>();

/**
 * Encodes the root of a release.
 *
 * @param directories the directories to store in the root, by attachment name
 */
export function encodeRoot(manifest: CompiledManifest, directories: Attachments = {}): Uint8Array {
  const { genomes } = manifest;
  const ofGenomes = new Set<string>();
  const encoded = genomes.map(({ species: _, group: __, aliases: ___, ...properties }) => {
    const [stored, layouts] = withoutLayouts(properties);
    const its = Object.fromEntries(
      [...objectsOf(properties).values()].flatMap(({ attached }) => {
        const directory = attached === undefined ? undefined : directories[attached];
        return attached === undefined || !directory ? [] : [[attached, directory] as const];
      }),
    );
    for (const name of Object.keys(its)) ofGenomes.add(name);
    const value: RestOfGenome = { ...stored, sum: crc32(layouts) };
    return encodeDocument(value, { [LAYOUTS]: layouts, ...its }, ROOT_VERSION);
  });
  let end = 0;
  const genomeEnds = encoded.map(({ length }) => (end += length));
  const listed = genomes.map(({ species, group, aliases }): ListedGenome => ({ species, group, aliases }));
  const [stored, layouts] = withoutLayouts<ReleaseManifest>({ ...manifest, genomes: listed });
  const others = Object.entries(directories).filter(([name]) => !ofGenomes.has(name));
  return encodeDocument(
    { ...stored, genomeEnds, sum: crc32(layouts), formats: FORMAT_VERSIONS } satisfies RootValue,
    { [LAYOUTS]: layouts, ...Object.fromEntries(others), [GENOMES]: joinBytes(encoded) },
    ROOT_VERSION,
  );
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
  const { genomeEnds, sum, formats, ...manifest } = value as RootValue;
  const other = otherFormat(formats);
  if (other) throw new StoreError(`the release ${manifest.id} has objects of another format: ${other}`);
  checkLayouts(attachments, sum, "the release's root");
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
 * A genome by its index in the manifest. Throws StoreError if it is damaged, and notes that in the root.
 */
export function genomeOf(root: Root, index: number): StoredGenome {
  const count = root.manifest.genomes.length;
  if (!(index < count)) throw new StoreError(`the index refers to genome ${index} of ${count}`);
  return (root.opened[index] ??= openGenome(root, index));
}

function openGenome(root: Root, index: number): StoredGenome {
  const { manifest, genomeEnds } = root;
  const listed = at(manifest.genomes, index);
  const name = `the genome ${listed.species} (${listed.group}) in the root of ${manifest.id}`;
  const bytes = root.attachments[GENOMES]?.subarray(genomeEnds[index - 1] ?? 0, at(genomeEnds, index));
  try {
    const { value, attachments } = decodeDocument(bytes ?? new Uint8Array(), name, ROOT_VERSION);
    const { sum, ...rest } = value as RestOfGenome;
    checkLayouts(attachments, sum, name);
    return { entry: { ...listed, ...rest }, attachments };
  } catch (error) {
    root.isDamaged = true;
    throw error;
  }
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
 * The complete manifest, with every object of the release; parsed on each call. Throws StoreError if a part is damaged.
 */
export function wholeManifest(root: Root): CompiledManifest {
  const { manifest, attachments } = root;
  const genomes = manifest.genomes.map((_, index): CompiledGenome => {
    const genome = openGenome(root, index);
    return withLayouts(genome.entry, genome.attachments);
  });
  return { ...withLayouts(manifest, attachments), genomes };
}

function withLayouts<T>(value: T, attachments: Attachments): T {
  return mapObjects(value, (entry) => {
    const { attachedShapes, ...table } = entry;
    return attachedShapes ? { ...table, shapes: storedLayouts(entry.object, attachedShapes, attachments) } : entry;
  });
}

/** The directories in a root, by attachment name. */
export function directoriesOf(root: Root): Attachments {
  const all = [root, ...root.manifest.genomes.map((_, index) => openGenome(root, index))].map(
    ({ attachments: { [GENOMES]: _, [LAYOUTS]: __, ...directories } }) => directories,
  );
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
