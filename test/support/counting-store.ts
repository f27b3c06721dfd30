/**
 * Counts what a store is asked for: reads, bytes, and waves, which are what a client waits for. Reads belong to one
 * wave when none of them can have depended on the answer of another: answers are held back until everything that they
 * could set off has happened.
 */
import { gunzipSync } from 'node:zlib';
import type { ByteRange, Store, ValueOptions } from '../../src/store/store.ts';

/**
 * Inflating runs on threads and so takes a time of its own, after which further reads may come. Done at once, all that
 * an answer sets off happens before the event loop turns, and waves are told apart without a clock.
 */
class DecompressionAtOnce {
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
globalThis.DecompressionStream = DecompressionAtOnce as unknown as typeof DecompressionStream;

export class CountingStore implements Store {
  readonly #store: Store;
  /** Ranges read, in the order of asking. */
  reads: ByteRange[] = [];
  /** Keys of the values asked for. */
  values: string[] = [];
  /** Dependent waves of reads and values. */
  waves = 0;
  #underWay: Promise<unknown>[] = [];
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
    this.#underWay.push(answer);
    await (this.#wave ??= this.#gather());
    return answer;
  }

  /** Ends when all that was asked has its answer and nothing more is asked while the event loop turns. */
  async #gather(): Promise<void> {
    let asked: number;
    do {
      asked = this.#underWay.length;
      await Promise.allSettled(this.#underWay);
      await new Promise((turned) => setImmediate(turned));
    } while (this.#underWay.length > asked);
    this.waves++;
    this.#underWay = [];
    this.#wave = null;
  }
}
