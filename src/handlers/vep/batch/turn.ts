/** How long a batch computes before other requests of the process run. */

export class Turn {
  readonly #pause: () => Promise<void>;
  readonly #longest: () => number;
  readonly #most: number;
  #begun = performance.now();
  #effects = 0;

  /** @param pause lets others run @param longest milliseconds of a turn @param most effects of a turn */
  constructor(pause: () => Promise<void>, longest: () => number, most: number) {
    this.#pause = pause;
    this.#longest = longest;
    this.#most = most;
  }

  /** Counts an effect. Is it time to call `end`? */
  isOver(): boolean {
    return ++this.#effects >= this.#most || performance.now() - this.#begun > this.#longest();
  }

  /** Lets others run, and begins the next turn. */
  async end(): Promise<void> {
    await this.#pause();
    this.#begun = performance.now();
    this.#effects = 0;
  }
}
