/**
 * How a release's root is laid out: a document (src/index/document.ts) whose JSON every first request parses, whatever
 * it asks for, and which therefore says of each
 * genome only what it is found by. What few requests need stands beside it, in two attachments:
 *
 *   /genomes     the rest of each genome, one behind the other
 *   /shapes      what the records of tables say by number, each where its table says (TableEntry.attachedShapes)
 *
 * each part as JSON. The manifest has checksums of the two. Parts are no attachments of their own, since telling a
 * thousand names takes 10 ms. All other attachments
 * are directories of tables, as they stand in their objects, by the names that the tables give (TableEntry.attached).
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
  type CompiledTable,
  type GenomeEntry,
  type ListedGenome,
  type ReleaseManifest,
  type TableEntry,
} from './manifest.ts';

/**
 * In a root's header, where other documents have theirs: of this layout and of the manifest in it. Up to 2 it was that
 * of documents.
 */
export const ROOT_VERSION = 4;

/** Names that no object has. */
const [GENOMES, SHAPES] = ['/genomes', '/shapes'];

export interface Root {
  manifest: ReleaseManifest;
  /** Where the parts of genomes end in their attachment, in the order of the manifest. */
  genomeEnds: number[];
  /** By name; views of the root's bytes. */
  attachments: Record<string, Uint8Array>;
}

/**
 * `formats`: FORMAT_VERSIONS of the release's objects. A service must not take up a release that it cannot read in the
 * place of one that it can.
 *
 * `sums`: checksums of what stands in /genomes and in /shapes. A root that is damaged there must not be opened: it
 * would be kept, and no copy of these parts stands elsewhere.
 */
type RootValue = ReleaseManifest &
  Pick<Root, 'genomeEnds'> & { sums: [genomes: number, shapes: number]; formats: Record<string, number> };
/** What the part of a genome holds. */
type RestOfGenome = Omit<GenomeEntry, keyof ListedGenome>;
type Place = readonly [offset: number, length: number];

/**
 * What parts say, by their attachment and where they begin there: each is parsed once for as long as its root is kept,
 * by whichever request needs it first.
 */
const parsed = new WeakMap<Uint8Array, Map<number, unknown>>();

/** @param directories those that ride along, by name */
export function encodeRoot(manifest: CompiledManifest, directories: Record<string, Uint8Array> = {}): Uint8Array {
  const [genomeParts, layoutParts] = [new Parts(), new Parts()];
  const stored = mapObjects(manifest, (entry) => {
    const { shapes, ...table } = entry as CompiledTable;
    return shapes ? { ...table, attachedShapes: layoutParts.add(shapes) } : entry;
  });
  const genomeEnds: number[] = [];
  const genomes = stored.genomes.map(({ species, group, aliases, ...rest }): ListedGenome => {
    const [offset, length] = genomeParts.add(rest satisfies RestOfGenome);
    genomeEnds.push(offset + length);
    return { species, group, aliases };
  });
  const [genomeBytes, layoutBytes] = [genomeParts.bytes(), layoutParts.bytes()];
  const parts = { [GENOMES]: genomeBytes, [SHAPES]: layoutBytes };
  const sums: RootValue['sums'] = [crc32(genomeBytes), crc32(layoutBytes)];
  return encodeDocument(
    { ...stored, genomes, genomeEnds, sums, formats: FORMAT_VERSIONS } satisfies RootValue,
    { ...parts, ...directories },
    ROOT_VERSION,
  );
}

/**
 * Parses what every request needs. Throws StoreError for bytes that are no root of this version, or of objects of this
 * one's formats, are damaged elsewhere than in directories, or not as long as they say.
 */
export function decodeRoot(bytes: Uint8Array): Root {
  const { value, attachments } = decodeDocument(bytes, "the release's root", ROOT_VERSION);
  const { genomeEnds, sums, formats, ...manifest } = value as RootValue;
  const other = otherFormat(formats);
  if (other) throw new StoreError(`the release ${manifest.id} has objects of another format: ${other}`);
  for (const [each, name] of [GENOMES, SHAPES].entries()) {
    if (crc32(attachments[name] ?? new Uint8Array()) !== sums[each])
      throw new StoreError(`the release's root is damaged: the checksum of ${name} differs`);
  }
  return { manifest, genomeEnds, attachments };
}

/**
 * What keeps this build from reading the release of a root, of whatever version, as a clause; null for one that it
 * reads, and for bytes that are no sound root.
 */
export function foreignFormat(bytes: Uint8Array): string | null {
  const version = bytes[HEADER_LENGTH - 1];
  try {
    const { value } = decodeDocument(bytes, "the release's root", version);
    return version === ROOT_VERSION
      ? otherFormat((value as RootValue).formats)
      : `its root is of format version ${version}; this build reads version ${ROOT_VERSION}`;
  } catch {
    return null;
  }
}

function otherFormat(formats: Record<string, number>): string | null {
  const other = Object.entries(FORMAT_VERSIONS).find(([shape, version]) => formats[shape] !== version);
  return other ? `${other[0]} of version ${formats[other[0]]}; this build reads version ${other[1]}` : null;
}

/**
 * All that the root says of a genome, by its place in the manifest. Shared: not to be changed. Throws StoreError when
 * it is damaged.
 */
export function genomeOf(root: Root, index: number): GenomeEntry {
  const count = root.manifest.genomes.length;
  if (!(index < count)) throw new StoreError(`the index refers to genome ${index} of ${count}`);
  return kept(root.attachments[GENOMES], placeOfGenome(root, index), () => wholeGenome(root, index));
}

/**
 * What the records of a table say by number; undefined for a table without layouts. Shared: not to be changed. Throws
 * StoreError when it is damaged.
 */
export function layoutsOf(
  table: Pick<TableEntry, 'object' | 'attachedShapes'>,
  attachments: Record<string, Uint8Array>,
): RecordLayouts | undefined {
  const { attachedShapes } = table;
  return (
    attachedShapes &&
    kept(attachments[SHAPES], attachedShapes, () => storedLayouts(table.object, attachedShapes, attachments))
  );
}

/**
 * The manifest as it was compiled, for who needs every object of the release; parsed each time. Throws StoreError when
 * some of it is damaged.
 */
export function wholeManifest(root: Root): CompiledManifest {
  const { manifest, attachments } = root;
  const genomes = manifest.genomes.map((_, index): CompiledGenome => wholeGenome(root, index));
  return mapObjects({ ...manifest, genomes }, (entry) => {
    const { attachedShapes, ...table } = entry as TableEntry;
    return attachedShapes ? { ...table, shapes: storedLayouts(entry.object, attachedShapes, attachments) } : entry;
  });
}

/** The directories that ride along, by name. */
export function directoriesOf({
  attachments: { [GENOMES]: _, [SHAPES]: __, ...directories },
}: Root): Record<string, Uint8Array> {
  return directories;
}

/** Values that stand one behind the other in an attachment. */
class Parts {
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

function wholeGenome(root: Root, index: number): GenomeEntry {
  const genome = at(root.manifest.genomes, index);
  const name = `the genome ${genome.species} (${genome.group}) in the root of ${root.manifest.id}`;
  return { ...genome, ...parse<RestOfGenome>(root.attachments[GENOMES], placeOfGenome(root, index), name) };
}

function storedLayouts(object: string, place: Place, attachments: Record<string, Uint8Array>): RecordLayouts {
  return parse<RecordLayouts>(attachments[SHAPES], place, `what the root says of the records of ${object}`);
}

function parse<T>(attachment: Uint8Array | undefined, [offset, length]: Place, name: string): T {
  if (!attachment || offset + length > attachment.length) throw new StoreError(`${name} is not there`);
  return JSON.parse(utf8.decode(attachment.subarray(offset, offset + length))) as T;
}

/** What `read` makes of a part, once for as long as its attachment is kept. */
function kept<T>(attachment: Uint8Array | undefined, [offset]: Place, read: () => T): T {
  if (!attachment) return read();
  let values = parsed.get(attachment);
  if (!values) parsed.set(attachment, (values = new Map()));
  if (!values.has(offset)) values.set(offset, read());
  return values.get(offset) as T;
}
