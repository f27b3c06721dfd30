import { DumpError } from './dump-error.ts';

/** Collects faults of the input, so that the operator sees all of them at once. */
export class Faults {
  readonly #sentences = new Set<string>();

  get areNone(): boolean {
    return this.#sentences.size === 0;
  }

  add(sentence: string): void {
    this.#sentences.add(sentence);
  }

  /** The result of some work. If that throws a DumpError, adds its text and returns `otherwise`. */
  async collect<T>(work: () => T | Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DumpError)) throw error;
      this.add(error.message);
      return otherwise;
    }
  }

  /** @throws DumpError with one line per fault, if there are any */
  throwAny(): void {
    if (!this.areNone) throw new DumpError([...this.#sentences].join('\n'));
  }
}
