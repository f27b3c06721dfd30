/** Whether all objects of a release can be served by this build: done once, where objects are near, before listening. */
import { checkHeader, FORMAT_VERSIONS, HEADER_LENGTH, objectHeader, type Shape } from '../index/object-header.ts';
import { StoreError, type Store } from '../store/store.ts';
import { objectsOf } from './manifest-objects.ts';
import type { ObjectEntry, ReleaseManifest } from './manifest.ts';

const AT_A_TIME = 16;

/**
 * Looks at both ends of every object that the manifest names. Throws StoreError for the first that is missing, shorter than
 * it was built, of another shape or of another format version. Does not read what is between.
 */
export async function checkObjects(manifest: ReleaseManifest, store: Store): Promise<void> {
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
  if ('directory' in entry || startsAsHeader(start)) checkHeader(start, shapeOf(start, object), object);
}

function startsAsHeader(bytes: Uint8Array): boolean {
  return objectHeader('document').subarray(0, HEADER_LENGTH - 2).every((byte, at) => bytes[at] === byte);
}

function shapeOf(bytes: Uint8Array, object: string): Shape {
  const at = HEADER_LENGTH - 2;
  const shape = (Object.keys(FORMAT_VERSIONS) as Shape[]).find((each) => objectHeader(each)[at] === bytes[at]);
  if (!shape) throw new StoreError(`${object} is no index object`);
  return shape;
}
