/**
 * A store that counts reads, bytes and waves. Reads belong to the same wave if none of them depends on the result of
 * another. To find waves, the store holds back results until no further read is requested without them.
 */
import { gunzipSync } from 'node:zlib';
import type { ByteRange, Store, ValueOptions } from '../../src/store/store.ts';

/**
 * Decompression runs on threads and takes unpredictable time, after which further reads may start. With synchronous
 * decompression, all reads that depend on a result start before the event loop turns, so waves need no clock.
 */
class SynchronousDecompression {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;

  constructor() {
    const parts: Uint8Array[] = [];
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part) => void parts.push(part),
      flush: (controller) => controller.enqueue(new Uint8Array(gunzipSync(Buffer.concat(parts)))),
    });
    this.readable = readable;
    this.writable = writable;
  }
}
/** This module may be loaded several times in a process. */
type Replaceable = typeof DecompressionStream & { replaced?: typeof DecompressionStream };

/** The platform's own, for tests of decompression itself: test/support/native-decompression.ts. */
const { DecompressionStream: current } = globalThis as { DecompressionStream: Replaceable };
export const NativeDecompression = current.replaced ?? current;
Object.assign(SynchronousDecompression, { replaced: NativeDecompression });
Object.assign(globalThis, { DecompressionStream: SynchronousDecompression });

export class CountingStore implements Store {
  readonly #store: Store;
  /** Ranges read, in the order of the calls. */
  reads: ByteRange[] = [];
  /** Keys of the requested values. */
  values: string[] = [];
  /** Dependent waves of reads and values. */
  waves = 0;
  #pending: Promise<unknown>[] = [];
  #wave: Promise<void> | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  get bytes(): number {
    return this.reads.reduce((sum, { length }) => sum + length, 0);
  }

  reset(): void {
    this.reads = [];
    this.values = [];
    this.waves = 0;
  }

  read(range: ByteRange): Promise<Uint8Array> {
    this.reads.push({ ...range });
    return this.#inWave(this.#store.read(range));
  }

  value(key: string, options?: ValueOptions): Promise<Uint8Array | null> {
    this.values.push(key);
    return this.#inWave(this.#store.value(key, options));
  }

  async #inWave<T>(answer: Promise<T>): Promise<T> {
    this.#pending.push(answer);
    await (this.#wave ??= this.#endOfWave());
    return answer;
  }

  /** Ends when every pending read is done and a turn of the event loop brings no further one. */
  async #endOfWave(): Promise<void> {
    let awaited: number;
    do {
      awaited = this.#pending.length;
      await Promise.allSettled(this.#pending);
      await new Promise((turned) => setImmediate(turned));
    } while (this.#pending.length > awaited);
    this.waves++;
    this.#pending = [];
    this.#wave = null;
  }
}
