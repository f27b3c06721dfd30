/**
 * How a release's root is laid out: a document (src/index/document.ts) whose JSON every first request parses, whatever it asks for, and which therefore says of each
 * genome only what it is found by. What few requests need stands beside it, as attachments:
 *
 *   genome N     the rest of the genome at place N of the manifest
 *   shapes N     what the records of a table say by number: the table names it (TableEntry.attachedShapes)
 *
 * both as JSON in a plain block, which has a checksum; and directories of tables, as they stand in their objects, by the names that the tables give (TableEntry.attached).
 */
import { decodePlainBlock, encodePlainBlock } from '../index/block.ts';
import { decodeDocument, encodeDocument } from '../index/document.ts';
import { utf8 } from '../index/utf8.ts';
import { StoreError } from '../store/store.ts';
import type { RecordShapes } from '../variants/record-shapes.ts';
import { mapObjects } from './manifest-objects.ts';
import { RELEASE_ROOT, type CompiledGenome, type CompiledManifest, type CompiledTable, type GenomeEntry, type ListedGenome, type ReleaseManifest, type TableEntry } from './manifest.ts';

/** In a root's header, where other documents have theirs: of this layout and of the manifest in it. Up to 2 it was that of documents. */
export const ROOT_VERSION = 3;

export interface Root {
  manifest: ReleaseManifest;
  /** By name; views of the root's bytes. */
  attachments: Record<string, Uint8Array>;
}

/** What a genome's attachment holds. */
type RestOfGenome = Omit<GenomeEntry, keyof ListedGenome>;

const PART = /^(genome|shapes) \d+$/;
const genomePart = (index: number): string => `genome ${index}`;
const shapesPart = (number: number): string => `shapes ${number}`;

const encoder = new TextEncoder();
/** What parts say, by their bytes: each is parsed once for as long as its root is kept, by whichever request needs it first. */
const parsed = new WeakMap<Uint8Array, unknown>();

/** @param directories those that ride along, by name */
export function encodeRoot(manifest: CompiledManifest, directories: Record<string, Uint8Array> = {}): Uint8Array {
  const parts: Record<string, Uint8Array> = {};
  const partOf = (name: string, value: unknown) => {
    parts[name] = encodePlainBlock(encoder.encode(JSON.stringify(value)));
    return name;
  };
  let tables = 0;
  const stored = mapObjects(manifest, (entry) => {
    const { shapes, ...table } = entry as CompiledTable;
    return shapes ? { ...table, attachedShapes: partOf(shapesPart(tables++), shapes) } : entry;
  });
  const genomes = stored.genomes.map(({ species, group, aliases, ...others }, index): ListedGenome => {
    partOf(genomePart(index), others satisfies RestOfGenome);
    return { species, group, aliases };
  });
  return encodeDocument({ ...stored, genomes } satisfies ReleaseManifest, { ...parts, ...directories }, ROOT_VERSION);
}

/** Parses what every request needs. Throws StoreError for bytes that are no root of this version, are damaged before the attachments, or not as long as they say. */
export function decodeRoot(bytes: Uint8Array): Root {
  const { value, attachments } = decodeDocument(bytes, "the release's root", ROOT_VERSION);
  return { manifest: value as ReleaseManifest, attachments };
}

/** All that the root says of a genome, by its place in the manifest. Shared: not to be changed. Throws StoreError when it is damaged. */
export function genomeOf({ manifest, attachments }: Root, index: number): GenomeEntry {
  const genome = manifest.genomes[index];
  if (!genome) throw new StoreError(`the index refers to genome ${index} of ${manifest.genomes.length}`);
  const bytes = attachments[genomePart(index)];
  return kept(bytes, () => wholeGenome(genome, bytes, manifest.id));
}

/** What the records of a table say by number; undefined for a table without shapes. Shared: not to be changed. Throws StoreError when it is damaged. */
export function shapesOf(table: Pick<TableEntry, 'object' | 'attachedShapes'>, attachments: Record<string, Uint8Array>): RecordShapes | undefined {
  if (table.attachedShapes === undefined) return undefined;
  const bytes = attachments[table.attachedShapes];
  return kept(bytes, () => storedShapes(table.object, bytes));
}

/** The manifest as it was compiled, for who needs every object of the release; parsed each time. Throws StoreError when some of it is damaged. */
export function wholeManifest({ manifest, attachments }: Root): CompiledManifest {
  const genomes = manifest.genomes.map((genome, index): CompiledGenome => wholeGenome(genome, attachments[genomePart(index)], manifest.id));
  return mapObjects({ ...manifest, genomes }, (entry) => {
    const { attachedShapes, ...table } = entry as TableEntry;
    return attachedShapes === undefined ? entry : { ...table, shapes: storedShapes(entry.object, attachments[attachedShapes]) };
  });
}

/** The directories that ride along, by name. */
export function directoriesOf({ attachments }: Root): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(attachments).filter(([name]) => !PART.test(name)));
}

function wholeGenome(genome: ListedGenome, bytes: Uint8Array | undefined, release: string): GenomeEntry {
  return { ...genome, ...parse<RestOfGenome>(bytes, `the genome ${genome.species} (${genome.group}) in the root of ${release}`) };
}

function storedShapes(object: string, bytes: Uint8Array | undefined): RecordShapes {
  return parse<RecordShapes>(bytes, `what the root says of the records of ${object}`);
}

function parse<T>(bytes: Uint8Array | undefined, name: string): T {
  if (!bytes) throw new StoreError(`${name} is not there`);
  return JSON.parse(utf8.decode(decodePlainBlock(bytes, { object: RELEASE_ROOT, offset: 0, name }))) as T;
}

/** What `read` makes of some bytes, once for as long as they are kept. */
function kept<T>(bytes: Uint8Array | undefined, read: () => T): T {
  const known = bytes && (parsed.get(bytes) as T | undefined);
  if (known !== undefined) return known;
  const value = read();
  if (bytes) parsed.set(bytes, value);
  return value;
}
