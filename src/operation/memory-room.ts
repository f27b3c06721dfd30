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
    const held: Heard[] = [];
    const sum = () => held.reduce((bytes, each) => bytes + each.bytes, 0);
    return {
      get bytes() {
        return sum();
      },
      hold: (bytes) => {
        const heard: Heard = { bytes: Math.min(bytes, this.#capacity - sum()), at: 0 };
        held.push(heard);
        if (this.#enter(heard)) return null;
        return this.#wait(heard).then(() => {
          // The request has ended meanwhile: what it waited for is not for it any more.
          if (!held.includes(heard)) this.#holding.delete(heard);
        });
      },
      touch: () => {
        for (const each of held) each.at = this.#now();
      },
      release: () => {
        for (const each of held.splice(0)) this.#holding.delete(each);
      },
    };
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
