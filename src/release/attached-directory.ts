import { decodePlainBlock } from '../index/block.ts';
import { objectsOf } from './manifest-objects.ts';
import type { CompiledManifest, TableEntry } from './manifest.ts';

/** The directory of a table that rides along with the root; undefined for one that is read from the table's own object. */
export function attachedDirectory({ attached }: Pick<TableEntry, 'attached'>, attachments: Record<string, Uint8Array>): Uint8Array | undefined {
  return attached === undefined ? undefined : attachments[attached];
}

/** Throws StoreError for a root whose directories are not as they were written: for who copies it, since readers look at one when they first need it. */
export function checkAttached(manifest: CompiledManifest, attachments: Record<string, Uint8Array>): void {
  for (const entry of objectsOf(manifest).values()) {
    const { object, directory: [offset] = [0], attached } = entry as Partial<TableEntry> & { object: string };
    if (attached === undefined) continue;
    decodePlainBlock(attachments[attached] ?? new Uint8Array(0), { object, offset, name: `the directory of ${object}` });
  }
}
