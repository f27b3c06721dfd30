/** Documents of a release, parsed once as long as their bytes stay in the cache. */
import type { BlockReader } from '../index/block-reader.ts';
import { decodeDocument } from '../index/document.ts';
import type { ObjectEntry } from './manifest.ts';

/** By the decoded block: what the cache lets go, this lets go. */
const parsed = new WeakMap<Uint8Array, unknown>();

/** The value of a document that is an object of its own; one read at most. Shared: not to be changed. */
export async function readDocument<T>(reader: BlockReader, { object, size }: ObjectEntry): Promise<T> {
  const ranges = [{ object, offset: 0, length: size }];
  const [bytes] = reader.cachedBlocks(ranges) ?? await reader.blocks(ranges);
  let value = parsed.get(bytes!);
  if (value === undefined) {
    value = decodeDocument(bytes!).value;
    parsed.set(bytes!, value);
  }
  return value as T;
}
