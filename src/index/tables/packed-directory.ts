/**
 * The stored form of a table's directory, which is searched without decoding all of it. For each block it contains the
 * byte range and what decides whether a query needs the block. A directory above the size limit becomes a root
 * directory of leaf directories.
 *
 *   magic and version (8) | level: 0 lists blocks, 1 lists leaves (1) | 0 (3) | n: entries (4) | records (6) | 0 (2) |
 *   start of each group and the end of the last, from the directory's start (4 each) |
 *   groups of 32 entries; the last has the remaining ones
 *
 * A search compares the first entries of groups, which are stored in full, and then reads one group in sequence:
 *
 *   varint offset of the first entry's target |
 *   for each entry: varint length of its target, and what the index shape stores: the difference to the entry before
 *
 * Targets (blocks or leaves) have no gaps, so lengths give the offsets.
 */
import { StoreError } from '../../store/store.ts';
import { joinBytes } from '../blocks/bytes.ts';
import { FieldReader, FieldWriter } from '../blocks/fields.ts';
import { firstIndex } from './first-index.ts';
import { readU32, writeU32, writeU48 } from '../blocks/integers.ts';
import { checkHeader, objectHeader, type IndexShape } from '../blocks/object-header.ts';
import type { DirectoryPlace } from '../blocks/object-sink.ts';
import { at, only } from '../../checked.ts';

const LEVEL_AT = 8;
const COUNT_AT = 12;
const RECORDS_AT = 16;
const STARTS_AT = 24;
/**
 * Entries per group. A first entry takes about 15 bytes more than others, and a search reads half a group: this costs
 * half a byte per entry, and a microsecond.
 */
const GROUP = 32;
/** Leaves have a quarter of the limit, so a lookup reads little and the root lists many leaves. */
const LEAF_SHARE = 4;

export interface DirectoryEntry {
  offset: number;
  length: number;
}

/** How an index shape stores its entries, in addition to the ranges of their targets. */
export interface DirectoryLayout<E extends DirectoryEntry> {
  /** Appends the difference between an entry and the one before it in its group; `before` is null for the first. */
  pack(fields: FieldWriter, entry: E, before: E | null): void;
  /** The entry of a leaf in the root. `offset` and `length` are filled in afterwards. */
  join(entries: readonly E[]): E;
}

/** The place of a directory and, if it is split and at most `maxWhole` bytes long, of a copy in one piece. */
interface WrittenDirectory {
  directory: DirectoryPlace;
  whole: DirectoryPlace | null;
}

export async function writeDirectory<E extends DirectoryEntry>(
  layout: DirectoryLayout<E>,
  shape: IndexShape,
  entries: readonly E[],
  records: number,
  { limit, maxWhole }: { limit: number; maxWhole: number },
  write: (directory: Uint8Array) => Promise<DirectoryPlace>,
): Promise<WrittenDirectory> {
  const groups = packGroups(layout, entries);
  const single = encodeDirectory(shape, { level: 0, count: entries.length, records }, groups);
  if (single.length <= limit) return { directory: await write(single), whole: null };
  const whole = single.length <= maxWhole ? await write(single) : null;
  const leaves: E[] = [];
  for (let from = 0; from < groups.length; ) {
    let to = from;
    let size = STARTS_AT + 4;
    do size += 4 + at(groups, to++).length;
    while (to < groups.length && size < limit / LEAF_SHARE);
    const listed = entries.slice(from * GROUP, to * GROUP);
    const [offset, length] = await write(
      encodeDirectory(shape, { level: 0, count: listed.length, records }, groups.slice(from, to)),
    );
    leaves.push({ ...layout.join(listed), offset, length });
    from = to;
  }
  return {
    directory: await write(
      encodeDirectory(shape, { level: 1, count: leaves.length, records }, packGroups(layout, leaves)),
    ),
    whole,
  };
}

function packGroups<E extends DirectoryEntry>(layout: DirectoryLayout<E>, entries: readonly E[]): Uint8Array[] {
  const fields = new FieldWriter();
  return Array.from({ length: Math.ceil(entries.length / GROUP) }, (_, group) => {
    const listed = entries.slice(group * GROUP, (group + 1) * GROUP);
    fields.number(at(listed, 0).offset);
    for (const [each, entry] of listed.entries())
      layout.pack(fields.number(entry.length), entry, listed[each - 1] ?? null);
    return fields.record();
  });
}

function encodeDirectory(
  shape: IndexShape,
  { level, count, records }: { level: number; count: number; records: number },
  groups: readonly Uint8Array[],
): Uint8Array {
  const head = new Uint8Array(STARTS_AT + 4 * (groups.length + 1));
  head.set(objectHeader(shape));
  head[LEVEL_AT] = level;
  writeU32(head, COUNT_AT, count);
  writeU48(head, RECORDS_AT, records);
  let at = head.length;
  for (const [each, { length }] of groups.entries()) {
    writeU32(head, STARTS_AT + 4 * each, at);
    at += length;
  }
  writeU32(head, head.length - 4, at);
  return joinBytes([head, ...groups]);
}

/** A decoded entry; `index` is its index in the directory. */
export interface ListedEntry extends DirectoryEntry {
  index: number;
}

/** Reads what `pack` wrote. */
export type UnpackEntry<L extends ListedEntry> = (fields: FieldReader, place: ListedEntry, before: L | null) => L;

/** Searches a directory whose checksum was verified. */
export class DirectoryView<L extends ListedEntry> {
  readonly bytes: Uint8Array;
  readonly level: number;
  /** Number of entries. */
  readonly count: number;
  readonly groups: number;
  readonly #name: string;
  readonly #unpack: UnpackEntry<L>;
  /** The most recently decoded group: scans need it for each of its entries. */
  #last: { group: number; entries: readonly L[] } | null = null;

  /**
   * Throws StoreError unless the bytes are a directory of this index shape and version.
   *
   * @param name of the directory, for errors
   */
  constructor(bytes: Uint8Array, shape: IndexShape, unpack: UnpackEntry<L>, name: string) {
    checkHeader(bytes, shape, name);
    this.bytes = bytes;
    this.level = at(bytes, LEVEL_AT);
    this.count = readU32(bytes, COUNT_AT);
    this.groups = Math.ceil(this.count / GROUP);
    this.#name = name;
    this.#unpack = unpack;
    if (this.level > 1 || STARTS_AT + 4 * (this.groups + 1) > bytes.length || this.#start(this.groups) !== bytes.length)
      throw this.#damaged();
  }

  /**
   * The last group whose first entry satisfies `isBefore`; -1 if there is none. Entries that satisfy `isBefore` precede
   * all others.
   */
  lastGroup(isBefore: (first: L) => boolean): number {
    return firstIndex(0, this.groups, (group) => isBefore(only(this.#entries(group, 1)))) - 1;
  }

  /** All entries of a group. */
  group(group: number): readonly L[] {
    if (this.#last?.group !== group)
      this.#last = { group, entries: this.#entries(group, Math.min(GROUP, this.count - group * GROUP)) };
    return this.#last.entries;
  }

  /** All entries from the first of a group on. */
  *from(group: number): Iterable<L> {
    for (let next = group; next < this.groups; next++) yield* this.group(next);
  }

  at(index: number): L {
    return at(this.group(Math.floor(index / GROUP)), index % GROUP);
  }

  /** The entries of an entry's group up to this entry. */
  upTo({ index }: L): readonly L[] {
    return this.group(Math.floor(index / GROUP)).slice(0, (index % GROUP) + 1);
  }

  #entries(group: number, count: number): L[] {
    const fields = new FieldReader(this.bytes, this.#start(group));
    const entries: L[] = [];
    let offset = fields.number();
    for (let index = group * GROUP; entries.length < count; index++) {
      const length = fields.number();
      entries.push(this.#unpack(fields, { index, offset, length }, entries.at(-1) ?? null));
      offset += length;
    }
    // A group ends where the next one begins.
    if (count === Math.min(GROUP, this.count - group * GROUP) && fields.at !== this.#start(group + 1))
      throw this.#damaged();
    return entries;
  }

  #start(group: number): number {
    return readU32(this.bytes, STARTS_AT + 4 * group);
  }

  #damaged(): StoreError {
    return new StoreError(`${this.#name} is damaged: its entries do not fill it`);
  }
}
