import type { DirectoryPlace } from '../../src/index/object-sink.ts';
import type { TableEntry } from '../../src/release/manifest.ts';

/** A table whose directory should ride along with the root, and when: before all others, among them, or after them. */
export interface WantedDirectory {
  table: TableEntry;
  /** Where a split directory stands in one piece, if it does. */
  whole: DirectoryPlace | null;
  when: 'first' | 'among' | 'last';
}
