/**
 * What the directory of a sorted table tells of a block, and which blocks may have a key. An entry is
 *
 *   varint: twice the bytes that the separator shares with the one before in the group, and 1 more when the block
 *   before ends with
 *   the key that this one begins with | varint length of its further bytes | these
 *
 * A separator is the shortest prefix of the block's first key that is greater than the last key of the block before:
 * a key stands at or after it in its own block only, unless the flag says that the key spans blocks.
 */
import { DirectoryViews } from './directory.ts';
import type { FieldReader } from '../blocks/fields.ts';
import type { DirectoryEntry, DirectoryLayout, ListedEntry } from './packed-directory.ts';
import { compareBytes } from '../blocks/bytes.ts';

export const SHAPE = 'sorted table';

export interface SortedEntry extends DirectoryEntry {
  separator: Uint8Array;
  continues: boolean;
}

export const layout: DirectoryLayout<SortedEntry> = {
  pack(fields, { separator, continues }, before) {
    // All that they share: a search relies on it.
    const shared = before ? sharedLength(before.separator, separator) : 0;
    fields
      .number(2 * shared + Number(continues))
      .number(separator.length - shared)
      .bytes(separator.subarray(shared));
  },
  join: (entries) => entries[0]!,
};

function sharedLength(one: Uint8Array, other: Uint8Array): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/**
 * An entry where it lies in its directory: bytes [at, end) of the separator follow the `shared` ones of that before.
 */
export interface ListedSeparator extends ListedEntry {
  continues: boolean;
  shared: number;
  at: number;
  end: number;
}

export const views = new DirectoryViews<ListedSeparator, Uint8Array>(SHAPE, unpackSeparator, (view, key) => {
  const { bytes } = view;
  const group = view.lastGroup(({ at, end }) => compareBytes(bytes, at, end, key) <= 0);
  if (group < 0) return [];
  let last = lastNotAbove(bytes, view.group(group), key);
  const found = [last.entry];
  while (last.isKey && last.entry.continues && last.entry.index > 0) {
    last = lastNotAbove(bytes, view.upTo(view.at(last.entry.index - 1)), key);
    found.unshift(last.entry);
  }
  return found;
});

function unpackSeparator(fields: FieldReader, { index, offset, length }: ListedEntry): ListedSeparator {
  const head = fields.number();
  const further = fields.number();
  const at = fields.skip(further);
  return { index, offset, length, continues: head % 2 === 1, shared: Math.floor(head / 2), at, end: at + further };
}

/**
 * The last of a group's entries whose separator is not greater than a key, which that of the first is not, and whether
 * it is the key.
 */
function lastNotAbove(
  bytes: Uint8Array,
  entries: readonly ListedSeparator[],
  key: Uint8Array,
): { entry: ListedSeparator; isKey: boolean } {
  let last = entries[0]!;
  let isKey = false;
  // Bytes that the separator before and the key begin with. A separator that shares more with that before stands on the
  // same side of the key as that does; one that shares less is greater where that is as the key.
  let alike = 0;
  for (const entry of entries) {
    if (entry.shared < alike) break;
    if (entry.shared === alike) {
      let at = entry.at;
      while (at < entry.end && alike < key.length && bytes[at] === key[alike]) {
        at++;
        alike++;
      }
      if (at < entry.end && (alike === key.length || bytes[at]! > key[alike]!)) break;
      isKey = at === entry.end && alike === key.length;
    }
    last = entry;
  }
  return { entry: last, isKey };
}
