/**
 * A lock in a target that lets only one publisher write. Its holder renews it at intervals. Another publisher that
 * finds the lock watches it, and takes it over if it has not changed for `patience`. Clocks of machines are never
 * compared.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../../build-index/output/work-folder.ts';
import { PublishError } from '../operator-error.ts';
import type { Cell } from './target.ts';

/** Name of the lock in a target. */
export const LOCK_KEY = 'publishing.lock';

export interface LockTimes {
  /** Milliseconds between renewals. */
  renewal: number;
  /** Milliseconds without a renewal after which another publisher takes the lock over. */
  patience: number;
}

const LOCK_TIMES: LockTimes = { renewal: 15_000, patience: 60_000 };

interface Holder {
  token: string;
  host: string;
  process: number;
  since: string;
  /** Number of renewals. */
  renewals: number;
}

export class PublishLock {
  readonly #cell: Cell;
  readonly #times: LockTimes;
  readonly #holder: Holder = {
    token: randomUUID(),
    host: hostname(),
    process: process.pid,
    since: new Date().toISOString(),
    renewals: 0,
  };
  readonly #lost = new AbortController();
  readonly #stopped = new AbortController();
  #version = '';
  #renewing: Promise<void> = Promise.resolve();

  private constructor(cell: Cell, times: LockTimes) {
    this.#cell = cell;
    this.#times = times;
  }

  /**
   * Runs `body` while this process has the lock.
   * @param body if the lock is lost, its signal aborts with a PublishError, and `check` throws
   * @param waiting gets a message if another publisher has the lock and may be dead
   * @throws PublishError if another publisher is at work
   */
  static async hold<T>(
    cell: Cell,
    body: (signal: AbortSignal, check: () => Promise<void>) => Promise<T>,
    waiting: (sentence: string) => void = () => {},
    times = LOCK_TIMES,
    signal?: AbortSignal,
  ): Promise<T> {
    const lock = new PublishLock(cell, times);
    await lock.#take(waiting, signal);
    lock.#renewing = lock.#renew();
    try {
      return await body(lock.#lost.signal, () => lock.#check());
    } finally {
      lock.#stopped.abort();
      await lock.#renewing;
      await lock.#release();
    }
  }

  async #take(waiting: (sentence: string) => void, signal?: AbortSignal): Promise<void> {
    const found = await this.#cell.read();
    const before = found && (await this.#abandoned(found, waiting, signal));
    const version = await this.#cell.write(this.#bytes(), before);
    // A store without conditional writes lets two publishers write. The one whose lock is stored has it.
    const stored = version && (await this.#cell.read());
    if (!stored || read(stored.bytes)?.token !== this.#holder.token)
      throw new PublishError(
        'another publisher has just started on this target: wait until it ends, then publish again',
      );
    this.#version = stored.version;
  }

  /** The version of a lock whose holder is dead. Null if the lock was released. Throws PublishError if it is alive. */
  async #abandoned(
    found: { bytes: Uint8Array; version: string },
    waiting: (sentence: string) => void,
    signal?: AbortSignal,
  ): Promise<string | null> {
    const holder = read(found.bytes);
    if (holder && holder.host === hostname() && !isRunning(holder.process)) return found.version;
    const who = holder ? `process ${holder.process} on ${holder.host}, since ${holder.since}` : 'an unknown process';
    const { renewal, patience } = this.#times;
    const seconds = Math.ceil(patience / 1000);
    waiting(`Another publisher has the lock (${who}). Waiting up to ${seconds} s to see whether it is alive.`);
    const until = performance.now() + patience;
    while (performance.now() < until) {
      await sleep(renewal / 4, undefined, { signal });
      const now = await this.#cell.read();
      if (now === null) return null;
      if (now.version !== found.version)
        throw new PublishError(`another publisher is at work on this target (${who}): wait until it ends`);
    }
    return found.version;
  }

  async #renew(): Promise<void> {
    let renewed = performance.now();
    while (!this.#stopped.signal.aborted) {
      await sleep(this.#times.renewal, undefined, { signal: this.#stopped.signal }).catch(() => {});
      if (this.#stopped.signal.aborted) return;
      this.#holder.renewals++;
      try {
        const version = await this.#cell.write(this.#bytes(), this.#version);
        if (version === null) return this.#lose();
        this.#version = version;
        renewed = performance.now();
      } catch {
        // The store may be unreachable for a moment. After `patience`, others may have taken the lock.
        if (performance.now() - renewed > this.#times.patience) return this.#lose();
      }
    }
  }

  #lose(): void {
    this.#lost.abort(new PublishError('the lock was lost to another publisher: publish again when it has ended'));
  }

  async #check(): Promise<void> {
    this.#lost.signal.throwIfAborted();
    const now = await this.#cell.read();
    if (!now || read(now.bytes)?.token !== this.#holder.token) this.#lose();
    this.#lost.signal.throwIfAborted();
  }

  /** Removes the lock. If that fails, other publishers take it over after `patience`. */
  async #release(): Promise<void> {
    try {
      const now = await this.#cell.read();
      if (now && read(now.bytes)?.token === this.#holder.token) await this.#cell.remove();
    } catch {}
  }

  #bytes(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(this.#holder));
  }
}

function read(bytes: Uint8Array): Holder | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
