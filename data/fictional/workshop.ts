import { Random } from './random.ts';
import { Columns } from './sequence/tract.ts';
import { makeDomains } from './genes/protein-families.ts';
import type { Domain } from './genes/protein-families.ts';
import { makeRepeatFamilies, type RepeatFamily } from './sequence/repeats.ts';

/**
 * What all makers of the model share: the repeat families and protein domains of this world, the counters that name
 * what is new, and a source of random numbers. A fork shares everything but draws from a source of its own.
 */
export class Workshop {
  readonly random: Random;
  readonly columns: Columns;
  readonly repeats: readonly RepeatFamily[];
  readonly domains: readonly Domain[];
  readonly #counters: Map<string, number>;

  constructor(seed: number, from?: { workshop: Workshop; label: string }, columns = new Columns()) {
    this.random = from ? from.workshop.random.fork(from.label) : new Random(seed);
    this.columns = from?.workshop.columns ?? columns;
    this.repeats = from?.workshop.repeats ?? makeRepeatFamilies(this.random.fork('repeat families'));
    this.domains = from?.workshop.domains ?? makeDomains(this.random.fork('protein domains'));
    this.#counters = from ? from.workshop.#counters : new Map();
  }

  fork(label: string): Workshop {
    return new Workshop(0, { workshop: this, label });
  }

  /** 1, 2, 3 … for each name. */
  next(name: string): number {
    const number = (this.#counters.get(name) ?? 0) + 1;
    this.#counters.set(name, number);
    return number;
  }
}
