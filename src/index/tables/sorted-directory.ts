/**
 * The directory entries of a sorted table, and the search for the blocks that may contain a key. An entry is
 *
 *   varint: 2 * the number of bytes that the separator shares with the one before in the group, + 1 if the block before
 *   ends with the key that this block begins with | varint number of the further bytes | further bytes
 *
 * A separator is the shortest prefix of the block's first key that is greater than the last key of the block before. A
 * key at or after a separator is therefore only in that block, unless the flag says that the key spans blocks.
 */
import { at } from '../../checked.ts';
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
    // The search requires that `shared` is the full common prefix.
    const shared = before ? sharedLength(before.separator, separator) : 0;
    fields
      .number(2 * shared + Number(continues))
      .number(separator.length - shared)
      .bytes(separator.subarray(shared));
  },
  join: (entries) => at(entries, 0),
};

function sharedLength(one: Uint8Array, other: Uint8Array): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** An entry in place: bytes [at, end) of the directory follow the `shared` bytes of the separator before. */
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
 * The last entry of a group whose separator is not greater than a key, and whether the separator is the key. The first
 * entry's separator is not greater.
 */
function lastNotAbove(
  bytes: Uint8Array,
  entries: readonly ListedSeparator[],
  key: Uint8Array,
): { entry: ListedSeparator; isKey: boolean } {
  let last = at(entries, 0);
  let isKey = false;
  // Length of the common prefix of the previous separator and the key. A separator that shares more with the previous
  // one compares to the key as that one does. A separator that shares less is greater than the key.
  let alike = 0;
  for (const entry of entries) {
    if (entry.shared < alike) break;
    if (entry.shared === alike) {
      let next = entry.at;
      while (next < entry.end && alike < key.length && bytes[next] === key[alike]) {
        next++;
        alike++;
      }
      if (next < entry.end && (alike === key.length || bytes[next]! > key[alike]!)) break;
      isKey = next === entry.end && alike === key.length;
    }
    last = entry;
  }
  return { entry: last, isKey };
}
