/** A store in memory, with a sink that writes its objects. */
import { objectNumber } from '../../src/index/blocks/block.ts';
import type { ObjectSink } from '../../src/index/blocks/object-sink.ts';
import { StoreError, type ByteRange, type Store, type ValueOptions } from '../../src/store/store.ts';

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

  /** A sink that appends to an object of this store. If the name contains a number, blocks are marked with it. */
  sink(object: string): ObjectSink {
    this.objects.set(object, new Uint8Array());
    let [buffer, length] = [new Uint8Array(1024), 0];
    return {
      number: objectNumber(object) ?? undefined,
      write: async (bytes) => {
        const end = length + bytes.length;
        if (end > buffer.length) {
          const larger = new Uint8Array(2 * end);
          larger.set(buffer.subarray(0, length));
          buffer = larger;
        }
        buffer.set(bytes, length);
        length = end;
        this.objects.set(object, buffer.subarray(0, end));
      },
    };
  }
}
