/** Lets so many reads be open at once; others wait for their turn, in the order of asking. For one request: see RequestReader. */
export class OpenReads {
  readonly #limit: number;
  #open = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.#open < this.#limit) this.#open++;
    // Whoever ends hands its turn on, so that the count stays.
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#open--;
    }
  }
}
