/**
 * A store that is asked again: a read that fails is tried a few times, with random pauses so that those who failed
 * together do not come back together; one that takes long is helped by a second read of the same, and the first answer
 * counts; one that takes too long is given up. Only what may pass is tried again (StoreError.passing).
 *
 * Both are worth little when the store is down or overloaded, and make it worse: each further read is paid from an
 * allowance that earlier reads have earned. A healthy store is asked once, for the price of one timer, which does not
 * outlast the read.
 *
 * Requests share the two allowances, which are numbers, and nothing else.
 */
import { RETRY_POLICY, type RetryPolicy } from './retry-policy.ts';
import { passingError, StoreError, type ByteRange, type ReadOptions, type Store, type ValueOptions } from './store.ts';

/**
 * Retries and hedges as shares of the reads that succeed. Half of all reads may fail for a while; a twentieth may be
 * stragglers.
 */
const RETRIES_PER_READ = 1;
const HEDGES_PER_READ = 0.05;
/** What can be saved up: this is what a store that goes down, or slows down, is asked beyond one read each. */
const MOST_RETRIES = 100;
const MOST_HEDGES = 10;

/** Values may be megabytes, and are read whole. */
const VALUE_TAKES = 3;

export class RetryingStore implements Store {
  readonly #store: Store;
  readonly #policy: RetryPolicy;
  readonly #random: () => number;
  readonly #retries = new Allowance(RETRIES_PER_READ, MOST_RETRIES);
  readonly #hedges = new Allowance(HEDGES_PER_READ, MOST_HEDGES);

  /** @param random from 0 to 1, for the pauses */
  constructor(store: Store, policy: RetryPolicy = RETRY_POLICY, random: () => number = Math.random) {
    this.#store = store;
    this.#policy = policy;
    this.#random = random;
  }

  read(range: ByteRange, { fresh }: ReadOptions = {}): Promise<Uint8Array> {
    const ask = async (signal: AbortSignal) => {
      const bytes = await this.#store.read(range, { signal, fresh });
      if (bytes.length === range.length) return bytes;
      throw passingError(`${range.object} gave ${bytes.length} bytes instead of ${range.length}`);
    };
    return this.#ask(ask, 1, () => `${range.object} at byte ${range.offset}`);
  }

  value(key: string, { first }: ValueOptions = {}): Promise<Uint8Array | null> {
    return this.#ask(
      async (signal) => this.#store.value(key, { signal, first }),
      first === undefined ? VALUE_TAKES : 1,
      () => `the value '${key}'`,
    );
  }

  async #ask<T>(ask: (signal: AbortSignal) => Promise<T>, takes: number, name: () => string): Promise<T> {
    const { attempts, pause } = this.#policy;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#attempt(ask, takes, name);
        this.#retries.earn();
        this.#hedges.earn();
        return answer;
      } catch (error) {
        const passes = error instanceof StoreError && error.passing;
        if (!passes || attempt >= attempts || !this.#retries.spend()) throw error;
      }
      await new Promise((over) => setTimeout(over, this.#random() * pause * 2 ** (attempt - 1)));
    }
  }

  /**
   * One read, or two when the first takes long. Whatever has not answered by then is aborted. A program that was held
   * up hears of its timers before it hears of reads that ended meanwhile: a timer that comes late waits once more, for
   * as long as it was late.
   */
  #attempt<T>(ask: (signal: AbortSignal) => Promise<T>, takes: number, name: () => string): Promise<T> {
    const [limit, hedge] = [this.#policy.limit * takes, this.#policy.hedge * takes];
    return new Promise((resolve, reject) => {
      const abort = new AbortController();
      let open = 0;
      let timer: ReturnType<typeof setTimeout>;
      const end = () => {
        clearTimeout(timer);
        if (open > 0) abort.abort();
      };
      const begin = () => {
        open++;
        ask(abort.signal).then(
          (answer) => {
            open--;
            end();
            resolve(answer);
          },
          (error: unknown) => {
            open--;
            // The other one may still do better, unless there is nothing to be had.
            if (open > 0 && error instanceof StoreError && error.passing) return;
            end();
            reject(error);
          },
        );
      };
      const giveUp = () => {
        end();
        reject(passingError(`${name()}: no answer within ${limit} ms`));
      };
      const help = () => {
        inTime(limit - hedge, giveUp);
        if (this.#hedges.spend()) begin();
      };
      const inTime = (milliseconds: number, then: () => void) => {
        const due = Date.now() + milliseconds;
        timer = setTimeout(() => {
          const late = Date.now() - due;
          if (late > 0) timer = setTimeout(then, late);
          else then();
        }, milliseconds);
      };
      if (hedge < limit) inTime(hedge, help);
      else inTime(limit, giveUp);
      begin();
    });
  }
}

/** Whole things to spend, of which each success earns a part, up to a most; full at the start. */
class Allowance {
  readonly #each: number;
  readonly #most: number;
  #saved: number;

  constructor(each: number, most: number) {
    this.#each = each;
    this.#most = most;
    this.#saved = most;
  }

  earn(): void {
    this.#saved = Math.min(this.#most, this.#saved + this.#each);
  }

  spend(): boolean {
    if (this.#saved < 1) return false;
    this.#saved--;
    return true;
  }
}
