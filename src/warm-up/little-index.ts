/**
 * A little index: the root of a release and, of its objects, only the blocks that some requests read. The Worker carries one
 * (little-index.bin, `npm run build-little-index`) to rehearse with while it loads.
 *
 * It is one document: places of stretches of objects, which are its attachments in the same order, behind the root.
 */
import { decodeDocument, encodeDocument } from '../index/document.ts';
import { ROOT_KEY } from '../release/manifest.ts';
import { StoreError, type ByteRange, type Store } from '../store/store.ts';

export interface Stretch {
  range: ByteRange;
  bytes: Uint8Array;
}

type Place = [object: string, offset: number];

export function encodeLittleIndex(root: Uint8Array, stretches: readonly Stretch[]): Uint8Array {
  const places = stretches.map(({ range }): Place => [range.object, range.offset]);
  return encodeDocument(places, { [ROOT_KEY]: root, ...Object.fromEntries(stretches.map(({ bytes }, each) => [nameOf(each), bytes])) });
}

/** Throws StoreError for what is no little index of this version. Between its stretches objects are zeros: reads go over gaps. */
export function openLittleIndex(bytes: Uint8Array): Store {
  const { value, attachments } = decodeDocument(bytes);
  const objects = Map.groupBy((value as Place[]).map(([object, offset], each) => ({ object, offset, bytes: attachments[nameOf(each)]! })), ({ object }) => object);
  return {
    async read({ object, offset, length }) {
      const stretches = objects.get(object);
      if (!stretches) throw new StoreError(`${object} is not in the little index`);
      const read = new Uint8Array(length);
      for (const stretch of stretches) if (stretch.offset >= offset && stretch.offset + stretch.bytes.length <= offset + length) read.set(stretch.bytes, stretch.offset - offset);
      return read;
    },
    value: async (key) => attachments[key] ?? null,
  };
}

/** A key that no value has. */
function nameOf(stretch: number): string {
  return `/${stretch}`;
}
