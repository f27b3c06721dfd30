export interface GenotypedSite {
  /** Of the core genome's region. */
  ordinal: number;
  position: number;
  /** variation_id. */
  variation: number;
  /** One a sample, 0 for those without. */
  genotypes: Uint8Array;
}

/**
 * How far rows go on before sites are handed out: sorting those that are pending for every row would take longer than
 * everything else, and rows span as much anyway.
 */
const STRETCH = 100_000;

/**
 * Genotypes of many samples between the rows they come in and the sites they belong to. Rows come by their start, so that what
 * stands before the start of a row is complete: as much is held as rows span, however many there are.
 */
export class PendingGenotypes {
  readonly #samples: number;
  readonly #places = new Map<number, Map<number, Uint8Array>>();
  #ordinal = -1;
  #handedOut = 0;

  constructor(samples: number) {
    this.#samples = samples;
  }

  /** The genotype that comes last counts, where a sample has several. */
  set(position: number, variation: number, sample: number, genotype: number): void {
    let place = this.#places.get(position);
    if (!place) this.#places.set(position, (place = new Map()));
    let genotypes = place.get(variation);
    if (!genotypes) place.set(variation, (genotypes = new Uint8Array(this.#samples)));
    genotypes[sample] = genotype;
  }

  /** Hands out, now and then, what no row from this start on can add to. */
  *before(ordinal: number, start: number): Iterable<GenotypedSite> {
    if (ordinal !== this.#ordinal) {
      yield* this.rest();
      this.#ordinal = ordinal;
      this.#handedOut = start;
    } else if (start >= this.#handedOut + STRETCH) {
      yield* this.#until(start);
      this.#handedOut = start;
    }
  }

  rest(): Iterable<GenotypedSite> {
    return this.#until(Infinity);
  }

  *#until(end: number): Iterable<GenotypedSite> {
    for (const position of [...this.#places.keys()].filter((each) => each < end).sort((a, b) => a - b)) {
      const place = [...this.#places.get(position)!].sort(([a], [b]) => a - b);
      this.#places.delete(position);
      for (const [variation, genotypes] of place) yield { ordinal: this.#ordinal, position, variation, genotypes };
    }
  }
}
