/** A store that sometimes fails, stalls, returns too few bytes or answers late. */
import type { Random } from '../../../data/fictional/random.ts';
import { passingError, type ByteRange, type ReadOptions, type Store } from '../../../src/store/store.ts';

/** Shares of all reads. */
export interface FaultRates {
  fails: number;
  stalls: number;
  short: number;
  /** Late by up to `lateness` milliseconds. */
  late: number;
}

export const NO_FAULTS: FaultRates = { fails: 0, stalls: 0, short: 0, late: 0 };

export class FaultyStore implements Store {
  readonly #store: Store;
  readonly #random: Random;
  readonly #lateness: number;
  rates: FaultRates;
  /** Functions that end stalled reads. */
  readonly #stalled: (() => void)[] = [];

  constructor(store: Store, random: Random, rates: FaultRates, lateness = 100) {
    this.#store = store;
    this.#random = random;
    this.rates = rates;
    this.#lateness = lateness;
  }

  read(range: ByteRange, options?: ReadOptions): Promise<Uint8Array> {
    return this.#faulty(
      options,
      () => this.#store.read(range),
      (bytes) => bytes.subarray(0, this.#random.integer(0, bytes.length - 1)),
    );
  }

  value(key: string, options?: ReadOptions): Promise<Uint8Array | null> {
    // The length of a value is not known, so it is not cut; its checksum would reveal the cut.
    return this.#faulty(
      options,
      () => this.#store.value(key),
      (bytes) => bytes,
    );
  }

  /** Ends all stalled reads. */
  letGo(): void {
    for (const end of this.#stalled.splice(0)) end();
  }

  async #faulty<T>(options: ReadOptions | undefined, ask: () => Promise<T>, cut: (given: T) => T): Promise<T> {
    const { fails, stalls, short, late } = this.rates;
    let draw = this.#random.next();
    const strikes = (rate: number) => (draw -= rate) < 0;
    if (strikes(fails)) throw passingError('a fault was injected');
    if (strikes(stalls)) {
      await new Promise((_, fail) => {
        const end = () => fail(passingError('a stall was injected'));
        options?.signal?.addEventListener('abort', end);
        this.#stalled.push(end);
      });
    }
    if (strikes(short)) return cut(await ask());
    if (strikes(late)) await new Promise((over) => setTimeout(over, this.#random.next() * this.#lateness));
    return ask();
  }
}
