import { Random } from './random.ts';
import { Columns } from './sequence/tract.ts';
import { type Domain, makeDomains } from './genes/protein-families.ts';
import { makeRepeatFamilies, type RepeatFamily } from './sequence/repeats.ts';

/** The seed of the demo data and of data of any scale. */
export const DEFAULT_SEED = 20250115;

interface SharedParts {
  columns: Columns;
  repeats: readonly RepeatFamily[];
  domains: readonly Domain[];
  counters: Map<string, number>;
}

/**
 * The state that all generators of the model share: repeat families, protein domains, counters for new names, and a
 * source of random numbers. A fork shares everything except the source of random numbers.
 */
export class Workshop {
  readonly random: Random;
  readonly columns: Columns;
  readonly repeats: readonly RepeatFamily[];
  readonly domains: readonly Domain[];
  readonly #counters: Map<string, number>;

  private constructor(random: Random, { columns, repeats, domains, counters }: SharedParts) {
    this.random = random;
    this.columns = columns;
    this.repeats = repeats;
    this.domains = domains;
    this.#counters = counters;
  }

  static create(seed: number, columns = new Columns()): Workshop {
    const random = new Random(seed);
    return new Workshop(random, {
      columns,
      repeats: makeRepeatFamilies(random.fork('repeat families')),
      domains: makeDomains(random.fork('protein domains')),
      counters: new Map(),
    });
  }

  fork(label: string): Workshop {
    const { random, columns, repeats, domains } = this;
    return new Workshop(random.fork(label), { columns, repeats, domains, counters: this.#counters });
  }

  /** Counts 1, 2, 3 … separately for each name. */
  next(name: string): number {
    const number = (this.#counters.get(name) ?? 0) + 1;
    this.#counters.set(name, number);
    return number;
  }
}
