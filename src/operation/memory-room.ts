/**
 * Memory that the answers under way in one isolate may take together. A Worker's 128 MB are shared by all requests that the platform
 * sends to an isolate: one of the largest kind fits, two at once do not. What an answer will take is said before it is read; requests
 * that take little say nothing.
 */
import { ApiError } from '../api-error.ts';

/** Milliseconds between two looks whether there is room. Each request waits by a clock of its own: Workers lets none wait for another. */
const PAUSE = 25;
/** Milliseconds after which a request that found no room is refused. */
const LONGEST_WAIT = 10_000;
/**
 * Milliseconds after which a request that has not been heard of counts as gone: platforms drop requests whose client has gone, and
 * run nothing of theirs any more.
 */
const LONGEST_SILENCE = 30_000;

interface Heard {
  bytes: number;
  /** When it was last heard of. */
  at: number;
}

/** What one request takes. */
export interface HeldMemory {
  /** Bytes that it takes at this moment. */
  readonly bytes: number;
  /**
   * Makes room for so many bytes beside what the request has. Null when there is, as for most; else a promise to wait for, which
   * throws ApiError (503) where there is none for too long. Who wants more than there is takes all of it, and so is alone.
   */
  hold(bytes: number): Promise<void> | null;
  /** The answer is still being sent. */
  touch(): void;
  /** Nothing is held any more. */
  release(): void;
}

export class MemoryRoom {
  readonly #capacity: number;
  readonly #now: () => number;
  readonly #sleep: (milliseconds: number) => Promise<void>;
  readonly #holding = new Set<Heard>();
  /** In the order of asking: small ones do not pass a large one for ever. */
  readonly #waiting = new Set<Heard>();

  /** @param capacity bytes @param options for tests */
  constructor(capacity: number, { now = Date.now, sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)) } = {}) {
    this.#capacity = capacity;
    this.#now = now;
    this.#sleep = sleep;
  }

  /** Bytes that are taken at this moment. */
  get taken(): number {
    let sum = 0;
    for (const { bytes } of this.#holding) sum += bytes;
    return sum;
  }

  forRequest(): HeldMemory {
    return new HeldOfRequest(this);
  }

  /** What a request holds, or waits for, from now on: null when it has it at once. */
  hold(heard: Heard, holds: (heard: Heard) => boolean): Promise<void> | null {
    if (this.#enter(heard)) return null;
    return this.#wait(heard).then(() => {
      // The request has ended meanwhile: what it waited for is not for it any more.
      if (!holds(heard)) this.#holding.delete(heard);
    });
  }

  get capacity(): number {
    return this.#capacity;
  }

  now(): number {
    return this.#now();
  }

  release(heard: Heard): void {
    this.#holding.delete(heard);
  }

  /** Takes the bytes if nobody has waited for longer, and they are there. */
  #enter(heard: Heard): boolean {
    heard.at = this.#now();
    for (const list of [this.#holding, this.#waiting]) for (const each of list) if (heard.at - each.at > LONGEST_SILENCE) list.delete(each);
    const [first = heard] = this.#waiting;
    if (first !== heard || this.taken + heard.bytes > this.#capacity) return false;
    this.#waiting.delete(heard);
    this.#holding.add(heard);
    return true;
  }

  async #wait(heard: Heard): Promise<void> {
    this.#waiting.add(heard);
    for (let waited = 0; waited < LONGEST_WAIT; waited += PAUSE) {
      await this.#sleep(PAUSE);
      if (this.#enter(heard)) return;
      this.#waiting.add(heard);
    }
    this.#waiting.delete(heard);
    heard.bytes = 0;
    throw new ApiError('Too many large answers are under way at this moment. Please try again in a few seconds', 503);
  }
}

/** Made for every request, of which few hold anything. */
class HeldOfRequest implements HeldMemory {
  readonly #room: MemoryRoom;
  #held: Heard[] | null = null;

  constructor(room: MemoryRoom) {
    this.#room = room;
  }

  get bytes(): number {
    return this.#held?.reduce((bytes, each) => bytes + each.bytes, 0) ?? 0;
  }

  hold(bytes: number): Promise<void> | null {
    const heard: Heard = { bytes: Math.min(bytes, this.#room.capacity - this.bytes), at: 0 };
    (this.#held ??= []).push(heard);
    return this.#room.hold(heard, (each) => this.#held?.includes(each) ?? false);
  }

  touch(): void {
    for (const each of this.#held ?? []) each.at = this.#room.now();
  }

  release(): void {
    for (const each of this.#held?.splice(0) ?? []) this.#room.release(each);
  }
}
