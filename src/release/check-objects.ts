/**
 * Checks at startup whether this software can serve all objects of a release. Used where reads are cheap: a local
 * folder.
 */
import { checkHeader, HEADER_LENGTH, shapeOfHeader } from '../index/blocks/object-header.ts';
import { decodePlainBlock } from '../index/blocks/block.ts';
import { StoreError, type Store } from '../store/store.ts';
import { objectsOf, type CompiledManifest, type ObjectEntry } from './manifest.ts';

const CONCURRENT_CHECKS = 16;

/**
 * Reads the header and the last byte of every object that the manifest names. Throws StoreError for the first object
 * that is missing, shorter than the manifest states, of another index shape or of another format version. Does not read
 * the rest.
 */
export async function checkObjects(manifest: CompiledManifest, store: Store): Promise<void> {
  const entries = [...objectsOf(manifest).values()].values();
  const checkNext = async () => {
    for (const entry of entries) await checkObject(entry, store);
  };
  await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, checkNext));
}

async function checkObject(entry: ObjectEntry, store: Store): Promise<void> {
  const { object, size } = entry;
  const start = await store.read({ object, offset: 0, length: Math.min(size, HEADER_LENGTH) });
  await store.read({ object, offset: size - 1, length: 1 });
  // Only tables and sequences begin with a header. A document is one block, and its version is checked when it is
  // decoded.
  const shape = shapeOfHeader(start, object);
  if (shape) checkHeader(start, shape, object);
  else if ('directory' in entry)
    throw new StoreError(`${object} is not an index object: it does not begin with a header`);
}

/**
 * Checks all directories that the root contains. Throws StoreError for a damaged one. For publishing: readers check
 * each directory when they first use it.
 */
export function checkAttached(manifest: CompiledManifest, attachments: Record<string, Uint8Array>): void {
  for (const entry of objectsOf(manifest).values()) {
    const { object, directory: [offset] = [0], attached } = entry;
    if (attached === undefined) continue;
    decodePlainBlock(attachments[attached] ?? new Uint8Array(0), {
      object,
      offset,
      name: `the directory of ${object}`,
    });
  }
}
