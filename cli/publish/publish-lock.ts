/**
 * One publisher at a time. A publisher renews its lock in the store at intervals; another one that finds the lock
 * watches whether it changes. No clocks are compared: a lock that stays the same for a while belongs to a dead
 * publisher, and is taken over.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../../build-index/output/work-folder.ts';
import { PublishError } from '../operator-error.ts';
import type { Cell } from './target.ts';

/** Where the lock stands in a target. */
export const LOCK_KEY = 'publishing.lock';

export interface LockTimes {
  /** Milliseconds between renewals. */
  renewal: number;
  /** Milliseconds without a renewal after which a publisher counts as dead. */
  patience: number;
}

const LOCK_TIMES: LockTimes = { renewal: 15_000, patience: 60_000 };

interface Holder {
  token: string;
  host: string;
  process: number;
  since: string;
  /** How often it has been renewed. */
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
   * Runs `body` while the lock is held.
   * @param body its signal is aborted, with a PublishError, when the lock is lost; `check` throws then
   * @param waiting gets a sentence when it is unknown whether the holder of a lock is alive
   * @throws PublishError when somebody else is publishing
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
    // A store without conditional writes lets two publishers write: the one whose lock stands has it.
    const stands = version && (await this.#cell.read());
    if (!stands || read(stands.bytes)?.token !== this.#holder.token)
      throw new PublishError('somebody else has just begun to publish there');
    this.#version = stands.version;
  }

  /** The version of a lock whose holder is dead; throws PublishError when it is alive. */
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
    waiting(`Another publisher holds the lock (${who}): waiting up to ${seconds} s to see whether it is alive`);
    const until = Date.now() + patience;
    while (Date.now() < until) {
      await sleep(renewal / 4, undefined, { signal });
      const now = await this.#cell.read();
      if (now === null) return null;
      if (now.version !== found.version) throw new PublishError(`somebody else is publishing there: ${who}`);
    }
    return found.version;
  }

  async #renew(): Promise<void> {
    let renewed = Date.now();
    while (!this.#stopped.signal.aborted) {
      await sleep(this.#times.renewal, undefined, { signal: this.#stopped.signal }).catch(() => {});
      if (this.#stopped.signal.aborted) return;
      this.#holder.renewals++;
      try {
        const version = await this.#cell.write(this.#bytes(), this.#version);
        if (version === null) return this.#lose();
        this.#version = version;
        renewed = Date.now();
      } catch {
        // The store may be away for a moment; but others take over when it has been away for long.
        if (Date.now() - renewed > this.#times.patience) return this.#lose();
      }
    }
  }

  #lose(): void {
    this.#lost.abort(new PublishError('the lock was lost: somebody else has begun to publish there'));
  }

  async #check(): Promise<void> {
    this.#lost.signal.throwIfAborted();
    const now = await this.#cell.read();
    if (!now || read(now.bytes)?.token !== this.#holder.token) this.#lose();
    this.#lost.signal.throwIfAborted();
  }

  /** A lock that cannot be let go is one of a dead publisher soon. */
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
    return JSON.parse(new TextDecoder().decode(bytes)) as Holder;
  } catch {
    return null;
  }
}
