/**
 * Whether all objects of a release can be served by this build: done once, where objects are near, before listening.
 */
import { checkHeader, HEADER_LENGTH, shapeOfHeader } from '../index/blocks/object-header.ts';
import { decodePlainBlock } from '../index/blocks/block.ts';
import { StoreError, type Store } from '../store/store.ts';
import { objectsOf, type CompiledManifest, type ObjectEntry, type TableEntry } from './manifest.ts';

const AT_A_TIME = 16;

/**
 * Looks at both ends of every object that the manifest names. Throws StoreError for the first that is missing, shorter
 * than
 * it was built, of another shape or of another format version. Does not read what is between.
 */
export async function checkObjects(manifest: CompiledManifest, store: Store): Promise<void> {
  const entries = [...objectsOf(manifest).values()].values();
  const checkNext = async () => {
    for (const entry of entries) await checkObject(entry, store);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, checkNext));
}

async function checkObject(entry: ObjectEntry, store: Store): Promise<void> {
  const { object, size } = entry;
  const start = await store.read({ object, offset: 0, length: Math.min(size, HEADER_LENGTH) });
  await store.read({ object, offset: size - 1, length: 1 });
  // A document is stored as one block, which states its version once decoded; tables and sequences begin with a header.
  const shape = shapeOfHeader(start, object);
  if (shape) checkHeader(start, shape, object);
  else if ('directory' in entry) throw new StoreError(`${object} is no index object`);
}

/** Throws StoreError for a damaged directory in a root. Publishing checks all; readers check one when they need it. */
export function checkAttached(manifest: CompiledManifest, attachments: Record<string, Uint8Array>): void {
  for (const entry of objectsOf(manifest).values()) {
    const { object, directory: [offset] = [0], attached } = entry as Partial<TableEntry> & { object: string };
    if (attached === undefined) continue;
    decodePlainBlock(attachments[attached] ?? new Uint8Array(0), {
      object,
      offset,
      name: `the directory of ${object}`,
    });
  }
}
