import type { TableEntry } from './manifest.ts';

/** The directory of a table that rides along with the root; undefined for one that is read from the table's own object. */
export function attachedDirectory({ attached }: Pick<TableEntry, 'attached'>, attachments: Record<string, Uint8Array>): Uint8Array | undefined {
  return attached === undefined ? undefined : attachments[attached];
}
