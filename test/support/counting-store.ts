/**
 * Counts what a store is asked for: reads, bytes, and waves, which are what a client waits for. Reads belong to one
 * wave when none of them can have depended on the answer of another: every answer is held back until no further read
 * has come for a moment.
 */
import type { ByteRange, Store } from '../../src/store/store.ts';

const MOMENT_MS = 3;

export class CountingStore implements Store {
  readonly #store: Store;
  /** Ranges read, in the order of asking. */
  reads: ByteRange[] = [];
  /** Keys of the values asked for. */
  values: string[] = [];
  /** Dependent waves of reads and values. */
  waves = 0;
  #held: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

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

  async read(range: ByteRange): Promise<Uint8Array> {
    this.reads.push({ ...range });
    await this.#wave();
    return this.#store.read(range);
  }

  async value(key: string): Promise<Uint8Array | null> {
    this.values.push(key);
    await this.#wave();
    return this.#store.value(key);
  }

  #wave(): Promise<void> {
    return new Promise((answer) => {
      this.#held.push(answer);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.waves++;
        for (const each of this.#held.splice(0)) each();
      }, MOMENT_MS);
    });
  }
}
