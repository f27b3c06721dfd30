/** Objects and values in memory, and the sink that writes one of them. */
import { objectNumber } from '../../src/index/blocks/block.ts';
import type { ObjectSink } from '../../src/index/blocks/object-sink.ts';
import { StoreError, type ByteRange, type Store, type ValueOptions } from '../../src/store/store.ts';
import { get } from '../../src/checked.ts';

export class MemoryStore implements Store {
  readonly objects = new Map<string, Uint8Array>();
  readonly values = new Map<string, Uint8Array>();

  async read({ object, offset, length }: ByteRange): Promise<Uint8Array> {
    const bytes = this.objects.get(object);
    if (!bytes) throw new StoreError(`${object} is missing`);
    if (length <= 0 || offset + length > bytes.length)
      throw new StoreError(`${object} ends before byte ${offset + length}`);
    return bytes.slice(offset, offset + length);
  }

  async value(key: string, { first }: ValueOptions = {}): Promise<Uint8Array | null> {
    return this.values.get(key)?.slice(0, first) ?? null;
  }

  /** A sink that appends to an object of this store; its blocks are marked when the name has a number. */
  sink(object: string): ObjectSink {
    this.objects.set(object, new Uint8Array());
    return {
      number: objectNumber(object) ?? undefined,
      write: async (bytes) => {
        const before = get(this.objects, object);
        const joined = new Uint8Array(before.length + bytes.length);
        joined.set(before);
        joined.set(bytes, before.length);
        this.objects.set(object, joined);
      },
    };
  }
}
