import { StoreError } from '../store/store.ts';

/**
 * What a decoder makes of records of an object. What they say hangs on nothing but their bytes and what the object's table says of them, so that a decoder that
 * fails has met damage, or what a faulty compiler wrote: throws StoreError, which names the object.
 */
export function decodedFrom<T>(object: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new StoreError(`${object} is damaged: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
