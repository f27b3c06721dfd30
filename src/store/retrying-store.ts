/**
 * Retries and hedges the reads of a store. A failed read is retried a few times; random pauses keep clients that failed
 * together from retrying together. A slow read is hedged: a second, parallel read of the same bytes begins, and the
 * first answer wins. A read that exceeds its timeout is aborted. Only errors that may pass are retried
 * (StoreError.passing).
 *
 * Retries and hedges make an overload of the store worse. Each one is therefore paid from an allowance that successful
 * reads earn. A healthy store gets one read per request to it, for the cost of one timer.
 *
 * Requests share only the two allowances, which are numbers.
 */
import { RETRY_POLICY, type RetryPolicy } from './retry-policy.ts';
import { passingError, StoreError, type ByteRange, type ReadOptions, type Store, type ValueOptions } from './store.ts';

/** Earned per successful read: retries let half of all reads fail for a while, hedges let a twentieth be stragglers. */
const RETRIES_PER_READ = 1;
const HEDGES_PER_READ = 0.05;
/** Maximum allowances: the additional reads that a store gets when it begins to fail or to slow down. */
const MAX_SAVED_RETRIES = 100;
const MAX_SAVED_HEDGES = 10;

/** Factor for the timeouts of values, which are read whole and may have megabytes. */
const VALUE_TIMEOUT_FACTOR = 3;

export class RetryingStore implements Store {
  readonly #store: Store;
  readonly #policy: RetryPolicy;
  readonly #random: () => number;
  readonly #retries = new Allowance(RETRIES_PER_READ, MAX_SAVED_RETRIES);
  readonly #hedges = new Allowance(HEDGES_PER_READ, MAX_SAVED_HEDGES);

  /** @param random returns a number from 0 to 1, for the pauses */
  constructor(store: Store, policy: RetryPolicy = RETRY_POLICY, random: () => number = Math.random) {
    this.#store = store;
    this.#policy = policy;
    this.#random = random;
  }

  read(range: ByteRange, { fresh }: ReadOptions = {}): Promise<Uint8Array> {
    const ask = async (signal: AbortSignal) => {
      const bytes = await this.#store.read(range, { signal, fresh });
      if (bytes.length === range.length) return bytes;
      throw passingError(`${range.object}: asked for ${range.length} bytes, the store sent ${bytes.length}`);
    };
    return this.#ask(ask, 1, () => `${range.object} at byte ${range.offset}`);
  }

  value(key: string, { first }: ValueOptions = {}): Promise<Uint8Array | null> {
    return this.#ask(
      async (signal) => this.#store.value(key, { signal, first }),
      first === undefined ? VALUE_TIMEOUT_FACTOR : 1,
      () => `the value '${key}'`,
    );
  }

  async #ask<T>(ask: (signal: AbortSignal) => Promise<T>, timeoutFactor: number, name: () => string): Promise<T> {
    const { attempts, pause } = this.#policy;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#attempt(ask, timeoutFactor, name);
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
   * One read, or two if the first is slow. Aborts what has not answered by the timeout. After the event loop was
   * blocked, timers fire before the results of finished reads arrive, so a late timer waits once more, for as long as
   * it was late.
   */
  #attempt<T>(ask: (signal: AbortSignal) => Promise<T>, timeoutFactor: number, name: () => string): Promise<T> {
    const [limit, hedge] = [this.#policy.limit * timeoutFactor, this.#policy.hedge * timeoutFactor];
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
            // The other read may still succeed, unless this error is final.
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
        const due = performance.now() + milliseconds;
        timer = setTimeout(() => {
          const late = performance.now() - due;
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

/**
 * A counter that each success increases by a fraction, up to a maximum, and each use decreases by one. Full at the
 * start.
 */
class Allowance {
  readonly #earned: number;
  readonly #maximum: number;
  #saved: number;

  constructor(earned: number, maximum: number) {
    this.#earned = earned;
    this.#maximum = maximum;
    this.#saved = maximum;
  }

  earn(): void {
    this.#saved = Math.min(this.#maximum, this.#saved + this.#earned);
  }

  spend(): boolean {
    if (this.#saved < 1) return false;
    this.#saved--;
    return true;
  }
}
