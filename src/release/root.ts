/**
 * Layout of a release's root: a document (src/index/document.ts) whose JSON is parsed by the first request of a
 * process. The JSON therefore contains only the properties that genomes are found by. Two attachments contain the rest,
 * which few requests need:
 *
 *   /genomes     the other properties of each genome, one after the other
 *   /shapes      the record layouts of tables, each at the byte range that its table states (TableEntry.attachedShapes)
 *
 * The parts of both are JSON, and the manifest has the checksums of both. Parts are not attachments of their own, since
 * decoding a thousand attachment names takes 10 ms. All other attachments are directories of tables: copies of the
 * bytes in the objects, under the names that the tables state (TableEntry.attached).
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
export const ROOT_VERSION = 6;

/** Names of attachments; no object has such a name. */
const [GENOMES, LAYOUTS] = ['/genomes', '/shapes'];

export interface Root {
  manifest: ReleaseManifest;
  /** Ends of the parts of genomes in their attachment, in the order of the manifest. */
  genomeEnds: number[];
  /** By name; the values are views of the root's bytes. */
  attachments: Record<string, Uint8Array>;
}

/**
 * `formats`: FORMAT_VERSIONS of the release's objects. A service that cannot read a newer release must keep the one
 * that it has.
 *
 * `sums`: checksums of /genomes and /shapes. A root with damage there must not be opened: it would stay open, and no
 * other copy of these parts exists.
 */
type RootValue = ReleaseManifest &
  Pick<Root, 'genomeEnds'> & { sums: [genomes: number, shapes: number]; formats: Record<string, number> };
/** The properties of a genome in /genomes. */
type RestOfGenome = Omit<GenomeEntry, keyof ListedGenome>;
type Place = readonly [offset: number, length: number];

/** Parsed parts by attachment and offset. Each part is parsed once for as long as its root is in memory. */
const parsed = new WeakMap<Uint8Array, Map<number, unknown>>();

/**
 * Encodes the root of a release.
 *
 * @param directories the directories to store in the root, by attachment name
 */
export function encodeRoot(manifest: CompiledManifest, directories: Record<string, Uint8Array> = {}): Uint8Array {
  const [genomeParts, layoutParts] = [new PartsWriter(), new PartsWriter()];
  const stored = mapObjects(manifest, (entry) => {
    const { shapes, ...table } = entry;
    return shapes ? { ...table, attachedShapes: layoutParts.add(shapes) } : entry;
  });
  const genomeEnds: number[] = [];
  const genomes = stored.genomes.map(({ species, group, aliases, ...rest }): ListedGenome => {
    const [offset, length] = genomeParts.add(rest satisfies RestOfGenome);
    genomeEnds.push(offset + length);
    return { species, group, aliases };
  });
  const [genomeBytes, layoutBytes] = [genomeParts.bytes(), layoutParts.bytes()];
  const parts = { [GENOMES]: genomeBytes, [LAYOUTS]: layoutBytes };
  const sums: RootValue['sums'] = [crc32(genomeBytes), crc32(layoutBytes)];
  return encodeDocument(
    { ...stored, genomes, genomeEnds, sums, formats: FORMAT_VERSIONS } satisfies RootValue,
    { ...parts, ...directories },
    ROOT_VERSION,
  );
}

/**
 * Parses the parts of a root that every request needs. Throws StoreError for bytes that are not a root of this version,
 * for a root whose objects have other format versions, for a wrong length and for damage anywhere but in directories.
 */
export function decodeRoot(bytes: Uint8Array): Root {
  const { value, attachments } = decodeDocument(bytes, "the release's root", ROOT_VERSION);
  const { genomeEnds, sums, formats, ...manifest } = value as RootValue;
  const other = otherFormat(formats);
  if (other) throw new StoreError(`the release ${manifest.id} has objects of another format: ${other}`);
  for (const [each, name] of [GENOMES, LAYOUTS].entries()) {
    if (crc32(attachments[name] ?? new Uint8Array()) !== sums[each])
      throw new StoreError(`the release's root is damaged: the checksum of ${name} differs`);
  }
  return { manifest, genomeEnds, attachments };
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
 * All properties of a genome, by its index in the manifest. Shared between requests: do not modify. Throws StoreError
 * if its part is damaged.
 */
export function genomeOf(root: Root, index: number): GenomeEntry {
  const count = root.manifest.genomes.length;
  if (!(index < count)) throw new StoreError(`the index refers to genome ${index} of ${count}`);
  return kept(root.attachments[GENOMES], placeOfGenome(root, index), () => parseGenome(root, index));
}

/**
 * The record layouts of a table; undefined for a table without layouts. Shared between requests: do not modify. Throws
 * StoreError if they are damaged.
 */
export function layoutsOf(
  table: Pick<TableEntry, 'object' | 'attachedShapes'>,
  attachments: Record<string, Uint8Array>,
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
  const genomes = manifest.genomes.map((_, index): CompiledGenome => parseGenome(root, index));
  return mapObjects({ ...manifest, genomes }, (entry) => {
    const { attachedShapes, ...table } = entry;
    return attachedShapes ? { ...table, shapes: storedLayouts(entry.object, attachedShapes, attachments) } : entry;
  });
}

/** The directories in a root, by attachment name. */
export function directoriesOf({
  attachments: { [GENOMES]: _, [LAYOUTS]: __, ...directories },
}: Root): Record<string, Uint8Array> {
  return directories;
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

function placeOfGenome({ genomeEnds }: Root, index: number): Place {
  const offset = genomeEnds[index - 1] ?? 0;
  return [offset, at(genomeEnds, index) - offset];
}

function parseGenome(root: Root, index: number): GenomeEntry {
  const genome = at(root.manifest.genomes, index);
  const name = `the genome ${genome.species} (${genome.group}) in the root of ${root.manifest.id}`;
  return { ...genome, ...parse<RestOfGenome>(root.attachments[GENOMES], placeOfGenome(root, index), name) };
}

function storedLayouts(object: string, place: Place, attachments: Record<string, Uint8Array>): RecordLayouts {
  return parse<RecordLayouts>(attachments[LAYOUTS], place, `the list of record layouts of ${object} in the root`);
}

function parse<T>(attachment: Uint8Array | undefined, [offset, length]: Place, name: string): T {
  if (!attachment || offset + length > attachment.length) throw new StoreError(`${name} is missing`);
  return JSON.parse(utf8.decode(attachment.subarray(offset, offset + length))) as T;
}

/** The result of `read` for a part, computed once for as long as its attachment is in memory. */
function kept<T>(attachment: Uint8Array | undefined, [offset]: Place, read: () => T): T {
  if (!attachment) return read();
  let values = parsed.get(attachment);
  if (!values) parsed.set(attachment, (values = new Map()));
  if (!values.has(offset)) values.set(offset, read());
  return values.get(offset) as T;
}
